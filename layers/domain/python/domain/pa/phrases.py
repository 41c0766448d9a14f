"""The assistant's sentences about projects and tasks, in Markdown. What a customer wrote is escaped."""

from __future__ import annotations

from collections.abc import Sequence

from common.wording import counted, listed, local_time
from domain.answers.facts import Sheet
from domain.pa.portfolio import Portfolio
from domain.pa.records import MAX_FAILURES, Task, TaskStatus
from domain.pa.triage import Attention, triage
from domain.projects.documents.markdown import escaped
from domain.projects.records import Project
from domain.projects.states import ProjectStatus

ENDED = frozenset({ProjectStatus.COMPLETED, ProjectStatus.CANCELLED})
_FORECAST, _ESTIMATE = ("money.forecast", "money.forecast_ceiling"), ("money.likely", "money.ceiling")
_OF_ENDED = ("progress.state", "money.accepted", "money.spent")


def name_of(project: Project) -> str:
    """The name of a project, in bold."""
    return f"**{escaped(project.name)}**"


def needs(found: Sequence[Attention], *, of: int = 0) -> str:
    """Words such as `2 projects need you`, `1 project and 1 other item need you`, or `Nothing needs you`.

    `of`: how many projects there are; where not all need the customer, the words are `2 of 3 projects need you`.
    """
    projects = len({item.first.owner_id for item in found if item.first.project})
    others = sum(not item.first.project for item in found)
    counts = [f"{projects} of {of} projects" if projects < of else counted(projects, "project")] if projects else []
    counts += [counted(others, "other item" if projects else "item")] if others else []
    return f"{listed(counts)} {'needs' if projects + others == 1 else 'need'} you" if counts else "Nothing needs you"


def under_way(portfolio: Portfolio) -> str:
    """A sentence such as `3 projects are under way.`."""
    return f"{counted(len(portfolio.active), 'project is', 'projects are')} under way."


def spoken_summary(portfolio: Portfolio) -> str:
    """How many projects are under way and what needs the customer, in a sentence or two."""
    if not portfolio.projects:
        others = f" {needs(found)}." if (found := triage(portfolio)) else ""
        return f"You have no projects yet.{others}"
    return f"{under_way(portfolio)} {needs(triage(portfolio))}."


def told(sheet: Sheet, *fact_ids: str) -> str:
    """The sentences of these facts, escaped for Markdown; facts that the sheet lacks are left out."""
    return escaped(sheet.say(*fact_ids))


def spending(project: Project, sheet: Sheet) -> str:
    """A project's name with its forecast or estimate and its ceiling; once ended, with what was accepted and spent."""
    running = _FORECAST if sheet.find("money.forecast") else _ESTIMATE
    ids = _OF_ENDED if project.status in ENDED else running
    return f"{name_of(project)}: {told(sheet, *ids) or told(sheet, 'progress.state')}"


def next_run(task: Task) -> str:
    """When a task runs next, or why it does not, such as `next run …`, `paused` or `done`."""
    if task.status is TaskStatus.PAUSED:
        return "paused"
    if task.status is TaskStatus.FAILED:
        return f"stopped after {MAX_FAILURES} failures in a row"
    if task.next_run_at is None:
        return "done"
    return f"next run {local_time(task.next_run_at, task.timezone)}"
