"""Reports, short enough for a phone: a verdict, changes since the last report, what needs the customer, the rest."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from common.services import frozen
from common.wording import day_of, local_time, money
from domain.pa import phrases
from domain.pa.about_work import lines_of_work
from domain.pa.declining import refusal
from domain.pa.formats import short_list
from domain.pa.intent import classify
from domain.pa.portfolio import Portfolio
from domain.pa.records import MAX_FAILURES, Report, Task
from domain.pa.snapshots import snapshot
from domain.pa.subjects import SUBJECTS, Context
from domain.pa.triage import Attention, triage
from domain.projects.documents.markdown import escaped

_TITLE_LENGTH = 80
_ASKING = re.compile(
    r"(?:please\s+)?(?:(?:can|could|would|will)\s+you\s+(?:please\s+)?)?"
    r"(?:send|give|e-?mail|mail|show|tell|write|prepare|make|get|bring)\s+(?:me|us)\s+(?:(?:a|an|the|my|our)\s+)?",
    re.IGNORECASE,
)
_REMINDER = re.compile(r"(?:please\s+)?remind\s+(?:me|us)\s+(?:to|of|about|that)\s+(?P<what>.+)", re.IGNORECASE)


@frozen
class Draft:
    """A report before it is stored. `data` holds JSON-ready values without floats."""

    title: str
    content: str
    data: dict[str, Any]
    succeeded: bool = True


def make_report(task: Task, portfolio: Portfolio, last: Report | None) -> Draft:
    """The report of `task` on the present state of the projects; `last` is the report before it, if any."""
    asked = classify(task.task, project_names=portfolio.names)
    view = portfolio.only_project(task.project_id) if task.project_id else portfolio.only(asked.projects)
    found = triage(view)
    context = Context(view, found)
    parts = [
        f"# {escaped(title_of(task))}",
        refusal(asked.refusals) if asked.refusals and not _reminded_of(task) else "",
        _verdict(view, found),
        _changes(view, last, task.timezone),
        _section("Needs you", SUBJECTS["priorities"].lines(context)),
        *(
            _section(_HEADINGS[name], SUBJECTS[name].lines(context) or _NOTHING.get(name, ""))
            for name in _focus(task, asked.intents)
        ),
        _section("Work", short_list(lines_of_work(view, last.created_at if last else None)))
        if not _reminded_of(task)
        else "",
        f"*As of {local_time(view.now, task.timezone)} ({escaped(task.timezone)}).*",
    ]
    return Draft(title_of(task), "\n\n".join(part for part in parts if part) + "\n", snapshot(view, found))


def failure_report(task: Task, *, stopped: bool) -> Draft:
    """The report of a run that failed. `stopped`: the task has failed so often in a row that it has stopped."""
    after = (
        f"This task has failed {MAX_FAILURES} times in a row and has stopped. Resume the task whenever you like."
        if stopped
        else f"The next run tries again; after {MAX_FAILURES} failures in a row the task stops."
    )
    verdict = "**This report could not be made.** Something went wrong on our side; nothing of yours was changed."
    return Draft(title_of(task), f"# {escaped(title_of(task))}\n\n{verdict}\n\n{after}\n", {}, succeeded=False)


def title_of(task: Task) -> str:
    """What was asked for, in one line: `Status report` for "send me a status report", or `Reminder: call Anna`."""
    line = " ".join(task.task.split())
    asking = _ASKING.match(line)
    line = line[asking.end() :] if asking else line
    if reminded_of := _reminded_of(task):
        line = f"Reminder: {reminded_of}"
    line = (line[:1].upper() + line[1:]).rstrip(" .!?,;:") or "Report"
    return line if len(line) <= _TITLE_LENGTH else line[: _TITLE_LENGTH - 1].rstrip() + "…"


def _reminded_of(task: Task) -> str:
    """What the customer wants to be reminded of; empty when the task is no reminder."""
    asked = _REMINDER.match(" ".join(task.task.split()))
    return asked["what"] if asked else ""


def _verdict(portfolio: Portfolio, found: list[Attention]) -> str:
    if not portfolio.projects and not found:
        return "**You have no projects yet.**"
    under_way = f" {phrases.under_way(portfolio)}" if len(portfolio.projects) > 1 else ""
    if not found:
        return f"**Nothing needs you.**{under_way}"
    first = escaped(found[0].owner.name)
    if len({item.owner_id for item in found}) == 1:
        return f"**{first} needs you.**{under_way}"
    return f"**{phrases.needs(found)}, {first} first.**{under_way}"


def _changes(view: Portfolio, last: Report | None, timezone: str) -> str:
    if last is None or not last.data:
        return ""
    before = {entry["id"]: entry for entry in last.data["projects"]}
    now = snapshot(view, ())["projects"]
    lines = [line for entry in now if (line := _changed(before.get(entry["id"]), entry))]
    return _section(f"Since {local_time(last.created_at, timezone)}", short_list(lines) or "Nothing changed.")


def _changed(before: Mapping[str, Any] | None, after: Mapping[str, Any]) -> str:
    """Everything that changed about one project, in one line; empty when nothing did."""
    told = ["new"] if before is None else _differences(before, after)
    return f"**{escaped(after['name'])}**: {'; '.join(told)}." if told else ""


def _differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    told = []
    if before["status"] != after["status"]:
        told.append(f"{_spoken(before['status'])} → {_spoken(after['status'])}")
    if before["phase"] != after["phase"]:
        told.append(f"{before['phase']} → {after['phase']} phase")
    if before["progress"] != after["progress"]:
        told.append(f"{before['progress']} % → {after['progress']} % done")
    if before["spent"] != after["spent"]:
        told.append(f"{money(after['spent'] - before['spent'], after['currency'])} more spent")
    if before["eta"] != after["eta"] and before["eta"] and after["eta"]:
        told.append(f"likely to be done on {_day(after['eta'])} instead of {_day(before['eta'])}")
    return told


def _spoken(status: str) -> str:
    return status.replace("_", " ")


def _day(text: str) -> str:
    return day_of(date.fromisoformat(text))


def _section(heading: str, body: str) -> str:
    return f"## {heading}\n\n{body}" if body else ""


_HEADINGS = {
    "summary": "Projects",
    "budget": "Money",
    "timeline": "Dates",
    "approvals": "Waiting for your approval",
    "credentials": "Access the team asks for",
    "messages": "From the CEO",
}
_NOTHING = {"approvals": "Nothing.", "credentials": "Nothing.", "messages": "You have read everything."}
_EVERYTHING = ("summary", "budget")


def _focus(task: Task, intents: tuple[str, ...]) -> tuple[str, ...]:
    """The sections that a task asks for. A task for just a "report" gets projects and budget, a reminder gets none."""
    asked = tuple(name for name in _HEADINGS if name in intents and name != "summary")
    return asked or (() if _reminded_of(task) else _EVERYTHING)
