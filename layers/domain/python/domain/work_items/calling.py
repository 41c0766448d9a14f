"""Calling with a credential for a work item: the item must be its project's, and in the hands of the key that calls."""

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
    """Check that the caller may make a call for this item. The owner's session need not have claimed it.

    Raises: `InvalidRequest` for what is no item of the project, `NotClaimed` unless the key itself holds it now.
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
    """The service of calls, built once for each process."""
    return call_service_with(require_held)
