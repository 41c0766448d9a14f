"""The development documents: architecture plan, delivery plan, test and release plan (CTO)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.projects.build_outlook import Days
from domain.projects.documents import parts
from domain.projects.documents.brief import Brief
from domain.projects.documents.markdown import Section, listed, table
from domain.projects.documents.naming import linked
from domain.projects.documents.work_packages import effort_column, packages


def architecture_plan(brief: Brief) -> tuple[Section, ...]:
    """From the outside in: platforms, other systems, data and rules, then what is still to be decided."""
    fixed = (
        ("Platforms", parts.platforms(brief)),
        ("Personal data", parts.yes_no(brief.personal_data)),
        *parts.existing(brief, "source_repository", "hosting"),
    )
    columns = (("Named in", "requirements"), effort_column(brief))
    decisions = ((f"D{number}", *decision) for number, decision in enumerate(_open_decisions(brief), start=1))
    return (
        Section("Fixed", (table(("What", "Answer"), fixed),)),
        parts.list_section("Other systems", brief, "integrations", "System", *columns),
        parts.list_section("Rules", brief, "constraints", "Rule"),
        parts.list_section("Must-haves", brief, "requirements", "Must-have", ("Needs", "integrations")),
        parts.list_section("Excluded", brief, "exclusions", "Not prepared for", is_essential=False),
        Section("Decisions still open", (table(("Id", "To decide", "Because of"), decisions) or "None known.",)),
    )


def delivery_plan(brief: Brief) -> tuple[Section, ...]:
    """Packages, what they add up to, and the access they wait for."""
    found = packages(brief)
    rows = ((item.id, item.text, parts.days(item.days), ", ".join(item.needs) or parts.NOTHING) for item in found)
    places = {package.item: package.id for package in found}
    systems = ((parts.label(item), parts.OPEN, places[item]) for item in brief.active("integrations"))
    access = (*systems, *((*row, "W1") for row in parts.existing(brief, "source_repository", "hosting")))
    return (
        Section("Work packages", (table(("Id", "Package", "Days of effort", "After"), rows),)),
        Section("Sum", (_sum(brief),)),
        Section("Access needed", (table(("What", "Standing", "Needed by"), access),), is_essential=False),
    )


def test_plan(brief: Brief) -> tuple[Section, ...]:
    """What is shown for each entry of the brief, then the release."""
    columns = (("For", "audiences"), ("With", "integrations"))
    release = (
        ("By", brief.deadline or parts.OPEN),
        ("Decided by", brief.approver),
        ("Personal data", parts.yes_no(brief.personal_data)),
        *parts.existing(brief, "hosting"),
    )
    return (
        Section("In short", (_tests_in_short(brief),)),
        parts.list_section("Must-haves", brief, "requirements", "To be shown", *columns),
        parts.list_section("Other systems", brief, "integrations", "System", ("Tested through", "requirements")),
        parts.list_section("Rules", brief, "constraints", "To be shown"),
        parts.list_section("Measures", brief, "measures", "Measure", ("Number", parts.number_of), is_essential=False),
        Section("Release", (table(("Release", "Answer"), release),)),
    )


def _open_decisions(brief: Brief) -> Iterator[tuple[str, str]]:
    """What this brief leaves to be decided, and the answer that raises it."""
    apps = [parts.PLATFORMS[name] for name in ("ios", "android", "desktop") if name in brief.platforms]
    if len(apps) > 1:
        yield f"{' and '.join(apps)}: one code base, or one for each?", f"{len(apps)} installed platforms"
    if "api" in brief.platforms:
        yield "API: who gets a key, and how many calls may each make?", "platform API"
    if "source_repository" in brief.existing:
        yield "Existing code: extended, or replaced part by part?", "existing repository"
    if "hosting" not in brief.existing and "existing" not in brief.unanswered:
        yield f"Where is the server for {parts.platforms(brief)}, and who pays for it?", "no hosting"
    if brief.personal_data:
        people = f"{parts.span(brief.active('audiences'))} on {parts.platforms(brief)}"
        yield f"Data about {people}: which, for how long, and seen by whom?", "personal data"
    if needed := [item for item in brief.active("integrations") if linked(brief, item, "requirements")]:
        waiting = [item for item in brief.musts if linked(brief, item, "integrations")]
        yield f"{parts.labels(waiting)}: what may happen while {parts.span(needed)} gives no answer?", parts.ids(needed)


def _sum(brief: Brief) -> str:
    found = packages(brief)
    effort = Days(sum(item.days.low for item in found), sum(item.days.high for item in found))
    most = max(item.days.high for item in found)
    rows = [
        ("Packages", len(found)),
        ("Days of effort", parts.days(effort)),
        ("Largest", listed(f"{item.text} ({parts.days(item.days)})" for item in found if item.days.high == most)),
        *parts.date_rows(brief),
        *parts.money_rows(brief),
        ("Rule", brief.outlook.rule),
    ]
    return table(("What", "How much"), rows)


def _tests_in_short(brief: Brief) -> str:
    connected = parts.span(item for item in brief.musts if linked(brief, item, "integrations"))
    rules, measures = brief.active("constraints"), brief.active("measures")
    return parts.sentence(
        f"{parts.counted(len(brief.musts), 'test')} on {parts.platforms(brief)}",
        f"{connected} with another system" if connected else "",
        f"{parts.counted(len(rules), 'rule')} to keep" if rules else "",
        f"{parts.counted(len(measures), 'measure')} to read" if measures else "",
        "personal data to protect" if brief.personal_data else "",
        f"criteria to be written for {bare}" if (bare := parts.undescribed(brief)) else "",
        by="; ",
    )
