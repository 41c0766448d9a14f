"""What needs the customer and belongs to no project: a webhook that fails or is switched off, a task that stopped."""

from __future__ import annotations

from datetime import timedelta

import pytest

from assistants import ACCOUNT
from domain.events.log import commit, filing_queue
from domain.events.notices import Notice, NoticeKind, changing
from domain.pa.inbox import SnoozeItem
from domain.pa.models import UpdateTask
from domain.pa.need_store import need_store
from domain.pa.need_sweep import sweep_needs
from domain.pa.records import MAX_FAILURES, TaskStatus

FAILS = "every delivery has failed"
REPAIR = "repair its receiver"
SENTENCE = f"Webhook to hooks.example.com: {FAILS}; {REPAIR}"
OPENED, CLEARED = "attention.opened", "attention.cleared"


def notice(since, subject_id="whk_1", **fields) -> Notice:
    known = {
        "account_id": ACCOUNT,
        "kind": NoticeKind.WEBHOOK_FAILING,
        "subject_id": subject_id,
        "name": "Webhook to hooks.example.com",
        "trouble": FAILS,
        "remedy": REPAIR,
        "over": "the webhook delivers again",
        "since": since,
        "action": "repair_webhook",
        "path": f"/app/developers/webhooks/{subject_id}",
    }
    return Notice(**known | fields)


@pytest.fixture
def failing(office) -> Notice:
    found = notice(office.clock() - timedelta(hours=26))
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


def test_all_places_count_a_notice_and_none_while_it_is_put_off(office, attending, inbox, told, failing, dashboard):
    def counts():
        """GET /pa/status, GET /dashboard/summary, and the assistant's summary without projects."""
        status = office.assistant.describe_status(ACCOUNT)
        found = dashboard.summarise(ACCOUNT).attention
        reasons = [(item.kind, item.project_id, item.project_name, item.reason, item.ids) for item in found]
        return status.open_items, reasons, status.summary.removeprefix("You have no projects yet.").strip()

    reason = f"Webhook to hooks.example.com: {FAILS} for 1 day; {REPAIR}"
    assert counts() == (1, [("webhook_failing", None, None, reason, ["whk_1"])], "1 item needs you.")
    attending.refresh(ACCOUNT)
    (item,) = listed(inbox)

    office.clock.advance(seconds=1)
    inbox.snooze(ACCOUNT, item.id, SnoozeItem(until="tomorrow at 9am"))
    attending.refresh(ACCOUNT)

    assert (listed(inbox), [one.id for one in listed(inbox, "snoozed")], counts()[:2]) == ([], [item.id], (0, []))


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


@pytest.fixture
def stopped(office):
    """A daily task whose runs failed until it stopped."""
    task = office.assign("send me a status report every day at 9am")
    office.reader.failures = MAX_FAILURES
    for _ in range(MAX_FAILURES):
        office.fire_and_run()
    return task


def test_stopped_task_is_an_item_until_it_is_resumed(office, attending, inbox, told, stopped):
    attending.refresh(ACCOUNT)
    (item,) = listed(inbox)
    office.clock.advance(hours=2)
    office.tasks.update(ACCOUNT, stopped.id, UpdateTask(mail=False))
    (same,) = listed(inbox)
    office.tasks.update(ACCOUNT, stopped.id, UpdateTask(status=TaskStatus.ACTIVE))
    attending.refresh(ACCOUNT)

    assert item.kind == "task_failed"
    assert (item.target_id, item.action, item.path) == (stopped.id, "resume_task", f"/app/reports/tasks/{stopped.id}")
    assert item.title == "Resume or delete the task “send me a status report”"
    assert item.sentence == (
        "Task “send me a status report”: it has been stopped; 5 runs failed in a row: resume or delete it"
    )
    assert (same.id, listed(inbox)) == (item.id, [])
    assert [kind for kind, _ in told()] == [OPENED, CLEARED]


def test_stopped_task_that_is_deleted_needs_nobody(office, inbox, stopped):
    office.tasks.delete(ACCOUNT, stopped.id)

    assert listed(inbox) == []
    assert need_store().get_told(ACCOUNT).notices == ()
