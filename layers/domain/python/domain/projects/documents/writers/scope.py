"""Scope and acceptance criteria: each must-have with what the brief says about it, and what is missing (CPO)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.projects.documents import parts
from domain.projects.documents.brief import Brief
from domain.projects.documents.item import Item
from domain.projects.documents.markdown import Section, table
from domain.projects.documents.naming import audiences_of, constraints_of, integrations_of
from domain.projects.documents.work_packages import days_of


def sections(brief: Brief) -> tuple[Section, ...]:
    """Must-haves one by one, then what binds all of them and what is left out."""
    return (
        Section("In short", (_summary(brief),)),
        Section("Must-haves", tuple(_must_haves(brief))),
        Section("Rules for all", (parts.entries(brief, "constraints", "Rule"),)),
        Section("Out of scope", (parts.entries(brief, "exclusions", "Excluded"),)),
        Section("Where it runs", (table(("Platforms", "Personal data"), [_whole(brief)]),), is_essential=False),
        Section("Withdrawn", (parts.withdrawn(brief, "requirements", "constraints", "exclusions"),)),
    )


def _summary(brief: Brief) -> str:
    rules, excluded = brief.active("constraints"), brief.active("exclusions")
    described = parts.span(item for item in brief.musts if item.notes)
    said = [
        f"{parts.counted(len(brief.musts), 'must-have')}, each on {parts.platforms(brief)}",
        f"under {parts.counted(len(rules), 'rule')}" if rules else "under no rule yet",
        f"{parts.counted(len(excluded), 'thing')} left out" if excluded else "",
        f"criteria known for {described}" if described else "",
    ]
    return f"{'; '.join(part for part in said if part)}."


def criteria(item: Item) -> tuple[tuple[str, str], ...]:
    """What the customer asked of a must-have in comments, each as a criterion with its id (`R1.1`)."""
    return tuple((f"{item.id}.{number}", str(note)) for number, note in enumerate(item.notes, start=1))


def _must_haves(brief: Brief) -> Iterator[str]:
    effort = days_of(brief)
    for item in brief.musts:
        rows = [
            ("For", parts.labels(named) if (named := audiences_of(brief, item)) else "no group named"),
            ("Names", parts.labels((*integrations_of(brief, item), *constraints_of(brief, item)))),
            ("Build outlook", f"{parts.days(effort[item.id])} days"),
            *((f"**{name}**", text) for name, text in criteria(item)),
        ]
        if item.added_in:
            rows.append(("Added in", item.added_in))
        if not item.notes:
            rows.append(("Criteria", "to be written"))
        yield f"### {item.id} {item.words}"
        yield table((item.id, "Known so far"), rows)


def _whole(brief: Brief) -> tuple[str, str]:
    return parts.platforms(brief), parts.yes_no(brief.personal_data)
