"""What needs the customer and belongs to no project: a webhook that fails or is switched off, a task that stopped."""

from __future__ import annotations

from datetime import timedelta

import pytest

from assistants import ACCOUNT
from domain.events.log import commit, filing_queue
from domain.events.notices import Notice, NoticeKind, changing
from domain.pa.models import UpdateTask
from domain.pa.need_store import need_store
from domain.pa.need_sweep import sweep_needs
from domain.pa.records import MAX_FAILURES, TaskStatus

FAILS = "every delivery has failed"
REPAIR = "repair its receiver"
SENTENCE = f"Webhook to hooks.example.com: {FAILS}; {REPAIR}"
OPENED, CLEARED = "attention.opened", "attention.cleared"


@pytest.fixture
def failing(office) -> Notice:
    found = Notice(
        account_id=ACCOUNT,
        kind=NoticeKind.WEBHOOK_FAILING,
        subject_id="whk_1",
        name="Webhook to hooks.example.com",
        trouble=FAILS,
        remedy=REPAIR,
        over="the webhook delivers again",
        since=office.clock() - timedelta(hours=26),
        action="repair_webhook",
        path="/app/developers/webhooks/whk_1",
    )
    commit(changing(None, found))
    return found


def listed(inbox, state="open"):
    return inbox.list_page(ACCOUNT, state=state, limit=20, cursor=None).items


def test_notice_is_an_item_of_no_project_that_says_what_fails_and_what_to_do(inbox, failing):
    (item,) = listed(inbox)

    assert (item.title, item.sentence) == ("Repair the webhook to hooks.example.com", SENTENCE)
    assert (item.kind, item.priority, item.project_id, item.project_name) == ("webhook_failing", "medium", None, None)
    assert (item.action, item.target_id) == ("repair_webhook", "whk_1")
    assert item.path == "/app/developers/webhooks/whk_1"
    assert (item.since, item.needs_decision) == (failing.since, False)


def test_notice_is_told_once_when_it_comes_changes_and_goes(office, attending, inbox, told, failing):
    counts = [attending.refresh(ACCOUNT), attending.refresh(ACCOUNT)]
    first = listed(inbox)[0].id
    renamed = failing.model_copy(update={"name": "Webhook to new.example.com"})
    office.clock.advance(seconds=1)
    commit(changing(failing, renamed))
    counts += [attending.refresh(ACCOUNT), attending.refresh(ACCOUNT)]
    second = listed(inbox)[0].id
    office.clock.advance(seconds=1)
    commit(changing(renamed, None))
    gone = listed(inbox)
    counts += [attending.refresh(ACCOUNT), attending.refresh(ACCOUNT)]

    assert counts == [1, 0] * 3
    assert (first, gone) == (second, [])
    over = "Webhook to new.example.com: the webhook delivers again"
    assert told() == [
        (OPENED, SENTENCE),
        ("attention.changed", SENTENCE.replace("hooks", "new")),
        (CLEARED, over),
    ]
    assert [item.sentence for item in listed(inbox, "done")] == [over]


def test_status_and_dashboard_count_a_notice(office, failing, dashboard):
    status = office.assistant.describe_status(ACCOUNT)
    (shown,) = dashboard.summarise(ACCOUNT).attention

    assert (status.open_items, status.summary) == (1, "You have no projects yet. 1 item needs you.")
    assert (shown.kind, shown.project_id, shown.project_name) == ("webhook_failing", None, None)
    assert shown.reason == f"Webhook to hooks.example.com: {FAILS} for 1 day; {REPAIR}"
    assert shown.ids == ["whk_1"]


def test_change_of_a_notice_calls_the_worker_and_a_lost_call_is_made_up_for_within_the_hour(
    office, attending, told, failing
):
    def nudged():
        messages = office.sqs.receive_message(QueueUrl=filing_queue().url, MaxNumberOfMessages=10).get("Messages", [])
        for message in messages:
            office.sqs.delete_message(QueueUrl=filing_queue().url, ReceiptHandle=message["ReceiptHandle"])
        return len(messages)

    came = nudged()
    attending.refresh(ACCOUNT)
    commit(changing(failing, None))
    went = nudged()  # and gets lost
    office.clock.advance(hours=1, minutes=2)
    swept = sweep_needs(office.clock())
    attending.refresh(ACCOUNT)

    assert (came, went, swept) == (1, 1, 1)
    assert told()[-1][0] == CLEARED
    assert changing(failing, failing) == []


@pytest.mark.parametrize("end", ["resumed", "deleted"])
def test_task_whose_runs_failed_until_it_stopped_is_an_item_until_it_is_resumed_or_deleted(
    office, attending, inbox, told, end
):
    stopped = office.assign("send me a status report every day at 9am")
    office.reader.failures = MAX_FAILURES
    for _ in range(MAX_FAILURES):
        office.fire_and_run()
    attending.refresh(ACCOUNT)
    (item,) = listed(inbox)
    office.clock.advance(hours=2)
    office.tasks.update(ACCOUNT, stopped.id, UpdateTask(mail=False))
    (same,) = listed(inbox)
    if end == "resumed":
        office.tasks.update(ACCOUNT, stopped.id, UpdateTask(status=TaskStatus.ACTIVE))
    else:
        office.tasks.delete(ACCOUNT, stopped.id)
    attending.refresh(ACCOUNT)

    assert item.kind == "task_failed"
    assert (item.target_id, item.action, item.path) == (stopped.id, "resume_task", f"/app/reports/tasks/{stopped.id}")
    assert item.title == "Resume or delete the task “send me a status report”"
    assert item.sentence == (
        "Task “send me a status report”: it has been stopped; 5 runs failed in a row: resume or delete it"
    )
    assert (same.id, listed(inbox), need_store().get_told(ACCOUNT).notices) == (item.id, [], ())
    assert [kind for kind, _ in told()] == [OPENED, CLEARED]
