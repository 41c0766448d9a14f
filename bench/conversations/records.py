"""What an account's records say at one moment, and which kinds of change lie between two moments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from domain.agents.exactly_once import TurnService
from domain.pa.tasks import TaskService
from domain.projects.brief.changing import Plan
from domain.projects.brief.intake import answers_of
from domain.projects.states import ApprovalStatus, ProjectStatus

_MOST_TASKS = 100
_OF_STATUS = {ProjectStatus.ON_HOLD: "pause", ProjectStatus.ACTIVE: "resume", ProjectStatus.CANCELLED: "cancel"}


@dataclass(frozen=True, slots=True)
class Records:
    """The records that a customer's words may change, each by its id."""

    statuses: Mapping[str, ProjectStatus]
    approvals: Mapping[str, ApprovalStatus]
    wishes: Mapping[str, str]
    withdrawn: frozenset[str]
    access: Mapping[str, str]
    answers: Mapping[str, Any]
    tasks: Mapping[str, Any]

    def changes_to(self, after: Records) -> frozenset[str]:
        """Which kinds of change lead from here to `after`.

        decision, pause, resume, cancel, wish, undo (a wish is withdrawn), access (a request for access is settled),
        answer (of the intake, its deadline or ceiling), task. What follows from them by itself, such as the next
        phase's documents, is no change of its own.
        """
        return frozenset(self._changes_to(after))

    def _changes_to(self, after: Records) -> Iterator[str]:
        for project_id, status in self.statuses.items():
            if after.statuses[project_id] is not status and after.statuses[project_id] in _OF_STATUS:
                yield _OF_STATUS[after.statuses[project_id]]
        if any(after.approvals.get(id_) is not status for id_, status in self.approvals.items()):
            yield "decision"
        if self.wishes != after.wishes:
            yield "wish"
        if self.withdrawn != after.withdrawn:
            yield "undo"
        if any(after.access.get(id_) != status for id_, status in self.access.items()):
            yield "access"
        if self.answers != after.answers:
            yield "answer"
        if self.tasks != after.tasks:
            yield "task"


def read_records(turns: TurnService, tasks: TaskService, account_id: str) -> Records:
    """The account's records as they are now."""
    loaded = [
        turns.answering.projects.load(account_id, project.id)
        for project in turns.answering.projects.list_all(account_id)
    ]
    access = [turns.answering.vault.list_for_project(account_id, project.id) for project, _owned in loaded]
    wishes = [wish for _project, owned in loaded for wish in owned.change_requests]
    return Records(
        statuses={project.id: project.status for project, _owned in loaded},
        approvals={approval.id: approval.status for _project, owned in loaded for approval in owned.approvals},
        wishes={wish.id: wish.text for wish in wishes},
        withdrawn=frozenset(wish.id for wish in wishes if wish.withdrawn_at is not None),
        access={request.id: request.status.value for found in access for request in found.requests},
        answers={project.id: answers_of(Plan(project, owned.brief)) for project, owned in loaded},
        tasks={
            task.id: (task.status, task.task, task.schedule.text if task.schedule else None)
            for task in tasks.list_page(account_id, limit=_MOST_TASKS, cursor=None).tasks
        },
    )
