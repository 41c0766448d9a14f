"""Reports, short enough for a phone: a verdict, changes since the last report, what needs the customer, the rest."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from datetime import date
from typing import Any

from common.services import frozen
from domain.pa import phrases
from domain.pa.about_work import lines_of_work
from domain.pa.declining import refusal
from domain.pa.formats import day, local_time, money, short_list
from domain.pa.intent import classify
from domain.pa.portfolio import Portfolio
from domain.pa.receipts import sources_of_report, traced_portfolio
from domain.pa.records import MAX_FAILURES, Report, Task
from domain.pa.snapshots import snapshot
from domain.pa.subjects import SUBJECTS, Context
from domain.pa.triage import Attention, triage
from domain.projects.documents.markdown import escaped
from domain.receipts.making import Source
from domain.receipts.marks import Said, settled
from domain.receipts.steps import Op, Step
from domain.receipts.tracing import Day, of_rule, traced

_TITLE_LENGTH = 80
_ASKING = re.compile(
    r"(?:please\s+)?(?:(?:can|could|would|will)\s+you\s+(?:please\s+)?)?"
    r"(?:send|give|e-?mail|mail|show|tell|write|prepare|make|get|bring)\s+(?:me|us)\s+(?:(?:a|an|the|my|our)\s+)?",
    re.IGNORECASE,
)
_REMINDER = re.compile(r"(?:please\s+)?remind\s+(?:me|us)\s+(?:to|of|about|that)\s+(?P<what>.+)", re.IGNORECASE)


@frozen
class Draft:
    """A report before it is stored. `data` holds JSON-ready values without floats.

    `evidence` says how the content's figures were derived, from the records in `sources`.
    """

    title: str
    content: str
    data: dict[str, Any]
    succeeded: bool = True
    evidence: tuple[Said, ...] = ()
    sources: Mapping[str, Source] = field(default_factory=dict)


def make_report(task: Task, portfolio: Portfolio, last: Report | None) -> Draft:
    """The report of `task` on the present state of the projects; `last` is the report before it, if any."""
    asked = classify(task.task, project_names=portfolio.names)
    view = portfolio.only_project(task.project_id) if task.project_id else portfolio.only(asked.projects)
    data = snapshot(view, triage(view))
    sources = sources_of_report(view, task, last)
    view = traced_portfolio(view)
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
    said = settled("\n\n".join(part for part in parts if part) + "\n")
    return Draft(title_of(task), said.text, data, evidence=(said,), sources=sources)


def failure_report(task: Task, *, stopped: bool) -> Draft:
    """The report of a run that failed. `stopped`: the task has failed so often in a row that it has stopped."""
    most = of_rule(MAX_FAILURES)
    after = (
        f"This task has failed {most} times in a row and has stopped. Resume the task whenever you like."
        if stopped
        else f"The next run tries again; after {most} failures in a row the task stops."
    )
    verdict = "**This report could not be made.** Something went wrong on our side; nothing of yours was changed."
    said = settled(f"# {escaped(title_of(task))}\n\n{verdict}\n\n{after}\n")
    return Draft(title_of(task), said.text, {}, succeeded=False, evidence=(said,))


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
        return f"**All is well: nothing needs you.**{under_way}"
    first = escaped(found[0].owner.name)
    if len({item.owner_id for item in found}) == 1:
        return f"**{first} needs you.**{under_way}"
    return f"**{phrases.needs(found)}, {first} first.**{under_way}"


def _changes(view: Portfolio, last: Report | None, timezone: str) -> str:
    if last is None or not last.data:
        return ""
    last = traced(last, last.id)
    before = {
        entry["id"]: entry | {"eta": _traced_eta(entry["eta"], f"data.projects.{number}.eta", last.id)}
        for number, entry in enumerate(last.data["projects"])
    }
    after = snapshot(view, ())["projects"]
    etas = {project.id: view.eta_of(project) for project in view.projects}
    now = [entry | {"eta": etas[entry["id"]]} for entry in after]
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
        told.append(f"{money(after['spent'] - before['spent'], after['currency'])} spent")
    if before["eta"] != after["eta"] and before["eta"] and after["eta"]:
        told.append(f"expected on {day(after['eta'])} instead of {day(before['eta'])}")
    return told


def _spoken(status: str) -> str:
    return status.replace("_", " ")


def _traced_eta(text: str | None, path: str, report_id: str) -> date | None:
    return Day.of(date.fromisoformat(text), Step(Op.VALUE, record=report_id, field=path)) if text else None


def _section(heading: str, body: str) -> str:
    return f"## {heading}\n\n{body}" if body else ""


_HEADINGS = {
    "summary": "Projects",
    "budget": "Budget of planning and documents, without building",
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
