"""The list of deleted projects, for the door that lists projects."""

from __future__ import annotations

from common.clock import utc_now
from domain.leaving.models import DeletedProjectList, DeletedProjectView
from domain.leaving.records import DeletedProject, State
from domain.leaving.store import leaving_store

__all__ = ["DeletedProjectList", "list_deleted"]


def list_deleted(account_id: str) -> DeletedProjectList:
    """Every project of the account that was deleted and can be restored, the latest first."""
    now = utc_now()
    found = [one for one in leaving_store().list_records(account_id) if isinstance(one, DeletedProject)]
    shown = [one for one in found if one.state is State.LEAVING and now < one.gone_at]
    latest = sorted(shown, key=lambda one: one.deleted_at, reverse=True)
    return DeletedProjectList(projects=[DeletedProjectView.of(one) for one in latest])
