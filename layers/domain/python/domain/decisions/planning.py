"""Plans an escalation when an approval is asked for in a project with a rule; drops it once the approval is decided.

Both are written in the transaction that files the event.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from common.dynamo import Write
from common.services import frozen
from common.telemetry import logger
from domain.decisions.records import Escalation, Rule
from domain.decisions.rule_reading import read_when
from domain.decisions.store import DecisionStore, decision_store
from domain.events.records import Event, EventType
from domain.projects.tenancy import OwnedProject
from domain.schedules import ScheduleUnclearError


@frozen
class EscalationSubscriber:
    """Follows the approvals of an account's projects that have a rule; a subscriber of filed events."""

    account_id: str
    store: DecisionStore

    def following(self, event: Event) -> Sequence[Write]:
        """The write that plans or drops an approval's escalation; none for other events and without a rule."""
        if event.project_id is None or event.subject_id is None:
            return []
        if event.type is EventType.APPROVAL_DECIDED:
            return [self.store.dropping(event.project_id, event.subject_id)]
        if event.type is not EventType.APPROVAL_REQUESTED:
            return []
        rule = self.store.find_rule(OwnedProject(self.account_id, event.project_id))
        if rule is None:
            return []
        try:
            return [self.store.planning(escalation_of(rule, event.subject_id, event.at))]
        except ScheduleUnclearError:  # a day that has passed, such as "by 5 March"
            logger.info("escalation_is_past", project_id=event.project_id)
            return []

    def nudge(self, events: Sequence[Event]) -> None:
        """Does nothing: the sweep finds the escalations that are due."""


def escalation_subscriber(account_id: str) -> EscalationSubscriber:
    """The account's `EscalationSubscriber`, for the worker that files events."""
    return EscalationSubscriber(account_id, decision_store())


def escalation_of(rule: Rule, approval_id: str, now: datetime) -> Escalation:
    """The escalation of one approval by a rule, with its time counted from `now`. Raises `ScheduleUnclearError`."""
    return Escalation(
        account_id=rule.account_id,
        project_id=rule.project_id,
        approval_id=approval_id,
        approver_id=rule.approver_id,
        email=rule.email,
        due_at=read_when(rule.when, now=now, timezone=rule.timezone),
    )
