"""Changes of a brief, each a pure function of the plan before it. The routes and the what-if use the same ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from common.errors import InvalidRequest, NotFound
from common.services import frozen
from domain.playbooks.library import playbooks
from domain.projects.brief.records import Brief, BriefEntryType, Entry, EntryState, Topic
from domain.projects.brief.requests import (
    MOST_KINDS,
    AddEntry,
    AddEntryOp,
    ChangeBrief,
    ChangeBriefOp,
    ChangeEntry,
    ChangeEntryOp,
    ChangeOp,
    DropEntryOp,
    EntryReading,
    UpdateProject,
)
from domain.projects.brief.topics import (
    LINKS,
    family_of,
    foundation_topics,
    platform_topics,
    read_entry,
    read_links,
    topic_of,
)
from domain.projects.errors import EntryDropped, SaysTheSame, TooManyEntries
from domain.projects.questionnaire import question_of, require_deadline
from domain.projects.records import Project
from domain.projects.states import Role

PREFIXES: Mapping[BriefEntryType, str] = {
    BriefEntryType.MUST_HAVE: "R",
    BriefEntryType.AUDIENCE: "A",
    BriefEntryType.MEASURE: "M",
    BriefEntryType.OTHER_SYSTEM: "I",
    BriefEntryType.RULE: "C",
    BriefEntryType.OUT_OF_SCOPE: "X",
}
QUESTIONS: Mapping[BriefEntryType, str] = {
    BriefEntryType.MUST_HAVE: "must_haves",
    BriefEntryType.AUDIENCE: "audience",
    BriefEntryType.MEASURE: "success_measure",
    BriefEntryType.OTHER_SYSTEM: "integrations",
    BriefEntryType.RULE: "constraints",
    BriefEntryType.OUT_OF_SCOPE: "out_of_scope",
}
_DROPPED_KEPT = 100
"""So many dropped entries are kept to be looked at. The oldest go first; their ids are not given again."""
_NEEDED = ("goal", "approver", "platforms")


@frozen
class Plan:
    """A project with its brief, at one moment."""

    project: Project
    brief: Brief


def apply_all(plan: Plan, changes: Sequence[ChangeOp], *, now: datetime) -> Plan:
    """The plan after `changes`, in their order. Raises what the function for each change raises."""
    for change in changes:
        plan = _applied(plan, change, now)
    return plan


def _applied(plan: Plan, change: ChangeOp, now: datetime) -> Plan:
    match change:
        case AddEntryOp():
            return add_entry(plan, change, now=now)[0]
        case ChangeEntryOp():
            return change_entry(plan, change.id, change, now=now)
        case DropEntryOp():
            return drop_entry(plan, change.id, now=now)
        case ChangeBriefOp():
            return change_brief(plan, change, now=now)
    return change_project(plan, change, now=now)


def add_entry(plan: Plan, request: AddEntry, *, now: datetime) -> tuple[Plan, str]:
    """The plan with a new entry, the last of its type, and the entry's id.

    Raises: `TooManyEntries`, `SaysTheSame`, `InvalidRequest` for a text too long or a reading that does not fit.
    """
    brief, question = plan.brief, question_of(QUESTIONS[request.type])
    if len(brief.of_type(request.type)) >= question.most_entries:
        raise TooManyEntries(question.most_entries, request.type)
    number = brief.numbers.get(request.type, 0) + 1
    entry = Entry(id=f"{PREFIXES[request.type]}{number}", type=request.type, text=request.text)
    _require_text(brief, entry)
    after = brief.changed(
        now,
        entries=(*brief.entries, _read(brief, read_entry(entry), request)),
        numbers={**brief.numbers, request.type: number},
        answered=_with_answer(brief, request.type),
        playbooks=playbooks().version,
    )
    return _linked(plan, after), entry.id


def change_entry(plan: Plan, entry_id: str, request: ChangeEntry, *, now: datetime) -> Plan:
    """The plan with an entry changed. Raises: `NotFound`, `EntryDropped`, `SaysTheSame`, `InvalidRequest`."""
    brief, entry = plan.brief, require_entry(plan.brief, entry_id)
    changed = entry
    if request.text is not None and request.text != entry.text:
        changed = entry.model_copy(update={"text": request.text})
        _require_text(brief, changed)
        changed = read_entry(changed)
    changed = _read(brief, changed, request)
    entries = tuple(changed if one.id == entry_id else one for one in brief.entries)
    if request.position is not None:
        entries = _moved(entries, changed, request.position)
    return _linked(plan, brief.changed(now, entries=entries, playbooks=playbooks().version))


def drop_entry(plan: Plan, entry_id: str, *, now: datetime) -> Plan:
    """The plan without an entry. Raises: `NotFound`, `EntryDropped`, `InvalidRequest`: a submitted brief needs it."""
    brief, entry = plan.brief, require_entry(plan.brief, entry_id)
    is_last = len(brief.of_type(entry.type)) == 1
    if is_last and plan.project.submitted_at is not None and question_of(QUESTIONS[entry.type]).required:
        raise InvalidRequest(f"{entry_id} is the last of its kind. A submitted brief needs one: add another first.")
    return _linked(plan, brief.changed(now, entries=without(brief.entries, {entry_id})))


def change_brief(plan: Plan, request: ChangeBrief, *, now: datetime) -> Plan:
    """The plan with the request's fields set. Raises `InvalidRequest`: a submitted brief would lose a required one."""
    named = request.named
    for name in _NEEDED:
        if name in named and not named[name] and plan.project.submitted_at is not None:
            raise InvalidRequest.of(name, "A submitted brief needs this.")
    updates = {name: tuple(value) if isinstance(value, list) else value for name, value in named.items()}
    if "platforms" in updates:
        updates["platforms"] = platform_topics(tuple(dict.fromkeys(updates["platforms"] or ())))
    if "existing" in updates:
        updates["foundation"] = foundation_topics(updates["existing"])
    return replace(plan, brief=plan.brief.changed(now, **updates, playbooks=playbooks().version))


def change_project(plan: Plan, request: UpdateProject, *, now: datetime) -> Plan:
    """The plan with another name, deadline, ceiling, day rates or team size. Raises `InvalidRequest`: one is wrong."""
    project, brief, named = plan.project, plan.brief, request.named
    for name in ("name", "team_size"):
        if name in named and named[name] is None:
            raise InvalidRequest.of(name, "You cannot remove this.")
    if named.get("deadline") is not None and named["deadline"] != project.deadline:
        require_deadline(named["deadline"], today=now.date())
    updates = {key: named[name] for name, key in (("name", "name"), ("deadline", "deadline")) if name in named}
    rates = named.get("day_rates", _UNNAMED)
    if "budget_ceiling" in named:
        updates["ceiling"] = ceiling = named["budget_ceiling"]
        if ceiling is not None and ceiling.currency != project.currency:
            _require_currency(project, brief, ceiling.currency, rates)
            updates["currency"] = ceiling.currency
    if rates is not _UNNAMED:
        own = None if rates is None else {role: getattr(rates, role.value) for role in Role}
        brief = brief.changed(now, day_rates=own)
    if "team_size" in named:
        brief = brief.changed(now, team_size=named["team_size"])
    return Plan(project.model_copy(update=updates), brief)


_UNNAMED = object()


def require_entry(brief: Brief, entry_id: str) -> Entry:
    """The active entry with this id. Raises: `NotFound`, `EntryDropped`."""
    entry = brief.find(entry_id)
    if entry is None and _was_given(brief, entry_id):
        raise EntryDropped(entry_id)
    if entry is None:
        raise NotFound("No such entry in this brief.")
    if entry.state is EntryState.DROPPED:
        raise EntryDropped(entry_id)
    return entry


def _was_given(brief: Brief, entry_id: str) -> bool:
    kind = next((kind for kind, prefix in PREFIXES.items() if entry_id.startswith(prefix)), None)
    return kind is not None and entry_id[1:].isdecimal() and int(entry_id[1:]) <= brief.numbers.get(kind, 0)


def fill_list(brief: Brief, kind: BriefEntryType, texts: Sequence[str] | None, *, now: datetime) -> Brief:
    """The brief with one list of entries replaced by an answer to the intake; None clears the answer.

    A text that was there keeps its entry, an entry whose text is missing is dropped, a new text gets the next id.
    """
    there = {entry.text.casefold(): entry for entry in brief.of_type(kind)}
    number, kept = brief.numbers.get(kind, 0), []
    for text in texts or ():
        found = there.get(text.casefold())
        if found is None:
            number += 1
            found = read_entry(Entry(id=f"{PREFIXES[kind]}{number}", type=kind, text=text))
        kept.append(found.model_copy(update={"text": text}))
    gone = {entry.id for entry in there.values()} - {entry.id for entry in kept}
    left = without(brief.entries, gone)
    others = tuple(one for one in left if one.type is not kind or one.state is not EntryState.ACTIVE)
    answered = tuple(one for one in brief.answered if one is not kind)
    return brief.changed(
        now,
        entries=(*others, *kept),
        numbers={**brief.numbers, kind: number},
        answered=answered if texts is None else (*answered, kind),
        playbooks=playbooks().version,
    )


def with_links(brief: Brief) -> Brief:
    """The brief without links to dropped entries. Links that nobody, person or model, has set are read anew."""
    known = {entry.id for entry in brief.entries if entry.state is EntryState.ACTIVE}

    def kept(entry: Entry) -> Entry:
        links = {name: tuple(one for one in getattr(entry, name) if one in known) for name in LINKS}
        return entry.model_copy(update=links)

    pruned = brief.model_copy(update={"entries": tuple(map(kept, brief.entries))})
    return brief.model_copy(update={"entries": read_links(pruned)})


def _read(brief: Brief, entry: Entry, request: EntryReading) -> Entry:
    """The entry with the reading that a person gave. Raises `InvalidRequest`."""
    updates: dict[str, object] = {}
    if request.kinds is not None:
        updates |= {"topics": _topics(entry.type, request.kinds), "asked": None, "corrected": True}
    if request.size is not None:
        if not family_of(entry.type):
            raise InvalidRequest.of("size", "Only must-haves, other systems and rules have a size.")
        updates["size"] = request.size
    for name, kind in LINKS.items():
        ids = getattr(request, name)
        if ids is not None:
            updates |= {name: _links(brief, entry, name, kind, ids), "linked": True}
    return entry.model_copy(update=updates)


def _topics(kind: BriefEntryType, ids: Sequence[str]) -> tuple[Topic, ...]:
    family, wanted = family_of(kind), tuple(dict.fromkeys(ids))
    most = MOST_KINDS if kind is BriefEntryType.MUST_HAVE else 1
    if not family:
        raise InvalidRequest.of("kinds", "Only must-haves, other systems and rules have kinds.")
    if not wanted or len(wanted) > most:
        raise InvalidRequest.of("kinds", "Give one or two." if most > 1 else "Give one.")
    if unknown := [one for one in wanted if one not in family]:
        raise InvalidRequest.of("kinds", f"Item {ids.index(unknown[0]) + 1} is not a kind of such an entry.")
    return tuple(topic_of(kind, one) for one in wanted)


def _links(brief: Brief, entry: Entry, name: str, kind: BriefEntryType, ids: Sequence[str]) -> tuple[str, ...]:
    if entry.type is not BriefEntryType.MUST_HAVE:
        raise InvalidRequest.of(name, "Only must-haves are linked to other entries.")
    known = {other.id for other in brief.of_type(kind)}
    wanted = tuple(dict.fromkeys(ids))
    if any(one not in known for one in wanted):
        raise InvalidRequest.of(
            name, f"Each must be the id of an active entry of this brief: {', '.join(sorted(known))}."
        )
    return wanted


def _require_text(brief: Brief, entry: Entry) -> None:
    most = question_of(QUESTIONS[entry.type]).max_length or 0
    if len(entry.text) > most:
        raise InvalidRequest.of("text", f"This takes at most {most} characters.")
    others = (one for one in brief.of_type(entry.type) if one.id != entry.id)
    if same := next((one for one in others if one.text.casefold() == entry.text.casefold()), None):
        raise SaysTheSame(same.id)


def _require_currency(project: Project, brief: Brief, currency: str, rates: object) -> None:
    if project.submitted_at is not None:
        raise InvalidRequest.of("budget_ceiling", f"Give the ceiling in {project.currency}, as the estimate.")
    if brief.day_rates is not None and rates is _UNNAMED:
        raise InvalidRequest.of(
            "day_rates", f"Your day rates are in {project.currency}. Give them in {currency} too, or null."
        )


def _with_answer(brief: Brief, kind: BriefEntryType) -> tuple[BriefEntryType, ...]:
    return brief.answered if kind in brief.answered else (*brief.answered, kind)


def _moved(entries: Sequence[Entry], entry: Entry, position: int) -> tuple[Entry, ...]:
    """The entries with `entry` at `position`, counted from 1, among the active ones of its type."""
    own = [one for one in entries if one.type is entry.type and one.state is EntryState.ACTIVE and one.id != entry.id]
    own.insert(position - 1, entry)
    rest = [one for one in entries if one.type is not entry.type or one.state is not EntryState.ACTIVE]
    return (*rest, *own)


def without(entries: Sequence[Entry], ids: set[str]) -> tuple[Entry, ...]:
    """The entries with those of `ids` dropped; only the latest 100 dropped ones are kept."""
    dropped = [one for one in entries if one.state is EntryState.DROPPED]
    dropped += [one.model_copy(update={"state": EntryState.DROPPED}) for one in entries if one.id in ids]
    standing = [one for one in entries if one.state is not EntryState.DROPPED and one.id not in ids]
    return (*dropped[-_DROPPED_KEPT:], *standing)


def _linked(plan: Plan, brief: Brief) -> Plan:
    return replace(plan, brief=with_links(brief))
