"""A revision of a document: drafted from the brief, with every line that a person has edited kept as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date

from domain.projects.brief.changing import Plan
from domain.projects.brief.records import Brief, EntryOrigin, EntryState
from domain.projects.documents import design, development, launch, planning
from domain.projects.documents.ordering import place, restore
from domain.projects.documents.records import DocumentText, Line, LineState, Part
from domain.projects.documents.render import rendered
from domain.projects.documents.trade import Drafted, Made, Trade, digest, filled
from domain.projects.phases import spec_of
from domain.projects.records import Deliverable
from domain.projects.states import DeliverableKind as Kind

WRITERS: Mapping[Kind, Callable[[Trade], Iterator[Drafted]]] = {
    Kind.PRODUCT_BRIEF: planning.product_brief,
    Kind.SCOPE: planning.scope,
    Kind.ROADMAP: planning.roadmap,
    Kind.STYLE_GUIDE: design.style_guide,
    Kind.USER_FLOWS: design.user_flows,
    Kind.ARCHITECTURE_PLAN: development.architecture_plan,
    Kind.DELIVERY_PLAN: development.delivery_plan,
    Kind.TEST_PLAN: development.test_plan,
    Kind.MESSAGING: launch.messaging,
    Kind.LAUNCH_PLAN: launch.launch_plan,
}
_ESTIMATE = "estimate"


def compose(document: Deliverable, trade: Trade, before: DocumentText | None = None) -> DocumentText:
    """The next revision of a document. The same arguments give the same text; open comments go on standing in it."""
    drafted = drafted_of(document.kind, trade)
    counters = dict(before.counters) if before else {}
    old = {line.key: line for line in before.lines if line.key} if before else {}
    parts = [
        Part(
            title=part.title,
            level=part.level,
            text=part.text,
            section=part.section,
            refs=part.refs,
            lines=tuple(_line(made, old.pop(made.key, None), counters, trade.brief) for made in part.lines),
            choices=part.choices,
        )
        for part in drafted
    ]
    left = {line.id for line in old.values()}
    for line in before.lines if before else ():
        if line.key is not None and line.id not in left:
            restore(parts, line)
        elif line.is_edited and _serves(line, trade.brief):
            place(parts, line)
    text = DocumentText(
        deliverable_id=document.id,
        revision=document.revision + 1,
        title=spec_of(document.kind).title,
        parts=tuple(parts),
        comments=before.open_comments if before else (),
        content="",
        basis=basis_of(drafted, trade),
        counters=counters,
        written_on=trade.today,
    )
    return rendered(text, trade.brief)


def drafted_of(kind: Kind, trade: Trade) -> tuple[Drafted, ...]:
    """The parts that a document should have, those with nothing in them left out."""
    return tuple(part for part in WRITERS[kind](trade) if part.text or part.lines or part.choices)


def basis_of(drafted: Sequence[Drafted], trade: Trade) -> dict[str, str]:
    """Digests of what a document is made of: by entry or choice, by `estimate`, and by "" for all the rest."""
    found: dict[str, list[str]] = {}
    choices = {choice.id: choice.holds for choice in trade.brief.choices}
    for part in drafted:
        owner = part.refs[0] if part.refs else ""
        found.setdefault(owner, []).append(part.title if part.moves else f"{part.title}\n{part.text}")
        for line in part.lines:
            found.setdefault(line.refs[0] if line.refs else owner, []).append(line.template)
        named = (*part.choices, *(target for line in part.lines for target in line.slots.values()))
        found |= {choice: [choices[choice]] for choice in named if choice in choices}
    if any(part.moves for part in drafted):
        project, whole = trade.project, trade.costing
        figures = (whole.money, whole.days, project.ceiling, project.deadline, project.team_size, whole.rates)
        found[_ESTIMATE] = [repr(each.__dict__ if hasattr(each, "__dict__") else each) for each in figures]
    return {name: digest("\n".join(texts)) for name, texts in found.items()}


def outdated(kind: Kind, text: DocumentText, plan: Plan) -> tuple[str, ...]:
    """Why a text would be another one if it were written from the plan now; empty where it would be the same."""
    trade = Trade(plan, text.written_on or date.min)
    now = basis_of(drafted_of(kind, trade), trade)
    changed = [name for name in dict.fromkeys((*text.basis, *now)) if text.basis.get(name) != now.get(name)]
    return tuple(_reason(name, plan.brief, is_new=name not in text.basis) for name in changed)


def touched(before: Plan, after: Plan, documents: Iterable[Deliverable], today: date) -> tuple[str, ...]:
    """The ids of the written documents that would be another text after a change of the plan."""
    old, new = Trade(before, today), Trade(after, today)

    def basis(kind: Kind, trade: Trade) -> dict[str, str]:
        return basis_of(drafted_of(kind, trade), trade)

    written = (one for one in documents if one.revision)
    return tuple(one.id for one in written if basis(one.kind, old) != basis(one.kind, new))


def _reason(name: str, brief: Brief, *, is_new: bool) -> str:
    if name == _ESTIMATE:
        return "The estimate, its limits or the team changed."
    if name.startswith("D"):
        return f"{name} is new." if is_new else f"{name} has another answer, or is gone."
    entry = brief.find(name)
    if entry is None:
        return "What the brief says about the whole product changed." if not name else f"{name} is gone."
    if entry.state is EntryState.DROPPED:
        return f"{name} was dropped."
    return f"{name} was added." if is_new else f"{name} has changed."


def _line(made: Made, before: Line | None, counters: dict[str, int], brief: Brief) -> Line:
    """The line, with the id and all that somebody did to it before."""
    text = filled(made.template, made.slots, brief)
    fresh = {"template": made.template, "slots": dict(made.slots), "refs": made.refs, "source": made.source}
    if before is not None:
        if before.origin is EntryOrigin.MODEL and before.template is not None:  # it worded the line
            fresh |= {"template": before.template, "slots": dict(before.slots)}
            text = filled(before.template, before.slots, brief)
        kept = before.text if before.state is LineState.REWORDED else text
        return before.model_copy(update={**fresh, "text": kept})
    return Line(
        id=next_id(made.group, counters), section=made.section, text=text, origin=made.origin, key=made.key, **fresh
    )


def next_id(group: str, counters: dict[str, int]) -> str:
    """The next id of a group, `R1.4` or `K3`; it is counted."""
    counters[group] = counters.get(group, 0) + 1
    return f"{group}{'.' if group[-1].isdecimal() else ''}{counters[group]}"


def _serves(line: Line, brief: Brief) -> bool:
    """Whether a line serves no entry in particular, or one that still holds."""
    entries = [brief.find(ref) for ref in line.refs]
    return not line.refs or any(entry is not None and entry.state is EntryState.ACTIVE for entry in entries)
