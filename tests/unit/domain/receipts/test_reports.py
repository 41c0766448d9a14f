"""The figures of the assistant's reports follow from their receipts."""

from __future__ import annotations

from copy import deepcopy
from datetime import timedelta

import pytest

from atrium_verify import receipts as verifier
from domain.pa.receipts import receipt_of, traced_portfolio
from domain.pa.records import Report, Task
from domain.pa.reports import failure_report, make_report
from domain.pa.triage import open_needs
from domain.projects.states import Phase
from portfolios import NOW, approval, draft, portfolio, project, request, thread
from receipted import as_exported

ASKED = (
    "Send me a status report",
    "Send me a report on budget and dates",
    "Send me a report on approvals, credentials and messages",
    "Remind me to call Anna",
)


def task(text):
    return Task(
        id="tsk_1",
        account_id="acc_1",
        text=text,
        task=text,
        timezone="America/New_York",
        created_at=NOW,
        updated_at=NOW,
    )


def stored(made, number):
    return Report(
        id=f"rep_{number}",
        account_id="acc_1",
        task_id="tsk_1",
        run_id="run_1",
        title=made.title,
        content=made.content,
        data=made.data,
        succeeded=True,
        due_at=NOW,
        created_at=NOW,
    )


def of(made, number=2):
    report = stored(made, number)
    return report, receipt_of(report, made.evidence, made.sources)


@pytest.fixture
def made(request_text):
    """Two reports of one task: the first, and one that tells what changed since."""
    first = make_report(task(request_text), world(), None)
    return first, make_report(task(request_text), world(later=True), stored(first, 1))


@pytest.fixture(params=ASKED)
def request_text(request):
    return request.param


def world(*, later=False):
    bakery, other = project(), project("Shop 2")
    if later:
        changes = {"progress_percent": 40, "spent": 1_500, "phase": Phase.DESIGN, "remaining_working_days": 21}
        bakery = bakery.model_copy(update={**changes, "deadline": NOW.date() + timedelta(days=9)})
    return portfolio(
        bakery,
        other,
        draft(),
        approvals=(approval(bakery), approval(bakery, "Scope"), approval(other)),
        credential_requests=(request(bakery),),
        threads=(thread(bakery, 3, excerpt="**3 planning documents** are ready. More below."),),
    )


def test_every_number_of_a_report_is_accounted_for_and_recomputed(made):
    for draft_report in made:
        report, receipt = of(draft_report)

        assert [(one.shown, report.content) for one in receipt.open] == []
        assert list(verifier.problems(as_exported(receipt), {"content": report.content})) == []
        assert len(receipt.figures) >= 1


def test_report_reads_as_without_traces_and_its_data_is_plain(made):
    for draft_report in made:
        assert all(ord(one) < 0xF0000 and not 0xFDD0 <= ord(one) <= 0xFDD2 for one in str(draft_report.data))
        assert all(ord(one) < 0xF0000 and not 0xFDD0 <= ord(one) <= 0xFDD2 for one in draft_report.content)


def test_altered_figure_of_a_report_is_found(made):
    report, receipt = of(made[1])
    exported, texts = as_exported(receipt), {"content": report.content}

    for number, figure in enumerate(exported["figures"]):
        forged = deepcopy(exported)
        forged["figures"][number]["value"] = figure["value"] + 1 if isinstance(figure["value"], int) else "1999-01-01"
        forged["sha256"] = verifier.sha256(verifier.canonical({k: v for k, v in forged.items() if k != "sha256"}))
        assert list(verifier.problems(forged, texts))


def test_report_of_a_failure_has_a_receipt_too():
    report, receipt = of(failure_report(task(ASKED[0]), stopped=True))

    assert (receipt.open, len(receipt.figures)) == ((), 1)
    assert list(verifier.problems(as_exported(receipt), {"content": report.content})) == []


def test_snoozed_needs_are_the_same_needs_in_a_traced_portfolio():
    view = world(later=True)

    assert [need.id for need in open_needs(traced_portfolio(view))] == [need.id for need in open_needs(view)]
