"""Records of deleted projects, closing accounts and exports, until they are gone or restored."""

from datetime import timedelta
from enum import StrEnum

from pydantic import ConfigDict

from common.fields import Instant
from common.model import Model
from domain.projects.records import Project

PROJECT_KEPT = timedelta(days=30)
ACCOUNT_KEPT = timedelta(days=7)
EXPORT_KEPT = timedelta(hours=24)


class State(StrEnum):
    """How far the deletion of a project or an account is.

    `leaving`: nobody sees it, and it can be restored. `restoring`: it is being brought back. `going`: its rows are
    being deleted, and nothing can stop that. `told`: an account's rows are deleted, except its identity row
    and mails; these go once the mail that says so is sent or dropped, or after a day of waiting.
    """

    LEAVING = "leaving"
    RESTORING = "restoring"
    GOING = "going"
    TOLD = "told"


class ExportState(StrEnum):
    """How far an export is: `waiting` to be made, `ready` to be fetched, or `failed`."""

    WAITING = "waiting"
    READY = "ready"
    FAILED = "failed"


class Record(Model):
    """A row of the leaving table; `sk` is the sort key in the account's partition."""

    model_config = ConfigDict(extra="forbid")

    account_id: str

    @property
    def sk(self) -> str:
        """The sort key of the row, which each kind of record makes in its own way."""
        raise NotImplementedError


class DeletedProject(Record):
    """A deleted project as it was. Its row, and those set aside with it, lie in the partition `holder`."""

    id: str
    project: Project
    deleted_at: Instant
    gone_at: Instant
    state: State = State.LEAVING

    @property
    def sk(self) -> str:
        """The row's sort key."""
        return f"PROJECT#{self.id}"

    @property
    def holder(self) -> str:
        """The partition key of the rows that are set aside with it."""
        return f"ASIDE#{self.account_id}#{self.id}"


class ClosingAccount(Record):
    """An account that is being deleted. `email` is the user's; the account may have another for its mail."""

    user_id: str
    email: str
    closed_at: Instant
    gone_at: Instant
    state: State = State.LEAVING
    mail_id: str | None = None

    @property
    def sk(self) -> str:
        """The row's sort key."""
        return "CLOSING"

    @property
    def holder(self) -> str:
        """The partition key of the rows that are set aside with it."""
        return f"ASIDE#{self.account_id}#ACCOUNT"


class Export(Record):
    """A file with everything of an account. `attempts` to make it are counted; the next is at `next_attempt_at`."""

    id: str
    asked_at: Instant
    state: ExportState = ExportState.WAITING
    attempts: int = 0
    next_attempt_at: Instant | None = None
    rows: int = 0
    bytes: int | None = None
    ready_at: Instant | None = None
    gone_at: Instant | None = None

    @property
    def sk(self) -> str:
        """The row's sort key."""
        return f"EXPORT#{self.id}"

    @property
    def object_key(self) -> str:
        """The object's key in the bucket. The id is random, and only a signed address gives access."""
        return f"{self.account_id}/{self.id}.zip"


Leaving = DeletedProject | ClosingAccount
AnyRecord = DeletedProject | ClosingAccount | Export
