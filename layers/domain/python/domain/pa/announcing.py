"""The events of the assistant's tasks: a report is there, a run failed or was missed, a task has stopped."""

from __future__ import annotations

from collections.abc import Sequence

from domain.events.records import Event, EventType, happened
from domain.pa.formats import counted
from domain.pa.records import Report, Task, TaskRun, TaskStatus


def of_run(report: Report, before: Task | None, after: Task | None) -> list[Event]:
    """What happened when a run ended with `report`; its task may have been deleted meanwhile."""
    project_id = before.project_id if before else None
    kind = EventType.REPORT_READY if report.succeeded else EventType.TASK_RUN_FAILED
    words = "the report is ready" if report.succeeded else "the report could not be made"
    path = f"/app/assistant/reports/{report.id}"
    events = [
        happened(
            kind,
            report.account_id,
            report.created_at,
            (report.title, words),
            project_id=project_id,
            subject_id=report.id,
            path=path,
        )
    ]
    if before is not None and after is not None and after.status is TaskStatus.FAILED is not before.status:
        words = "the task has stopped, because its runs failed one after the other"
        stopped = happened(
            EventType.TASK_FAILED,
            after.account_id,
            report.created_at,
            (report.title, words),
            project_id=project_id,
            subject_id=after.id,
            path="/app/assistant/tasks",
            action="resume_task",
        )
        events.append(stopped)
    return events


def missed(runs: Sequence[TaskRun]) -> list[Event]:
    """Occurrences of one task that nobody ran, as one event about the latest of them."""
    if not runs:
        return []
    last = runs[-1]
    words = f"{counted(len(runs), 'run')} missed, the last one due at {last.due_at:%Y-%m-%d %H:%M} UTC"
    return [
        happened(
            EventType.TASK_RUN_MISSED,
            last.account_id,
            last.finished_at or last.due_at,
            ("A task of your assistant", words),
            subject_id=last.task_id,
            path="/app/assistant/tasks",
        )
    ]
