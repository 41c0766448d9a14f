"""What is planned when an approval is asked for, and dropped when it is decided; it happens while events are filed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from common.dynamo import Write
from common.services import frozen
from common.telemetry import logger
from domain.decisions.records import Escalation, Rule
from domain.decisions.store import DecisionStore, decision_store
from domain.decisions.wording import read_when
from domain.events.records import Event, EventType
from domain.projects.tenancy import OwnedProject
from domain.schedules import ScheduleUnclearError


@frozen
class EscalationSubscriber:
    """Plans an escalation for each approval that is asked for in a project with a rule, and drops it when decided."""

    account_id: str
    store: DecisionStore

    def following(self, event: Event) -> Sequence[Write]:
        """The writes about one approval."""
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
        """Nothing is to be done now: the sweep finds what is due."""


def escalation_subscriber(account_id: str) -> EscalationSubscriber:
    """The account's subscriber, for filing."""
    return EscalationSubscriber(account_id, decision_store())


def escalation_of(rule: Rule, approval_id: str, now: datetime) -> Escalation:
    """Whom to ask about one approval, and when, counted from `now`. Raises `ScheduleUnclearError`."""
    return Escalation(
        account_id=rule.account_id,
        project_id=rule.project_id,
        approval_id=approval_id,
        approver_id=rule.approver_id,
        email=rule.email,
        due_at=read_when(rule.when, now=now, timezone=rule.timezone),
    )
