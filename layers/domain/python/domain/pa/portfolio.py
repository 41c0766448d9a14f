"""The portfolio: everything of one account that the assistant's answers are made from, read at one moment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import cache

from common.clock import utc_now
from common.services import frozen, service
from domain.agents.reading import ConversationReader, conversation_reader
from domain.agents.records import Thread
from domain.events.notices import Notice
from domain.pa.need_records import NOTHING_TOLD, Told
from domain.pa.need_store import NeedStore, need_store
from domain.projects import figures
from domain.projects.reading import ProjectReader, project_reader
from domain.projects.records import Approval, Project
from domain.projects.states import ProjectStatus
from domain.vault.records import CredentialRequest
from domain.vault.team_requests import TeamRequests, team_requests
from domain.work_items.board import Board
from domain.work_items.listing import list_items
from domain.work_items.records import WorkItem

STILL_AGE = timedelta(days=14)


@frozen
class Portfolio:
    """An account's projects and what is open in them. `projects` are newest first, open items oldest first.

    Example projects are left out, because they are there to look at and ask nothing of the customer. Archived projects
    are in it, but nothing waits in them.
    """

    projects: tuple[Project, ...]
    approvals: tuple[Approval, ...]
    credential_requests: tuple[CredentialRequest, ...]
    threads: tuple[Thread, ...]
    timezone: str
    now: datetime
    told: Told = NOTHING_TOLD
    notices: tuple[Notice, ...] = ()
    """The notices that other domains raised, oldest first; in a portfolio from `only`, those of projects alone."""
    work: tuple[WorkItem, ...] = ()
    """The work items of the projects in which access or work waits, or which seem still; of all, if asked for."""

    @property
    def today(self) -> date:
        """The date in UTC. The projects and the CEO use UTC too, so that no two answers differ by a day."""
        return self.now.date()

    @property
    def active(self) -> tuple[Project, ...]:
        """The projects that are under way: submitted, and neither on hold, ended nor archived."""
        return tuple(one for one in self.projects if one.status is ProjectStatus.ACTIVE and one.is_running)

    @property
    def unread(self) -> int:
        """How many messages of the CEO the customer has not read."""
        known = {project.id for project in self.projects}
        return sum(thread.unread for thread in self.threads if thread.project_id in known)

    def approvals_of(self, project: Project) -> list[Approval]:
        """The approvals that wait in `project`, oldest first; none unless it is running."""
        return [one for one in self.approvals if project.is_running and one.project_id == project.id]

    def requests_of(self, project: Project) -> list[CredentialRequest]:
        """The credential requests that wait in `project`, oldest first; none in an archive."""
        return [one for one in self.credential_requests if not project.archived and one.project_id == project.id]

    def notices_of(self, project: Project) -> list[Notice]:
        """The notices about something of `project`, those of one kind together, the oldest first."""
        own = (notice for notice in self.notices if notice.project_id == project.id)
        return sorted(own, key=lambda notice: (notice.kind, notice.since))

    def moved_at(self, project: Project) -> datetime:
        """When `project`, or a work item of it that was read, last changed."""
        return max([project.updated_at, *(item.updated_at for item in self.work if item.project_id == project.id)])

    def hours_waited_on_you(self, project: Project) -> float:
        """The hours, to a tenth, that approvals and access requests waited for the customer, open ones too."""
        since = [approval.created_at for approval in self.approvals_of(project)]
        since += [request.created_at for request in self.requests_of(project)]
        still = sum((self.now - asked_at).total_seconds() for asked_at in since)
        return round((project.waited_seconds + still) / 3600, 1)

    def thread_of(self, project: Project) -> Thread | None:
        """The conversation of `project`; None until the CEO has written in it."""
        return next((thread for thread in self.threads if thread.project_id == project.id), None)

    def board_of(self, project: Project) -> Board:
        """The work items of `project`, and the access that they wait for."""
        own = tuple(item for item in self.work if item.project_id == project.id)
        return Board(project, own, self.now, {one.id: one.name for one in self.requests_of(project)})

    def waiting_for(self, target_id: str) -> list[WorkItem]:
        """The open work items that wait for `target_id`, a request for access or another work item."""
        waiting = (item for item in self.work if target_id in {*item.depends_on, *item.needs_access})
        return [item for item in waiting if not item.has_ended]

    def eta_of(self, project: Project) -> date | None:
        """The day on which `project` is likely done if work goes on today; None unless it is under way or on hold."""
        return figures.eta(project, today=self.today)

    def only(self, chosen: Sequence[Project]) -> Portfolio:
        """This portfolio with these projects alone, and without the notices that belong to no project."""
        kept = tuple(notice for notice in self.notices if notice.project_id is not None)
        ids = {project.id for project in chosen}
        work = tuple(item for item in self.work if item.project_id in ids)
        return replace(self, projects=tuple(chosen), notices=kept, work=work)


@service
class PortfolioReader:
    """Reads portfolios through the other domains' services."""

    projects: ProjectReader
    conversations: ConversationReader
    vault: TeamRequests
    needs: NeedStore
    now: Callable[[], datetime]

    def read(self, account_id: str, *, timezone: str, with_work: bool = False) -> Portfolio:
        """One query each for projects, open approvals, open credential requests, conversations and told needs.

        Also one for the work items of each project in which access or work waits, or whose row has long stayed as it
        is, so that answers can say what stands still; `with_work`: for those of every project.
        """
        told = self.needs.get_told(account_id)
        projects = tuple(one for one in self.projects.list_all(account_id) if not one.example)
        requests = tuple(reversed(self.vault.list_open(account_id)))
        waits = {*(one.project_id for one in requests), *(one.project_id for one in told.notices)}
        at_work = (one for one in projects if one.status is ProjectStatus.ACTIVE and one.open_work_items)
        waits |= {one.id for one in at_work if self.now() - one.updated_at > STILL_AGE}
        return Portfolio(
            projects=projects,
            approvals=tuple(self.projects.list_open_approvals(account_id)),
            credential_requests=requests,
            threads=tuple(self.conversations.list_threads(account_id)),
            timezone=timezone,
            now=self.now(),
            told=told,
            notices=told.notices,
            work=tuple(item for one in projects if with_work or one.id in waits for item in list_items(one)),
        )


@cache
def portfolio_reader() -> PortfolioReader:
    """The reader, built once for each process."""
    return PortfolioReader(project_reader(), conversation_reader(), team_requests(), need_store(), utc_now)
