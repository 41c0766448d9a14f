"""What a document cannot say because nobody has said it yet, with who has to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.projects.documents import parts
from domain.projects.documents.brief import Brief, Item
from domain.projects.documents.markdown import Section, listed, table
from domain.projects.documents.naming import linked
from domain.projects.states import DeliverableKind as Kind

# An unanswered question of the intake: what to ask, and the document that hangs on the answer most. The product brief
# names all of them in one line.
_QUESTIONS: Mapping[str, tuple[str, Kind]] = {
    "out_of_scope": ("What is deliberately not part of it?", Kind.SCOPE),
    "integrations": ("Which other systems must it work with?", Kind.ARCHITECTURE_PLAN),
    "existing": ("Does code, hosting, a brand, analytics or a domain exist?", Kind.DELIVERY_PLAN),
    "personal_data": ("Will data about identifiable people be stored?", Kind.ARCHITECTURE_PLAN),
    "tone": ("How should it speak to people?", Kind.STYLE_GUIDE),
    "deadline": ("By which day must it be out?", Kind.ROADMAP),
    "budget_ceiling": ("What is the most it may cost?", Kind.ROADMAP),
    "constraints": ("Which rules of law, technology or policy bind the work?", Kind.TEST_PLAN),
}

_DATED = {Kind.ROADMAP, Kind.DELIVERY_PLAN, Kind.LAUNCH_PLAN}
_NAMES = {"out_of_scope": "exclusions", "existing": "existing assets"}


type OpenPoint = tuple[str, str]
"""Something to settle, and the person or role that can."""


def section(points: list[OpenPoint]) -> Section:
    """The last section of every document."""
    rows = ((f"O{number}", *point) for number, point in enumerate(points, start=1))
    return Section("Open points", (table(("Id", "To settle", "Who"), rows) or "None.",))


def open_points(kind: Kind, brief: Brief) -> list[OpenPoint]:
    """The points that concern this document, in the order in which they would stop it."""
    customer = str(brief.approver)
    texts = [*_withdrawn(brief), *_limits(kind, brief), *_judgements(kind, brief), *_gaps(kind, brief)]
    for question in brief.unanswered:
        text, decisive = _QUESTIONS[question]
        if kind is decisive:
            texts.append(text)
    return [(text, customer) for text in texts]


def _withdrawn(brief: Brief) -> Iterator[str]:
    if not brief.musts:
        yield "Every must-have was withdrawn: what is to be made?"
    if not brief.platforms:
        yield "Every platform was withdrawn: where is it to run?"
    if not brief.active("audiences"):
        yield "Every group was withdrawn: for whom is it?"


def _limits(kind: Kind, brief: Brief) -> Iterator[str]:
    left = parts.days_for_build(brief)
    if left is not None and left < brief.outlook.working_days.low and kind in _DATED:
        yield "The deadline leaves too little time for the build: move it, or withdraw must-haves."
    if kind is Kind.PRODUCT_BRIEF and (missing := brief.unanswered):
        yield f"Not answered: {listed(_NAMES.get(name, name.replace('_', ' ')) for name in missing)}."
    over = brief.estimate.total - brief.ceiling.amount if brief.ceiling else 0
    if over > 0 and kind is Kind.PRODUCT_BRIEF:
        amount = parts.money(over, brief.estimate.currency)
        yield f"The estimate is {amount} over the ceiling: raise it, or withdraw must-haves."


def _judgements(kind: Kind, brief: Brief) -> Iterator[str]:
    """The plain line where judgement belongs: what no rule can write. Other documents say in short what they lack."""
    if kind is Kind.SCOPE and (bare := parts.undescribed(brief)):
        use = f"one use on {parts.platforms(brief)} from start to end"
        yield f"Acceptance criteria for {bare} are still to be written: describe {use}."
    if kind is Kind.STYLE_GUIDE and brief.tone and "Voice" not in brief.described:
        yield f"Two sentences of your own that sound {brief.tone}"


def _gaps(kind: Kind, brief: Brief) -> Iterator[str]:
    without_number = [item for item in brief.active("measures") if not item.has_number]
    if without_number and kind is Kind.PRODUCT_BRIEF:
        yield f"{_named(without_number)}: which number counts as success, and by when?"
    aimless = [item for item in brief.active("integrations") if not linked(brief, item, "requirements")]
    if aimless and kind is Kind.ARCHITECTURE_PLAN:
        yield from _asked(brief, aimless, "which must-have needs it?")
    unserved = [item for item in brief.active("audiences")[1:] if not linked(brief, item, "requirements")]
    if unserved and kind is Kind.PRODUCT_BRIEF:
        yield from _asked(brief, unserved, "no must-have names them; which is theirs?")
    if kind in {Kind.ARCHITECTURE_PLAN, Kind.LAUNCH_PLAN}:
        for asset in brief.declined_access:
            name = parts.ASSETS.get(asset, asset)
            yield f"{name}: access was declined; who on your side does the steps that need it?"


def _asked(brief: Brief, items: list[Item], question: str) -> Iterator[str]:
    """The question about these entries, with the must-haves that the document's own prose has beside one of them."""
    if bare := [item for item in items if not brief.beside.get(item.id)]:
        yield f"{_named(bare)}: {question}"
    for item in (item for item in items if item not in bare):
        yield f"{_named([item])}: {question} The text above has it with {listed(brief.beside[item.id])}."


def _named(items: list[Item]) -> str:
    return "; ".join(f"{item.id} ({item.words})" for item in items)
