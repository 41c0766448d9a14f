"""Reports, short enough for a phone: what is new, what needs the customer, and what was asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from common.clock import to_iso
from common.services import frozen
from common.wording import day_of, local_time, money
from domain.answers.naming import words_of
from domain.answers.sheets import account_sheet, state_sheet, totals
from domain.pa import phrases
from domain.pa.portfolio import Portfolio
from domain.pa.records import MAX_FAILURES, Report, Task, TaskKind
from domain.pa.triage import Attention, Concern, triage
from domain.projects import figures
from domain.projects.documents.markdown import bullets, escaped, table
from domain.projects.records import Project
from domain.projects.states import DELIVERABLES, ProjectStatus
from domain.projects.wording import PROJECT_STATES
from domain.work_items import standing

_TITLE_LENGTH = 80
_MOST_LISTED = 20
_SEVERAL = 2
_TITLES: Mapping[TaskKind, str] = {
    TaskKind.SUMMARY: "Status report",
    TaskKind.NEEDS_ME: "What needs you",
    TaskKind.MONEY: "Money",
    TaskKind.DATES: "Dates",
    TaskKind.WORK: "Work",
    TaskKind.CHECK: "What waits too long",
}
_REMIND = re.compile(r"(?:please )?remind (?:me|us) (?:to|of|about|that) ", re.IGNORECASE)
_HEADERS = ("Project", "Forecast", "Likely end", "Status", "Documents", "Work")
_AMOUNTS = ("Forecast",)
_STATES = {**PROJECT_STATES, ProjectStatus.DRAFT: "brief"}  # what the dashboard calls it, without an article
_DATES = ("dates.expected", "dates.deadline")
_ACCOUNT = "**Your account**"


@frozen
class Draft:
    """A report before it is stored. `data` holds JSON-ready values without floats, `summary` the verdict as text."""

    title: str
    content: str
    data: dict[str, Any]
    summary: str = ""
    succeeded: bool = True


def make_report(task: Task, portfolio: Portfolio, last: Report | None) -> Draft | None:
    """The report of `task` on the present state of the projects; `last` is the report before it, if any.

    None: the task only looks whether something waits too long, and nothing does.
    """
    view = _in_order(_view(task, portfolio))
    found = triage(view)
    if task.kind is TaskKind.REMINDER:
        return Draft(title_of(task), f"{escaped(reminded_of(task))}\n", {})
    if task.kind is TaskKind.CHECK:
        least = timedelta(hours=task.waiting_hours or 0)
        found = [item for item in found if view.now - item.since >= least]
        if not found:
            return None
    verdict = _verdict(view, found)
    parts = [
        f"# {escaped(title_of(task))}",
        _news(view, last, task.timezone),
        f"**{escaped(verdict)}**",
        *_sections(task, view, found, last),
    ]
    return Draft(title_of(task), "\n\n".join(part for part in parts if part) + "\n", snapshot(view, found), verdict)


def snapshot(portfolio: Portfolio, found: Sequence[Attention]) -> dict[str, Any]:
    """The facts of a report as JSON without floats, stored with it so that the next report can tell what changed."""
    return {
        "as_of": to_iso(portfolio.now),
        "projects": [_snapshot_of(project, portfolio) for project in portfolio.projects],
        "needs_attention": [
            {
                "project_id": item.first.project.id if item.first.project else None,
                "reason": item.reason,
                "priority": item.first.priority,
                "ids": list(item.ids),
            }
            for item in found
        ],
        "unread_messages": portfolio.unread,
    }


def _snapshot_of(project: Project, portfolio: Portfolio) -> dict[str, Any]:
    budget = figures.budget(project)
    eta = portfolio.eta_of(project)
    return {
        "id": project.id,
        "name": project.name,
        "status": project.status.value,
        "phase": project.phase.value,
        "progress": project.progress_percent,
        "currency": budget.currency,
        "ceiling": budget.ceiling,
        "likely": budget.likely,
        "spent": budget.spent,
        "unreported": budget.unreported,
        "remaining": budget.remaining,
        "forecast": budget.forecast,
        "eta": eta.isoformat() if eta else None,
        "deadline": project.deadline.isoformat() if project.deadline else None,
        "pending_approvals": len(portfolio.approvals_of(project)),
        "open_credential_requests": len(portfolio.requests_of(project)),
    }


def failure_report(task: Task, *, stopped: bool) -> Draft:
    """The report of a run that failed. `stopped`: the task has failed so often in a row that it has stopped."""
    after = (
        f"This task failed {MAX_FAILURES} times in a row and has stopped. You can resume it at any time."
        if stopped
        else f"The next run tries again. After {MAX_FAILURES} failures in a row the task stops."
    )
    verdict = "We could not make this report."
    why = "Something went wrong on our side; nothing of yours changed."
    content = f"# {escaped(title_of(task))}\n\n**{verdict}** {why}\n\n{after}\n"
    return Draft(title_of(task), content, {}, verdict, succeeded=False)


def title_of(task: Task) -> str:
    """The title of a task's reports, such as `Status report` or `Reminder: call Anna`; at most 80 characters."""
    if task.kind is not TaskKind.REMINDER:
        return _TITLES[task.kind]
    line = f"Reminder: {reminded_of(task)}"
    return line if len(line) <= _TITLE_LENGTH else line[: _TITLE_LENGTH - 1].rstrip() + "…"


def reminded_of(task: Task) -> str:
    """What the customer is reminded of, in their own words."""
    line = " ".join(task.task.split())
    opening = _REMIND.match(line)
    return (line[opening.end() :] if opening else line).rstrip(" .!") or "a task without words"


def _verdict(view: Portfolio, found: Sequence[Attention]) -> str:
    """A sentence such as `2 of 3 projects need you, Bakery first.`, not escaped for Markdown."""
    if not view.projects and not found:
        return "You have no projects yet."
    first = f", {found[0].first.owner.name} first" if len({item.first.owner_id for item in found}) > 1 else ""
    return f"{phrases.needs(found, of=len(view.projects))}{first}."


def _view(task: Task, portfolio: Portfolio) -> Portfolio:
    """The portfolio that the task is about: its project, else the projects that its words name, else all."""
    if task.project_id:
        return portfolio.only([one for one in portfolio.projects if one.id == task.project_id])
    said = words_of(task.task)
    named = [one for one in portfolio.projects if words_of(one.name) and words_of(one.name) <= said]
    return portfolio.only(named) if named else portfolio


def _in_order(view: Portfolio) -> Portfolio:
    """The view with projects as pages list them: those with needs by urgency, then drafts, then others by change."""
    needs = [item.first.owner_id for item in triage(view)]

    def place(one: Project) -> tuple[int, float]:
        rank = needs.index(one.id) if one.id in needs else len(needs) + (one.status is not ProjectStatus.DRAFT)
        return rank, -one.updated_at.timestamp()

    return replace(view, projects=tuple(sorted(view.projects, key=place)))


def _sections(task: Task, view: Portfolio, found: Sequence[Attention], last: Report | None) -> Iterator[str]:
    yield _section("Needs you", _needs(found))
    if task.kind is TaskKind.SUMMARY:
        rows = table(_HEADERS, (_row(project, view) for project in view.projects[:_MOST_LISTED]), right=_AMOUNTS)
        left_out = len(view.projects) - _MOST_LISTED
        yield _section("Projects", f"{rows}\n\n… and {left_out} more" if left_out > 0 else rows)
        ceilings = _told(_untold(view, found, Concern.OVER_BUDGET), ["money.forecast_ceiling"])
        yield _section("Money", _listed([*_sums(view), *ceilings]))
        due = [one for one in _untold(view, found, Concern.DEADLINE_MISSED).projects if one.deadline]
        yield _section("Deadlines", _listed(_told(replace(view, projects=tuple(due)), ["dates.deadline"])))
    if task.kind is TaskKind.MONEY:
        spending = (phrases.spending(one, state_sheet(one, view.now)) for one in view.projects)
        yield _section("Money", _listed([*_sums(view), *spending]))
    if task.kind is TaskKind.DATES:
        yield _section("Dates", _listed(_told(view, _DATES)))
    if task.kind in {TaskKind.SUMMARY, TaskKind.WORK}:
        yield _section("Work", _listed(_work(view, last)))


def _untold(view: Portfolio, found: Sequence[Attention], concern: Concern) -> Portfolio:
    """The portfolio without the projects of whose `concern` the first section tells."""
    told = {need.owner_id for item in found[:_MOST_LISTED] for need in item.needs if need.concern is concern}
    return replace(view, projects=tuple(one for one in view.projects if one.id not in told))


def _needs(found: Sequence[Attention]) -> str:
    """Each project's name above its items, the most urgent project first; 20 items in all, then how many more."""
    together: dict[str, list[Attention]] = {}
    for item in found:
        together.setdefault(item.first.project.id if item.first.project else "", []).append(item)
    blocks: list[str] = []
    left = _MOST_LISTED
    for items in together.values():
        if told := items[:left]:
            project = told[0].first.project
            lines = (escaped(item.reason[:1].upper() + item.reason[1:]) for item in told)
            blocks += [phrases.name_of(project) if project else _ACCOUNT, bullets(lines)]
            left -= len(told)
    left_out = len(found) - _MOST_LISTED
    return "\n\n".join([*blocks, *([f"… and {left_out} more"] if left_out > 0 else [])])


def _row(project: Project, view: Portfolio) -> tuple[str, ...]:
    """The cells of a project's row under `_HEADERS`."""
    budget = figures.budget(project)
    cost = budget.likely if budget.forecast is None else budget.forecast
    ends_on = view.eta_of(project)
    state = project.phase.value if project.status is ProjectStatus.ACTIVE else _STATES[project.status]
    documents = f"{project.documents_approved} of {len(DELIVERABLES)}" if project.submitted_at else "—"
    done = project.work_items - project.open_work_items
    return (
        phrases.name_of(project),
        "—" if cost is None else money(cost, budget.currency),
        day_of(ends_on) if ends_on and project.status is not ProjectStatus.ON_HOLD else "—",
        state.capitalize(),
        documents,
        f"{done} of {project.work_items}" if project.work_items else "—",
    )


def _sums(view: Portfolio) -> tuple[str, ...]:
    """Sentences with the sums of money, of drafts too; empty unless two or more projects are running."""
    if sum(one.projects for one in totals(view.projects)) < _SEVERAL:
        return ()
    sheet = account_sheet("", view.projects, view.now)
    return tuple(escaped(fact.text) for fact in sheet if fact.id.startswith("money.total."))


def _told(view: Portfolio, fact_ids: Sequence[str]) -> Iterator[str]:
    for project in view.projects:
        if said := phrases.told(state_sheet(project, view.now), *fact_ids):
            yield f"{phrases.name_of(project)}: {said}"


def _work(view: Portfolio, last: Report | None) -> Iterator[str]:
    """A line for each project with work: how it stands, and what was done since the report before."""
    for project in view.projects:
        board = view.board_of(project)
        if board.items:
            done = standing.activity(board, last.created_at) if last is not None else ""
            news = f" Since the last report: {done}." if done else ""
            yield f"{phrases.name_of(project)}: {standing.summary(board)}{news}"


def _news(view: Portfolio, last: Report | None, timezone: str) -> str:
    if last is None or not last.data:
        return ""
    before = {entry["id"]: entry for entry in last.data["projects"]}
    now = snapshot(view, ())["projects"]
    lines = [line for entry in now if (line := _changed(before.get(entry["id"]), entry))]
    since = f"New since {local_time(last.created_at, timezone)}"
    return _section(since, _listed(lines) or "Nothing changed.")


def _changed(before: Mapping[str, Any] | None, after: Mapping[str, Any]) -> str:
    """Everything that changed about one project, in one line; empty when nothing did."""
    told = ["new"] if before is None else _differences(before, after)
    return f"**{escaped(after['name'])}**: {'; '.join(told)}." if told else ""


def _differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    told = []
    if before["status"] != after["status"]:
        told.append(f"{_STATES[before['status']]} → {_STATES[after['status']]}")
    if before["phase"] != after["phase"]:
        told.append(f"{before['phase']} → {after['phase']} phase")
    if before["progress"] != after["progress"]:
        told.append(f"{before['progress']} % → {after['progress']} % done")
    if before["spent"] != after["spent"]:
        told.append(f"{money(after['spent'] - before['spent'], after['currency'])} more spent")
    if before["eta"] != after["eta"] and before["eta"] and after["eta"]:
        told.append(f"likely done on {_day(after['eta'])}, before on {_day(before['eta'])}")
    return told


def _day(text: str) -> str:
    return day_of(date.fromisoformat(text))


def _section(heading: str, body: str) -> str:
    return f"## {heading}\n\n{body}" if body else ""


def _listed(lines: Iterable[str]) -> str:
    """Bullets for the first 20 lines, then the number of the others."""
    every = list(lines)
    left_out = len(every) - _MOST_LISTED
    return bullets([*every[:_MOST_LISTED], *([f"… and {left_out} more"] if left_out > 0 else [])])
