"""The event that a submitted brief has changed: what of it, and why progress fell, where it did."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from common.wording import listed
from domain.events.records import Event, EventType, happened
from domain.projects.brief.changing import Plan
from domain.projects.brief.records import Brief, BriefEntryType, Entry
from domain.projects.wording import progress_fell

AT_MOST_EVERY = timedelta(minutes=1)
_OF_THE_BRIEF = {
    "goal": "goal",
    "approver": "approver",
    "platforms": "platforms",
    "existing": "what you have",
    "personal_data": "personal data",
    "tone": "tone",
    "day_rates": "day rates",
    "team_size": "team size",
}
_OF_THE_PROJECT = {"name": "name", "deadline": "deadline", "ceiling": "budget ceiling"}
_READ = {"audiences": (), "systems": (), "rules": ()}


def announced(before: Plan, after: Plan, now: datetime) -> tuple[Plan, list[Event]]:
    """The plan after a change, which knows when its brief was last announced, and the event; at most one a minute."""
    last, changes = before.project.brief_changed_at, "; ".join(_changes(before, after))
    if before.project.submitted_at is None or not changes or (last is not None and now < last + AT_MOST_EVERY):
        return after, []
    project = after.project.model_copy(update={"brief_changed_at": now})
    fell = progress_fell(before.project, project)
    event = happened(
        EventType.BRIEF_CHANGED,
        project.account_id,
        now,
        (project.name, "brief changed", f"{changes}. {fell}" if fell else changes),
        project_id=project.id,
        subject_id=project.id,
        path=f"/app/projects/{project.id}",
    )
    return replace(after, project=project), [event]


def _changes(before: Plan, after: Plan) -> Iterator[str]:
    """What changed, by the ids of entries and the names of limits. An event never holds what somebody wrote."""
    old, new = _active(before.brief), _active(after.brief)
    for ids, words in (
        ([one for one in new if one not in old], "added"),
        ([one for one in old if one not in new], "dropped"),
        ([one for one in new if one in old and _said(old[one]) != _said(new[one])], "changed"),
    ):
        if ids:
            yield f"{listed(ids)} {words}"
    kept = [one for one in old if one in new]
    if kept != [one for one in new if one in old]:
        yield "order changed"
    named = [name for key, name in _OF_THE_BRIEF.items() if getattr(before.brief, key) != getattr(after.brief, key)]
    named += [
        name for key, name in _OF_THE_PROJECT.items() if getattr(before.project, key) != getattr(after.project, key)
    ]
    if named:
        yield f"{listed(named)} changed"


def _active(brief: Brief) -> dict[str, Entry]:
    """The entries that count, by type and in their order."""
    return {entry.id: entry for kind in BriefEntryType for entry in brief.of_type(kind)}


def _said(entry: Entry) -> Entry:
    """The entry without links that were read from words: these change with other entries."""
    return entry if entry.linked else entry.model_copy(update=_READ)
