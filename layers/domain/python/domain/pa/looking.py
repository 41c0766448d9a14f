"""The assistant for programs that only look: a question is answered from the records, an order is handed back."""

from __future__ import annotations

from datetime import datetime
from typing import NoReturn, override

from common.services import service
from domain.pa.commands import Verb, read_command
from domain.pa.deeds import Deed, OrderGiven
from domain.pa.dialogue import Dialogue
from domain.pa.models import AssignTask, TaskAccepted, TaskDeleted, TaskView, UpdateTask
from domain.pa.store import AssistantStore
from domain.pa.tasks import TaskService

_DEEDS: dict[Verb, Deed] = {Verb.PAUSE: "update", Verb.RESUME: "update", Verb.DELETE: "delete", Verb.RUN: "run"}


@service
class _ForgetfulStore(AssistantStore):
    """Keeps no dialogue: each question stands alone. An offer that "yes" would take up is an order handed back."""

    @override
    def find_dialogue(self, account_id: str, now: datetime) -> Dialogue | None:
        return None

    @override
    def save_dialogue(self, account_id: str, dialogue: Dialogue) -> None:
        offered = dialogue.about.if_yes
        if not offered:
            return
        command = read_command(offered)
        raise OrderGiven(_DEEDS[command.verb] if command else "assign", text=None if command else offered)


@service
class TasksToLookAt(TaskService):
    """Tasks that can be read. Whatever would change one raises `OrderGiven`."""

    @override
    def assign(self, account_id: str, request: AssignTask) -> TaskAccepted:
        raise OrderGiven("assign", text=request.task)

    @override
    def update(self, account_id: str, task_id: str, request: UpdateTask) -> TaskView:
        raise OrderGiven("update", task_id=task_id, status=request.status.value if request.status else None)

    @override
    def delete(self, account_id: str, task_id: str) -> TaskDeleted:
        _hand_back("delete", task_id)

    @override
    def run_now(self, account_id: str, task_id: str) -> TaskView:
        _hand_back("run", task_id)

    @classmethod
    def of(cls, tasks: TaskService) -> TasksToLookAt:
        """The same account's tasks, to be read alone."""
        store = _ForgetfulStore(tasks.store.table)
        return cls(store, tasks.scheduler, tasks.projects, tasks.zones, tasks.now)


def _hand_back(deed: Deed, task_id: str) -> NoReturn:
    raise OrderGiven(deed, task_id=task_id)
