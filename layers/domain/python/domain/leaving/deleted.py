"""The list of deleted projects, for the door that lists projects."""

from __future__ import annotations

from common.caller import Caller
from common.clock import utc_now
from domain.leaving.models import DeletedProjectList, DeletedProjectView
from domain.leaving.records import DeletedProject, State
from domain.leaving.store import leaving_store

__all__ = ["DeletedProjectList", "list_deleted"]


def list_deleted(caller: Caller) -> DeletedProjectList:
    """Every project that was deleted and can be restored, the latest first; of those that the caller may see."""
    now = utc_now()
    found = [one for one in leaving_store().list_records(caller.account_id) if isinstance(one, DeletedProject)]
    shown = [one for one in found if one.state is State.LEAVING and now < one.gone_at and caller.reaches(one.id)]
    latest = sorted(shown, key=lambda one: one.deleted_at, reverse=True)
    return DeletedProjectList(projects=[DeletedProjectView.of(one) for one in latest])
