"""Escalation: when the customer has not decided on a document in time, we ask an approver to decide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cache

from common.clock import to_iso, utc_now
from common.dynamo import Write
from common.errors import ChangedMeanwhile, Conflict, InvalidRequest, NotFound
from common.ids import derived_id
from common.services import service
from common.telemetry import logger
from common.transactions import TransactionFailed, transact
from domain.decisions.models import Escalate, EscalationPlan
from domain.decisions.planning import escalation_of
from domain.decisions.records import Approver, Escalation, Rule
from domain.decisions.rule_reading import read_when, read_wish
from domain.decisions.store import DecisionStore, decision_store
from domain.identity.emails import canonical
from domain.identity.zones import ZoneService, zone_service
from domain.mail.outgoing import Outgoing, outgoing
from domain.mail.records import Kind, Mail
from domain.projects.reading import ProjectReader, project_reader
from domain.projects.records import Approval, Project
from domain.projects.states import ApprovalStatus, ProjectStatus
from domain.projects.tenancy import OwnedProject
from domain.work.outbox import Window, sweep

FORGET_AFTER = timedelta(days=3)
_WHILE_PAUSED = timedelta(days=1)
_LIMIT_PER_SHARD = 100
_ANY_TIME = datetime(2026, 1, 1, tzinfo=UTC)
"""Before every escalation. An approver gets one mail about an approval, so its id has this time and no other."""


class ApproverUnknown(Conflict):
    """No approver who has confirmed has this address."""

    code = "APPROVER_UNKNOWN"
    default_message = "Nobody with this address has agreed to decide. Add them as an approver in the settings first."


@service
class EscalationService:
    """Plans escalations, shows and stops them, and asks approvers when their time has come."""

    store: DecisionStore
    projects: ProjectReader
    zones: ZoneService
    mails: Outgoing
    now: Callable[[], datetime]

    def describe(self, account_id: str, project_id: str) -> EscalationPlan:
        """The project's rule (None without one), and the planned escalations, soonest first. Raises `NotFound`."""
        project = self.projects.get(account_id, project_id)
        return self._plan(project.owned)

    def escalate(self, account_id: str, project_id: str, request: Escalate) -> EscalationPlan:
        """Plan whom to ask about one approval, or by a rule about all that wait now or later.

        Raises: `NotFound`, `ScheduleUnclearError`, `ApproverUnknown`, `InvalidRequest` for a sentence that is not
            understood and for an approval that is decided.
        """
        project = self.projects.get(account_id, project_id)
        wish = read_wish(request.text)
        approver = self._approver(account_id, wish.email)
        rule = Rule(
            account_id=account_id,
            project_id=project_id,
            text=request.text,
            when=wish.when,
            approver_id=approver.id,
            email=approver.email,
            timezone=self.zones.timezone_of(account_id),
            created_at=self.now(),
        )
        waiting = self._waiting(project, request.approval_id)
        planned = [self.store.planning(escalation_of(rule, approval.id, self.now())) for approval in waiting]
        if request.approval_id is None:
            read_when(rule.when, now=self.now(), timezone=rule.timezone)
            planned.append(self.store.putting_rule(rule))
        transact(planned)
        return self._plan(project.owned)

    def stop(self, account_id: str, project_id: str) -> EscalationPlan:
        """Delete the project's rule and all planned escalations, so that nobody is asked. Raises `NotFound`."""
        owned = self.projects.get(account_id, project_id).owned
        planned = self.store.list_escalations(owned)
        dropping = [self.store.dropping(owned.id, one.approval_id) for one in planned]
        transact([self.store.deleting_rule(owned), *dropping])
        return self._plan(owned)

    def sweep(self) -> int:
        """Send a mail to the approver of each escalation whose time has come; returns how many there were.

        One that is more than three days late is dropped: a mail that late would surprise more than help. While its
        project is paused, an escalation waits for another day; it ends with its project.
        """
        now = self.now()
        due = self.store.list_due(Window(_ANY_TIME, now), limit=_LIMIT_PER_SHARD)
        return sweep("escalation_sweep", due, lambda escalation: self._ask_or_drop(escalation, now))

    def _ask_or_drop(self, escalation: Escalation, now: datetime) -> None:
        status = self._status_of(escalation)
        if status is ProjectStatus.ON_HOLD:
            self._settle(self.store.putting_off(escalation, now + _WHILE_PAUSED))
            return
        too_late = now - escalation.due_at > FORGET_AFTER
        if too_late:
            logger.warning("escalation_too_late", approval_id=escalation.approval_id, due_at=to_iso(escalation.due_at))
        if too_late or status is not ProjectStatus.ACTIVE:
            self._settle(self.store.taking(escalation))
            return
        mail = Mail(
            id=derived_id("mail", _ANY_TIME, escalation.approval_id, escalation.approver_id),
            account_id=escalation.account_id,
            kind=Kind.ASK_APPROVER,
            created_at=now,
            due_at=now,
            approver_id=escalation.approver_id,
            approval=(escalation.project_id, escalation.approval_id),
        )
        try:
            transact([self.store.taking(escalation), self.mails.adding_new(mail)])
        except ChangedMeanwhile:
            logger.info("escalation_left_to_the_next_sweep", approval_id=escalation.approval_id)
            return
        except TransactionFailed:
            logger.info("escalation_settled_meanwhile", approval_id=escalation.approval_id)
            self._settle(self.store.taking(escalation))  # the approver was asked before, and is not asked again
            return
        self.mails.nudge(mail)

    def _status_of(self, escalation: Escalation) -> ProjectStatus | None:
        """The status of an escalation's project; None once it is deleted."""
        with suppress(NotFound):
            return self.projects.get(escalation.account_id, escalation.project_id).status
        return None

    def _settle(self, write: Write) -> None:
        with suppress(TransactionFailed, ChangedMeanwhile):
            transact([write])

    def _plan(self, owned: OwnedProject) -> EscalationPlan:
        return EscalationPlan.of(self.store.find_rule(owned), self.store.list_escalations(owned))

    def _approver(self, account_id: str, email: str) -> Approver:
        for approver in self.store.list_approvers(account_id):
            if approver.email in {email.lower(), canonical(email)} and approver.confirmed_at is not None:
                return approver
        raise ApproverUnknown

    def _waiting(self, project: Project, approval_id: str | None) -> Sequence[Approval]:
        """The approvals that wait, or only the named one. Raises `NotFound`, `InvalidRequest` if it is decided."""
        _, owned = self.projects.load(project.account_id, project.id)
        if approval_id is not None:
            named = owned.approval(approval_id)
            if named.status is not ApprovalStatus.PENDING:
                raise InvalidRequest.of("approval_id", "This is already decided.")
            return [named]
        return [one for one in owned.approvals if one.status is ApprovalStatus.PENDING]


@cache
def escalation_service() -> EscalationService:
    """The service, built once for each process."""
    return EscalationService(decision_store(), project_reader(), zone_service(), outgoing(), utc_now)
