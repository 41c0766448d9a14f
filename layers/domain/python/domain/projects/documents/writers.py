"""What stands in each kind of document, section by section: what the brief says, and what it leaves open."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from common.wording import counted, days, money
from domain.projects.documents import parts
from domain.projects.documents.brief import LISTS, Brief, Item, linked
from domain.projects.documents.markdown import Section, escaped, quoted, table
from domain.projects.documents.parts import NOTHING, OPEN, packages
from domain.projects.phases import WORKING_PHASES, owner_of
from domain.projects.questionnaire import question_of
from domain.projects.states import DeliverableKind as Kind
from domain.projects.states import Role

type Writer = Callable[[Brief], Section]
type Rows = Iterable[Sequence[object]]

_NUMBER = re.compile(r"\d|\b(?:no|none|never|every|all|half|one|two|three|four|five|ten|twice)\b", re.IGNORECASE)
_HEADINGS: Mapping[str, str] = dict(
    zip(LISTS, ("Must-haves", "Audiences", "Measures", "Other systems", "Rules", "Out of scope"), strict=True)
)
SIDE = frozenset({"Dates", "Other systems", "Rules", "Access needed", "People", "Not promised"})
"""The sections that a shorter document leaves out."""


def _table(heading: str, headers: Sequence[str], rows: Callable[[Brief], Rows]) -> Writer:
    """A table of what `rows` finds in the brief."""
    return lambda brief: Section(heading, (table(headers, rows(brief)),))


def _facts(heading: str, *names: str) -> Writer:
    """A table of single answers and figures; `names` are keys of `_answers`."""
    return _table(heading, ("What", "Answer"), lambda brief: (row for name in names for row in _answers(brief)[name]))


def _listed(name: str, *columns: str, heading: str = "") -> Writer:
    """One of the brief's lists as a table; or that the customer named none, or that nobody answered.

    A further column holds the ids of the entries of a list that name an entry or are named by it, where any do.
    """

    def written(brief: Brief) -> Section:
        items = brief.active(name)
        cells = {_HEADINGS[other]: [parts.ids(linked(brief, item, other)) for item in items] for other in columns}
        told = {title: column for title, column in cells.items() if set(column) != {NOTHING}}
        rows = zip((item.id for item in items), (escaped(item.text) for item in items), *told.values(), strict=True)
        nobody_answered = LISTS[name][1] in brief.unanswered
        text = table(("Id", "In your words", *told), rows) or ("Open." if nobody_answered else "None.")
        return Section(heading or _HEADINGS[name], (text,))

    return written


def _answers(brief: Brief) -> Mapping[str, Rows]:
    """The single answers of the brief, and the figures of its estimate."""
    whole, currency, dates = brief.costing, brief.costing.currency, brief.dates
    standing = dict.fromkeys(parts.ASSETS, OPEN if "existing" in brief.unanswered else "none")
    standing |= dict.fromkeys(brief.existing, "exists")
    standing |= dict.fromkeys(brief.declined_access, "exists, access declined")
    return {
        **{asset: [(title, standing[asset])] for asset, title in parts.ASSETS.items()},
        "platforms": [("Platforms", parts.platforms(brief))],
        "personal data": [("Personal data", {True: "yes", False: "no", None: OPEN}[brief.personal_data])],
        "tone": [("Tone", f"**{brief.tone}**" if brief.tone else OPEN)],
        "first group": [("Speaks first to", parts.labels(brief.active("audiences")[:1]))],
        "approver": [("Decided by", brief.approver)],
        "dates": [
            ("Likely done", dates.likely),
            ("Early and late", f"{dates.early} to {dates.late}"),
            ("Deadline", brief.deadline or OPEN),
        ],
        "money": [
            ("Likely cost", money(whole.money.likely, currency)),
            ("Range", f"{money(whole.money.low, currency)} to {money(whole.money.high, currency)}"),
            ("Budget ceiling", money(brief.ceiling.amount, brief.ceiling.currency) if brief.ceiling else OPEN),
        ],
        "effort": [
            ("Packages", len(packages(brief))),
            ("Likely effort", days(whole.days.likely)),
            ("Range", parts.effort(whole.days)),
        ],
    }


def _in_short(brief: Brief) -> Section:
    """What the brief comes to, and of which must-haves nobody has said how they are used, as one sentence."""
    told = (
        counted(len(brief.musts), "must-have"),
        f"for {counted(len(brief.active('audiences')), 'group')} on {parts.platforms(brief)}",
        {True: "with personal data", False: "without personal data", None: ""}[brief.personal_data],
        f"in a tone that is {brief.tone}" if brief.tone else "",
        f"by {brief.deadline.isoformat()}" if brief.deadline else "without a deadline",
        f"for {money(brief.ceiling.amount, brief.ceiling.currency)} at most" if brief.ceiling else "",
        f"the use of {bare} still to be described" if (bare := parts.undescribed(brief)) else "",
    )
    return Section("In short", (f"{', '.join(part for part in told if part)}.",))


def _goal(brief: Brief) -> Section:
    return Section("Goal", (quoted(brief.goal), quoted(brief.description) if brief.description else ""))


def _launch_date(brief: Brief) -> Section:
    # The CEO's answers read the planned day out of this sentence.
    day = f"Your deadline, {brief.deadline.isoformat()}" if brief.deadline else "Not set"
    what = f"with {parts.ids(brief.musts)} on {parts.platforms(brief)}" if brief.musts else "with nothing to launch"
    return Section("Launch date", (f"{day}, {what}.",))


_MILESTONES = _table(
    "Milestones",
    ("Phase", "Owner", "Likely effort", "Likely cost"),
    lambda brief: (
        (phase.capitalize(), owner_of(phase), *_of_role(brief, owner_of(phase))) for phase in WORKING_PHASES
    ),
)
_WORK_PACKAGES = _table(
    "Work packages",
    ("Id", "Package", "Days of effort", "Likely cost", "After"),
    lambda brief: (
        (one.id, one.text, parts.effort(one.effort), money(one.cost, brief.costing.currency), _after(one.needs))
        for one in packages(brief)
    ),
)
_WITHDRAWN = _table(
    "Dropped",
    ("Id", "Dropped"),
    lambda brief: ((one.id, one.words) for one in brief.items if not one.is_active),
)


def _of_role(brief: Brief, role: Role) -> tuple[str, str]:
    lines, rates = brief.costing.lines, brief.costing.rates
    cost = sum(line.costs(rates).get(role, 0) for line in lines)
    return days(sum(line.likely_of(role) for line in lines)), money(cost, brief.costing.currency)


def _after(needs: Sequence[str]) -> str:
    return ", ".join(needs) or NOTHING


_DATES, _RULES, _MEASURES = _facts("Dates", "dates"), _listed("constraints"), _listed("measures")
_GROUPS = _listed("audiences", "requirements")

WRITERS: Mapping[Kind, tuple[Writer, ...]] = {
    Kind.PRODUCT_BRIEF: (
        _in_short,
        _goal,
        _GROUPS,
        _MEASURES,
        _listed("requirements", "integrations"),
        _listed("exclusions"),
        _listed("integrations"),
        _RULES,
        _facts("Terms", "platforms", "personal data", "tone", *parts.ASSETS, "dates", "money"),
        _WITHDRAWN,
    ),
    Kind.SCOPE: (
        _in_short,
        _listed("requirements", "audiences", "integrations", "constraints"),
        _RULES,
        _listed("exclusions"),
        _WITHDRAWN,
    ),
    Kind.ROADMAP: (_in_short, _MILESTONES, _DATES, _listed("requirements", "integrations", heading="Order")),
    Kind.STYLE_GUIDE: (
        _facts("Voice", "tone", "first group", "platforms", "brand"),
        _listed("requirements", "audiences", heading="Words to use"),
        _listed("audiences", heading="People"),
        _RULES,
    ),
    Kind.USER_FLOWS: (
        _in_short,
        _listed("requirements", "audiences", "integrations", heading="Flows"),
        _GROUPS,
        _RULES,
        _listed("integrations"),
    ),
    Kind.ARCHITECTURE_PLAN: (
        _facts("Fixed", "platforms", "personal data", "source_repository", "hosting"),
        _listed("integrations", "requirements"),
        _RULES,
        _listed("requirements", "integrations"),
        _listed("exclusions"),
    ),
    Kind.DELIVERY_PLAN: (
        _WORK_PACKAGES,
        _facts("Sum", "effort", "dates", "money"),
        _facts("Access needed", "source_repository", "hosting"),
    ),
    Kind.TEST_PLAN: (
        _in_short,
        _listed("requirements", "audiences", "integrations"),
        _listed("integrations", "requirements"),
        _RULES,
        _MEASURES,
        _facts("Release", "dates", "approver", "personal data", "hosting"),
    ),
    Kind.MESSAGING: (
        _goal,
        _in_short,
        _listed("audiences", "requirements", heading="Groups"),
        _listed("requirements", heading="Offers"),
        _MEASURES,
        _listed("exclusions", heading="Not promised"),
    ),
    Kind.LAUNCH_PLAN: (
        _launch_date,
        _DATES,
        _GROUPS,
        _MEASURES,
        _facts("Access and decision", "analytics", "domain", "hosting", "approver"),
    ),
}
"""The writers of each kind's sections, in their order."""


def open_points(kind: Kind, brief: Brief) -> Iterator[str]:
    """What only the customer can settle in this document, in the order in which it would stop the work."""
    if kind in {Kind.ROADMAP, Kind.DELIVERY_PLAN, Kind.LAUNCH_PLAN} and _is_late(brief):
        yield "The likely day is after the deadline: move it, drop must-haves, or add people."
    if kind is Kind.PRODUCT_BRIEF:
        over = brief.costing.money.likely - brief.ceiling.amount if brief.ceiling else 0
        if over > 0:
            amount = money(over, brief.costing.currency)
            yield f"The likely cost is {amount} over the ceiling: raise it, or drop must-haves."
        yield from _of_product_brief(brief)
    elif kind is Kind.SCOPE and (bare := parts.undescribed(brief)):
        use = f"one use on {parts.platforms(brief)} from start to end"
        yield f"Acceptance criteria for {bare} are still to be written: describe {use}."
    elif kind is Kind.STYLE_GUIDE and brief.tone and "Voice" not in brief.described:
        yield f"Two sentences of your own that sound {brief.tone}"
    elif kind is Kind.ARCHITECTURE_PLAN:
        yield from _of_architecture_plan(brief)
    if kind in {Kind.ARCHITECTURE_PLAN, Kind.LAUNCH_PLAN}:
        names = (parts.ASSETS.get(asset, asset) for asset in brief.declined_access)
        yield from (f"{name}: access was declined; who on your side does the steps that need it?" for name in names)


def _is_late(brief: Brief) -> bool:
    return brief.deadline is not None and brief.dates.likely > brief.deadline


def _of_product_brief(brief: Brief) -> Iterator[str]:
    """What the intake has left open, and what its answers leave unsaid."""
    yield from (question_of(question).prompt for question in brief.unanswered)
    without_number = (item for item in brief.active("measures") if not _NUMBER.search(item.words.raw))
    yield from _asked(without_number, "which number counts as success, and by when?")


def _of_architecture_plan(brief: Brief) -> Iterator[str]:
    """What the answers leave to be decided before the build."""
    if "hosting" not in brief.existing and "existing" not in brief.unanswered:
        yield f"Where is the server for {parts.platforms(brief)}, and who pays for it?"
    if brief.personal_data:
        people = f"{parts.ids(brief.active('audiences'))} on {parts.platforms(brief)}"
        yield f"Data about {people}: which, for how long, and seen by whom?"


def _asked(items: Iterable[Item], question: str) -> Iterator[str]:
    if named := "; ".join(f"{item.id} ({item.words})" for item in items):
        yield f"{named}: {question}"
