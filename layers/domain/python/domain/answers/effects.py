"""A card as it stands now: what its target holds, and the effect of its deed, computed like a what-if."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pydantic import ConfigDict, TypeAdapter, ValidationError

from common.errors import DomainError
from common.wording import day_of, money
from domain.answers.cards import Card, CardState, CardView, Target, ValueOf, state_of
from domain.answers.deeds import CardKind
from domain.answers.project_facts import ProjectFacts, status_of
from domain.projects import wording
from domain.projects.brief import changing
from domain.projects.brief.changing import Plan
from domain.projects.brief.estimate import Estimate, estimate, is_priced
from domain.projects.brief.records import Brief, BriefEntryType, EntryState
from domain.projects.brief.requests import ChangeOp

_OPS: Mapping[CardKind, str] = {
    CardKind.ADD_ENTRY: "add_entry",
    CardKind.REWORD_ENTRY: "change_entry",
    CardKind.SET_KINDS: "change_entry",
    CardKind.DROP_ENTRY: "drop_entry",
    CardKind.CHANGE_BRIEF: "change_brief",
    CardKind.SET_CEILING: "change_project",
    CardKind.SET_DEADLINE: "change_project",
}
_LIMITS = {CardKind.SET_CEILING, CardKind.SET_DEADLINE}
_SAID: Mapping[CardKind, str] = {
    CardKind.APPROVE: "You decide once about a revision. The next phase starts once all documents are approved.",
    CardKind.REQUEST_CHANGES: "Your comment stays beside its lines until you resolve it.",
    CardKind.ANSWER_CHOICE: "All texts that are not approved show the answer at once.",
    CardKind.EDIT_LINE: "Whoever approves the document approves this text.",
    CardKind.STRIKE_LINE: "The line no longer counts. You can undo this.",
    CardKind.PAUSE: "Nothing moves until you resume it.",
    CardKind.RESUME: "The team goes on where it stopped.",
    CardKind.COMPLETE: "The project ends: the team writes, asks and hands out nothing more.",
    CardKind.CANCEL: "The project ends for good. You can still read its documents.",
    CardKind.ADD_TASK: "You can pause, change or delete it at any time.",
    CardKind.CHANGE_TASK: "Its reports stay.",
    CardKind.PAUSE_TASK: "It does not run until you resume it.",
    CardKind.RESUME_TASK: "It runs again at its times.",
    CardKind.RUN_TASK: "It runs once, now.",
    CardKind.DELETE_TASK: "It never runs again. Its reports stay.",
    CardKind.SKIP_RUN: "The runs after it stay.",
    CardKind.CREATE_WORK: "A worker can take it.",
    CardKind.CLOSE_WORK: "It counts as done.",
    CardKind.REVIEW_WORK: "You decide once about a submission.",
    CardKind.SNOOZE: "Until then it is out of your inbox.",
    CardKind.ESCALATE: "It is in your inbox.",
}
_CHANGE: TypeAdapter[ChangeOp] = TypeAdapter(ChangeOp, config=ConfigDict(defer_build=True))


def said_once(brief: Brief, name: str) -> str:
    """The value of a field of the brief in words; "" if nobody has given one."""
    return worded(brief.said_once.get(name))


def kinds_of(brief: Brief, entry_id: str) -> str:
    """The ids of the kinds that an active entry counts as, joined by commas; "" if there is no such entry."""
    entry = brief.find(entry_id)
    return ", ".join(one.id for one in entry.topics) if entry and entry.state is EntryState.ACTIVE else ""


def worded(value: object) -> str:
    """A value of a request in words: lists joined by commas, "none" for an empty one, yes or no, "" for None."""
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    if value is None:
        return ""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def project_value(facts: ProjectFacts, target: Target) -> str:
    """The present value of a card's target in a project, as text; "" if there is no such record."""
    project = facts.project
    match target.record:
        case "approval":
            return _approval(facts, target.id)
        case "ceiling":
            return money(project.ceiling.amount, project.ceiling.currency) if project.ceiling else ""
        case "deadline":
            return project.deadline.isoformat() if project.deadline else ""
        case "status":
            return project.status.value if project.status.value == target.becomes else status_of(facts)
        case "line" | "line_state":
            return _line(facts, target)
        case "work_of":
            return "there" if any(one.title == target.id for one in facts.work) else ""
    return _in_brief(facts.brief, target)


def _in_brief(brief: Brief, target: Target) -> str:
    match target.record:
        case "entry":
            entry = brief.find(target.id)
            return entry.text if entry is not None and entry.state is EntryState.ACTIVE else ""
        case "entry_of":
            kind, _, text = target.id.partition(" ")
            return "there" if any(one.text == text for one in brief.of_type(BriefEntryType(kind))) else ""
        case "entry_kinds":
            return kinds_of(brief, target.id)
        case "choice":
            return next((one.answer for one in brief.choices if one.id == target.id), None) or ""
        case "brief":
            return said_once(brief, target.id)
    return ""


def _approval(facts: ProjectFacts, approval_id: str) -> str:
    approval = next((one for one in facts.approvals if one.id == approval_id), None)
    if approval is None:
        return ""
    return f"pending {approval.content_hash}" if approval.status == "pending" else approval.status.value


def _line(facts: ProjectFacts, target: Target) -> str:
    document_id, _, line_id = target.id.partition(" ")
    document = next((one for one in facts.deliverables if one.id == document_id), None)
    text = facts.text_of(document) if document else None
    line = next((one for one in text.lines if one.id == line_id), None) if text else None
    if text is None or line is None:
        return ""
    if target.record == "line_state":
        return "struck" if line.state == "struck" else f"{line.state.value} {text.content_hash}"
    return line.text if line.text == target.becomes else f"{text.content_hash} {line.text}"


def view_of(card: Card, value_of: ValueOf, plan: Plan | None, now: datetime) -> CardView:
    """A card with its present state and, if open, effect; `plan` is its project's, None for the account's tasks."""
    state = state_of(card, value_of)
    return CardView.of(card, state, _effect_of(card, plan, now) if state is CardState.OPEN else "")


def _effect_of(card: Card, plan: Plan | None, now: datetime) -> str:
    """What the card's deed would change, in a sentence or two; with an estimate, the new cost and day."""
    if card.kind not in _OPS:
        return _SAID[card.kind]
    if plan is None or not is_priced(plan):
        return "There is no estimate to change yet."
    try:
        after = changing.apply_all(plan, [_op_of(card)], now=now)
    except DomainError as refusal:
        return f"This will not work: {refusal.message}"
    except ValidationError:
        return "This will not work."
    if not is_priced(after):
        return "That leaves nothing to estimate."
    before_it, after_it = estimate(plan, today=now.date()), estimate(after, today=now.date())
    if card.kind in _LIMITS:
        verdicts = (wording.ceiling_verdict(after.project, after_it), wording.deadline_verdict(after.project, after_it))
        said = verdicts[card.kind is CardKind.SET_DEADLINE]
        return said or "The estimate then has no such limit."
    return _difference(before_it, after_it)


def _op_of(card: Card) -> ChangeOp:
    fields: dict[str, Any] = {name: value for name, value in (card.request.body or {}).items() if name != "was"}
    if card.kind in {CardKind.REWORD_ENTRY, CardKind.SET_KINDS, CardKind.DROP_ENTRY}:
        fields["id"] = card.target.id
    return _CHANGE.validate_python({"op": _OPS[card.kind], **fields})


def _difference(before: Estimate, after: Estimate) -> str:
    currency = after.costing.currency
    cost, then = before.costing.money.likely, after.costing.money.likely
    day, later = before.dates.likely, after.dates.likely
    if (cost, day) == (then, later):
        return f"The likely cost stays at {money(cost, currency)}, the likely day stays {day_of(day)}."
    costs = (
        f"goes from {money(cost, currency)} to {money(then, currency)}"
        if cost != then
        else f"stays at {money(cost, currency)}"
    )
    days = f"goes from {day_of(day)} to {day_of(later)}" if day != later else f"stays {day_of(day)}"
    return f"The likely cost {costs}, the likely day {days}."
