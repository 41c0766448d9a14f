"""Requests and views of deleting, restoring and exporting."""

from typing import Annotated, Literal, Self

from pydantic import Field

from common.envelope import RequestModel, View
from common.fields import Instant, Line
from domain.leaving.records import Export

WHAT_STAYS = (
    "Backups keep what was deleted for up to 35 days more, and logs keep ids, never content, for 30 days. Work that "
    "failed leaves ids in a queue for 14 days. Nobody can reach any of it through the product. If you reported one of "
    "our mails as spam, the mail service keeps your address, so that it gets no more of them."
)


class CloseAccount(RequestModel):
    """The deletion of an account. `confirm`: its name or the user's e-mail address, typed by hand."""

    confirm: Annotated[Line, Field(min_length=1, max_length=254)]


class AccountClosing(View):
    """The account is being deleted. Until `gone_at` it can be restored; `kept_afterwards` says what stays where."""

    account_id: str
    closed_at: Instant
    gone_at: Instant
    kept_afterwards: str = WHAT_STAYS


class AccountRestored(View):
    """The account is as it was before, except that its sessions and connected programs have ended."""

    account_id: str
    restored: bool = True


class ExportView(View):
    """An export. `url` is there while it can be fetched, each time a new one, good for an hour at most."""

    id: str
    status: Literal["waiting", "ready", "failed"]
    asked_at: Instant
    ready_at: Instant | None
    gone_at: Instant | None
    bytes: int | None
    url: str | None = None

    @classmethod
    def of(cls, export: Export, url: str | None = None) -> Self:
        """The view of an export; `url` is where its file can be fetched now, if it can."""
        fields = export.model_dump(include={"id", "asked_at", "ready_at", "gone_at", "bytes"})
        return cls(**fields, status=export.state.value, url=url)
