"""Checks a call with a credential for a work item: its project must have the item, and the calling key must hold it."""

from __future__ import annotations

from functools import cache

from common.caller import Caller
from common.clock import utc_now
from common.errors import InvalidRequest, NotFound
from domain.vault.calling import CallService, call_service_with
from domain.work_items.errors import NotClaimed
from domain.work_items.rules import is_held_by
from domain.work_items.store import work_store


def require_held(caller: Caller, work_id: str, project_id: str) -> None:
    """Check that the caller may use a credential of `project_id` for this item. Signed-in owners need no claim.

    Raises: `InvalidRequest` unless the item is one of that project, `NotClaimed` unless the calling key holds it now.
    """
    try:
        item = work_store().get_item(caller.account_id, work_id)
    except NotFound:
        item = None
    if item is None or item.project_id != project_id:
        raise InvalidRequest.of("work_id", "The credential's project has no such work item.")
    if caller.kind != "session" and not is_held_by(item, caller, utc_now()):
        raise NotClaimed


@cache
def call_service() -> CallService:
    """The service that makes calls with credentials and checks them by `require_held`; one for each process."""
    return call_service_with(require_held)
