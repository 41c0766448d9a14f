"""The leaving table, and the rows of other tables on their way out.

pk=ACCOUNT#id with sk = PROJECT#id · CLOSING · EXPORT#id; pk=ASIDE#account#holder, sk = table#key of a row that was set
aside. A row that is set aside is in no other table and in no index, so nobody comes upon it; `aside` holds all of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cache

from common.dynamo import Item, Table, Write
from common.errors import NotFound
from common.services import frozen, service
from common.settings import settings
from common.transactions import delete_all
from domain.leaving.layout import Partition
from domain.leaving.records import AnyRecord, ClosingAccount, DeletedProject, Export, Leaving
from domain.limits.marks import key_of
from domain.work import outbox

_PAGE = 500
_COUNTED = ("requests", "questions", "polls", "exports", "email_changes")
# Rows that are set aside with an account: the table, and how their sort keys begin.
WITH_ACCOUNT = (("projects", "PROJECT#"), ("pa", "TASK#"), ("webhooks", "ENDPOINT#"), ("decisions", "APPROVER#"))


@frozen
class AsideRow:
    """A row that is set aside: the table it came from, and the row as it was."""

    table: str
    row: Item


@service
class LeavingStore:
    """The access patterns of records, of rows that are set aside, and of rows to be deleted."""

    table: Table

    def starting(self, record: AnyRecord, due_at: datetime) -> Write:
        """The write of a new record, with an outbox mark for `due_at`; it fails when the record is there already."""
        return self.table.putting_new(_row_of(record, due_at))

    def changing(self, before: AnyRecord, after: AnyRecord, due_at: datetime | None) -> Write:
        """The write of a record's next state, due again at `due_at` unless None; fails unless the state is as read."""
        write = self.table.putting(_row_of(after, due_at))
        write["Put"] |= _if_state(before)
        return write

    def ending(self, record: AnyRecord) -> Write:
        """The write that deletes a record; it fails unless the state is as it was read."""
        return self.table.deleting(_key(record), {"state": record.state.value}, condition="#state = :state")

    def standing(self, record: AnyRecord) -> Write:
        """The check that a record's state is as it was read, for a transaction."""
        return self.table.checking(_key(record), "#state = :state", {"state": record.state.value})

    def find_project(self, account_id: str, project_id: str) -> DeletedProject | None:
        """GetItem pk=ACCOUNT#id, sk=PROJECT#id."""
        row = self.table.get({"pk": f"ACCOUNT#{account_id}", "sk": f"PROJECT#{project_id}"})
        return DeletedProject.model_validate(_fields(row)) if row else None

    def find_closing(self, account_id: str) -> ClosingAccount | None:
        """GetItem pk=ACCOUNT#id, sk=CLOSING."""
        row = self.table.get({"pk": f"ACCOUNT#{account_id}", "sk": "CLOSING"})
        return ClosingAccount.model_validate(_fields(row)) if row else None

    def get_export(self, account_id: str, export_id: str) -> Export:
        """GetItem pk=ACCOUNT#id, sk=EXPORT#id. Raises `NotFound`, for another account's export too."""
        row = self.table.get({"pk": f"ACCOUNT#{account_id}", "sk": f"EXPORT#{export_id}"})
        if row is None:
            raise NotFound("No such export.")
        return Export.model_validate(_fields(row))

    def list_records(self, account_id: str) -> list[AnyRecord]:
        """Query pk=ACCOUNT#id: deleted projects, the closing account and exports of an account, in key order."""
        return [_record(row) for row in self.table.query_all("pk = :pk", {"pk": f"ACCOUNT#{account_id}"})]

    def list_due(self, window: outbox.Window, *, limit: int) -> set[str]:
        """Query index outbox: the ids of accounts with something due in the window; `limit` is for each shard."""
        return {str(row["account_id"]) for row in outbox.list_waiting(self.table, window, limit=limit)}

    def list_rows_of_project(self, account_id: str, project_id: str) -> Iterator[AsideRow]:
        """Query vault and work by_project, pa and what was deleted (filtered), reports_by_task, and the thread."""
        pk = f"ACCOUNT#{account_id}"
        prefix = f"{project_id}#"
        condition = "pk = :pk AND begins_with(project_sk, :project)"
        values = {"pk": pk, "project": prefix}
        for table in ("vault", "work"):
            for row in _table(table).query_all(condition, values, index="by_project", consistent=True):
                yield AsideRow(table, row)
        for table, kind in (("vault", "DELETED#"), ("pa", "TASK#"), ("pa", "DELETED#")):
            values = {"pk": pk, "kind": kind, "project": project_id}
            for row in _table(table).query_all(
                "pk = :pk AND begins_with(sk, :kind)", values, filter="project_id = :project"
            ):
                yield AsideRow(table, row)
                for report in self._reports(account_id, str(row["sk"]).removeprefix(kind)) if table == "pa" else ():
                    yield AsideRow("pa", report)
        values = {"pk": f"PROJECT#{project_id}", "sk": "THREAD"}
        for row in _table("conversations").query_all("pk = :pk AND sk = :sk", values):
            yield AsideRow("conversations", row)

    def list_rows_of_account(self, account_id: str) -> Iterator[AsideRow]:
        """Query pk=ACCOUNT#id of four tables: projects, tasks, webhook endpoints, approvers."""
        for table, begins in WITH_ACCOUNT:
            for row in _table(table).query_all(
                "pk = :pk AND begins_with(sk, :kind)", {"pk": f"ACCOUNT#{account_id}", "kind": begins}
            ):
                yield AsideRow(table, row)

    def find_project_row(self, account_id: str, project_id: str) -> AsideRow | None:
        """GetItem pk=ACCOUNT#id, sk=PROJECT#id of a project in its own table."""
        row = _table("projects").get({"pk": f"ACCOUNT#{account_id}", "sk": f"PROJECT#{project_id}"})
        return AsideRow("projects", row) if row else None

    def setting_aside(self, record: Leaving, one: AsideRow) -> list[Write]:
        """The writes that move a row to the record's `holder`; they fail when it was changed or deleted."""
        version = one.row.get("version")
        condition, values = ("version = :version", {"version": version}) if version else ("attribute_exists(pk)", {})
        gone = _table(one.table).deleting({"pk": one.row["pk"], "sk": one.row["sk"]}, values, condition=condition)
        kept = {**_aside_key(record, one), "account_id": record.account_id, "table": one.table, "aside": one.row}
        return [gone, self.table.putting(kept)]

    def list_aside(self, record: Leaving) -> list[AsideRow]:
        """Query pk=ASIDE#account#holder: the rows that were set aside, at most a few hundred."""
        rows = self.table.query_all("pk = :pk", {"pk": record.holder})
        return [AsideRow(row["table"], row["aside"]) for row in rows]

    def bringing_back(self, record: Leaving, one: AsideRow, row: Item) -> list[Write]:
        """The writes that put a row back where it was, as `row`; they fail when it was put back already."""
        gone = self.table.deleting(_aside_key(record, one), {}, condition="attribute_exists(pk)")
        return [gone, _table(one.table).putting(row)]

    def list_rows(self, partition: Partition) -> Iterator[list[Item]]:
        """Query a partition, page by page. Of a row that nobody may read (`only`), yields the key alone."""
        if partition.only is not None:
            yield [{"pk": partition.pk, "sk": partition.only}]
            return
        condition, values = "pk = :pk", {"pk": partition.pk}
        if partition.begins:
            condition, values = f"{condition} AND begins_with(sk, :begins)", values | {"begins": partition.begins}
        start = None
        while True:
            page = _table(partition.table).query_page(condition, values, start=start, limit=_PAGE)
            yield page.items
            if page.last_key is None:
                return
            start = page.last_key

    def delete_rows(self, table: str, rows: Sequence[Item]) -> None:
        """Transactions: delete these rows of a table that has a sort key."""
        delete_all(_table(table), [{"pk": row["pk"], "sk": row["sk"]} for row in rows])

    def _reports(self, account_id: str, task_id: str) -> list[Item]:
        return _table("pa").query_all("report_of = :task", {"task": f"{account_id}#{task_id}"}, index="reports_by_task")

    def list_key_rows(self, account_id: str) -> list[Item]:
        """Query keys of_account: the keys of an account, revoked ones too."""
        return _table("keys").query_all("account_id = :id", {"id": account_id}, index="of_account")

    def delete_keys(self, account_id: str, rows: Sequence[Item]) -> None:
        """Transactions: delete keys, the pointers to them by id, and the account's rules for keys."""
        names = [account_id, *(name for row in rows for name in (row["pk"], row["id"]))]
        delete_all(_table("keys"), [{"pk": name} for name in names])

    def list_connection_rows(self, account_id: str) -> list[Item]:
        """GetItem pk=CONNECTIONS#id of keys, then BatchGetItem of these: an account's connections, ended ones too."""
        keys = [f"CONNECTION#{one.removeprefix('con_')}" for one in self._connection_ids(account_id)]
        return list(_table("keys").get_many(keys).values())

    def delete_connections(self, account_id: str, rows: Sequence[Item]) -> None:
        """Transactions: delete these connections, and then the account's list of connections."""
        delete_all(_table("keys"), [{"pk": row["pk"]} for row in rows])
        delete_all(_table("keys"), [{"pk": f"CONNECTIONS#{account_id}"}])

    def _connection_ids(self, account_id: str) -> list[str]:
        row = _table("keys").get({"pk": f"CONNECTIONS#{account_id}"})
        return list(row["ids"]) if row else []

    def delete_limits(self, account_id: str) -> None:
        """Transactions: delete the account's counters in the limits table."""
        delete_all(_table("limits"), [{"pk": f"account#{account_id}#{counted}"} for counted in _COUNTED])

    def delete_failures(self, address: str) -> None:
        """DeleteItem of a user's counter of failed sign-ins. Those by place expire by themselves."""
        _table("limits").delete(key_of(f"sign_ins_in_a_row#{address}"))

    def list_account_rows(self, account_id: str) -> list[Item]:
        """GetItem pk=ACCOUNT#id of identity, as a list of one row or none."""
        row = _table("identity").get({"pk": f"ACCOUNT#{account_id}"})
        return [row] if row else []

    def list_user_rows(self, account_id: str) -> list[Item]:
        """GetItem pk=USER#email of identity, by the account's address, as a list of one row or none."""
        found = [self.find_user_row(row["email"]) for row in self.list_account_rows(account_id) if row.get("email")]
        return [row for row in found if row and row["account_id"] == account_id]

    def find_user_row(self, email: str) -> Item | None:
        """GetItem pk=USER#email of identity, without the password's hash."""
        return _table("identity").get(
            {"pk": f"USER#{email}"}, projection="pk id account_id email name created_at sessions"
        )

    def list_kept_addresses(self, user: Item) -> list[str]:
        """GetItem pk=USER#email of each former address of the user; the addresses still reserved for the account."""
        row = _table("identity").get({"pk": user["pk"]}, projection="undoable") or {}
        before = {change["email"]: self.find_user_row(change["email"]) for change in row.get("undoable", ())}
        return [email for email, kept in before.items() if kept and kept["account_id"] == user["account_id"]]

    def delete_identity(self, keys: Sequence[str]) -> None:
        """Transactions: delete rows of the identity table by their partition keys."""
        delete_all(_table("identity"), [{"pk": key} for key in keys])


@cache
def leaving_store() -> LeavingStore:
    """The store, built once for each process."""
    return LeavingStore(Table(settings.leaving_table))


@cache
def _table(name: str) -> Table:
    return Table(getattr(settings, f"{name}_table"))


def _key(record: AnyRecord) -> Item:
    return {"pk": f"ACCOUNT#{record.account_id}", "sk": record.sk}


def _aside_key(record: Leaving, one: AsideRow) -> Item:
    return {"pk": record.holder, "sk": f"{one.table}#{one.row['pk']}#{one.row['sk']}"}


def _row_of(record: AnyRecord, due_at: datetime | None) -> Item:
    marked = outbox.mark(record.account_id, due_at) if due_at else {}
    return {**_key(record), **record.model_dump(mode="json", exclude_none=True), **marked}


def _if_state(record: AnyRecord) -> Item:
    return {
        "ConditionExpression": "#state = :state",
        "ExpressionAttributeNames": {"#state": "state"},
        "ExpressionAttributeValues": {":state": {"S": record.state.value}},
    }


def _record(row: Item) -> AnyRecord:
    kind = str(row["sk"]).partition("#")[0]
    models: dict[str, type[AnyRecord]] = {"PROJECT": DeletedProject, "CLOSING": ClosingAccount, "EXPORT": Export}
    return models[kind].model_validate(_fields(row))


def _fields(row: Item) -> Item:
    return {name: value for name, value in row.items() if name not in {"pk", "sk", *outbox.ATTRIBUTES}}
