"""The pa table: pk=ACCOUNT#id sk=TASK#id · DELETED#task · REPORT#id; pk=TASK#id sk=RUN#id.

`chat` and `answers/card_store` put further rows there. The index outbox has what the sweep must look at: tasks from
the moment when their next run is due, and runs from the moment when their worker's lease ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cache

from common.clock import to_iso
from common.dynamo import Item, Table, Write
from common.errors import NotFound
from common.paging import decode_cursor, encode_cursor
from common.services import service
from common.settings import settings
from common.transactions import TransactionFailed, transact
from domain.events.log import commit, commit_as_read, recording
from domain.events.notices import changing
from domain.pa import announcing
from domain.pa.records import MAX_FAILURES, Report, RunState, Task, TaskRun
from domain.work import outbox

MAX_WRITES = 100  # DynamoDB: of one transaction
SCHEDULED = "scheduled"
REPORTS_BY_TASK = "reports_by_task"


@service
class AssistantStore:
    """The access patterns of tasks, runs and reports."""

    table: Table

    def put_new_task(self, task: Task) -> None:
        """PutItem pk=ACCOUNT#id, sk=TASK#id, with an outbox mark for the moment when the task's next run is due."""
        transact([self.table.putting_new(_task_item(task))])

    def get_task(self, account_id: str, task_id: str) -> Task:
        """GetItem pk=ACCOUNT#id, sk=TASK#id. Raises `NotFound`, for another account's task too."""
        item = self.table.get(_task_key(account_id, task_id))
        if item is None:
            raise NotFound("No such task.")
        return Task.model_validate(_fields(item))

    def list_tasks(self, account_id: str, *, limit: int, cursor: str | None) -> tuple[list[Task], str | None]:
        """Query pk=ACCOUNT#id, sk begins TASK#, newest first; next cursor. Raises `InvalidRequest`: bad cursor."""
        rows, following = self._page(f"ACCOUNT#{account_id}", "TASK#", limit=limit, cursor=cursor)
        return [Task.model_validate(_fields(row)) for row in rows], following

    def list_scheduled(self, account_id: str) -> list[Task]:
        """Query index scheduled: tasks that run later or regularly and are not done; about a hundred at most."""
        rows = self.table.query_all("scheduled_for = :id", {"id": account_id}, index=SCHEDULED)
        return [Task.model_validate(_fields(row)) for row in rows]

    def save_task(self, before: Task, after: Task) -> None:
        """PutItem pk=ACCOUNT#id, sk=TASK#id, on condition of the version. Raises `ChangedMeanwhile`."""
        commit_as_read([self.replacing(before, after), *_noticing(before, after)])

    def delete_task(self, task: Task) -> None:
        """Transaction: delete a task on condition of its version, put a row that leads to its runs, which stay.

        Its reports stay, too. Raises `ChangedMeanwhile`.
        """
        key = _task_key(task.account_id, task.id)
        gone = self.table.deleting(key, {"version": task.version}, condition="version = :version")
        staying = {"pk": f"ACCOUNT#{task.account_id}", "sk": f"DELETED#{task.id}", "project_id": task.project_id}
        leading = self.table.putting(staying)
        commit_as_read([gone, leading, *_noticing(task, None)])

    def replacing(self, before: Task, after: Task) -> Write:
        """The write of a changed task, on condition of its version."""
        return self.table.putting(_task_item(after), condition="version = :version", values={"version": before.version})

    def claim_run(self, run: TaskRun, now: datetime) -> bool:
        """PutItem pk=TASK#id, sk=RUN#id. False, with nothing put, if the run has ended or another worker has it."""
        is_free = "attribute_not_exists(pk) OR (#state = :running AND lease_until <= :now)"
        values = {"running": RunState.RUNNING.value, "now": to_iso(now)}
        try:
            transact([self.table.putting(_run_item(run), condition=is_free, values=values)])
        except TransactionFailed:
            return False
        return True

    def find_run(self, account_id: str, task_id: str, run_id: str) -> TaskRun | None:
        """GetItem pk=TASK#id, sk=RUN#id; None for another account's run too."""
        item = self.table.get({"pk": f"TASK#{task_id}", "sk": f"RUN#{run_id}"})
        return TaskRun.model_validate(_fields(item)) if item and item["account_id"] == account_id else None

    def list_runs(self, task: Task, *, limit: int, cursor: str | None) -> tuple[list[TaskRun], str | None]:
        """Query pk=TASK#id, sk begins RUN#, latest first; and the next cursor. Raises `InvalidRequest`: bad cursor."""
        rows, following = self._page(f"TASK#{task.id}", "RUN#", limit=limit, cursor=cursor)
        return [TaskRun.model_validate(_fields(row)) for row in rows], following

    def finish_run(
        self, run: TaskRun, report: Report | None, before: Task | None, after: Task | None, *, counted: Write
    ) -> None:
        """Transaction: put the ended run, its report if it has one, the task unless it was deleted; add the count.

        Raises `ChangedMeanwhile` when the run has ended already, or the task changed after it was read.
        """
        running = {"running": RunState.RUNNING.value}
        writes = [self.table.putting(_run_item(run), condition="#state = :running", values=running), counted]
        if report is not None:
            told = recording(announcing.of_run(report, before, after))
            writes += [self.table.putting(_report_item(report)), *told]
        if before is not None and after is not None:
            writes += [self.replacing(before, after), *_noticing(before, after)]
        commit_as_read(writes)

    def end_run(self, run: TaskRun) -> None:
        """PutItem pk=TASK#id, sk=RUN#id of a run that ends without a report."""
        self.table.put_overwriting(_run_item(run))

    def put_missed_runs(self, runs: Sequence[TaskRun]) -> None:
        """Transactions: put records of occurrences that nobody ran. A repetition puts these records again."""
        writes = [*map(self.table.putting, map(_run_item, runs)), *recording(announcing.missed(runs))]
        for first in range(0, len(writes), MAX_WRITES):
            commit(writes[first : first + MAX_WRITES])

    def list_reports(
        self, account_id: str, *, limit: int, before: str | None, task_id: str | None
    ) -> tuple[list[Report], str | None]:
        """Query pk=ACCOUNT#id, sk begins REPORT#, or index reports_by_task: latest first; and the next `before`."""
        if task_id is not None:
            values = {"task": f"{account_id}#{task_id}"} | ({"before": before} if before else {})
            condition = "report_of = :task" + (" AND id < :before" if before else "")
            page = self.table.query_page(condition, values, index=REPORTS_BY_TASK, backwards=True, limit=limit)
        else:
            bounds = {"low": "REPORT#", "high": f"REPORT#{before}" if before else "REPORT$"}
            start = {"pk": f"ACCOUNT#{account_id}", "sk": bounds["high"]} if before else None
            page = self.table.query_page(
                "pk = :pk AND sk BETWEEN :low AND :high",
                {"pk": f"ACCOUNT#{account_id}", **bounds},
                backwards=True,
                limit=limit,
                start=start,
            )
        reports = [Report.model_validate(_fields(row)) for row in page.items]
        return reports, reports[-1].id if page.has_more else None

    def get_report(self, account_id: str, report_id: str) -> Report:
        """GetItem pk=ACCOUNT#id, sk=REPORT#id. Raises `NotFound`."""
        item = self.table.get({"pk": f"ACCOUNT#{account_id}", "sk": f"REPORT#{report_id}"})
        if item is None:
            raise NotFound("No such report.")
        return Report.model_validate(_fields(item))

    def find_last_good_report(self, account_id: str, task_id: str) -> Report | None:
        """Query index reports_by_task: the latest of a run that succeeded, among the last five; or None."""
        reports, _ = self.list_reports(account_id, limit=MAX_FAILURES, before=None, task_id=task_id)
        return next((report for report in reports if report.succeeded), None)

    def list_overdue(self, window: outbox.Window, *, limit: int) -> tuple[list[Task], list[TaskRun]]:
        """Query index outbox, `limit` rows a shard: tasks whose armed run is overdue, and runs whose worker died."""
        rows = outbox.list_waiting(self.table, window, limit=limit)
        runs = [TaskRun.model_validate(_fields(row)) for row in rows if str(row["sk"]).startswith("RUN#")]
        tasks = [Task.model_validate(_fields(row)) for row in rows if str(row["sk"]).startswith("TASK#")]
        return tasks, runs

    def _page(self, pk: str, prefix: str, *, limit: int, cursor: str | None) -> tuple[list[Item], str | None]:
        start = decode_cursor(cursor, partition={"pk": pk}, begins={"sk": prefix})
        page = self.table.query_page(
            "pk = :pk AND begins_with(sk, :prefix)",
            {"pk": pk, "prefix": prefix},
            backwards=True,
            limit=limit,
            start=start,
        )
        return page.items, encode_cursor(page.last_key)


@cache
def assistant_store() -> AssistantStore:
    """The store, built once for each process."""
    return AssistantStore(Table(settings.pa_table))


def _task_key(account_id: str, task_id: str) -> Item:
    return {"pk": f"ACCOUNT#{account_id}", "sk": f"TASK#{task_id}"}


def _task_item(task: Task) -> Item:
    item = {**_task_key(task.account_id, task.id), **task.model_dump(mode="json")}
    if task.next_run_at is not None:
        item |= outbox.mark(task.id, task.next_run_at)
    if task.live and task.schedule is not None:
        item["scheduled_for"] = task.account_id
    return item


def _noticing(before: Task, after: Task | None) -> list[Write]:
    """The writes of the notice of a task whose status changed; none where the status stays, so its notice stays too."""
    if after is not None and after.status is before.status:
        return []
    return changing(announcing.notice_of(before), announcing.notice_of(after))


def _run_item(run: TaskRun) -> Item:
    item = {"pk": f"TASK#{run.task_id}", "sk": f"RUN#{run.id}", **run.model_dump(mode="json")}
    if run.state is RunState.RUNNING and run.lease_until is not None:
        item |= outbox.mark(run.task_id, run.lease_until)
    return item


def _report_item(report: Report) -> Item:
    item = {"pk": f"ACCOUNT#{report.account_id}", "sk": f"REPORT#{report.id}", **report.model_dump(mode="json")}
    return item | {"report_of": f"{report.account_id}#{report.task_id}"}


def _fields(item: Item) -> Item:
    own = {"pk", "sk", "scheduled_for", "report_of", *outbox.ATTRIBUTES}
    return {name: value for name, value in item.items() if name not in own}
