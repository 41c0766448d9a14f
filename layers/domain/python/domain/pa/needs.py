"""Needs: what somebody has to do, one for each thing to do. Pure rules over facts.

Each approval and each request for access that waits is a need, and so is a budget over its limit, a passed deadline, an
intake or a project that stands still. A need keeps its id as long as it is the same need: what makes it a new one is a
part of the id, such as the instant since which nothing has moved. Most needs belong to a project; one from a notice,
such as that a webhook fails, belongs to the account.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum, auto

from common.clock import to_iso
from common.ids import derived_id
from common.services import frozen
from common.wording import age, counted, day_of
from domain.events.notices import Notice
from domain.pa.need_records import Priority, Standing
from domain.pa.portfolio import STILL_AGE, Portfolio
from domain.projects import figures, wording
from domain.projects.announcing import REPAIR
from domain.projects.records import Approval, Project
from domain.projects.states import Phase, ProjectStatus, phase_after, position_of
from domain.vault.records import CredentialRequest

QUESTION_AGE = timedelta(hours=24)
REVISION_AGE = timedelta(minutes=1)
"""A document that was sent back needs its customer only after this time, because a model may revise it first."""
HELD_UP = timedelta(hours=24)
"""How long something may stand still before the need that holds it up is urgent."""
_INSTANT = timedelta(milliseconds=1)


class Concern(StrEnum):
    """What a need is about. The need of a notice has the concern with the name of the notice's kind."""

    CREDENTIAL = auto()
    CREDENTIAL_USE = auto()
    APPROVAL = auto()
    REVISION = auto()
    OVER_BUDGET = auto()
    DEADLINE_MISSED = auto()
    BLOCKED = auto()
    WORK_SUBMITTED = auto()
    WORK_RETURNED = auto()
    QUESTION = auto()
    WEBHOOK_DISABLED = auto()
    WEBHOOK_FAILING = auto()
    TASK_FAILED = auto()
    UNDELIVERED = auto()
    STILL = auto()
    WISH = auto()


OF_ACCOUNT = frozenset({Concern.CREDENTIAL_USE, Concern.WEBHOOK_DISABLED, Concern.WEBHOOK_FAILING, Concern.TASK_FAILED})
"""The concerns that belong to no project."""
_PLACES = {concern: place for place, concern in enumerate(Concern)}
_LIMITS = frozenset({Concern.OVER_BUDGET, Concern.DEADLINE_MISSED})
_NOTICED = ("{name}: {trouble}; {remedy}", "{name}: {trouble} for {age}; {remedy}", "{name}: {over}", "{action}")
# Of each concern: what to do; the fact; the same with its age, once it is an hour old; what is over once it has ended,
# and the action. `thing` is the name of what a notice is about, inside a sentence.
_SAID = {
    Concern.CREDENTIAL: (
        "Provide access to {name}",
        "the team needs access to {name}{promised}",
        "the team has needed access to {name} for {age}{promised}",
        "the team no longer waits for access to {name}",
        "fulfill_credential_request",
    ),
    Concern.APPROVAL: (
        "Approve {title}",
        "{title}, revision {revision}, waits for your approval",
        "{title} has waited {age} for your approval",
        "{title}, revision {revision}, no longer waits for your approval",
        "decide_approval",
    ),
    Concern.REVISION: (
        "Revise {documents}",
        "{wait} for your edits",
        "{have} waited {age} for your edits",
        "no document waits for your edits",
        "revise_document",
    ),
    Concern.OVER_BUDGET: (
        "Look at the budget",
        "{budget}",
        "{budget}",
        "the budget no longer needs you",
        "review_budget",
    ),
    Concern.DEADLINE_MISSED: (
        "Look at the deadline",
        "your deadline of {deadline} has passed",
        "your deadline of {deadline} passed {late} ago",
        "your deadline of {deadline} no longer needs you",
        "review_deadline",
    ),
    Concern.BLOCKED: (
        "Resume the project",
        "the project is paused",
        "the project has been paused for {age}",
        "the project is no longer paused",
        "resume_project",
    ),
    Concern.UNDELIVERED: (
        "Repair the delivery to your repository",
        "we could not deliver documents to your repository",
        "documents have not reached your repository for {age}",
        "your repository has every approved document, or gets it soon",
        REPAIR,
    ),
    Concern.QUESTION: (
        "Answer the intake",
        "the intake waits for your answers",
        "the intake has waited {age} for your answers",
        "the intake no longer waits for your answers",
        "answer_intake",
    ),
    Concern.STILL: (
        "Ask the CEO why nothing moves",
        "nothing has moved since {day}",
        "nothing has moved for {age}",
        "the project is moving again",
        "ask_ceo",
    ),
    Concern.CREDENTIAL_USE: ("Decide on a call with {thing}", *_NOTICED),
    Concern.WORK_SUBMITTED: ("Review “{name}”", *_NOTICED),
    Concern.WORK_RETURNED: ("Change or close “{name}”", *_NOTICED),
    Concern.WEBHOOK_DISABLED: ("Switch the {thing} back on", *_NOTICED),
    Concern.WEBHOOK_FAILING: ("Repair the {thing}", *_NOTICED),
    Concern.TASK_FAILED: ("Resume or delete the {thing}", *_NOTICED),
    Concern.WISH: ("Answer the request of {name}", *_NOTICED),
}
DECISIONS = frozenset({"decide_approval", "decide_credential_use", "fulfill_credential_request", "review_work_item"})
"""The actions that are decisions: only deciding ends the need, so it cannot be marked as done."""


@frozen
class Need:
    """One thing that somebody has to do.

    Attributes:
        owner: the project that it belongs to; the notice itself when it belongs to none.
        newness: what makes it another need than the last one of this kind; empty if nothing does.
        title: what to do, without the project and the age.
        fact: what needs the customer, in words that stay true while time passes.
        reason: the fact, with how long it has been so once that is an hour.
        over: what is true once it has ended, however it ended.
        path: the page where it is done.
        blocks: what stands still until then, in a sentence; None where nothing does.
        holds_up: how many work items, or other things, stand still until then; 0 where nothing does.
        urgent_from: from when on its priority is high; None if never.
        now: the moment at which all this was so.
        subject: the approval, request or project's notice that it comes from; None for other needs.
    """

    owner: Project | Notice
    concern: Concern
    newness: str
    title: str
    fact: str
    reason: str
    over: str
    since: datetime
    action: str
    path: str
    blocks: str | None
    holds_up: int
    urgent_from: datetime | None
    now: datetime
    subject: Approval | CredentialRequest | Notice | None = None

    @property
    def id(self) -> str:
        """The need's id, `att_…`, which stays the same as long as it is the same need."""
        made_at = self.project.created_at if self.project else self.since
        return derived_id("att", made_at, self.owner_id, self.concern.name, self.newness)

    @property
    def project(self) -> Project | None:
        """The project that the need belongs to; None if it belongs to the account."""
        return self.owner if isinstance(self.owner, Project) else None

    @property
    def owner_id(self) -> str:
        """The id of the project, or of the thing that the notice is about."""
        return self.owner.id if isinstance(self.owner, Project) else self.owner.subject_id

    @property
    def target_id(self) -> str:
        """The id of the record that the customer has to act on: the subject, or else the owner."""
        if self.subject is None:
            return self.owner_id
        return self.subject.subject_id if isinstance(self.subject, Notice) else self.subject.id

    @property
    def priority(self) -> Priority:
        """`high` from `urgent_from` on; `medium` before, or where that is None."""
        return "high" if self.urgent_from is not None and self.urgent_from <= self.now else "medium"

    @property
    def order(self) -> str:
        """The key by which needs are sorted: high priority, then what holds up most, then by concern, the oldest first.

        Documents of one minute stand in the order in which they are written.
        """
        document = position_of(self.subject.deliverable_kind) if isinstance(self.subject, Approval) else 0
        rank = f"{self.priority != 'high':d} {9_999 - self.holds_up:04d} {_PLACES[self.concern]:02d}"
        return f"{rank} {self.since:%Y%m%d%H%M} {document:02d} {to_iso(self.since)} {self.id}"

    def standing(self) -> Standing:
        """The need as it is stored once it was told."""
        approval = self.subject if isinstance(self.subject, Approval) else None
        return Standing(
            id=self.id,
            account_id=self.owner.account_id,
            project_id=self.project.id if self.project else None,
            project_name=self.project.name if self.project else None,
            kind=self.concern.value,
            title=self.title,
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
    """The needs of one project: none in an archive, and in an ended one only to repair a delivery."""
    found: list[Need | None] = []
    if project.archived:
        return []
    if project.is_running:
        found += [_access(project, request, portfolio) for request in portfolio.requests_of(project)]
        found += [_approval(project, approval, portfolio) for approval in portfolio.approvals_of(project)]
        found.append(_revision(project, portfolio))
        found += [_budget(project, portfolio), _deadline(project, portfolio), _held(project, portfolio)]
        found += [_noticed(notice, portfolio, project) for notice in portfolio.notices_of(project)]
    found += [_undelivered(project, portfolio), _idle(project, portfolio)]
    return [need for need in found if need is not None]


def all_needs(portfolio: Portfolio) -> list[Need]:
    """The needs of all projects, then those of the account as a whole."""
    of_projects = [need for project in portfolio.projects for need in needs_of(project, portfolio)]
    of_account = (notice for notice in portfolio.notices if notice.project_id is None)
    return [*of_projects, *(_noticed(notice, portfolio) for notice in of_account)]


def opening_times(project: Project, portfolio: Portfolio) -> Iterator[datetime]:
    """The instants at which time alone gives a project another need, if nothing happens before; past ones too."""
    if project.status is ProjectStatus.DRAFT:
        yield project.updated_at + QUESTION_AGE + _INSTANT
    if project.status is ProjectStatus.ACTIVE and project.is_running:
        yield portfolio.moved_at(project) + STILL_AGE + _INSTANT
    if project.documents_sent_back:
        yield _sent_back_at(project) + REVISION_AGE
    if project.is_running and project.deadline is not None:
        yield _after(project.deadline)


def blocked_by(
    concern: Concern, owner: Project | Notice, target_id: str, portfolio: Portfolio
) -> tuple[str | None, int]:
    """What stands still until the need is met, in a sentence, and how many things do; None and 0 where nothing does.

    `target_id`: what work items may wait for. In a project on hold, only the hold itself blocks anything: all of it.
    """
    if not isinstance(owner, Project):
        return ("The call waits for it.", 1) if concern is Concern.CREDENTIAL_USE else (None, 0)
    if owner.status is ProjectStatus.ON_HOLD:
        return ("The whole project stands still.", 1) if concern is Concern.BLOCKED else (None, 0)
    if concern in {Concern.APPROVAL, Concern.REVISION}:
        following = phase_after(owner.phase)
        after = "project is complete" if following is Phase.COMPLETE else f"{following.value} phase starts"
        return f"The {after} after it.", 1
    waiting = portfolio.waiting_for(target_id)
    if not waiting:
        return None, 0
    who = f"{len(waiting)} work items are" if len(waiting) > 1 else f"{waiting[0].name} is"
    return f"{who} waiting for it.", len(waiting)


def urgent_from(
    concern: Concern, since: datetime, blocks: str | None, promised_for: date | None = None
) -> datetime | None:
    """From when on a need's priority is high; None if never. This is the whole rule.

    High: a ceiling or a deadline has passed; access was promised for a day that has passed; or something has stood
    still for 24 hours. Never high: a project on hold, because its customer stopped it.
    """
    if concern in _LIMITS:
        return since
    instants = [_after(promised_for)] if promised_for else []
    if blocks and concern is not Concern.BLOCKED:
        instants.append(since + HELD_UP)
    return min(instants, default=None)


def _need(
    owner: Project | Notice, concern: Concern, since: datetime, portfolio: Portfolio,
    words: Mapping[str, object] | None = None, *, newness: str = "", path: str = "",
    subject: Approval | CredentialRequest | Notice | None = None,
) -> Need:  # fmt: skip
    """The need in the words of its concern, filled in from `words`; without `path` it leads to the project's page."""
    waited = age(portfolio.now - since)
    spoken = {**(words or {}), "age": waited, "day": day_of(since)}
    title, fact, aged, over, action = (text.format(**spoken) for text in _SAID[concern])
    target_id = (subject.subject_id if isinstance(subject, Notice) else subject.id) if subject else ""
    blocks, holds_up = blocked_by(concern, owner, target_id, portfolio)
    promised_for = subject.promised_for if isinstance(subject, CredentialRequest) else None
    return Need(
        owner=owner,
        concern=concern,
        newness=newness,
        title=title,
        fact=fact,
        reason=aged if waited else fact,
        over=over,
        since=since,
        action=action,
        path=path or f"/app/projects/{owner.id}" if isinstance(owner, Project) else path,
        blocks=blocks,
        holds_up=holds_up,
        urgent_from=urgent_from(concern, since, blocks, promised_for),
        now=portfolio.now,
        subject=subject,
    )


def _access(project: Project, request: CredentialRequest, portfolio: Portfolio) -> Need:
    promised = f"; you promised it for {day_of(request.promised_for)}" if request.promised_for else ""
    words, path = {"name": request.name, "promised": promised}, f"/app/settings/vault/{request.id}"
    since = request.created_at
    return _need(project, Concern.CREDENTIAL, since, portfolio, words, newness=request.id, path=path, subject=request)


def _approval(project: Project, approval: Approval, portfolio: Portfolio) -> Need:
    newness = f"{approval.id} {approval.revision}"
    path = f"/app/projects/{project.id}/deliverables/{approval.deliverable_id}"
    words, since = {"title": approval.title, "revision": approval.revision}, approval.created_at
    return _need(project, Concern.APPROVAL, since, portfolio, words, newness=newness, path=path, subject=approval)


def _revision(project: Project, portfolio: Portfolio) -> Need | None:
    """The need to edit documents that were sent back, if any; None in the first minute: a model may revise them."""
    count, since = project.documents_sent_back, _sent_back_at(project)
    if not count or project.status is not ProjectStatus.ACTIVE or portfolio.now - since < REVISION_AGE:
        return None
    words = {
        "documents": counted(count, "document"),
        "wait": counted(count, "document waits", "documents wait"),
        "have": counted(count, "document has", "documents have"),
    }
    path = f"/app/projects/{project.id}/documents"
    return _need(project, Concern.REVISION, since, portfolio, words, newness=str(count), path=path)


def _sent_back_at(project: Project) -> datetime:
    """When documents were last sent back; for rows that do not say it, when the project last changed."""
    return project.sent_back_at or project.updated_at


def _budget(project: Project, portfolio: Portfolio) -> Need | None:
    concern, found = figures.budget_concern(project), figures.budget(project)
    if concern is None:
        return None
    words, since = {"budget": wording.over_ceiling(project)}, project.submitted_at or project.created_at
    is_over = (found.likely or 0) > (found.ceiling or 0)  # by the brief, which then says what to leave out
    path = f"/app/projects/{project.id}/brief" if is_over else ""
    return _need(
        project, Concern.OVER_BUDGET, since, portfolio, words, newness=f"{concern.value} {found.ceiling}", path=path
    )


def _deadline(project: Project, portfolio: Portfolio) -> Need | None:
    deadline = project.deadline
    if deadline is None or deadline >= portfolio.today:
        return None
    words = {"deadline": day_of(deadline), "late": age(portfolio.today - deadline)}
    newness = deadline.isoformat()
    return _need(project, Concern.DEADLINE_MISSED, _after(deadline), portfolio, words, newness=newness)


def _noticed(notice: Notice, portfolio: Portfolio, project: Project | None = None) -> Need:
    """The need of a notice: of `project` if the notice is about something in it, else of the account."""
    newness = f"{notice.subject_id} {notice.since.isoformat()}" if project else ""
    words = {name: getattr(notice, name) for name in ("name", "trouble", "remedy", "over", "action")}
    words["thing"] = notice.name[:1].lower() + notice.name[1:]
    owner, subject, concern = project or notice, notice if project else None, Concern[notice.kind.name]
    return _need(owner, concern, notice.since, portfolio, words, newness=newness, path=notice.path, subject=subject)


def _after(day: date) -> datetime:
    """The instant at which a day is over, in UTC."""
    return datetime.combine(day + timedelta(days=1), time(), UTC)


def _held(project: Project, portfolio: Portfolio) -> Need | None:
    """The need to resume a project on hold, with one id however the project changes meanwhile; None if not on hold."""
    held, since = project.status is ProjectStatus.ON_HOLD, project.paused_at or project.updated_at
    return _need(project, Concern.BLOCKED, since, portfolio) if held else None


def _undelivered(project: Project, portfolio: Portfolio) -> Need | None:
    """The need to repair a delivery that we no longer try; None if there is none, or the project was cancelled."""
    since = project.undelivered_since
    if since is None or project.status is ProjectStatus.CANCELLED:
        return None
    return _need(project, Concern.UNDELIVERED, since, portfolio, newness=to_iso(since))


def _idle(project: Project, portfolio: Portfolio) -> Need | None:
    """The need of a draft untouched for a day, or of a project under way where nothing moved for 14 days; else None."""
    since, is_draft = portfolio.moved_at(project), project.status is ProjectStatus.DRAFT
    if is_draft and portfolio.now - since > QUESTION_AGE:
        path = f"/app/projects/{project.id}/intake"
        return _need(project, Concern.QUESTION, since, portfolio, newness=since.isoformat(), path=path)
    if project.status is not ProjectStatus.ACTIVE or portfolio.now - since <= STILL_AGE:
        return None
    path = f"/app/projects/{project.id}/chat"
    return _need(project, Concern.STILL, since, portfolio, newness=since.isoformat(), path=path)
