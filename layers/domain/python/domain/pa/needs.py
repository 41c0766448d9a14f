"""Needs: what somebody has to do, one for each thing to do. Pure rules over facts.

A need has the same id as long as it is the same need: each approval and each request for access has one, and so have a
budget that passes a limit, a deadline, an intake or a project that stands still. What makes it a new need is a part of
its id, such as the instant from which nothing has moved. Most needs are a project's; a notice, such as that a webhook
fails, is the account's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from enum import IntEnum

from common.clock import to_iso
from common.ids import derived_id
from common.services import frozen
from domain.events.notices import Notice
from domain.pa.attention_records import Priority, Standing
from domain.pa.formats import age, counted, date_of, day, money
from domain.pa.portfolio import Portfolio
from domain.projects import figures
from domain.projects.announcing import REPAIR
from domain.projects.figures import BudgetConcern
from domain.projects.records import Approval, Project
from domain.projects.states import ProjectStatus
from domain.receipts.marks import settled
from domain.vault.records import CredentialRequest

QUESTION_AGE = timedelta(hours=24)
STILL_AGE = timedelta(days=14)
_INSTANT = timedelta(milliseconds=1)


class Concern(IntEnum):
    """The order of triage; the first five are high priority, the others medium. A notice's is named as its kind."""

    CREDENTIAL = 1
    CREDENTIAL_USE = 2
    APPROVAL = 3
    OVER_BUDGET = 4
    DEADLINE_MISSED = 5
    BLOCKED = 6
    WORK_SUBMITTED = 7
    WORK_RETURNED = 8
    QUESTION = 9
    WEBHOOK_DISABLED = 10
    WEBHOOK_FAILING = 11
    TASK_FAILED = 12
    UNDELIVERED = 13
    STILL = 14
    UNREAD = 15


_HIGH = frozenset(
    {Concern.CREDENTIAL, Concern.CREDENTIAL_USE, Concern.APPROVAL, Concern.OVER_BUDGET, Concern.DEADLINE_MISSED}
)
OF_ACCOUNT = frozenset({Concern.CREDENTIAL_USE, Concern.WEBHOOK_DISABLED, Concern.WEBHOOK_FAILING, Concern.TASK_FAILED})
"""The concerns that belong to no project."""
_RUNNING = frozenset({ProjectStatus.ACTIVE, ProjectStatus.ON_HOLD})
_OVER_BUDGET = {
    BudgetConcern.STOPPED_AT_CEILING: "the team has stopped at {most}, with {spent} spent",
    BudgetConcern.SPENT_OVER_CEILING: "{spent} spent, over {most}",
    BudgetConcern.ESTIMATE_OVER_CEILING: "estimated at {estimated}, over {most}",
    BudgetConcern.SPENT_OVER_ESTIMATE: "{spent} spent, over the estimate of {estimated}",
    BudgetConcern.MOSTLY_SPENT: "{spent} of {limit} spent",
}
DECISIONS = frozenset(
    {"decide_approval", "decide_credential_use", "fulfill_credential_request", "change_ceiling", "review_work_item"}
)
"""The actions that are decisions: only deciding ends the need, so it cannot be marked as done."""


@frozen
class Need:
    """One thing that somebody has to do.

    Attributes:
        owner: the project that it belongs to; the notice itself when it belongs to none.
        concern: what kind of need it is.
        newness: what makes it another need than the last one of this kind; empty if nothing does.
        reason: what needs the customer, and for how long.
        fact: the same in words that stay true while time passes.
        over: what is true once it has ended, however it ended.
        since: from when on.
        action: what to do.
        path: the page where it is done.
        subject: the approval, the request, or the notice about something of the project, if it is one.
        count: how many messages are unread; 1 for everything else.
        stage: how far it has come, if it can come further and stay the same need; see `Standing.stage`.
    """

    owner: Project | Notice
    concern: Concern
    newness: str
    reason: str
    fact: str
    over: str
    since: datetime
    action: str
    path: str
    subject: Approval | CredentialRequest | Notice | None = None
    count: int = 1
    stage: str = ""

    @property
    def id(self) -> str:
        """`att_…`."""
        made_at = self.project.created_at if self.project else self.since
        return derived_id("att", made_at, self.owner_id, self.concern.name, settled(self.newness).text)

    @property
    def project(self) -> Project | None:
        """The project that it belongs to, if it belongs to one."""
        return self.owner if isinstance(self.owner, Project) else None

    @property
    def owner_id(self) -> str:
        """The project's id, or that of what the notice is about."""
        return self.owner.id if isinstance(self.owner, Project) else self.owner.subject_id

    @property
    def target_id(self) -> str:
        """What is to be done something about: the subject, or else the owner."""
        if self.subject is None:
            return self.owner_id
        return self.subject.subject_id if isinstance(self.subject, Notice) else self.subject.id

    @property
    def priority(self) -> Priority:
        """High for what stops work or costs money."""
        return "high" if self.concern in _HIGH else "medium"

    @property
    def kind(self) -> str:
        """The concern's name as the interface writes it."""
        return self.concern.name.lower()

    def standing(self) -> Standing:
        """The need as it is stored once it was told."""
        approval = self.subject if isinstance(self.subject, Approval) else None
        return Standing(
            id=self.id,
            account_id=self.owner.account_id,
            project_id=self.project.id if self.project else None,
            project_name=self.project.name if self.project else None,
            kind=self.kind,
            fact=self.fact,
            over=self.over,
            since=self.since,
            priority=self.priority,
            action=self.action,
            target_id=self.target_id,
            path=self.path,
            revision=approval.revision if approval else None,
            content_hash=approval.content_hash if approval else None,
            stage=self.stage,
        )


def needs_of(project: Project, portfolio: Portfolio) -> list[Need]:
    """What has to be done in one project, gravest first. In an ended project this can only be to read messages."""
    found: list[Need | None] = []
    if project.status in _RUNNING:
        found += [_access(project, request, portfolio) for request in portfolio.requests_of(project)]
        found += [_approval(project, approval, portfolio) for approval in portfolio.approvals_of(project)]
        found += [_budget(project, portfolio), _deadline(project, portfolio), _held(project, portfolio)]
        found += [_of_work(project, notice, portfolio) for notice in portfolio.notices_of(project)]
    found += [
        _undelivered(project, portfolio),
        _question(project, portfolio),
        _still(project, portfolio),
        _unread(project, portfolio),
    ]
    return [need for need in found if need is not None]


def all_needs(portfolio: Portfolio) -> list[Need]:
    """What has to be done in all projects and for the account as a whole."""
    of_projects = [need for project in portfolio.projects for need in needs_of(project, portfolio)]
    of_account = (notice for notice in portfolio.notices if notice.project_id is None)
    return [*of_projects, *(_noticed(notice, portfolio) for notice in of_account)]


def opening_times(project: Project) -> Iterator[datetime]:
    """The instants at which time alone gives a project another need, if nothing happens before; past ones too."""
    if project.status is ProjectStatus.DRAFT:
        yield project.updated_at + QUESTION_AGE + _INSTANT
    if project.status is ProjectStatus.ACTIVE:
        yield project.updated_at + STILL_AGE + _INSTANT
    if project.status in _RUNNING and project.deadline is not None:
        yield _after(project)


def _page(project: Project) -> str:
    return f"/app/projects/{project.id}"


def _access(project: Project, request: CredentialRequest, portfolio: Portfolio) -> Need:
    promised = request.promised_for
    said = f", promised for {promised:%A}, {date_of(promised)}" if promised else ""
    past = ", which is past" if promised and promised < portfolio.today else ""
    return Need(
        project,
        Concern.CREDENTIAL,
        newness=request.id,
        reason=f"the team needs access to {request.name}, asked for {age(portfolio.now - request.created_at)} ago"
        f"{said}{past}",
        fact=f"the team needs access to {request.name}{said}",
        over=f"the team no longer waits for access to {request.name}",
        since=request.created_at,
        action="fulfill_credential_request",
        path=f"/app/vault/{request.id}",
        subject=request,
    )


def _approval(project: Project, approval: Approval, portfolio: Portfolio) -> Need:
    named = f"{approval.title}, revision {approval.revision}"
    return Need(
        project,
        Concern.APPROVAL,
        newness=f"{approval.id} {approval.revision}",
        reason=f"{approval.title} has waited {age(portfolio.now - approval.created_at)} for your approval",
        fact=f"{named}, waits for your approval",
        over=f"{named}, no longer waits for your approval",
        since=approval.created_at,
        action="decide_approval",
        path=f"{_page(project)}/deliverables/{approval.deliverable_id}",
        subject=approval,
    )


def _budget(project: Project, portfolio: Portfolio) -> Need | None:
    concern = figures.budget_concern(project)
    if concern is None:
        return None
    budget = figures.budget(project)
    limit = figures.limit(project)
    amounts = {"spent": budget.spent, "estimated": budget.estimated, "limit": limit or budget.estimated}
    spoken = {name: money(amount or 0, budget.currency) for name, amount in amounts.items()}
    accepted = limit is not None and limit != budget.ceiling
    spoken["most"] = f"the {spoken['limit']} you accepted" if accepted else f"your ceiling of {spoken['limit']}"
    since = project.submitted_at or project.created_at
    fact = _OVER_BUDGET[concern].format(**spoken)
    return Need(
        project,
        Concern.OVER_BUDGET,
        newness=f"{concern.value} {limit}",
        reason=f"{fact}, {age(portfolio.now - since)} into the work",
        fact=fact,
        over=f"this no longer stands: {fact}",
        since=since,
        action="change_ceiling" if concern is BudgetConcern.STOPPED_AT_CEILING else "review_budget",
        path=_page(project),
    )


def _deadline(project: Project, portfolio: Portfolio) -> Need | None:
    if project.deadline is None or project.deadline >= portfolio.today:
        return None
    late = portfolio.today - project.deadline
    return Need(
        project,
        Concern.DEADLINE_MISSED,
        newness=project.deadline.isoformat(),
        reason=f"the deadline, {day(project.deadline)}, passed {age(late)} ago",
        fact=f"the deadline, {day(project.deadline)}, has passed",
        over=f"the deadline, {day(project.deadline)}, no longer needs you",
        since=_after(project),
        action="review_deadline",
        path=_page(project),
    )


def _noticed(notice: Notice, portfolio: Portfolio) -> Need:
    """The need of a notice. It belongs to no project, so its sentences name what it is about."""
    return Need(
        notice,
        Concern[notice.kind.name],
        newness="",
        reason=f"{notice.name}: {notice.trouble} for {age(portfolio.now - notice.since)}; {notice.remedy}",
        fact=f"{notice.name}: {notice.trouble}; {notice.remedy}",
        over=f"{notice.name}: {notice.over}",
        since=notice.since,
        action=notice.action,
        path=notice.path,
    )


def _of_work(project: Project, notice: Notice, portfolio: Portfolio) -> Need:
    """The need of a notice about something of a project."""
    return Need(
        project,
        Concern[notice.kind.name],
        newness=f"{notice.subject_id} {notice.since.isoformat()}",
        reason=f"{notice.name}: {notice.trouble} for {age(portfolio.now - notice.since)}; {notice.remedy}",
        fact=f"{notice.name}: {notice.trouble}; {notice.remedy}",
        over=f"{notice.name}: {notice.over}",
        since=notice.since,
        action=notice.action,
        path=notice.path,
        subject=notice,
    )


def _after(project: Project) -> datetime:
    """When the day of the deadline is over."""
    day_after = (project.deadline or project.created_at.date()) + timedelta(days=1)
    return datetime.combine(day_after, time(), UTC)


def _held(project: Project, portfolio: Portfolio) -> Need | None:
    """A project that the customer paused. It is one need however the project changes while it is on hold."""
    if project.status is not ProjectStatus.ON_HOLD:
        return None
    return Need(
        project,
        Concern.BLOCKED,
        newness="",
        reason=f"on hold for {age(portfolio.now - project.updated_at)}, until you resume it",
        fact="on hold until you resume it",
        over="the project is no longer on hold",
        since=project.updated_at,
        action="resume_project",
        path=_page(project),
    )


def _undelivered(project: Project, portfolio: Portfolio) -> Need | None:
    """A document that could not be delivered into the source repository, and is no longer tried."""
    since = project.undelivered_since
    if since is None or project.status is ProjectStatus.CANCELLED:
        return None
    return Need(
        project,
        Concern.UNDELIVERED,
        newness=to_iso(since),
        reason=f"documents have not reached your source repository for {age(portfolio.now - since)}",
        fact="documents could not be delivered to your source repository",
        over="every approved document is in your source repository, or on its way",
        since=since,
        action=REPAIR,
        path=_page(project),
    )


def _question(project: Project, portfolio: Portfolio) -> Need | None:
    """A draft older than a day waits for the customer to answer its questions."""
    waited = portfolio.now - project.updated_at
    if project.status is not ProjectStatus.DRAFT or waited <= QUESTION_AGE:
        return None
    return Need(
        project,
        Concern.QUESTION,
        newness=project.updated_at.isoformat(),
        reason=f"the intake has waited for your answers for {age(waited)}",
        fact="the intake waits for your answers",
        over="the intake was answered further, submitted or cancelled",
        since=project.updated_at,
        action="answer_intake",
        path=f"{_page(project)}/intake",
    )


def _still(project: Project, portfolio: Portfolio) -> Need | None:
    waited = portfolio.now - project.updated_at
    if project.status is not ProjectStatus.ACTIVE or waited <= STILL_AGE:
        return None
    return Need(
        project,
        Concern.STILL,
        newness=project.updated_at.isoformat(),
        reason=f"nothing has moved for {age(waited)}",
        fact=f"nothing has moved since {day(project.updated_at)}",
        over="something has moved again",
        since=project.updated_at,
        action="ask_ceo",
        path=f"/app/ceo/{project.id}",
    )


def _unread(project: Project, portfolio: Portfolio) -> Need | None:
    thread = portfolio.thread_of(project)
    if thread is None or not thread.unread or thread.last_reply_at is None:
        return None
    count = f"{counted(thread.unread, 'unread message')} from the CEO"
    return Need(
        project,
        Concern.UNREAD,
        newness="",
        reason=f"{count}, the last {age(portfolio.now - thread.last_reply_at)} ago",
        fact=count,
        over="the CEO's messages are read",
        since=thread.last_reply_at,
        action="read_messages",
        path=f"/app/ceo/{project.id}",
        count=thread.unread,
        stage=thread.last_reply_at.isoformat(),
    )
