"""Delivery plan: the work broken down with the days of the build outlook, and what it needs from outside (CTO)."""

from __future__ import annotations

from domain.projects.build_outlook import TEAM, Days
from domain.projects.documents import parts
from domain.projects.documents.brief import Brief
from domain.projects.documents.markdown import Section, listed, table
from domain.projects.documents.work_packages import packages


def sections(brief: Brief) -> tuple[Section, ...]:
    """Packages, what they add up to, and the access they wait for."""
    return (
        Section("Work packages", (_packages(brief),)),
        Section("Sum", (_sum(brief), _largest(brief))),
        Section("Access needed", (_access(brief),)),
        Section("Rules to keep", (parts.entries(brief, "constraints", "Rule"),), is_essential=False),
    )


def _packages(brief: Brief) -> str:
    rows = ((item.id, item.text, parts.days(item.days), ", ".join(item.needs) or "–") for item in packages(brief))
    return table(("Id", "Package", "Days of effort", "After"), rows)


def _sum(brief: Brief) -> str:
    found, outlook = packages(brief), brief.outlook
    effort = Days(sum(item.days.low for item in found), sum(item.days.high for item in found))
    rows = [
        ("Packages", len(found)),
        ("Days of effort", parts.days(effort)),
        ("Developers at once", TEAM),
        *parts.date_rows(brief),
        *parts.money_rows(brief),
        ("Rule", outlook.rule),
    ]
    return table(("What", "How much"), rows)


def _largest(brief: Brief) -> str:
    found = packages(brief)
    most = max(item.days.high for item in found)
    names = listed(f"{item.id} ({item.text})" for item in found if item.days.high == most)
    return f"Up to {parts.counted(most, 'day')} in one package: {names}."


def _access(brief: Brief) -> str:
    places = {package.item: package.id for package in packages(brief)}
    rows = [(parts.label(item), parts.OPEN, places[item]) for item in brief.active("integrations")]
    rows += [(asset, standing, "W1") for asset, standing in parts.existing(brief, "source_repository", "hosting")]
    return table(("What", "Standing", "Needed by"), rows)
