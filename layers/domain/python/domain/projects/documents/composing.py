"""A revision of a document: drafted from the brief, with every line that a person has edited kept as it is.

Lines stand in the order of the playbooks, except those that a person put elsewhere. Such a line remembers in `after`
which line it follows, so that the next revision keeps its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache

from common.errors import InvalidRequest
from domain.projects.brief.changing import Plan
from domain.projects.brief.records import Brief, EntryOrigin, EntryState
from domain.projects.documents import design, development, launch, planning
from domain.projects.documents.markdown import rendered
from domain.projects.documents.records import START, DocumentText, Line, Part
from domain.projects.documents.trade import Drafted, Made, Trade, digest, filled
from domain.projects.records import Deliverable
from domain.projects.states import DeliverableKind as Kind
from domain.projects.states import spec_of

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
_ADDED = {EntryOrigin.CUSTOMER: "Added by you"}


def compose(document: Deliverable, trade: Trade, before: DocumentText | None = None) -> DocumentText:
    """The next revision of a document, with its open comments. The same arguments give the same text."""
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
        if not part.is_empty
    ]
    left = {line.id for line in old.values()}
    for line in before.lines if before else ():
        if line.key is not None and line.id not in left:
            restore(parts, line)
        elif line.is_edited and serves(line, trade.brief):
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
    """The parts that a document of this kind should have, without those that are empty whatever is answered."""
    return tuple(part for part in WRITERS[kind](trade) if part.basis or not part.is_empty)


def basis_of(drafted: Sequence[Drafted], trade: Trade) -> dict[str, str]:
    """Digests of what a document is made of: by entry or choice, by `estimate`, and by "" for all the rest."""
    found: dict[str, list[str]] = {}
    choices = {choice.id: choice.holds for choice in trade.brief.choices}
    for part in drafted:
        owner = part.refs[0] if part.refs else ""
        found.setdefault(owner, []).append(part.title if part.moves else f"{part.title}\n{part.basis or part.text}")
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
    """The reasons why a text would be another one if it were written from the plan now; empty without any."""
    changed = _changed(kind, text, Trade(plan, text.written_on or date.min))
    return tuple(_reason(name, plan.brief, is_new=name not in text.basis) for name in changed)


def left_behind(texts: Iterable[tuple[Deliverable, DocumentText]], plan: Plan) -> tuple[str, ...]:
    """The ids of the documents whose texts are outdated. Texts of one day share one `Trade`."""
    trade_of = cache(lambda day: Trade(plan, day))
    return tuple(one.id for one, text in texts if _changed(one.kind, text, trade_of(text.written_on or date.min)))


def touched(before: Plan, after: Plan, documents: Iterable[Deliverable], today: date) -> tuple[str, ...]:
    """The ids of the written documents whose text would be different if it were written from `after`, not `before`."""
    old, new = Trade(before, today), Trade(after, today)
    written = (one for one in documents if one.revision)
    return tuple(one.id for one in written if _basis(one.kind, old) != _basis(one.kind, new))


def _changed(kind: Kind, text: DocumentText, trade: Trade) -> list[str]:
    now = _basis(kind, trade)
    return [name for name in dict.fromkeys((*text.basis, *now)) if text.basis.get(name) != now.get(name)]


def _basis(kind: Kind, trade: Trade) -> dict[str, str]:
    return basis_of(drafted_of(kind, trade), trade)


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
    """The stored line for `made`: with the id and the edits of the line before, or with a new id."""
    text = filled(made.template, made.slots, brief)
    fresh = {"template": made.template, "slots": dict(made.slots), "refs": made.refs, "source": made.source}
    if before is not None:
        if before.origin is EntryOrigin.MODEL and before.template is not None:  # it worded the line
            fresh |= {"template": before.template, "slots": dict(before.slots)}
            text = filled(before.template, before.slots, brief)
        kept = before.text if before.has_own_words else text
        return before.model_copy(update={**fresh, "text": kept})
    return Line(id=next_id(made.group, counters), section=made.section, text=text, key=made.key, **fresh)


def next_id(group: str, counters: dict[str, int]) -> str:
    """The next id of a group, such as `R1.4` or `K3`; it raises the group's number in `counters`."""
    counters[group] = counters.get(group, 0) + 1
    return f"{group}{'.' if group[-1].isdecimal() else ''}{counters[group]}"


def serves(line: Line, brief: Brief) -> bool:
    """Whether a line serves no entry in particular, or one that still holds."""
    entries = [brief.find(ref) for ref in line.refs]
    return not line.refs or any(entry is not None and entry.state is EntryState.ACTIVE for entry in entries)


def place(parts: list[Part], line: Line) -> None:
    """Put a line behind the line that it follows, else in the part of its entry or section, else in a new part."""
    at = _part_with(parts, line.after, line)
    if at is None:
        at = _place_of(parts, line)
    if at is None:
        parts.append(Part(title=_ADDED.get(line.origin, "Also"), section=line.section, lines=(line,)))
    else:
        parts[at] = _put(parts[at], line)


def restore(parts: list[Part], line: Line) -> None:
    """Move a line of the draft to where a person had put it, if the line that it follows is still there."""
    at = _part_with(parts, line.id, line)
    if at is not None and line.after in _ids(parts[at]):
        parts[at] = _put(parts[at], next(one for one in parts[at].lines if one.id == line.id))


def moved(text: DocumentText, line_id: str, after: str) -> DocumentText:
    """The text with a line behind another of its part. Raises `InvalidRequest` if that part has no such other line."""
    parts = list(text.parts)
    at, line = next((number, one) for number, part in enumerate(parts) for one in part.lines if one.id == line_id)
    if after == line_id or after not in _ids(parts[at]):
        raise InvalidRequest.of("after", "Name another line of the same part, or start.")
    parts[at] = anchored(_put(parts[at], line.model_copy(update={"after": after})))
    return text.model_copy(update={"parts": tuple(parts)})


def anchored(part: Part) -> Part:
    """The part, where `after` of each line that a person has placed names the line that now stands before it."""
    before = dict(zip((line.id for line in part.lines), _ids(part), strict=False))
    lines = (line.model_copy(update={"after": before[line.id]}) if line.after else line for line in part.lines)
    return part.model_copy(update={"lines": tuple(lines)})


def _ids(part: Part) -> list[str]:
    """What a line of the part can follow: `start`, or a line by its id."""
    return [START, *(line.id for line in part.lines)]


def _put(part: Part, line: Line) -> Part:
    """The part with the line behind the one that it follows, else at the end."""
    others = [one for one in part.lines if one.id != line.id]
    names = [START, *(one.id for one in others)]
    at = names.index(line.after) if line.after in names else len(others)
    return part.model_copy(update={"lines": (*others[:at], line, *others[at:])})


def _part_with(parts: Iterable[Part], line_id: str | None, line: Line) -> int | None:
    """The index of the part that is of the section of `line` and has the line `line_id`; None if no part is."""
    same = (number for number, part in enumerate(parts) if part.section is line.section and line_id in _ids(part)[1:])
    return next(same, None)


def _place_of(parts: Iterable[Part], line: Line) -> int | None:
    """The index of the part for a line: that of its entry, else the first of its section without entries, or None."""
    own = [(number, part) for number, part in enumerate(parts) if part.section is line.section]
    near = [number for number, part in own if {*part.refs} & {*line.refs}]
    anywhere = [number for number, part in own if not part.refs]
    return next(iter((*near, *anywhere)), None)
