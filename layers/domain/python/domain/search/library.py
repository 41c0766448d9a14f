"""Reads from the tables, through the services of other domains, everything that search can find, as entries."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from common.errors import NotFound
from common.services import service
from domain.agents.reading import ConversationReader, conversation_reader
from domain.events.changes import Changed, Subject
from domain.pa.tasks import TaskService, task_service
from domain.projects.reading import ProjectReader, project_reader
from domain.projects.records import Project
from domain.search import entries
from domain.search.records import Entry
from domain.vault.team_requests import TeamRequests, team_requests
from domain.work_items.listing import list_items

_PAGE = 100


@service
class Library:
    """Reads the entries of an account, of a project, or of a change."""

    projects: ProjectReader
    conversations: ConversationReader
    tasks: TaskService
    vault: TeamRequests

    def of_account(self, account_id: str) -> Iterator[Entry]:
        """Yield every entry of an account."""
        for project in self.projects.list_all(account_id):
            yield from self._of_project(project)
        yield from self._reports(account_id, None, self._task_projects(account_id))

    def of_project(self, account_id: str, project_id: str) -> Iterator[Entry]:
        """Yield every entry of a project; none when there is no such project."""
        try:
            project = self.projects.get(account_id, project_id)
        except NotFound:
            return
        yield from self._of_project(project)
        of_tasks = self._task_projects(account_id)
        for task_id in (task_id for task_id, of in of_tasks.items() if of == project_id):
            yield from self._reports(account_id, task_id, of_tasks)

    def of_change(self, changed: Changed) -> Iterator[Entry]:
        """The entries that a change concerns, as they are now; none when the thing is gone."""
        try:
            match changed:
                case Changed(subject=Subject.REPORT):
                    report = self.tasks.get_report(changed.account_id, changed.subject_id)
                    yield entries.of_report(report, changed.project_id)
                case Changed(subject=Subject.ERASED):
                    pass
                case Changed(project_id=str(project_id)):
                    project = self.projects.get(changed.account_id, project_id)
                    yield from self._of_change_in(project, changed)
        except NotFound:
            return

    def _of_change_in(self, project: Project, changed: Changed) -> Iterator[Entry]:
        match changed.subject:
            case Subject.PROJECT:
                yield from entries.of_project(*self.projects.load(project.account_id, project.id, texts=True))
            case Subject.MESSAGE:
                yield from self._exchange(project, changed.subject_id)
            case Subject.CONVERSATION:
                yield from self._messages(project)
            case Subject.REQUEST | Subject.CREDENTIAL:
                yield from (one for one in self._vault(project) if one.id == changed.subject_id)
            case Subject.WORK:
                yield from self._work(project)

    def _exchange(self, project: Project, message_id: str) -> Iterator[Entry]:
        """The entries of the CEO's message and of the question that it answers, which is indexed together with it."""
        message = self.conversations.find_message(project.owned, message_id)
        asked = message and message.reply_to and self.conversations.find_message(project.owned, message.reply_to)
        for one in (message, asked):
            if one:
                yield entries.of_message(project, one)

    def _of_project(self, project: Project) -> Iterator[Entry]:
        yield from entries.of_project(*self.projects.load(project.account_id, project.id, texts=True))
        yield from self._messages(project)
        yield from self._vault(project)
        yield from self._work(project)

    def _messages(self, project: Project) -> Iterator[Entry]:
        for message in self.conversations.list_all_messages(project.owned):
            yield entries.of_message(project, message)

    def _vault(self, project: Project) -> Iterator[Entry]:
        access = self.vault.list_for_project(project.account_id, project.id)
        yield from (entries.of_request(request) for request in access.requests)
        yield from (entries.of_credential(credential, project) for credential in access.credentials)

    def _work(self, project: Project) -> Iterator[Entry]:
        return map(entries.of_work, list_items(project))

    def _reports(self, account_id: str, task_id: str | None, of_tasks: dict[str, str | None]) -> Iterator[Entry]:
        before = None
        while True:
            page = self.tasks.list_reports(account_id, limit=_PAGE, before=before, task_id=task_id)
            for summary in page.reports:
                report = self.tasks.get_report(account_id, summary.id)
                yield entries.of_report(report, of_tasks.get(report.task_id))
            if (before := page.next_cursor) is None:
                return

    def _task_projects(self, account_id: str) -> dict[str, str | None]:
        """The project's id of each task, by the task's id; None for a task that belongs to no project."""
        found: dict[str, str | None] = {}
        cursor = None
        while True:
            page = self.tasks.list_page(account_id, limit=_PAGE, cursor=cursor)
            found |= {task.id: task.project_id for task in page.tasks}
            if (cursor := page.next_cursor) is None:
                return found


@cache
def library() -> Library:
    """The library, built once for each process."""
    return Library(project_reader(), conversation_reader(), task_service(), team_requests())
