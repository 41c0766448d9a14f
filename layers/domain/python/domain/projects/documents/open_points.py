"""What a document cannot say because nobody has said it yet, with who has to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from domain.projects.documents import parts
from domain.projects.documents.brief import Brief
from domain.projects.documents.markdown import Section, table
from domain.projects.documents.register import requirements_of, unknown_requirements
from domain.projects.states import DeliverableKind as Kind

_PLANNING = (Kind.PRODUCT_BRIEF, Kind.SCOPE, Kind.ROADMAP)
_TECHNICAL = (Kind.ARCHITECTURE_PLAN, Kind.DELIVERY_PLAN, Kind.TEST_PLAN)
_LAUNCH = (Kind.MESSAGING, Kind.LAUNCH_PLAN)

_DATED = (Kind.PRODUCT_BRIEF, Kind.ROADMAP, Kind.DELIVERY_PLAN, Kind.LAUNCH_PLAN)

# An unanswered question: what to ask, and the documents whose contents hang on the answer.
_QUESTIONS: Mapping[str, tuple[str, tuple[Kind, ...]]] = MappingProxyType(
    {
        "out_of_scope": ("What is deliberately not part of it?", (*_PLANNING, Kind.MESSAGING)),
        "integrations": ("Which other systems must it work with? None are planned for.", (*_PLANNING, *_TECHNICAL)),
        "existing": (
            "Does code, hosting, a brand, analytics or a domain exist? We plan as if none did.",
            (Kind.ROADMAP, Kind.STYLE_GUIDE, *_TECHNICAL, Kind.LAUNCH_PLAN),
        ),
        "personal_data": (
            "Will data about identifiable people be stored? We plan as if it will.",
            (Kind.SCOPE, Kind.USER_FLOWS, *_TECHNICAL),
        ),
        "tone": ("How should it speak to people? We assume plainly.", (Kind.STYLE_GUIDE, Kind.MESSAGING)),
        "deadline": ("By which day must it be out?", _DATED),
        "budget_ceiling": ("What is the most it may cost?", (Kind.PRODUCT_BRIEF, Kind.ROADMAP)),
        "constraints": (
            "Which rules of law, technology or policy bind the work?",
            (Kind.PRODUCT_BRIEF, Kind.SCOPE, *_TECHNICAL),
        ),
    }
)


@dataclass(frozen=True, slots=True)
class OpenPoint:
    """Something to settle, and the person or role that can."""

    text: str
    owner: str


def section(points: list[OpenPoint]) -> Section:
    """The last section of every document."""
    rows = ((f"O{number}", point.text, point.owner) for number, point in enumerate(points, start=1))
    return Section("Open points", (table(("Id", "To settle", "Who"), rows) or "None.",))


def open_points(kind: Kind, brief: Brief) -> list[OpenPoint]:
    """The points that concern this document, in the order in which they would stop it."""
    customer = str(brief.approver)
    points = [OpenPoint(text, customer) for text in (*_limits(kind, brief), *_contents(kind, brief))]
    open_questions = (question for question in brief.unanswered if not _answered_since(brief, question))
    for question in open_questions:
        text, kinds = _QUESTIONS.get(question, ("", ()))
        if kind in kinds:
            points.append(OpenPoint(text, customer))
    return points


def _answered_since(brief: Brief, question: str) -> bool:
    """Whether a comment answered what the intake left open."""
    answers = {
        "out_of_scope": bool(brief.exclusions),
        "integrations": bool(brief.integrations),
        "constraints": bool(brief.constraints),
        "tone": brief.tone is not None,
        "deadline": brief.deadline is not None,
        "budget_ceiling": brief.ceiling is not None,
    }
    return answers.get(question, False)


def _limits(kind: Kind, brief: Brief) -> Iterator[str]:
    if brief.build.is_too_tight and kind in _DATED:
        yield "The deadline leaves too little time for the build: move it, or withdraw must-haves."
    over = brief.estimate.total - brief.ceiling.amount if brief.ceiling else 0
    if over > 0 and kind in {Kind.PRODUCT_BRIEF, Kind.ROADMAP}:
        amount = parts.money(over, brief.estimate.currency)
        yield f"The estimate is {amount} over the ceiling: raise it, or withdraw must-haves."
    if not brief.musts:
        yield "Every must-have was withdrawn: what is to be made?"
    if not brief.platforms:
        yield "Every platform was withdrawn: where is it to run?"
    if not brief.active("audiences"):
        yield "Every group was withdrawn: for whom is it?"


def _contents(kind: Kind, brief: Brief) -> Iterator[str]:
    unknown = unknown_requirements(brief)
    if unknown and kind in {Kind.SCOPE, Kind.USER_FLOWS}:
        yield f"{parts.span(unknown)}: the wording alone does not say how it works; describe one use from start to end."
    without_number = [item for item in brief.active("measures") if not item.has_number]
    if without_number and kind in {Kind.PRODUCT_BRIEF, *_LAUNCH}:
        yield f"{parts.span(without_number)}: which number counts as success, and by when?"
    personal = [subject.name.lower() for subject in brief.subjects if subject.is_personal]
    if personal and brief.personal_data is False and kind in {Kind.ARCHITECTURE_PLAN, Kind.MESSAGING}:
        yield f"No personal data is to be stored, but these usually need some: {', '.join(personal)}. Which holds?"
    aimless = [item for item in brief.active("integrations") if not requirements_of(brief, item)]
    if aimless and kind in {Kind.PRODUCT_BRIEF, Kind.ARCHITECTURE_PLAN}:
        yield f"{parts.span(aimless)}: no must-have says what it is needed for; which one is it?"
    if kind in {*_TECHNICAL, *_LAUNCH}:
        for asset in brief.declined_access:
            name = parts.ASSETS.get(asset, asset)
            yield f"{name}: access was declined; who on your side does the steps that need it?"
