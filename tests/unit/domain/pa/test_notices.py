"""What needs the customer and belongs to no project: a webhook that fails or is switched off, a task that stopped."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from assistants import ACCOUNT
from domain.dashboard.service import DashboardService
from domain.events.filing import FilingService
from domain.events.log import commit, filing_queue
from domain.events.notices import Notice, NoticeKind, changing
from domain.events.store import event_store
from domain.keys.service import key_service
from domain.pa.attention import AttentionService
from domain.pa.attention_looks import sweep_attention
from domain.pa.attention_store import attention_store
from domain.pa.inbox import InboxService, SnoozeItem
from domain.pa.models import UpdateTask
from domain.pa.phrases import spoken_summary
from domain.pa.records import MAX_FAILURES, TaskStatus
from domain.pa.scheduled import ScheduledTasks
from domain.pa.triage import triage
from domain.projects.requests import ChangeProjectStatus
from domain.thinking.standing import standing_service
from domain.usage.service import usage_service
from portfolios import NOW, portfolio, project

FAILS = "every delivery has failed"
REPAIR = "repair its receiver"
SENTENCE = f"Webhook to hooks.example.com: {FAILS}; {REPAIR}"


class Berlin:
    def timezone_of(self, _account_id):
        return "Europe/Berlin"


@pytest.fixture
def attending(office):
    return AttentionService(office.reader, attention_store(), office.clock)


@pytest.fixture
def inbox(office):
    return InboxService(office.reader, attention_store(), filing_queue(), Berlin(), office.clock)


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


def told(office):
    FilingService(event_store(), filing_queue(), [], office.clock).file_all(ACCOUNT)
    filed = event_store().list_filed(ACCOUNT, after=0, limit=100)
    return [(one.type.value, one.summary) for one in filed if one.type.value.startswith("attention.")]


def nudged(office):
    """How many messages the worker that looks at what needs the customer has; they are taken."""
    url = filing_queue().url
    found = office.sqs.receive_message(QueueUrl=url, MaxNumberOfMessages=10).get("Messages", [])
    for message in found:
        office.sqs.delete_message(QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])
    return len(found)


def test_notice_is_an_item_of_no_project_that_says_what_fails_and_what_to_do(inbox, failing):
    (item,) = listed(inbox)

    assert (item.title, item.sentence) == ("Repair the webhook to hooks.example.com", SENTENCE)
    shown = item.model_dump(include={"kind", "project_id", "project_name", "action", "target_id", "path", "priority"})
    assert shown == {
        "kind": "webhook_failing",
        "project_id": None,
        "project_name": None,
        "action": "repair_webhook",
        "target_id": "whk_1",
        "path": "/app/developers/webhooks/whk_1",
        "priority": "medium",
    }
    assert (item.since, item.needs_decision) == (failing.since, False)


def test_notice_is_told_once_when_it_comes_changes_and_goes(office, attending, inbox, failing):
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
    assert told(office) == [
        ("attention.opened", SENTENCE),
        ("attention.changed", SENTENCE.replace("hooks", "new")),
        ("attention.cleared", "Webhook to new.example.com: the webhook delivers again"),
    ]
    assert [item.sentence for item in listed(inbox, "done")] == [
        "Webhook to new.example.com: the webhook delivers again"
    ]


def test_outage_that_follows_another_is_another_item(inbox, failing):
    (first,) = listed(inbox)
    later = failing.model_copy(update={"since": failing.since + timedelta(hours=1)})
    commit(changing(failing, later))
    (second,) = listed(inbox)

    assert first.id != second.id


def test_put_off_notice_shows_nowhere_and_comes_back(office, attending, inbox, failing):
    attending.refresh(ACCOUNT)
    (item,) = listed(inbox)

    office.clock.advance(seconds=1)
    inbox.snooze(ACCOUNT, item.id, SnoozeItem(until="tomorrow at 9am"))
    attending.refresh(ACCOUNT)
    away = (listed(inbox), [one.id for one in listed(inbox, "snoozed")], counts(office))
    office.clock.advance(days=1)
    swept = sweep_attention(office.clock())
    attending.refresh(ACCOUNT)

    assert away == ([], [item.id], (0, [], "Nothing needs you."))
    assert swept == 1
    assert [one.id for one in listed(inbox)] == [item.id]
    assert [kind for kind, _ in told(office)] == ["attention.opened", "attention.cleared", "attention.opened"]


def test_notice_marked_as_done_stays_away_until_it_is_another(office, attending, inbox, failing):
    attending.refresh(ACCOUNT)
    (item,) = listed(inbox)

    done = inbox.mark_done(ACCOUNT, item.id)
    attending.refresh(ACCOUNT)
    office.clock.advance(days=2)
    attending.refresh(ACCOUNT)
    still = listed(inbox)
    off = notice(office.clock(), kind=NoticeKind.WEBHOOK_DISABLED, action="enable_webhook", trouble="it is off")
    commit(changing(failing, off))
    attending.refresh(ACCOUNT)

    assert (done.state, still) == ("done", [])
    assert [one.kind for one in listed(inbox)] == ["webhook_disabled"]
    assert [kind for kind, _ in told(office)] == ["attention.opened", "attention.cleared", "attention.opened"]


def counts(office):
    """Open items by GET /pa/status, what GET /dashboard/summary lists, and the assistant's summary without projects."""
    status = office.assistant.describe_status(ACCOUNT)
    dashboard = DashboardService(
        office.reader,
        Berlin(),
        key_service(),
        ScheduledTasks(office.store),
        usage_service(),
        standing_service(),
        office.clock,
    )
    found = dashboard.summarise(ACCOUNT).attention
    reasons = [(item.kind, item.project_id, item.project_name, item.reason, item.ids) for item in found]
    words = status.summary.removeprefix("You have no projects yet.").strip() or "Nothing needs you."
    return status.open_items, reasons, words


def test_all_places_count_the_same(office, failing):
    item: tuple[object, ...] = (
        "webhook_failing",
        None,
        None,
        f"Webhook to hooks.example.com: {FAILS} for 1 day; {REPAIR}",
        ["whk_1"],
    )

    assert counts(office) == (1, [item], "1 thing needs you.")
    assert office.assistant.summarise_projects(ACCOUNT).needs_attention == []


def test_assistant_names_it_beside_the_projects(office, project_id, failing):
    before = office.ask("What needs me?")
    office.projects.change_status(ACCOUNT, project_id, ChangeProjectStatus(action="cancel"))
    commit(changing(None, notice(office.clock(), "whk_2")))

    both = office.ask("What needs me?")

    assert f"Webhook to hooks.example.com: {FAILS} for 1 day" in before.response
    assert [(action.type, action.project, action.ids) for action in before.actions] == [("webhook", "", ["whk_1"])]
    assert {action.ids[0] for action in both.actions} == {"whk_1", "whk_2"}


def test_question_about_one_project_leaves_the_account_out(office, project_id, failing):
    answer = office.ask("What needs me in Bakery?")

    assert "Webhook" not in answer.response
    assert answer.actions == []


@pytest.mark.parametrize(
    ("others", "words"),
    [(0, "1 project needs you"), (1, "1 project and 1 other thing need you"), (2, "1 project and 2 other things")],
)
def test_summary_counts_projects_and_the_rest_apart(office, others, words):
    held = project(status="on_hold", updated_at=NOW - timedelta(days=3))
    view = replace(portfolio(held), notices=tuple(notice(NOW, f"whk_{number}") for number in range(others)))

    assert words in spoken_summary(view)
    assert len(triage(view)) == 1 + others


def test_change_of_a_notice_calls_the_worker_that_tells_it(office, failing):
    came = nudged(office)
    commit(changing(failing, None))
    went = nudged(office)

    assert (came, went) == (1, 1)
    assert changing(failing, failing) == []


def test_lost_nudge_is_made_up_for_within_the_hour(office, attending, failing):
    attending.refresh(ACCOUNT)
    commit(changing(failing, None))  # and the nudge gets lost
    office.clock.advance(hours=1, minutes=2)

    swept = sweep_attention(office.clock())
    attending.refresh(ACCOUNT)

    assert swept == 1
    assert told(office)[-1][0] == "attention.cleared"


@pytest.fixture
def stopped(office):
    """A daily task whose runs failed until it stopped."""
    task = office.assign("send me a status report every day at 9am")
    office.reader.failures = MAX_FAILURES
    for _ in range(MAX_FAILURES):
        office.fire_and_run()
    return task


def test_stopped_task_is_an_item_until_it_is_resumed(office, attending, inbox, stopped):
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
    assert same.id == item.id
    assert listed(inbox) == []
    assert [kind for kind, _ in told(office)] == ["attention.opened", "attention.cleared"]


def test_stopped_task_that_is_deleted_needs_nobody(office, attending, inbox, stopped):
    office.tasks.delete(ACCOUNT, stopped.id)

    assert listed(inbox) == []
    assert attention_store().get_told(ACCOUNT).notices == ()
