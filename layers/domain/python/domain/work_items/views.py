"""Makes what a caller is shown of work items, and the brief that a worker works from."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from common.wording import HUNDREDTHS, days
from domain.work_items import rules
from domain.work_items.models import DeedView, EffortDaysView, NoteView, SubmissionView, WorkItemDetail, WorkItemView
from domain.work_items.records import Effort, ItemState, Note, Submission, WorkItem
from domain.work_items.rules import Surroundings

_HAND_IN = (
    "Report on your way: each report renews the lease. Submit a summary, https links to the work, and for every "
    "criterion what shows that it is met; or `met: false` and why. Never put a secret into a text."
)


def item_view(item: WorkItem, around: Surroundings, now: datetime) -> WorkItemView:
    """The item in its state at `now` (`rules.state_of`), with its claim while claimed, its blockers while blocked."""
    state = rules.state_of(item, around, now)
    blocked_by = rules.blockers_of(item, around) if state is ItemState.BLOCKED else ()
    claim = item.claim if state is ItemState.CLAIMED else None
    shown = {
        "state": state,
        "claim": claim,
        "blocked_by": blocked_by,
        "latest": item.history[-1] if item.history else None,
        "effort_days": _days(item.effort) if item.effort else None,
    }
    fields = {name: getattr(item, name) for name in WorkItemView.model_fields if name not in shown}
    return WorkItemView.model_validate(fields | shown)


def _days(effort: Effort) -> EffortDaysView:
    return EffortDaysView(low=effort.low / HUNDREDTHS, likely=effort.likely / HUNDREDTHS, high=effort.high / HUNDREDTHS)


def item_detail(
    item: WorkItem, around: Surroundings, notes: list[Note], submissions: list[Submission], now: datetime
) -> WorkItemDetail:
    """The item as it is now, with its brief, history, notes and submissions."""
    return WorkItemDetail(
        item=item_view(item, around, now),
        brief=brief(item, around),
        history=[DeedView.model_validate(deed) for deed in item.history],
        notes=[NoteView.model_validate(note) for note in notes],
        submissions=[SubmissionView.model_validate(submission) for submission in submissions],
    )


def brief(item: WorkItem, around: Surroundings) -> str:
    """The item's brief in Markdown: what to do, the criteria, the documents, and how to hand it in."""
    return "\n".join(_brief(item, around)) + "\n"


def _brief(item: WorkItem, around: Surroundings) -> Iterator[str]:
    yield from (f"# {item.title}", "", f"Project: {item.project_name} (`{item.project_id}`)", f"Item: `{item.id}`")
    if item.effort:
        yield f"Effort: about {days(item.effort.likely)}, between {days(item.effort.low)} and {days(item.effort.high)}"
    yield from ("", "## What", "", item.what, "", "## Acceptance criteria", "")
    yield from (f"- **{criterion.id}** {criterion.text}" for criterion in item.criteria)
    if item.documents:
        yield from ("", "## Documents", "")
        for one in item.documents:
            path = f"/projects/{item.project_id}/deliverables/{one.id}"
            yield f"- {one.title}, revision {one.revision}: `GET {path}`, or the tool `get_deliverable`"
    if item.depends_on:
        yield from ("", "## Comes after", "")
        for other in item.depends_on:
            yield f"- {around.items[other].title} (`{other}`)" if other in around.items else f"- `{other}`"
    if item.last_return:
        yield from ("", "## What the last submission lacked", "", item.last_return)
    yield from (
        "",
        "## How to hand it in",
        "",
        _HAND_IN,
    )
