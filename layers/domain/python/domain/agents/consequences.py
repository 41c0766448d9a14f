"""Applies the actions of a reply (decisions, status changes, wishes) to the records, by the rules of the projects."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from common.services import frozen
from domain.agents.brain.protocol import (
    Action,
    DecideAction,
    ProjectFacts,
    RecordDecision,
    RecordWish,
    Reply,
    StatusChange,
    WithdrawWish,
)
from domain.agents.records import Message
from domain.projects import lifecycle, review
from domain.projects.errors import Archived
from domain.projects.identifiers import derived_id
from domain.projects.owned import Child
from domain.projects.records import Approval, ChangeRequest, Decision, Deliverable, Project, Record
from domain.projects.requests import ApprovalDecision, DecideApproval
from domain.projects.states import DecisionKind

_FIELDS = {
    Deliverable: "deliverables",
    Approval: "approvals",
    Decision: "decisions",
    ChangeRequest: "change_requests",
}


@frozen
class Consequence:
    """The facts after a reply, and the records that must be written for it."""

    facts: ProjectFacts
    children: tuple[Child, ...] = ()


def of_reply(facts: ProjectFacts, question: Message, reply: Reply, *, now: datetime) -> Consequence:
    """Apply a reply's actions, in order.

    Raises:
        Conflict: the project's state forbids one of the actions; then nothing may be written.
    """
    if reply.actions and facts.project.archived:
        raise Archived
    outcome = Consequence(facts)
    for number, action in enumerate(reply.actions):
        if isinstance(action, DecideAction | StatusChange) and not question.may_decide:
            continue  # defence in depth: a brain should not propose this
        after = _apply(outcome.facts, action, question, number, now)
        outcome = Consequence(after.facts, (*outcome.children, *after.children))
    return outcome


def _apply(facts: ProjectFacts, action: Action, question: Message, number: int, now: datetime) -> Consequence:
    match action:
        case DecideAction():
            return _decide(facts, action, question, now)
        case StatusChange():
            project = lifecycle.change_status(facts.project, action.action, now=now)
            before, after = facts.project.status.value, project.status.value
            text = f"The project's status changed from {before} to {after}".replace("_", " ")
            return _written(facts, project, _decision(question, number, DecisionKind.STATUS_CHANGED, text, now))
        case RecordWish():
            wish = ChangeRequest(
                id=derived_id("chg", facts.project.id, question.id, number),
                project_id=facts.project.id,
                text=action.text,
                owner=action.owner,
                message_id=question.id,
                at=now,
            )
            return _written(facts, facts.project.changed(now), wish)
        case WithdrawWish():
            wish = next(item for item in facts.change_requests if item.id == action.wish_id)
            taken_back = wish.model_copy(update={"withdrawn_at": now})
            return _written(facts, facts.project.changed(now), taken_back)
        case RecordDecision():
            decision = _decision(question, number, DecisionKind.OTHER, action.text, now)
            return _written(facts, facts.project.changed(now), decision)


def _decide(facts: ProjectFacts, action: DecideAction, question: Message, now: datetime) -> Consequence:
    approval = next(item for item in facts.approvals if item.id == action.approval_id)
    verdict = ApprovalDecision.APPROVE if action.comment is None else ApprovalDecision.REQUEST_CHANGES
    request = DecideApproval(decision=verdict, comment=action.comment)
    done = review.decide(facts.project, facts.deliverables, approval, request, decided_by=question.id, now=now)
    return _written(facts, done.project, done.deliverable, done.approval, done.decision)


def with_records(facts: ProjectFacts, project: Project, *records: Child) -> ProjectFacts:
    """The facts once the project and records of its own are written; each is new, or takes the place of its id."""
    after = replace(facts, project=project)
    for record in records:
        name = _FIELDS[type(record)]
        known: tuple[Any, ...] = getattr(after, name)
        after_it = replaced(known, record)
        changes: dict[str, Any] = {name: after_it if record in after_it else (*known, record)}
        after = replace(after, **changes)
    return after


def replaced[T: Record](records: tuple[T, ...], changed: T) -> tuple[T, ...]:
    """`records` with `changed` in the place of the record that has its id."""
    return tuple(
        changed if getattr(record, "id", None) == getattr(changed, "id", None) else record for record in records
    )


def _written(facts: ProjectFacts, project: Project, *records: Child) -> Consequence:
    return Consequence(with_records(facts, project, *records), records)


def _decision(question: Message, number: int, kind: DecisionKind, text: str, now: datetime) -> Decision:
    return Decision(
        id=derived_id("dec", question.project_id, question.id, number),
        project_id=question.project_id,
        kind=kind,
        text=text,
        source=question.id,
        at=now,
    )
