"""Deleting for good. Rows by which others are found are deleted after those, so a worker can take up where one died."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from common.clock import from_iso
from common.dynamo import Item
from common.services import frozen
from domain.leaving import layout
from domain.leaving.layout import Partition
from domain.leaving.objects import ExportFiles
from domain.leaving.records import ClosingAccount, DeletedProject
from domain.leaving.store import LeavingStore
from domain.mail.feedback import unsuppress
from domain.pa.eventbridge import RunScheduler
from domain.search.objects import IndexFiles


class OutOfTime(Exception):
    """The worker's time is nearly over; the next one goes on."""


@frozen
class Eraser:
    """Deletes rows, objects and schedules. `seconds_left` says how long this worker may still run."""

    store: LeavingStore
    files: ExportFiles
    indexes: IndexFiles
    scheduler: RunScheduler
    seconds_left: Callable[[], float]

    def erase_project(self, record: DeletedProject) -> None:
        """Delete everything of a project but its record in the leaving table. Raises `OutOfTime`."""
        self._erase(Partition("leaving", record.holder))

    def erase_account(self, record: ClosingAccount) -> None:
        """Delete everything of an account but its identity row, its mails and its record. Raises `OutOfTime`."""
        for partition in layout.of_account(record.account_id):
            if partition.table not in {"mail", "leaving"}:
                self._erase(partition)
        self._erase(Partition("leaving", record.holder))
        for kind in ("PROJECT#", "EXPORT#"):
            self._erase(Partition("leaving", f"ACCOUNT#{record.account_id}", kind))
        self.files.delete_all(record.account_id)
        self.indexes.delete(record.account_id)
        self.store.delete_keys(record.account_id, self.store.list_key_rows(record.account_id))
        self.store.delete_connections(record.account_id, self.store.list_connection_rows(record.account_id))
        self.store.delete_limits(record.account_id)
        self._erase_user(record)

    def erase_rest(self, record: ClosingAccount, address: str | None) -> None:
        """Delete the last rows: the mails and the identity row; free both addresses for mail. Raises `OutOfTime`."""
        self.erase_account(record)
        for partition in layout.of_account(record.account_id, "mail"):
            self._erase(partition)
        for known in {record.email, address or record.email}:
            unsuppress(known)
        self.store.delete_identity([f"ACCOUNT#{record.account_id}"])

    def _erase(self, partition: Partition) -> None:
        for rows in self.store.list_rows(partition):
            self._check_time()
            for row in rows:
                self._disarm(partition.table, row.get("aside", row))
                for lower in layout.below(partition.table, row):
                    self._erase(lower)
            if partition.table == "usage":  # its entries name the sessions that counted, ended ones too
                self.store.delete_identity([row["counted_pk"] for row in rows if row.get("counted_in") == "identity"])
            self.store.delete_rows(partition.table, rows)

    def _erase_user(self, record: ClosingAccount) -> None:
        """Delete the user and their sessions, also at an address that they took while the account was closing."""
        self.store.delete_identity([f"FACTORS#{record.user_id}"])
        addresses = {record.email, *(row.get("email", "") for row in self.store.list_account_rows(record.account_id))}
        for address in addresses - {""}:
            user = self.store.find_user_row(address)
            if user is None or user["account_id"] != record.account_id:
                continue  # deleted before, and the address may be somebody's again
            sessions = [f"SESSION#{session_hash}" for session_hash in user.get("sessions", {})]
            kept = [f"USER#{old}" for old in self.store.list_kept_addresses(user)]
            self.store.delete_failures(address)
            self.store.delete_identity([*sessions, *kept, f"USER#{address}"])

    def _disarm(self, table: str, row: Item) -> None:
        if table in {"pa", "leaving"} and str(row["sk"]).startswith("TASK#") and row.get("next_run_at"):
            self.scheduler.disarm(row["id"], from_iso(row["next_run_at"]))

    def _check_time(self) -> None:
        if self.seconds_left() < _RESERVE.total_seconds():
            raise OutOfTime


_RESERVE = timedelta(seconds=15)


def is_over(record: DeletedProject | ClosingAccount, now: datetime) -> bool:
    """Whether the time to restore a deleted project or a closing account is over."""
    return now >= record.gone_at
