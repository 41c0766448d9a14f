"""The worker: does what is due for an account's deleted projects, for the account itself, and for its exports.

Each step begins from the record's state and changes it when the step is done. A worker that dies leaves the record in
the outbox, and the next one repeats the step, which skips the rows that were moved or deleted already.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from common.clock import utc_now
from common.errors import ChangedMeanwhile
from common.ids import derived_id
from common.services import frozen
from common.telemetry import logger
from common.transactions import TransactionFailed
from domain.connections.closing import ClosingConnections, closing_connections
from domain.events.changes import erased
from domain.events.log import commit, recording
from domain.identity.closing import ClosingService, closing_service
from domain.keys.closing import ClosingKeys, closing_keys
from domain.leaving.erasing import Eraser, OutOfTime, is_over
from domain.leaving.exporting import Exporter
from domain.leaving.moving import Mover
from domain.leaving.objects import export_files
from domain.leaving.records import AnyRecord, ClosingAccount, DeletedProject, Export, Leaving, State
from domain.leaving.store import LeavingStore, leaving_store
from domain.mail.outgoing import Outgoing, outgoing
from domain.mail.records import Kind, Mail
from domain.mail.records import State as MailState
from domain.pa.eventbridge import run_scheduler
from domain.projects import announcing
from domain.search.objects import index_files
from domain.work.queue import WorkItem, WorkQueue, work_queue

SETTLED = timedelta(minutes=2)
"""After so long nothing is under way any more that began before the deletion; then it is looked at once more."""
MAIL_PATIENCE = timedelta(days=1)
_SOON = timedelta(minutes=1)


@frozen
class LeavingWorker:
    """Sets aside, restores and erases projects and accounts, and makes exports."""

    store: LeavingStore
    mover: Mover
    eraser: Eraser
    exporter: Exporter
    identity: ClosingService
    keys: ClosingKeys
    connections: ClosingConnections
    mails: Outgoing
    ceo: WorkQueue
    now: Callable[[], datetime]

    def work(self, account_id: str) -> int:
        """Take up all that is due for an account; returns how many records, those that changed meanwhile with them.

        Raises:
            OutOfTime: at once, when the time is nearly over; the next worker goes on.
            ExceptionGroup: at the end, with the errors of the records that failed; all others were taken up.
        """
        due = [record for record in self.store.list_records(account_id) if self._is_due(record)]
        broken = []
        for record in due:
            try:
                self._take_up(record)
            except (ChangedMeanwhile, TransactionFailed):
                logger.info("leaving_changed_meanwhile", account_id=account_id, record=record.sk)
            except OutOfTime:
                raise
            except Exception as error:  # noqa: BLE001 - an export that breaks must keep nothing else from going
                logger.exception("leaving_broke_off", account_id=account_id, record=record.sk)
                broken.append(error)
        if broken:
            raise ExceptionGroup("leaving", broken)
        return len(due)

    def _is_due(self, record: AnyRecord) -> bool:
        return not isinstance(record, Export) or self.exporter.is_due(record)

    def _take_up(self, record: AnyRecord) -> None:
        match record:
            case Export():
                self.exporter.make(record)
            case DeletedProject():
                self._project(record)
            case ClosingAccount():
                self._account(record)

    def _project(self, record: DeletedProject) -> None:
        match record.state:
            case State.LEAVING if not is_over(record, self.now()):
                self.mover.set_aside(record)
                self._look_again(record, record.deleted_at)
            case State.RESTORING:
                self._bring_project_back(record)
            case _:
                going = self._going(record)
                self.eraser.erase_project(going)
                commit([self.store.ending(going), erased(going.account_id, going.id, self.now())])
                logger.info("project_erased", project_id=record.id)

    def _bring_project_back(self, record: DeletedProject) -> None:
        self.mover.bring_back(record)
        commit([self.store.ending(record), *recording([announcing.restored(record.project, self.now())])])
        self._call_ceo(record.account_id, record.id)
        logger.info("project_restored", project_id=record.id)

    def _account(self, record: ClosingAccount) -> None:
        match record.state:
            case State.LEAVING if not is_over(record, self.now()):
                self.keys.suspend_stragglers(record.account_id, self.now())
                self.connections.revoke_stragglers(record.account_id, self.now())
                self.mover.set_aside(record)
                self._look_again(record, record.closed_at)
            case State.RESTORING:
                projects = [one.row["id"] for one in self.store.list_aside(record) if one.table == "projects"]
                self.keys.resume(record.account_id)
                self.mover.bring_back(record)
                commit([self.store.ending(record)])
                for project_id in projects:
                    self._call_ceo(record.account_id, project_id)
                logger.info("account_restored", account_id=record.account_id)
            case State.TOLD:
                self._end(record)
            case _:
                going = self._going(record)
                self.eraser.erase_account(going)
                self._tell(going)

    def _going[L: (DeletedProject, ClosingAccount)](self, record: L) -> L:
        """The record in state `going`, from which nobody can restore it."""
        if record.state is State.GOING:
            return record
        going = record.model_copy(update={"state": State.GOING})
        commit([self.store.changing(record, going, self.now())])
        return going

    def _look_again(self, record: Leaving, since: datetime) -> None:
        settled = self.now() >= since + SETTLED
        commit([self.store.changing(record, record, record.gone_at if settled else since + SETTLED)])

    def _tell(self, record: ClosingAccount) -> None:
        """Say by mail that everything is gone; the identity row stays until the mail is sent, for its address."""
        told = record.model_copy(update={"state": State.TOLD})
        if self.mails.silent is not None:
            commit([self.store.changing(record, told, self.now())])
            self._end(told)
            return
        now = self.now()
        mail = Mail(
            id=derived_id("mail", record.gone_at, record.account_id, Kind.GONE.value),
            account_id=record.account_id,
            kind=Kind.GONE,
            created_at=now,
            due_at=now,
            until=record.gone_at,
        )
        told = told.model_copy(update={"mail_id": mail.id})
        commit([self.store.changing(record, told, now + _SOON), self.mails.adding(mail)])
        self.mails.nudge(mail)

    def _end(self, record: ClosingAccount) -> None:
        """Delete the last rows once the mail is sent or dropped, or after a day of waiting for that."""
        mail = self.mails.find(record.account_id, record.mail_id) if record.mail_id else None
        waiting = mail is not None and mail.state is MailState.WAITING
        if waiting and self.now() < record.gone_at + MAIL_PATIENCE:
            commit([self.store.changing(record, record, self.now() + _SOON)])
            return
        account = self.identity.find_account(record.account_id)
        self.eraser.erase_rest(record, account.email if account else None)
        commit([self.store.ending(record)])
        logger.info("account_erased", account_id=record.account_id)

    def _call_ceo(self, account_id: str, project_id: str) -> None:
        item = WorkItem(account_id, project_id, project_id)
        self.ceo.nudge(item, deduplication_id=f"{project_id}-restored-{int(self.now().timestamp())}")


def leaving_worker(seconds_left: Callable[[], float]) -> LeavingWorker:
    """A worker that asks `seconds_left` how many seconds it may still run."""
    store, files, scheduler = leaving_store(), export_files(), run_scheduler()
    return LeavingWorker(
        store=store,
        mover=Mover(store, scheduler, utc_now),
        eraser=Eraser(store, files, index_files(), scheduler, seconds_left),
        exporter=Exporter(store, files, outgoing(), utc_now),
        identity=closing_service(),
        keys=closing_keys(),
        connections=closing_connections(),
        mails=outgoing(),
        ceo=work_queue(),
        now=utc_now,
    )
