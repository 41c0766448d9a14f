"""What stands in each kind of document, section by section: what the brief says, and what it leaves open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from domain.projects.build_outlook import Days
from domain.projects.dates import add_working_days
from domain.projects.documents import parts
from domain.projects.documents.brief import LISTS, Brief, Item
from domain.projects.documents.markdown import Section, bullets, quoted, table
from domain.projects.documents.naming import linked
from domain.projects.documents.parts import NOTHING, OPEN, days, money
from domain.projects.documents.work_packages import packages
from domain.projects.questionnaire import question_of
from domain.projects.states import DeliverableKind as Kind

type Writer = Callable[[Brief], Section]
type Rows = Sequence[tuple[object, ...]]
type OpenPoint = tuple[str, str]
"""Something to settle, and the person or role that can."""


def _listed(heading: str, name: str, header: str, *columns: tuple[str, str], is_essential: bool = True) -> Writer:
    """One of the brief's lists as a table; or that the customer named none, or that nobody answered.

    A further column holds the ids of the entries of a list that name an entry or are named by it, or what else
    `_column` has. A column of dashes alone is left out.
    """

    def written(brief: Brief) -> Section:
        items = brief.active(name)
        cells = {title: _column(brief, items, what) for title, what in columns}
        told = {title: column for title, column in cells.items() if set(column) != {NOTHING}}
        rows = zip((item.id for item in items), (item.said for item in items), *told.values(), strict=True)
        nobody_answered = LISTS[name][1] in brief.unanswered
        text = table(("Id", header, *told), rows) or ("Open." if nobody_answered else "None.")
        return Section(heading, (text,), is_essential=is_essential)

    return written


def _column(brief: Brief, items: Sequence[Item], what: str) -> list[str]:
    if what == "number":
        return ["named" if item.has_number else OPEN for item in items]
    if what == "effort":
        effort = {package.item.id: days(package.days) for package in packages(brief) if package.item}
        return [effort[item.id] for item in items]
    if what == "criteria":
        return [NOTHING if item.notes or item.id in brief.described else "to be written" for item in items]
    return [parts.ids(linked(brief, item, what)) for item in items]


def _facts(heading: str, headers: tuple[str, str], *names: str, is_essential: bool = True) -> Writer:
    """A table of single answers and figures; `names` are keys of `_rows`."""

    def written(brief: Brief) -> Section:
        rows = _rows(brief)
        return Section(heading, (table(headers, (row for name in names for row in rows[name])),), is_essential)

    return written


def _rows(brief: Brief) -> Mapping[str, Rows]:
    standing = dict.fromkeys(parts.ASSETS, OPEN if "existing" in brief.unanswered else "none")
    standing |= dict.fromkeys(brief.existing, "exists")
    standing |= dict.fromkeys(brief.declined_access, "exists, access declined")
    personal = {True: "yes", False: "no", None: OPEN}[brief.personal_data]
    assets: dict[str, Rows] = {asset: [(title, standing[asset])] for asset, title in parts.ASSETS.items()}
    return {
        **assets,
        "platforms": [("Platforms", parts.platforms(brief))],
        "personal data": [("Personal data", personal)],
        "tone": [("Tone", f"**{brief.tone}**" if brief.tone else OPEN)],
        "first group": [("Speaks first to", parts.labels(brief.active("audiences")[:1]))],
        "approver": [("Decided by", brief.approver)],
        "dates": _dates(brief),
        "money": _money(brief),
        "effort": _effort(brief),
    }


def _dates(brief: Brief) -> Rows:
    """The days of the plan, the build outlook's, and the deadline."""
    outlook, done, left = brief.outlook.working_days, parts.documents_done(brief), parts.days_for_build(brief)
    first, last = (add_working_days(done, count) for count in (outlook.low, outlook.high))
    return [
        ("Documents done", done),
        ("Build, working days", days(outlook)),
        ("Build done", f"{first} to {last}"),
        ("Deadline", brief.deadline or OPEN),
        *([("Left for building", parts.working_days(left))] if left is not None and left >= 0 else []),
    ]


def _money(brief: Brief) -> Rows:
    """The accepted estimate, the build outlook, which is not in it, and the ceiling."""
    estimate, outlook, ceiling = brief.estimate, brief.outlook, brief.ceiling
    return [
        ("Planning and documents", money(estimate.total, estimate.currency)),
        ("Their range", f"{money(estimate.low, estimate.currency)} to {money(estimate.high, estimate.currency)}"),
        ("Build, not included", f"{money(outlook.low, outlook.currency)} to {money(outlook.high, outlook.currency)}"),
        ("Budget ceiling", money(ceiling.amount, ceiling.currency) if ceiling else OPEN),
    ]


def _effort(brief: Brief) -> Rows:
    found = packages(brief)
    effort = Days(sum(item.days.low for item in found), sum(item.days.high for item in found))
    return [("Packages", len(found)), ("Days of effort", days(effort)), ("Rule", brief.outlook.rule)]


def _in_short(brief: Brief) -> Section:
    """What the brief comes to, and of which must-haves nobody has said how they are used, as one sentence."""
    groups, systems, rules, excluded = map(brief.active, ("audiences", "integrations", "constraints", "exclusions"))
    personal = {True: "with personal data", False: "without personal data", None: "personal data open"}
    told = (
        parts.counted(len(brief.musts), "must-have"),
        f"for {parts.counted(len(groups), 'group')} on {parts.platforms(brief)}",
        f"with {parts.counted(len(systems), 'other system')}" if systems else "",
        f"under {parts.counted(len(rules), 'rule')}" if rules else "",
        f"{parts.counted(len(excluded), 'thing')} left out" if excluded else "",
        personal[brief.personal_data],
        f"in a tone that is {brief.tone}" if brief.tone else "",
        f"by {brief.deadline.isoformat()}" if brief.deadline else "without a deadline",
        f"for {money(brief.ceiling.amount, brief.ceiling.currency)} at most" if brief.ceiling else "",
        f"the use of {bare} still to be described" if (bare := parts.undescribed(brief)) else "",
    )
    return Section("In short", (f"{', '.join(part for part in told if part)}.",))


def _goal(brief: Brief) -> Section:
    return Section("Goal", (quoted(brief.goal), quoted(brief.description) if brief.description else ""))


def _withdrawn(brief: Brief) -> Section:
    """The entries that no longer hold, with the revision that withdrew them."""
    gone = (item for name in LISTS for item in getattr(brief, name) if not item.is_active)
    rows = ((item.id, item.words, f"withdrawn in {item.withdrawn_in}") for item in gone)
    return Section("Withdrawn", (table(("Id", "Withdrawn", "In"), rows),))


def _milestones(brief: Brief) -> Section:
    owners = {phase.phase: phase.role for phase in brief.estimate.phases}
    rows = (
        (item.phase.capitalize(), owners[item.phase], item.start, item.end, item.working_days) for item in brief.plan
    )
    return Section("Milestones", (table(("Phase", "Owner", "Work begins", "Documents done", "Working days"), rows),))


def _work_packages(brief: Brief) -> Section:
    rows = ((item.id, item.text, days(item.days), ", ".join(item.needs) or NOTHING) for item in packages(brief))
    return Section("Work packages", (table(("Id", "Package", "Days of effort", "After"), rows),))


def _launch_date(brief: Brief) -> Section:
    # The CEO's answers read the planned day out of this sentence.
    day = f"Your deadline, {brief.deadline.isoformat()}" if brief.deadline else "Not set"
    what = f"with {parts.span(brief.musts)} on {parts.platforms(brief)}" if brief.musts else "with nothing to launch"
    return Section("Launch date", (f"{day}, {what}.",))


def _criteria(brief: Brief) -> Section:
    """What comments said of the must-haves, numbered as their first criteria."""
    notes = (f"**{item.id}.{at}** {note}" for item in brief.musts for at, note in enumerate(item.notes, start=1))
    return Section("Criteria from your comments", (bullets(notes),))


_GROUPS = ("Named in", "requirements")
_EFFORT = ("Days of effort", "effort")
_WHAT_AND_ANSWER = ("What", "Answer")
_DATE_ROWS = _facts("Dates", ("What", "When"), "dates", is_essential=False)
_MEASURES = _listed("Measures", "measures", "Measure", ("Number", "number"))
_EXCLUDED = _listed("Out of scope", "exclusions", "Excluded")
_SYSTEMS = _listed("Other systems", "integrations", "System", is_essential=False)

WRITERS: Mapping[Kind, tuple[Writer, ...]] = {
    Kind.PRODUCT_BRIEF: (
        _in_short,
        _goal,
        _listed("Audiences", "audiences", "By rank", _GROUPS),
        _MEASURES,
        _listed("Must-haves", "requirements", "By rank", ("Names", "integrations")),
        _EXCLUDED,
        _SYSTEMS,
        _listed("Rules", "constraints", "Rule", is_essential=False),
        _facts("Terms", _WHAT_AND_ANSWER, "platforms", "personal data", "tone", *parts.ASSETS, "dates", "money"),
        _withdrawn,
    ),
    Kind.SCOPE: (
        _in_short,
        _listed(
            "Must-haves",
            "requirements",
            "Must-have",
            ("For", "audiences"),
            ("Names", "integrations"),
            ("Under", "constraints"),
            _EFFORT,
            ("Criteria", "criteria"),
        ),
        _criteria,
        _listed("Rules for all", "constraints", "Rule", is_essential=False),
        _EXCLUDED,
        _withdrawn,
    ),
    Kind.ROADMAP: (
        _in_short,
        _milestones,
        _DATE_ROWS,
        _listed("Order", "requirements", "In this order", ("Names", "integrations"), _EFFORT),
    ),
    Kind.STYLE_GUIDE: (
        _facts("Voice", ("Voice", "From the brief"), "tone", "first group", "platforms", "brand"),
        _listed("Words to use", "requirements", "Your words", ("For", "audiences")),
        _listed("People", "audiences", "Your words", is_essential=False),
        _listed("Rules to keep", "constraints", "Rule"),
    ),
    Kind.USER_FLOWS: (
        _in_short,
        _listed("Flows", "requirements", "Flow", ("Who", "audiences"), ("Leaves to", "integrations")),
        _listed("Groups", "audiences", "By rank", ("Flows", "requirements")),
        _listed("Everywhere", "constraints", "Rule"),
        _SYSTEMS,
    ),
    Kind.ARCHITECTURE_PLAN: (
        _facts("Fixed", _WHAT_AND_ANSWER, "platforms", "personal data", "source_repository", "hosting"),
        _listed("Other systems", "integrations", "System", _GROUPS, _EFFORT),
        _listed("Rules", "constraints", "Rule"),
        _listed("Must-haves", "requirements", "Must-have", ("Needs", "integrations")),
        _listed("Excluded", "exclusions", "Not prepared for", is_essential=False),
    ),
    Kind.DELIVERY_PLAN: (
        _work_packages,
        _facts("Sum", ("What", "How much"), "effort", "dates", "money"),
        _facts("Access needed", ("What", "Standing"), "source_repository", "hosting", is_essential=False),
    ),
    Kind.TEST_PLAN: (
        _in_short,
        _listed("Must-haves", "requirements", "To be shown", ("For", "audiences"), ("With", "integrations")),
        _listed("Other systems", "integrations", "System", ("Tested through", "requirements")),
        _listed("Rules", "constraints", "To be shown"),
        _listed("Measures", "measures", "Measure", ("Number", "number"), is_essential=False),
        _facts("Release", _WHAT_AND_ANSWER, "dates", "approver", "personal data", "hosting"),
    ),
    Kind.MESSAGING: (
        _goal,
        _in_short,
        _listed("Groups", "audiences", "Group", _GROUPS),
        _listed("Offers", "requirements", "Your words"),
        _MEASURES,
        _listed("Not promised", "exclusions", "Not to promise", is_essential=False),
    ),
    Kind.LAUNCH_PLAN: (
        _launch_date,
        _DATE_ROWS,
        _listed("Who is reached", "audiences", "Group", _GROUPS),
        _MEASURES,
        _facts("Access and decision", ("What", "Standing"), "analytics", "domain", "hosting", "approver"),
    ),
}
"""The writers of each kind's sections, in their order."""


def open_section(points: list[OpenPoint]) -> Section:
    """The last section of every document."""
    rows = ((f"O{number}", *point) for number, point in enumerate(points, start=1))
    return Section("Open points", (table(("Id", "To settle", "Who"), rows) or "None.",))


def open_points(kind: Kind, brief: Brief) -> list[OpenPoint]:
    """The points that concern this document, in the order in which they would stop it."""
    opened = _OPEN.get(kind)
    texts = [*_limits(kind, brief), *(opened(brief) if opened else ())]
    if kind in {Kind.ARCHITECTURE_PLAN, Kind.LAUNCH_PLAN}:
        names = (parts.ASSETS.get(asset, asset) for asset in brief.declined_access)
        texts += [f"{name}: access was declined; who on your side does the steps that need it?" for name in names]
    return [(text, str(brief.approver)) for text in texts]


def _limits(kind: Kind, brief: Brief) -> Iterator[str]:
    left, over = parts.days_for_build(brief), brief.estimate.total - brief.ceiling.amount if brief.ceiling else 0
    is_dated = kind in {Kind.ROADMAP, Kind.DELIVERY_PLAN, Kind.LAUNCH_PLAN}
    if is_dated and left is not None and (short := brief.outlook.working_days.low - left) > 0:
        before = f"The deadline is {parts.working_days(short)} before the least of the build outlook"
        yield f"{before}: move it, or withdraw must-haves."
    if kind is Kind.PRODUCT_BRIEF and over > 0:
        amount = money(over, brief.estimate.currency)
        yield f"The estimate is {amount} over the ceiling: raise it, or withdraw must-haves."


def _of_product_brief(brief: Brief) -> Iterator[str]:
    """What the intake has left open, and what its answers leave unsaid."""
    yield from (question_of(question).prompt for question in brief.unanswered)
    without_number = (item for item in brief.active("measures") if not item.has_number)
    yield from _asked(without_number, "which number counts as success, and by when?")
    unnamed = (item for item in brief.active("audiences")[1:] if not linked(brief, item, "requirements"))
    yield from _asked(unnamed, "no must-have names them; which is theirs?")


def _of_scope(brief: Brief) -> Iterator[str]:
    if bare := parts.undescribed(brief):
        use = f"one use on {parts.platforms(brief)} from start to end"
        yield f"Acceptance criteria for {bare} are still to be written: describe {use}."


def _of_style_guide(brief: Brief) -> Iterator[str]:
    if brief.tone and "Voice" not in brief.described:
        yield f"Two sentences of your own that sound {brief.tone}"


def _of_architecture_plan(brief: Brief) -> Iterator[str]:
    """What the answers leave to be decided before the build."""
    if "hosting" not in brief.existing and "existing" not in brief.unanswered:
        yield f"Where is the server for {parts.platforms(brief)}, and who pays for it?"
    if brief.personal_data:
        people = f"{parts.span(brief.active('audiences'))} on {parts.platforms(brief)}"
        yield f"Data about {people}: which, for how long, and seen by whom?"
    if waiting := [item for item in brief.musts if linked(brief, item, "integrations")]:
        yield f"{parts.labels(waiting)}: what may happen while another system gives no answer?"
    unnamed = (item for item in brief.active("integrations") if not linked(brief, item, "requirements"))
    yield from _asked(unnamed, "which must-have needs it?")


def _asked(items: Iterable[Item], question: str) -> Iterator[str]:
    if named := "; ".join(f"{item.id} ({item.words})" for item in items):
        yield f"{named}: {question}"


_OPEN: Mapping[Kind, Callable[[Brief], Iterable[str]]] = {
    Kind.PRODUCT_BRIEF: _of_product_brief,
    Kind.SCOPE: _of_scope,
    Kind.STYLE_GUIDE: _of_style_guide,
    Kind.ARCHITECTURE_PLAN: _of_architecture_plan,
}
"""What no rule can write, or nobody said: the plain line where judgement belongs."""
