"""The facts on record of an account: its projects, what needs the customer, its tasks and its messages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from common.wording import day_of, shortened
from domain.answers.facts import Fact, Sheet, Topic, gist
from domain.answers.ranking import SUM
from domain.answers.record_facts import NOTHING_WAITS
from domain.answers.sheets import account_sheet, state_sheet
from domain.pa import phrases
from domain.pa.portfolio import Portfolio
from domain.pa.records import Task
from domain.pa.triage import Attention
from domain.projects.records import Project
from domain.projects.wording import PROJECT_STATES
from domain.work_items import standing

_LONGEST = 100  # characters of a task


def sheet_of(account_id: str, portfolio: Portfolio, found: Sequence[Attention], tasks: Iterable[Task]) -> Sheet:
    """The facts of an account: its state, sums and needs (`found`, from `triage`), then projects, then tasks."""
    return Sheet(tuple(_facts(account_id, portfolio, found, tasks)))


def _facts(account_id: str, portfolio: Portfolio, found: Sequence[Attention], tasks: Iterable[Task]) -> Iterator[Fact]:
    now = portfolio.now
    yield Fact(
        "progress.state", Topic.PROGRESS, account_id, phrases.spoken_summary(portfolio), account_id, "status", now
    )
    yield from account_sheet(account_id, portfolio.projects, now)
    if not found:
        yield Fact(NOTHING_WAITS, Topic.NEEDS, account_id, "Nothing needs you.", account_id, "inbox", now)
    if len(found) > 1:
        whole = f"{sum(len(item.needs) for item in found)} items need you. Most urgent: {found[0].first.owner.name}."
        yield Fact(SUM, Topic.NEEDS, account_id, whole, account_id, "inbox", now)
    for item in found:
        owner, name = item.first.owner_id, item.first.owner.name
        record = item.ids[0] if item.ids else owner
        reason = item.reason if item.reason.startswith(name) else f"{name}: {item.reason}"
        yield Fact(f"needs.{record}", Topic.NEEDS, owner, f"{reason}.", record, "inbox", now)
    for project in portfolio.projects:
        text = f"{project.name} is {PROJECT_STATES[project.status]}."
        yield Fact(f"project.{project.id}", Topic.PROGRESS, project.id, text, project.id, "status", now)
        for fact in state_sheet(project, now):
            yield replace(fact, text=f"{project.name}: {fact.text}")
        yield from _open_in(project, portfolio)
        thread = portfolio.thread_of(project)
        if thread is not None and thread.last_reply_at is not None:
            unread = f"{thread.unread} unread; " if thread.unread else ""
            said = gist(thread.last_reply_excerpt or "")
            text = f"{project.name}: {unread}the CEO last wrote “{said}”"
            yield Fact(f"message.{project.id}", Topic.MESSAGES, project.id, text, project.id, "last_reply", now)
    scheduled = list(tasks)
    if not scheduled:
        yield Fact("task.none", Topic.TASKS, account_id, "You have no scheduled tasks.", account_id, "tasks", now)
    for task in scheduled:
        text = f"“{shortened(task.task, _LONGEST)}”, {task.schedule_text or 'once'}: {phrases.next_run(task)}."
        yield Fact(f"task.{task.id}", Topic.TASKS, task.id, text, task.id, "schedule", now)


def _open_in(project: Project, portfolio: Portfolio) -> Iterator[Fact]:
    """Yield the facts of one project: documents that wait for approval, open requests for access, and its work."""
    now = portfolio.now
    for approval in portfolio.approvals_of(project):
        named, since = f"{approval.title}, revision {approval.revision}", day_of(approval.created_at)
        text = f"{project.name}: {named}, has waited for your approval since {since}."
        yield Fact(f"document.{approval.id}", Topic.DOCUMENTS, project.id, text, approval.id, "status", now)
    for request in portfolio.requests_of(project):
        since = day_of(request.created_at)
        text = f"{project.name}: the {request.requested_by} has waited for access to {request.name} since {since}."
        yield Fact(f"access.{request.id}", Topic.ACCESS, project.id, text, request.id, "status", now)
    if project.work_items:
        text = f"{project.name}: {standing.summary(portfolio.board_of(project))}"
        yield Fact(f"work.{project.id}", Topic.WORK, project.id, text, project.id, "work", now)
