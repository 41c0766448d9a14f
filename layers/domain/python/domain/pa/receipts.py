"""The receipts of reports and of answers: the portfolio that they were made from, traced, and the records behind it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from common.model import Model
from domain.agents.records import Thread
from domain.events.notices import Notice
from domain.pa.portfolio import Portfolio
from domain.pa.records import Report, Task
from domain.projects.documents.markdown import escaped
from domain.receipts.making import Source, clock, completed, state_of
from domain.receipts.marks import Said
from domain.receipts.records import Receipt
from domain.receipts.tracing import CLOCK, traced


def traced_portfolio(view: Portfolio) -> Portfolio:
    """The portfolio for wording a report: every number and day in its records knows where it comes from."""
    return replace(
        view,
        projects=tuple(traced(one, one.id) for one in view.projects),
        approvals=tuple(traced(one, one.id) for one in view.approvals),
        credential_requests=tuple(traced(one, one.id) for one in view.credential_requests),
        threads=tuple(traced(one, _name(one)) for one in view.threads),
        notices=tuple(traced(one, _noticed(one)) for one in view.notices),
        work=tuple(traced(one, one.id) for one in view.work),
        now=traced(view.now, CLOCK, "now"),
    )


def sources_of_report(view: Portfolio, task: Task, last: Report | None) -> dict[str, Source]:
    """The records that a report of `task` may rest on, by their ids; `last` is the report before it."""
    named: dict[str, tuple[str, Model]] = {task.id: ("task", task)}
    if last is not None:
        named[last.id] = ("report", last)
    return sources_of(view) | {name: Source(kind, state_of(one), one) for name, (kind, one) in named.items()}


def sources_of(view: Portfolio) -> dict[str, Source]:
    """The records of a portfolio, by their ids."""
    named: dict[str, tuple[str, Model]] = {one.id: ("project", one) for one in view.projects}
    named |= {one.id: ("approval", one) for one in view.approvals}
    named |= {one.id: ("credential_request", one) for one in view.credential_requests}
    named |= {_name(one): ("thread", one) for one in view.threads}
    named |= {_noticed(one): ("notice", one) for one in view.notices}
    named |= {one.id: ("work_item", one) for one in view.work}
    sources = {name: Source(kind, state_of(one), one) for name, (kind, one) in named.items()}
    return sources | {CLOCK: clock(view.now)}


def receipt_of(report: Report, evidence: Iterable[Said], sources: Mapping[str, Source]) -> Receipt:
    """The receipt of a report."""
    blank = Receipt(kind="report", subject_id=report.id, account_id=report.account_id, at=report.created_at, texts={})
    return completed(blank, {"content": report.content}, evidence, sources, spoken=escaped)


def receipt_of_answer(
    subject_id: str, account_id: str, at: datetime, response: str, evidence: Said, sources: Mapping[str, Source]
) -> Receipt:
    """The receipt of an answer in the chat."""
    blank = Receipt(kind="answer", subject_id=subject_id, account_id=account_id, at=at, texts={})
    return completed(blank, {"content": response}, (evidence,), sources, spoken=escaped)


def _name(thread: Thread) -> str:
    return f"thread_{thread.project_id}"


def _noticed(notice: Notice) -> str:
    return f"notice_{notice.subject_id}"  # what it is about, such as a work item, is a record of its own
