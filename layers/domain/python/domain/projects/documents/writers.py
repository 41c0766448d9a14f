"""What is written into each kind of document, section by section: what the brief says, and what it leaves open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from domain.projects.build_outlook import Days
from domain.projects.documents import parts
from domain.projects.documents.brief import Brief
from domain.projects.documents.markdown import Section, quoted, table
from domain.projects.documents.naming import linked
from domain.projects.documents.work_packages import effort_column, packages
from domain.projects.states import DeliverableKind as Kind

_NUMBER = ("Number", parts.number_of)


def _product_brief(brief: Brief) -> tuple[Section, ...]:
    """The answers in the order of a reader's questions: why, for whom, what, what not, within which limits."""
    terms = (
        ("Platforms", parts.platforms(brief)),
        ("Personal data", parts.yes_no(brief.personal_data)),
        ("Tone", brief.tone or parts.OPEN),
        *parts.existing(brief, *parts.ASSETS),
        *parts.date_rows(brief),
        *parts.money_rows(brief),
        ("Approver", brief.approver),
    )
    return (
        parts.in_short(brief),
        Section("Goal", (quoted(brief.goal), quoted(brief.description) if brief.description else "")),
        parts.list_section("Audiences", brief, "audiences", "By rank", ("Named in", "requirements")),
        parts.list_section("Measures", brief, "measures", "Measure", _NUMBER),
        parts.list_section("Must-haves", brief, "requirements", "By rank", ("Names", "integrations")),
        parts.list_section("Out of scope", brief, "exclusions", "Excluded"),
        parts.list_section("Integrations", brief, "integrations", "System", is_essential=False),
        parts.list_section("Rules", brief, "constraints", "Rule", is_essential=False),
        Section("Terms", (table(("Term", "As it stands"), terms),)),
        Section("Withdrawn", (parts.withdrawn(brief, "audiences", "measures", "requirements", "exclusions"),)),
    )


def _scope(brief: Brief) -> tuple[Section, ...]:
    """Must-haves one by one, then what binds all of them and what is left out."""
    return (
        parts.in_short(brief),
        Section("Must-haves", tuple(_must_haves(brief))),
        parts.list_section("Rules for all", brief, "constraints", "Rule", is_essential=False),
        parts.list_section("Out of scope", brief, "exclusions", "Excluded"),
        Section("Withdrawn", (parts.withdrawn(brief, "requirements", "constraints", "exclusions"),)),
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


def _roadmap(brief: Brief) -> tuple[Section, ...]:
    """Days first, then the order of the build; an integration has a package of its own in the delivery plan."""
    owners = {phase.phase: phase.role for phase in brief.estimate.phases}
    rows = (
        (item.phase.capitalize(), owners[item.phase], item.start, item.end, item.working_days) for item in brief.plan
    )
    milestones = table(("Phase", "Owner", "Work begins", "Documents done", "Working days"), rows)
    columns = (("Names", "integrations"), effort_column(brief))
    return (
        Section("In short", (_deadline_check(brief),)),
        Section("Milestones", (milestones,)),
        Section("Dates", (table(("What", "When"), parts.date_rows(brief)),), is_essential=False),
        parts.list_section("Order", brief, "requirements", "In this order", *columns),
    )


def _deadline_check(brief: Brief) -> str:
    """The deadline held against the documents and the build outlook, in a sentence."""
    left, outlook = parts.days_for_build(brief), brief.outlook.working_days
    if left is None:
        return f"No deadline is set; the build outlook is {parts.days(outlook)} working days after the documents."
    if left < 0:
        done = f"the documents are done on {parts.documents_done(brief)}"
        return f"The deadline, {brief.deadline}, is {parts.working_days(-left)} before {done}."
    least, most = (
        f"{parts.working_days(abs(left - needed))} {'before' if left >= needed else 'after'} the deadline"
        for needed in (outlook.low, outlook.high)
    )
    return f"The least of the build outlook ends {least}, the most {most}."


def _style_guide(brief: Brief) -> tuple[Section, ...]:
    """Voice, brand, the words to use, and the rules that design has to keep."""
    voice = (
        ("Tone", f"**{brief.tone}**" if brief.tone else parts.OPEN),
        ("Speaks first to", parts.labels(brief.active("audiences")[:1])),
        ("Shown on", parts.platforms(brief)),
        *parts.existing(brief, "brand"),
    )
    return (
        Section("Voice", (table(("Voice", "From the brief"), voice),)),
        parts.list_section("Words to use", brief, "requirements", "Your words", ("For", "audiences")),
        parts.list_section("People", brief, "audiences", "Your words"),
        parts.list_section("Rules to keep", brief, "constraints", "Rule"),
    )


def _user_flows(brief: Brief) -> tuple[Section, ...]:
    """One flow per must-have, then the groups with their flows, and what holds in every flow."""
    return (
        parts.in_short(brief),
        parts.list_section("Flows", brief, "requirements", "Flow", ("Who", "audiences"), ("Leaves to", "integrations")),
        parts.list_section("Groups", brief, "audiences", "By rank", ("Flows", "requirements")),
        parts.list_section("Everywhere", brief, "constraints", "Rule"),
        parts.list_section("Other systems", brief, "integrations", "System", is_essential=False),
    )


def _architecture_plan(brief: Brief) -> tuple[Section, ...]:
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


def _open_decisions(brief: Brief) -> Iterator[tuple[str, str]]:
    """What this brief leaves to be decided, and the answer that raises it."""
    apps = [parts.PLATFORMS[name] for name in ("ios", "android", "desktop") if name in brief.platforms]
    if len(apps) > 1:
        yield f"{' and '.join(apps)}: one code base, or one for each?", f"{len(apps)} installed platforms"
    if "hosting" not in brief.existing and "existing" not in brief.unanswered:
        yield f"Where is the server for {parts.platforms(brief)}, and who pays for it?", "no hosting"
    if brief.personal_data:
        people = f"{parts.span(brief.active('audiences'))} on {parts.platforms(brief)}"
        yield f"Data about {people}: which, for how long, and seen by whom?", "personal data"
    if needed := [item for item in brief.active("integrations") if linked(brief, item, "requirements")]:
        waiting = [item for item in brief.musts if linked(brief, item, "integrations")]
        yield f"{parts.labels(waiting)}: what may happen while {parts.span(needed)} gives no answer?", parts.ids(needed)


def _delivery_plan(brief: Brief) -> tuple[Section, ...]:
    """Packages, what they add up to, and the access they wait for."""
    found = packages(brief)
    rows = ((item.id, item.text, parts.days(item.days), ", ".join(item.needs) or parts.NOTHING) for item in found)
    effort = Days(sum(item.days.low for item in found), sum(item.days.high for item in found))
    total = (
        ("Packages", len(found)),
        ("Days of effort", parts.days(effort)),
        *parts.date_rows(brief),
        *parts.money_rows(brief),
        ("Rule", brief.outlook.rule),
    )
    places = {package.item: package.id for package in found}
    systems = ((parts.label(item), parts.OPEN, places[item]) for item in brief.active("integrations"))
    access = (*systems, *((*row, "W1") for row in parts.existing(brief, "source_repository", "hosting")))
    return (
        Section("Work packages", (table(("Id", "Package", "Days of effort", "After"), rows),)),
        Section("Sum", (table(("What", "How much"), total),)),
        Section("Access needed", (table(("What", "Standing", "Needed by"), access),), is_essential=False),
    )


def _test_plan(brief: Brief) -> tuple[Section, ...]:
    """What is shown for each entry of the brief, then the release."""
    columns = (("For", "audiences"), ("With", "integrations"))
    release = (
        ("By", brief.deadline or parts.OPEN),
        ("Decided by", brief.approver),
        ("Personal data", parts.yes_no(brief.personal_data)),
        *parts.existing(brief, "hosting"),
    )
    return (
        parts.in_short(brief),
        parts.list_section("Must-haves", brief, "requirements", "To be shown", *columns),
        parts.list_section("Other systems", brief, "integrations", "System", ("Tested through", "requirements")),
        parts.list_section("Rules", brief, "constraints", "To be shown"),
        parts.list_section("Measures", brief, "measures", "Measure", _NUMBER, is_essential=False),
        Section("Release", (table(("Release", "Answer"), release),)),
    )


def _messaging(brief: Brief) -> tuple[Section, ...]:
    """The reason in the customer's words, then groups, offers, proof and limits."""
    return (
        Section("Reason", (quoted(brief.goal),)),
        parts.in_short(brief),
        parts.list_section("Groups", brief, "audiences", "Group", ("Named in", "requirements")),
        parts.list_section("Offers", brief, "requirements", "Your words"),
        parts.list_section("Proof after launch", brief, "measures", "Measure", _NUMBER),
        parts.list_section("Not promised", brief, "exclusions", "Not to promise", is_essential=False),
    )


def _launch_plan(brief: Brief) -> tuple[Section, ...]:
    """The day first, then what leads to it."""
    access = (*parts.existing(brief, "analytics", "domain", "hosting"), ("Decided by", brief.approver))
    # The CEO's answers read the planned day out of this sentence.
    day = f"Your deadline, {brief.deadline.isoformat()}" if brief.deadline else "Not set"
    what = f"with {parts.span(brief.musts)} on {parts.platforms(brief)}" if brief.musts else "with nothing to launch"
    return (
        Section("Launch date", (f"{day}, {what}.",)),
        Section("Dates", (table(("What", "When"), parts.date_rows(brief)),), is_essential=False),
        parts.list_section("Who is reached", brief, "audiences", "Group", ("Named in", "requirements")),
        parts.list_section("Measures", brief, "measures", "Measure", _NUMBER),
        Section("Access and decision", (table(("What", "Standing"), access),)),
    )


WRITERS: Mapping[Kind, Callable[[Brief], tuple[Section, ...]]] = {
    Kind.PRODUCT_BRIEF: _product_brief,
    Kind.SCOPE: _scope,
    Kind.ROADMAP: _roadmap,
    Kind.STYLE_GUIDE: _style_guide,
    Kind.USER_FLOWS: _user_flows,
    Kind.ARCHITECTURE_PLAN: _architecture_plan,
    Kind.DELIVERY_PLAN: _delivery_plan,
    Kind.TEST_PLAN: _test_plan,
    Kind.MESSAGING: _messaging,
    Kind.LAUNCH_PLAN: _launch_plan,
}
