"""Setting rows aside and bringing them back, one transaction a row. Any order and any repetition does no harm.

Every transaction checks that the record's state is as it was read, so that a delayed worker changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

from common.clock import from_iso, to_iso
from common.dynamo import Item, Write
from common.errors import ChangedMeanwhile, Unavailable
from common.services import frozen
from common.telemetry import logger
from common.transactions import TransactionFailed, transact
from domain.events.log import deferring, dropping
from domain.events.notices import changing
from domain.events.records import EventType
from domain.leaving.records import ClosingAccount, DeletedProject, Leaving
from domain.leaving.store import AsideRow, LeavingStore
from domain.pa.eventbridge import RunScheduler, occasion_of
from domain.pa.records import Trigger
from domain.vault import announcing
from domain.vault.records import Ask, AskState, Credential
from domain.webhooks.health import missing_since
from domain.webhooks.records import Endpoint
from domain.work import outbox
from domain.work_items.announcing import notice_of
from domain.work_items.records import WorkItem


@frozen
class Mover:
    """Moves the rows that belong to a deleted project or a closing account."""

    store: LeavingStore
    scheduler: RunScheduler
    now: Callable[[], datetime]

    def set_aside(self, record: Leaving) -> int:
        """Set aside rows of the project or account that are found without its own row; returns how many it moved."""
        moved = 0
        for one in self._rows(record):
            if self._moved([*self.store.setting_aside(record, one), *_unsaying(one)], record):
                moved += 1
                self._disarm(one)
        return moved

    def bring_back(self, record: Leaving) -> int:
        """Put all rows back, the projects' own last, so that they are seen only when complete; returns how many.

        Raises `ChangedMeanwhile` when something is left.
        """
        rows = sorted(self.store.list_aside(record), key=lambda one: one.table == "projects")
        for one in rows:
            row = self._rearmed(one)
            if isinstance(record, ClosingAccount) and one.table == "webhooks":
                row = _offering(row, record.closed_at)
            self._moved([*self.store.bringing_back(record, one, row), *_saying_again(one)], record)
        if self.store.list_aside(record):
            raise ChangedMeanwhile  # the record stays as it is, and the next worker goes on
        return len(rows)

    def _rows(self, record: Leaving) -> Iterable[AsideRow]:
        match record:
            case DeletedProject():
                return self.store.list_rows_of_project(record.account_id, record.id)
            case ClosingAccount():
                return self.store.list_rows_of_account(record.account_id)

    def _moved(self, writes: list[Write], record: Leaving) -> bool:
        try:
            transact([*writes, self.store.standing(record)])
        except (TransactionFailed, ChangedMeanwhile):
            return False  # it changed, or another worker moved it; the next pass sees it as it is then
        return True

    def _disarm(self, one: AsideRow) -> None:
        if one.table == "pa" and one.row.get("next_run_at"):
            try:
                self.scheduler.disarm(one.row["id"], from_iso(one.row["next_run_at"]))
            except Unavailable:
                logger.warning("disarm_skipped", task_id=one.row["id"])  # it fires, and finds no task

    def _rearmed(self, one: AsideRow) -> Item:
        """The row to put back. A task's next run is armed again or, if its time is over, marked for the sweep."""
        due_at = one.row.get("next_run_at") if one.table == "pa" else None
        if due_at is None:
            return one.row
        now, due = self.now(), from_iso(due_at)
        if due > now:
            try:
                self.scheduler.arm(occasion_of(one.row["account_id"], one.row["id"], due, Trigger.SCHEDULE))
            except Unavailable:
                logger.warning("start_left_to_sweep", task_id=one.row["id"])
            return one.row
        return one.row | outbox.mark(one.row["id"], now) | {"outbox_at": to_iso(now)}


def _offering(row: Item, closed_at: datetime) -> Item:
    """The row of a webhook to put back: what waited for it when the account closed can be recovered."""
    endpoint = Endpoint.model_validate({name: value for name, value in row.items() if name in Endpoint.model_fields})
    return row | {"recover_since": to_iso(missing_since(endpoint, closed_at))}


def _credential(one: AsideRow) -> Credential | None:
    if one.table != "vault" or not str(one.row["sk"]).startswith("CREDENTIAL#") or "expires_at" not in one.row:
        return None
    own = {name: value for name, value in one.row.items() if name in Credential.model_fields}
    return Credential.model_validate(own)


def _work_item(one: AsideRow) -> WorkItem | None:
    if one.table != "work":
        return None
    own = {name: value for name, value in one.row.items() if name in WorkItem.model_fields}
    return WorkItem.model_validate(own)


def _ask(one: AsideRow) -> Ask | None:
    """The request in this row to use a credential, if it waits for the owner's decision; else None."""
    if one.table != "vault" or not str(one.row["sk"]).startswith("ASK#") or one.row["state"] != AskState.ASKED:
        return None
    return Ask.model_validate({name: value for name, value in one.row.items() if name in Ask.model_fields})


def _unsaying(one: AsideRow) -> list[Write]:
    """The writes that withdraw the notices about a row that is set aside: an expiring credential, an open item."""
    if (item := _work_item(one)) is not None:
        return changing(notice_of(item), None)
    if ask := _ask(one):
        return changing(announcing.notice_of(ask), None)
    credential = _credential(one)
    if credential is None:
        return []
    return [dropping(credential.account_id, EventType.VAULT_CREDENTIAL_EXPIRING, credential.id)]


def _saying_again(one: AsideRow) -> list[Write]:
    if (item := _work_item(one)) is not None:
        return changing(None, notice_of(item))
    if ask := _ask(one):
        return changing(None, announcing.notice_of(ask))
    credential = _credential(one)
    if credential is None or credential.expires_at is None:
        return []
    return [deferring(announcing.expiring(credential, credential.expires_at))]
