"""Lists who is working on a project's items. These workers are no roles of the team."""

from __future__ import annotations

from common.caller import Caller
from common.envelope import View
from domain.projects.service import project_service
from domain.work_items.errors import MAX_ITEMS
from domain.work_items.models import WorkItemView
from domain.work_items.records import ItemState
from domain.work_items.service import work_service

SCOPE = "work:read"
_DOING = {ItemState.CLAIMED: "working", ItemState.IN_REVIEW: "waiting for your review"}


class AtWork(View):
    """A worker, and the item that they hold or have submitted. `percent`: their last report; null once submitted."""

    worker: str
    doing: str
    title: str
    work_id: str
    percent: int | None
    project: str | None = None


def workers_of(caller: Caller, project_id: str) -> list[AtWork] | None:
    """The workers of items that are claimed or in review in a project; None for a key that may not read work."""
    if SCOPE not in caller.scopes:
        return None
    items = work_service().list_page(caller.account_id, project_id, state=None, limit=MAX_ITEMS, cursor=None).items
    return [_at_work(item) for item in items if item.state in _DOING]


def workers_of_all(caller: Caller) -> list[AtWork] | None:
    """The workers of all projects that the caller may see, with project names; None for keys that may not read work."""
    if SCOPE not in caller.scopes:
        return None
    projects = [one for one in project_service().list_all(caller.account_id) if one.has_work and caller.reaches(one.id)]
    return [
        worker.model_copy(update={"project": project.name})
        for project in projects
        for worker in workers_of(caller, project.id) or ()
    ]


def _at_work(item: WorkItemView) -> AtWork:
    worker = item.claim.worker if item.claim else item.latest.worker if item.latest else None
    percent = item.claim.percent if item.claim else None
    return AtWork(worker=worker or "", doing=_DOING[item.state], title=item.title, work_id=item.id, percent=percent)
