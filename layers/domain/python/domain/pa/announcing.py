"""The events and notices of the assistant's tasks: a report is there, a run failed or was missed, a task stopped."""

from __future__ import annotations

from collections.abc import Sequence

from common.wording import counted, moment_of
from domain.events.notices import Notice, NoticeKind
from domain.events.records import About, Event, EventType, happened
from domain.pa.records import MAX_FAILURES, Report, Task, TaskRun, TaskStatus

_NAME_LENGTH = 80


def of_run(report: Report, before: Task | None, after: Task | None) -> list[Event]:
    """The events of a run that ended with `report`. `before`, `after`: its task before and after; None if deleted."""
    path, project_id = f"/app/reports/{report.id}", before.project_id if before else None
    about: About = {"project_id": project_id, "subject_id": report.id, "path": path}
    account_id, at = report.account_id, report.created_at
    kind = EventType.REPORT_READY if report.succeeded else EventType.TASK_RUN_FAILED
    said = (report.title, "your report is ready" if report.succeeded else "we could not make the report")
    events = [happened(kind, account_id, at, said, **about)]
    if before is not None and after is not None and after.status is TaskStatus.FAILED is not before.status:
        said = (report.title, f"the task stopped after {MAX_FAILURES} failures in a row")
        about |= {"subject_id": after.id, "path": _page(after.id), "action": "resume_task"}
        events.append(happened(EventType.TASK_FAILED, account_id, at, said, **about))
    return events


def notice_of(task: Task | None) -> Notice | None:
    """The notice that a task has stopped because its runs failed; None for any other task."""
    if task is None or task.status is not TaskStatus.FAILED:
        return None
    words = " ".join(task.task.split())
    return Notice(
        account_id=task.account_id,
        kind=NoticeKind.TASK_FAILED,
        subject_id=task.id,
        name=f"Task “{words if len(words) <= _NAME_LENGTH else words[: _NAME_LENGTH - 1].rstrip() + '…'}”",
        trouble="it has been stopped",
        remedy=f"{MAX_FAILURES} runs failed in a row: resume or delete it",
        over="it runs again, or is deleted",
        since=task.updated_at,
        action="resume_task",
        path=_page(task.id),
    )


def missed(runs: Sequence[TaskRun]) -> list[Event]:
    """One event: these runs of one task, oldest first, were missed; it names the latest. No event without runs."""
    if not runs:
        return []
    last = runs[-1]
    words = f"{counted(len(runs), 'run')} missed, the last one on {moment_of(last.due_at)}"
    return [
        happened(
            EventType.TASK_RUN_MISSED,
            last.account_id,
            last.finished_at or last.due_at,
            ("A task of your assistant", words),
            subject_id=last.task_id,
            path=_page(last.task_id),
        )
    ]


def _page(task_id: str) -> str:
    return f"/app/reports/tasks/{task_id}"
