"""The reports that we send by mail."""

from __future__ import annotations

from common.errors import NotFound
from domain.mail.records import ReportText
from domain.pa.store import assistant_store


def mailed_report(account_id: str, report_id: str) -> ReportText:
    """A report's title and text, and whether to mail it: as its task says, yes if that is gone. Raises `NotFound`."""
    report = assistant_store().get_report(account_id, report_id)
    try:
        wanted = assistant_store().get_task(account_id, report.task_id).mail
    except NotFound:  # the task is deleted; its last report still comes
        wanted = True
    return ReportText(report.title, report.content, wanted)
