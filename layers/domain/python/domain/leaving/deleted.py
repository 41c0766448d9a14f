"""The list of deleted projects, for the function that serves the routes of projects."""

from __future__ import annotations

from datetime import date

from common.caller import Caller
from common.clock import utc_now
from domain.leaving.records import DeletedProject, State
from domain.leaving.store import leaving_store
from domain.projects import views
from domain.projects.models import ProjectList, ProjectView


def list_deleted(caller: Caller) -> ProjectList:
    """All deleted projects that can be restored and that the caller may see, the latest deleted first."""
    now = utc_now()
    found = [one for one in leaving_store().list_records(caller.account_id) if isinstance(one, DeletedProject)]
    shown = [one for one in found if one.state is State.LEAVING and now < one.gone_at and caller.reaches(one.id)]
    latest = sorted(shown, key=lambda one: one.deleted_at, reverse=True)
    projects = [deleted_view(one, today=now.date()) for one in latest]
    return ProjectList(projects=projects, has_more=False, next_cursor=None)


def deleted_view(deleted: DeletedProject, *, today: date) -> ProjectView:
    """The view of a deleted project as it was, with the time until which it can be restored."""
    view = views.project_view(deleted.project, today=today)
    return view.model_copy(update={"deleted_at": deleted.deleted_at, "gone_at": deleted.gone_at})
