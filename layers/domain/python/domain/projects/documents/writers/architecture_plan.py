"""Architecture plan: what the brief fixes for the system, and which decisions are open (CTO)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.projects.documents import parts
from domain.projects.documents.brief import Brief
from domain.projects.documents.markdown import Section, table
from domain.projects.documents.naming import integrations_of, requirements_of
from domain.projects.documents.work_packages import days_of


def sections(brief: Brief) -> tuple[Section, ...]:
    """From the outside in: platforms, other systems, data and rules, then what is still to be decided."""
    return (
        Section("In short", (_summary(brief),)),
        Section("Fixed", (_fixed(brief),)),
        Section("Other systems", (_integrations(brief),)),
        Section("Rules", (parts.entries(brief, "constraints", "Rule"),)),
        Section("Must-haves", (_must_haves(brief),)),
        Section("Excluded", (parts.entries(brief, "exclusions", "Not prepared for"),), is_essential=False),
        Section("Decisions still open", (_decisions(brief),)),
    )


def _summary(brief: Brief) -> str:
    systems = len(brief.active("integrations"))
    said = [
        f"One product on {parts.platforms(brief)}",
        f"with {parts.counted(systems, 'other system')}" if systems else "",
        "from existing code" if "source_repository" in brief.existing else "",
        "on existing hosting" if "hosting" in brief.existing else "",
        {True: "storing personal data", False: "storing no personal data", None: ""}[brief.personal_data],
    ]
    return f"{', '.join(part for part in said if part)}."


def _fixed(brief: Brief) -> str:
    rows = [
        ("Platforms", parts.platforms(brief)),
        ("Personal data", parts.yes_no(brief.personal_data)),
        *parts.existing(brief, "source_repository", "hosting"),
    ]
    return table(("What", "Answer"), rows)


def _integrations(brief: Brief) -> str:
    effort = days_of(brief)
    rows = (
        (item.id, item.words, parts.ids(requirements_of(brief, item)), parts.days(effort[item.id]))
        for item in brief.active("integrations")
    )
    return table(("Id", "System", "Named in", "Days of effort"), rows) or parts.entries(brief, "integrations", "System")


def _must_haves(brief: Brief) -> str:
    rows = ((item.id, item.said, parts.ids(integrations_of(brief, item))) for item in brief.musts)
    return table(("Id", "Must-have", "Needs"), rows)


def _decisions(brief: Brief) -> str:
    rows = ((f"D{number}", *decision) for number, decision in enumerate(_open_decisions(brief), start=1))
    return table(("Id", "To decide", "Because of"), rows) or "None that the brief lets us name."


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
        yield "Which data about people, for how long, and who may see it?", "personal data"
    if needed := [item for item in brief.active("integrations") if requirements_of(brief, item)]:
        waiting = [item for item in brief.musts if integrations_of(brief, item)]
        yield f"{parts.labels(waiting)}: what may happen while {parts.span(needed)} gives no answer?", parts.ids(needed)
