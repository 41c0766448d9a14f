"""What a document cannot say because nobody has said it yet, with who has to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.projects.documents import parts
from domain.projects.documents.brief import Brief, Item
from domain.projects.documents.markdown import Section, table
from domain.projects.documents.naming import linked
from domain.projects.questionnaire import question_of
from domain.projects.states import DeliverableKind as Kind

type OpenPoint = tuple[str, str]
"""Something to settle, and the person or role that can."""


def section(points: list[OpenPoint]) -> Section:
    """The last section of every document."""
    rows = ((f"O{number}", *point) for number, point in enumerate(points, start=1))
    return Section("Open points", (table(("Id", "To settle", "Who"), rows) or "None.",))


def open_points(kind: Kind, brief: Brief) -> list[OpenPoint]:
    """The points that concern this document, in the order in which they would stop it."""
    texts = [*_limits(kind, brief), *_judgements(kind, brief)]
    if kind is Kind.PRODUCT_BRIEF:
        texts += _of_product_brief(brief)
    if kind is Kind.ARCHITECTURE_PLAN:
        texts += _of_architecture_plan(brief)
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
        amount = parts.money(over, brief.estimate.currency)
        yield f"The estimate is {amount} over the ceiling: raise it, or withdraw must-haves."


def _judgements(kind: Kind, brief: Brief) -> Iterator[str]:
    """The plain line where judgement belongs: what no rule can write. Other documents say in short what they lack."""
    if kind is Kind.SCOPE and (bare := parts.undescribed(brief)):
        use = f"one use on {parts.platforms(brief)} from start to end"
        yield f"Acceptance criteria for {bare} are still to be written: describe {use}."
    if kind is Kind.STYLE_GUIDE and brief.tone and "Voice" not in brief.described:
        yield f"Two sentences of your own that sound {brief.tone}"


def _of_product_brief(brief: Brief) -> Iterator[str]:
    """What the intake has left open, and what its answers leave unsaid."""
    yield from (question_of(question).prompt for question in brief.unanswered)
    without_number = [item for item in brief.active("measures") if not item.has_number]
    yield from _asked(without_number, "which number counts as success, and by when?")
    yield from _asked(_unnamed(brief, brief.active("audiences")[1:]), "no must-have names them; which is theirs?")


def _of_architecture_plan(brief: Brief) -> Iterator[str]:
    """What the answers leave to be decided before the build."""
    if "hosting" not in brief.existing and "existing" not in brief.unanswered:
        yield f"Where is the server for {parts.platforms(brief)}, and who pays for it?"
    if brief.personal_data:
        people = f"{parts.span(brief.active('audiences'))} on {parts.platforms(brief)}"
        yield f"Data about {people}: which, for how long, and seen by whom?"
    if waiting := [item for item in brief.musts if linked(brief, item, "integrations")]:
        yield f"{parts.labels(waiting)}: what may happen while another system gives no answer?"
    yield from _asked(_unnamed(brief, brief.active("integrations")), "which must-have needs it?")


def _unnamed(brief: Brief, items: Iterable[Item]) -> list[Item]:
    return [item for item in items if not linked(brief, item, "requirements")]


def _asked(items: list[Item], question: str) -> Iterator[str]:
    if items:
        yield f"{'; '.join(f'{item.id} ({item.words})' for item in items)}: {question}"
