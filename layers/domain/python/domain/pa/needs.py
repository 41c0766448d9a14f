"""Needs: what somebody has to do, one for each thing to do. Pure rules over facts.

A need has the same id as long as it is the same need: each approval and each request for access has one, and so have a
budget that passes a limit, a deadline, an intake or a project that stands still. What makes it a new need is a part of
its id, such as the instant from which nothing has moved. Most needs are a project's; a notice, such as that a webhook
fails, is the account's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, time, timedelta
from enum import IntEnum

from common.clock import to_iso
from common.ids import derived_id
from common.services import frozen
from common.wording import age, day_of, weekday_of
from domain.events.notices import Notice
from domain.pa.attention_records import Priority, Standing
from domain.pa.portfolio import Portfolio
from domain.projects import figures, wording
from domain.projects.announcing import REPAIR
from domain.projects.records import Approval, Project
from domain.projects.states import ProjectStatus
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
    WISH = 15


_HIGH = frozenset(
    {Concern.CREDENTIAL, Concern.CREDENTIAL_USE, Concern.APPROVAL, Concern.OVER_BUDGET, Concern.DEADLINE_MISSED}
)
OF_ACCOUNT = frozenset({Concern.CREDENTIAL_USE, Concern.WEBHOOK_DISABLED, Concern.WEBHOOK_FAILING, Concern.TASK_FAILED})
"""The concerns that belong to no project."""
# Of each concern: its reason, the fact, what is over once it has ended, and the action.
_SAID = {
    Concern.CREDENTIAL: (
        "the team needs access to {name}, asked for {age} ago{promised}{past}",
        "the team needs access to {name}{promised}",
        "the team no longer waits for access to {name}",
        "fulfill_credential_request",
    ),
    Concern.APPROVAL: (
        "{title} has waited {age} for your approval",
        "{title}, revision {revision}, waits for your approval",
        "{title}, revision {revision}, no longer waits for your approval",
        "decide_approval",
    ),
    Concern.OVER_BUDGET: (
        "{budget}, {age} into the work",
        "{budget}",
        "this no longer stands: {budget}",
        "review_budget",
    ),
    Concern.DEADLINE_MISSED: (
        "the deadline, {deadline}, passed {late} ago",
        "the deadline, {deadline}, has passed",
        "the deadline, {deadline}, no longer needs you",
        "review_deadline",
    ),
    Concern.BLOCKED: (
        "on hold for {age}, until you resume it",
        "on hold until you resume it",
        "the project is no longer on hold",
        "resume_project",
    ),
    Concern.UNDELIVERED: (
        "documents have not reached your source repository for {age}",
        "documents could not be delivered to your source repository",
        "every approved document is in your source repository, or on its way",
        REPAIR,
    ),
    Concern.QUESTION: (
        "the intake has waited for your answers for {age}",
        "the intake waits for your answers",
        "the intake was answered further, submitted or cancelled",
        "answer_intake",
    ),
    Concern.STILL: (
        "nothing has moved for {age}",
        "nothing has moved since {day}",
        "something has moved again",
        "ask_ceo",
    ),
}
_OF_NOTICES = ("{name}: {trouble} for {age}; {remedy}", "{name}: {trouble}; {remedy}", "{name}: {over}", "{action}")
DECISIONS = frozenset({"decide_approval", "decide_credential_use", "fulfill_credential_request", "review_work_item"})
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

    @property
    def id(self) -> str:
        """`att_…`."""
        made_at = self.project.created_at if self.project else self.since
        return derived_id("att", made_at, self.owner_id, self.concern.name, self.newness)

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
        )


def needs_of(project: Project, portfolio: Portfolio) -> list[Need]:
    """What has to be done in one project, gravest first: in an archive nothing, in an ended one to read messages."""
    found: list[Need | None] = []
    if project.archived:
        return []
    if project.is_running:
        found += [_access(project, request, portfolio) for request in portfolio.requests_of(project)]
        found += [_approval(project, approval, portfolio) for approval in portfolio.approvals_of(project)]
        found += [_budget(project, portfolio), _deadline(project, portfolio), _held(project, portfolio)]
        found += [_noticed(notice, portfolio, project) for notice in portfolio.notices_of(project)]
    found += [_undelivered(project, portfolio), _idle(project, portfolio)]
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
    if project.status is ProjectStatus.ACTIVE and project.is_running:
        yield project.updated_at + STILL_AGE + _INSTANT
    if project.is_running and project.deadline is not None:
        yield _after(project)


def _need(
    owner: Project | Notice, concern: Concern, since: datetime, portfolio: Portfolio,
    words: Mapping[str, object] | None = None, *, newness: str = "", path: str = "",
    subject: Approval | CredentialRequest | Notice | None = None,
) -> Need:  # fmt: skip
    """The need in the words of its concern; something is done about it on the project's page if no other is named."""
    spoken = {**(words or {}), "age": age(portfolio.now - since), "day": weekday_of(since)}
    reason, fact, over, action = (text.format(**spoken) for text in _SAID.get(concern, _OF_NOTICES))
    path = path or f"/app/projects/{owner.id}" if isinstance(owner, Project) else path
    return Need(owner, concern, newness, reason, fact, over, since, action, path, subject)


def _access(project: Project, request: CredentialRequest, portfolio: Portfolio) -> Need:
    day_named = request.promised_for
    promised = f", promised for {day_named:%A}, {day_of(day_named)}" if day_named else ""
    past = ", which is past" if day_named and day_named < portfolio.today else ""
    words, path = {"name": request.name, "promised": promised, "past": past}, f"/app/vault/{request.id}"
    since = request.created_at
    return _need(project, Concern.CREDENTIAL, since, portfolio, words, newness=request.id, path=path, subject=request)


def _approval(project: Project, approval: Approval, portfolio: Portfolio) -> Need:
    newness = f"{approval.id} {approval.revision}"
    path = f"/app/projects/{project.id}/deliverables/{approval.deliverable_id}"
    words, since = {"title": approval.title, "revision": approval.revision}, approval.created_at
    return _need(project, Concern.APPROVAL, since, portfolio, words, newness=newness, path=path, subject=approval)


def _budget(project: Project, portfolio: Portfolio) -> Need | None:
    concern, ceiling = figures.budget_concern(project), figures.budget(project).ceiling
    if concern is None:
        return None
    words, since = {"budget": wording.over_ceiling(project)}, project.submitted_at or project.created_at
    return _need(project, Concern.OVER_BUDGET, since, portfolio, words, newness=f"{concern.value} {ceiling}")


def _deadline(project: Project, portfolio: Portfolio) -> Need | None:
    deadline = project.deadline
    if deadline is None or deadline >= portfolio.today:
        return None
    words = {"deadline": weekday_of(deadline), "late": age(portfolio.today - deadline)}
    return _need(project, Concern.DEADLINE_MISSED, _after(project), portfolio, words, newness=deadline.isoformat())


def _noticed(notice: Notice, portfolio: Portfolio, project: Project | None = None) -> Need:
    """The need of a notice, which belongs to the account, or is about something of a project."""
    newness = f"{notice.subject_id} {notice.since.isoformat()}" if project else ""
    words = {name: getattr(notice, name) for name in ("name", "trouble", "remedy", "over", "action")}
    owner, subject, concern = project or notice, notice if project else None, Concern[notice.kind.name]
    return _need(owner, concern, notice.since, portfolio, words, newness=newness, path=notice.path, subject=subject)


def _after(project: Project) -> datetime:
    """When the day of the deadline is over."""
    day_after = (project.deadline or project.created_at.date()) + timedelta(days=1)
    return datetime.combine(day_after, time(), UTC)


def _held(project: Project, portfolio: Portfolio) -> Need | None:
    """A project that the customer paused. It is one need however the project changes while it is on hold."""
    held = project.status is ProjectStatus.ON_HOLD
    return _need(project, Concern.BLOCKED, project.updated_at, portfolio) if held else None


def _undelivered(project: Project, portfolio: Portfolio) -> Need | None:
    """A document that could not be delivered into the source repository, and is no longer tried."""
    since = project.undelivered_since
    if since is None or project.status is ProjectStatus.CANCELLED:
        return None
    return _need(project, Concern.UNDELIVERED, since, portfolio, newness=to_iso(since))


def _idle(project: Project, portfolio: Portfolio) -> Need | None:
    """A draft older than a day, which waits for answers; a project under way in which nothing moves for long."""
    since, is_draft = project.updated_at, project.status is ProjectStatus.DRAFT
    if is_draft and portfolio.now - since > QUESTION_AGE:
        path = f"/app/projects/{project.id}/intake"
        return _need(project, Concern.QUESTION, since, portfolio, newness=since.isoformat(), path=path)
    if project.status is not ProjectStatus.ACTIVE or portfolio.now - since <= STILL_AGE:
        return None
    return _need(project, Concern.STILL, since, portfolio, newness=since.isoformat(), path=f"/app/ceo/{project.id}")
