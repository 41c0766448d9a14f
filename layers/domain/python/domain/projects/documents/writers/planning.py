"""The planning documents: product brief, scope and acceptance criteria, roadmap (CPO)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.projects.documents import parts
from domain.projects.documents.brief import Brief
from domain.projects.documents.markdown import Section, quoted, table
from domain.projects.documents.naming import linked
from domain.projects.documents.work_packages import effort_column


def product_brief(brief: Brief) -> tuple[Section, ...]:
    """The answers in the order of a reader's questions: why, for whom, what, what not, within which limits."""
    described = quoted(brief.description) if brief.description else ""
    return (
        Section("In short", (_brief_in_short(brief),)),
        Section("Goal", (quoted(brief.goal), described)),
        parts.list_section("Audiences", brief, "audiences", "By rank", ("Named in", "requirements")),
        parts.list_section("Measures", brief, "measures", "Measure", ("Number", parts.number_of)),
        parts.list_section("Must-haves", brief, "requirements", "By rank", ("Names", "integrations")),
        parts.list_section("Out of scope", brief, "exclusions", "Excluded"),
        parts.list_section("Integrations", brief, "integrations", "System", is_essential=False),
        parts.list_section("Rules", brief, "constraints", "Rule", is_essential=False),
        Section("Terms", (_terms(brief),)),
        Section("Withdrawn", (parts.withdrawn(brief, "audiences", "measures", "requirements", "exclusions"),)),
    )


def scope(brief: Brief) -> tuple[Section, ...]:
    """Must-haves one by one, then what binds all of them and what is left out."""
    return (
        Section("In short", (_scope_in_short(brief),)),
        Section("Must-haves", tuple(_must_haves(brief))),
        parts.list_section("Rules for all", brief, "constraints", "Rule", is_essential=False),
        parts.list_section("Out of scope", brief, "exclusions", "Excluded"),
        Section("Withdrawn", (parts.withdrawn(brief, "requirements", "constraints", "exclusions"),)),
    )


def roadmap(brief: Brief) -> tuple[Section, ...]:
    """Days first, then the order of the build; an integration has a package of its own in the delivery plan."""
    owners, effort = {phase.phase: phase.role for phase in brief.estimate.phases}, effort_column(brief)
    rows = (
        (item.phase.capitalize(), owners[item.phase], item.start, item.end, item.working_days) for item in brief.plan
    )
    milestones = table(("Phase", "Owner", "Work begins", "Documents done", "Working days"), rows)
    return (
        Section("In short", (_deadline_check(brief),)),
        Section("Milestones", (milestones,)),
        Section("Dates", (table(("What", "When"), parts.date_rows(brief)),), is_essential=False),
        parts.list_section("Order", brief, "requirements", "In this order", ("Names", "integrations"), effort),
    )


def _brief_in_short(brief: Brief) -> str:
    systems, ceiling = len(brief.active("integrations")), brief.ceiling
    groups = parts.counted(len(brief.active("audiences")), "group")
    return parts.sentence(
        f"{parts.counted(len(brief.musts), 'must-have')} for {groups}",
        f"on {parts.platforms(brief)}",
        f"with {parts.counted(systems, 'other system')}" if systems else "",
        f"by {brief.deadline.isoformat()}" if brief.deadline else "without a deadline",
        f"for {parts.money(ceiling.amount, ceiling.currency)} at most" if ceiling else "without a ceiling",
    )


def _terms(brief: Brief) -> str:
    rows: list[tuple[object, ...]] = [
        ("Platforms", parts.platforms(brief)),
        ("Personal data", parts.yes_no(brief.personal_data)),
        ("Tone", brief.tone or parts.OPEN),
        *parts.existing(brief, *parts.ASSETS),
        *parts.date_rows(brief),
        *parts.money_rows(brief),
        ("Approver", brief.approver),
    ]
    return table(("Term", "As it stands"), rows)


def _scope_in_short(brief: Brief) -> str:
    rules, excluded = brief.active("constraints"), brief.active("exclusions")
    described = parts.span(item for item in brief.musts if item.notes or item.id in brief.described)
    return parts.sentence(
        f"{parts.counted(len(brief.musts), 'must-have')}, each on {parts.platforms(brief)}",
        f"under {parts.counted(len(rules), 'rule')}" if rules else "under no rule yet",
        f"{parts.counted(len(excluded), 'thing')} left out" if excluded else "",
        f"criteria known for {described}" if described else "",
        by="; ",
    )


def _must_haves(brief: Brief) -> Iterator[str]:
    _, effort = effort_column(brief)
    for item in brief.musts:
        names = (*linked(brief, item, "integrations"), *linked(brief, item, "constraints"))
        known = (
            ("For", parts.labels(linked(brief, item, "audiences"))),
            ("Names", parts.labels(names)),
            ("Build, in days", effort(item)),
            *((f"**{item.id}.{number}**", str(note)) for number, note in enumerate(item.notes, start=1)),
            ("Added in", item.added_in or parts.NOTHING),
            ("Criteria", parts.NOTHING if item.notes or item.id in brief.described else "to be written"),
        )
        yield f"### {item.id} {item.words}"
        yield table((item.id, "Known so far"), (row for row in known if row[1] != parts.NOTHING))


def _deadline_check(brief: Brief) -> str:
    """The deadline held against the documents and the build outlook, in a sentence."""
    left, outlook = parts.days_for_build(brief), brief.outlook.working_days
    if left is None:
        return f"No deadline is set; the build outlook is {parts.days(outlook)} working days after the documents."
    if left < 0:
        done = f"the documents are done on {parts.documents_done(brief)}"
        return f"The deadline, {brief.deadline}, is {parts.working_days(-left)} before {done}."
    if left < outlook.low:
        return f"Even the least of the build outlook ends {parts.working_days(outlook.low - left)} after the deadline."
    if left < outlook.high:
        early, late = parts.working_days(left - outlook.low), parts.working_days(outlook.high - left)
        return f"The least of the build outlook ends {early} before the deadline, the most {late} after it."
    return f"Even the most of the build outlook ends {parts.working_days(left - outlook.high)} before the deadline."
