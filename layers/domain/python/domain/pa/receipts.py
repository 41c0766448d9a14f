"""The receipt of a report: the portfolio that it was made from, traced, and the records behind it."""

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
from domain.receipts.making import Source, clock, completed
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


def sources_of(view: Portfolio, task: Task, last: Report | None) -> dict[str, Source]:
    """The records that a report of `task` may rest on, by their ids; `last` is the report before it."""
    sources = {one.id: Source("project", str(one.version), one) for one in view.projects}
    sources |= {one.id: Source("approval", one.content_hash, one) for one in view.approvals}
    sources |= {one.id: Source("credential_request", _at(one.created_at), one) for one in view.credential_requests}
    sources |= {_name(one): Source("thread", _at(one.last_reply_at), one) for one in view.threads}
    sources |= {_noticed(one): Source("notice", _at(one.since), one) for one in view.notices}
    sources |= {one.id: Source("work_item", str(one.version), one) for one in view.work}
    others: Iterable[tuple[str, str, Model, datetime]] = [
        (task.id, "task", task, task.updated_at),
        *([(last.id, "report", last, last.created_at)] if last else []),
    ]
    sources |= {name: Source(kind, _at(at), one) for name, kind, one, at in others}
    return sources | {CLOCK: clock(view.now)}


def receipt_of(report: Report, evidence: Iterable[Said], sources: Mapping[str, Source]) -> Receipt:
    """The receipt of a report."""
    blank = Receipt(kind="report", subject_id=report.id, account_id=report.account_id, at=report.created_at, texts={})
    return completed(blank, {"content": report.content}, evidence, sources, spoken=escaped)


def _name(thread: Thread) -> str:
    return f"thread_{thread.project_id}"


def _noticed(notice: Notice) -> str:
    return f"notice_{notice.subject_id}"  # what it is about, such as a work item, is a record of its own


def _at(moment: datetime | None) -> str:
    return moment.isoformat() if moment else ""
