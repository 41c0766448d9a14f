"""The inbox and what is told of it: once, whatever comes twice or dies, and the same everywhere."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from assistants import ACCOUNT, Killed
from briefs import submitted_project
from common.dynamo import dynamodb
from common.errors import InvalidRequest
from common.settings import settings
from domain.events.filing import FilingService
from domain.events.log import filing_queue
from domain.events.store import event_store
from domain.pa import need_events
from domain.pa.inbox import AlreadyDone, DecisionNeeded, SnoozeItem, read_until
from domain.pa.need_store import need_store
from domain.pa.need_sweep import sweep_needs
from domain.pa.needs import all_needs
from domain.projects.requests import ChangeProjectStatus, CreateProject
from domain.projects.states import ApprovalStatus
from domain.projects.store import project_store
from portfolios import approval

SNOOZE = SnoozeItem(until="tomorrow at 9am")
WAITS = "Roadmap, revision 1, waits for your approval"
OPENED, CLEARED = "attention.opened", "attention.cleared"


@pytest.fixture
def project_id(office) -> str:
    return submitted_project(office.projects, ACCOUNT)


def ask_for_approval(project_id, office, title="Roadmap"):
    """Put an approval that waits, as the CEO's turn does."""
    project = office.projects.get(ACCOUNT, project_id)
    update = {"id": f"apr_{title}", "deliverable_id": "dlv_1", "created_at": office.clock()}
    return save(approval(project, title).model_copy(update=update), office)


def decide(waiting, office):
    update = {"status": ApprovalStatus.APPROVED, "decided_at": office.clock(), "decided_by": "usr_1"}
    save(waiting.model_copy(update=update), office)


def save(changed, office):
    project = office.projects.get(ACCOUNT, changed.project_id)
    project_store().save(project, project.changed(office.clock()), (changed,))
    return changed


def change_status(office, project_id, action="pause"):
    office.projects.change_status(ACCOUNT, project_id, ChangeProjectStatus(action=action))


def items(inbox, state="open"):
    return inbox.list_page(ACCOUNT, state=state, limit=20, cursor=None).items


def listed(inbox, state="open"):
    return [item.sentence for item in items(inbox, state)]


@pytest.fixture
def on_hold(office, attending, inbox, project_id):
    """The item that the project is on hold, told a second ago."""
    change_status(office, project_id)
    attending.refresh(ACCOUNT)
    (item,) = items(inbox)
    office.clock.advance(seconds=1)
    return item


def test_what_waits_is_told_once_and_when_it_is_decided_that_is_told_once(office, attending, inbox, project_id, told):
    waits = ask_for_approval(project_id, office)

    first = [attending.refresh(ACCOUNT), attending.refresh(ACCOUNT)]
    opened = told()
    waiting = listed(inbox)
    decide(waits, office)
    gone = listed(inbox)
    second = [attending.refresh(ACCOUNT), attending.refresh(ACCOUNT)]

    assert (first, second) == ([1, 0], [1, 0])
    assert opened == [(OPENED, f"Bakery: {WAITS}")]
    assert told() == [*opened, (CLEARED, "Bakery: Roadmap, revision 1, no longer waits for your approval")]
    assert (waiting, gone) == ([WAITS], [])
    (ended,) = items(inbox, "done")
    assert (ended.sentence, ended.blocks) == ("Roadmap, revision 1, no longer waits for your approval", None)


def test_event_says_what_to_do_to_which_text_and_where(office, attending, project_id, told):
    ask_for_approval(project_id, office)

    attending.refresh(ACCOUNT)
    told()

    (event,) = [one for one in event_store().list_filed(ACCOUNT, after=0, limit=100) if one.item_id]
    data = event.payload("https://atrium.example")["data"]
    assert data == {
        "project_id": project_id,
        "id": "apr_Roadmap",
        "item_id": data["item_id"],
        "revision": 1,
        "content_hash": "0" * 64,
        "summary": f"Bakery: {WAITS}",
        "url": f"https://atrium.example/app/projects/{project_id}/deliverables/dlv_1",
        "action": "decide_approval",
    }
    assert data["item_id"].startswith("att_")


@pytest.mark.parametrize("when", ["before", "after"])
def test_worker_killed_around_the_transaction_tells_everything_once(
    office, attending, project_id, told, monkeypatch, when
):
    ask_for_approval(project_id, office)
    ask_for_approval(project_id, office, "Brief")
    save_all = type(need_store()).save

    def dying(store, writes):
        if when == "after":
            save_all(store, writes)
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(type(need_store()), "save", dying)
        with pytest.raises(Killed):
            attending.refresh(ACCOUNT)
    attending.refresh(ACCOUNT)

    assert sorted(told()) == [
        (OPENED, "Bakery: Brief, revision 1, waits for your approval"),
        (OPENED, f"Bakery: {WAITS}"),
    ]


@pytest.fixture
def raced(office, attending, monkeypatch):
    """Whoever reads next is overtaken by another worker."""
    read = office.reader.read

    def reading(account_id, *, timezone):
        view = read(account_id, timezone=timezone)
        monkeypatch.setattr(office.reader, "read", read)
        attending.refresh(ACCOUNT)
        return view

    return lambda: monkeypatch.setattr(office.reader, "read", reading)


def test_two_workers_at_once_tell_once(office, attending, project_id, told, raced):
    ask_for_approval(project_id, office)

    raced()
    attending.refresh(ACCOUNT)

    assert len(told()) == 1


def test_customer_and_worker_at_once_lose_nothing(office, attending, inbox, project_id, told, raced):
    ask_for_approval(project_id, office)
    (item,) = items(inbox)

    raced()
    inbox.snooze(ACCOUNT, item.id, SNOOZE)
    office.clock.advance(seconds=1)
    attending.refresh(ACCOUNT)

    assert listed(inbox, "snoozed") == [item.sentence]
    assert [kind for kind, _ in told()] == [OPENED, CLEARED]


def test_more_differences_than_fit_into_one_transaction_are_all_told(office, attending, project_id, told, monkeypatch):
    monkeypatch.setattr(need_events, "_MOST", 2)
    for number in range(5):
        ask_for_approval(project_id, office, f"Document {number}")

    assert attending.refresh(ACCOUNT) == len(told()) == 5


def test_what_is_put_off_shows_nowhere_and_comes_back_by_the_sweep(
    office, attending, inbox, project_id, told, dashboard
):
    def everywhere():
        """What GET /pa/projects, GET /dashboard/summary and GET /pa/status say needs the customer."""
        summary = dashboard.summarise(ACCOUNT)
        return [
            [one.name for one in office.assistant.summarise_projects(ACCOUNT).needs_attention],
            summary.needs_attention,
            [one.reason for one in summary.attention],
            "1 project needs you" in office.assistant.describe_status(ACCOUNT).summary,
        ]

    ask_for_approval(project_id, office)
    attending.refresh(ACCOUNT)
    (item,) = items(inbox)

    office.clock.advance(seconds=1)
    put_off = inbox.snooze(ACCOUNT, item.id, SNOOZE)
    attending.refresh(ACCOUNT)
    meanwhile = (listed(inbox), listed(inbox, "snoozed"), everywhere())
    office.clock.advance(hours=23, minutes=58)
    early = sweep_needs(office.clock())
    office.clock.advance(minutes=4)
    due = sweep_needs(office.clock())
    attending.refresh(ACCOUNT)

    assert (put_off.state, put_off.snoozed_until) == ("snoozed", datetime(2026, 3, 3, 8, tzinfo=UTC))
    assert meanwhile == ([], [WAITS], [[], 0, [], False])
    assert (early, due) == (1, 1)  # the first of them because of the documents' own look
    assert listed(inbox) == [WAITS]
    assert everywhere() == [["Bakery"], 1, ["Roadmap has waited 1 day for your approval"], True]
    assert [kind for kind, _ in told()] == [OPENED, CLEARED, OPENED]
    assert told()[1][1] == f"Bakery: snoozed until Tue 3 Mar 2026, 08:00 UTC: {WAITS}"


def test_item_marked_as_done_is_told_listed_and_does_not_come_back(office, attending, inbox, on_hold, told):
    done = inbox.mark_done(ACCOUNT, on_hold.id)
    again = inbox.mark_done(ACCOUNT, on_hold.id)
    at_once = (listed(inbox), listed(inbox, "done"))
    summed_up = office.assistant.summarise_projects(ACCOUNT).needs_attention
    attending.refresh(ACCOUNT)
    office.clock.advance(hours=2)
    attending.refresh(ACCOUNT)

    assert (on_hold.kind, on_hold.needs_decision, done.state) == ("blocked", False, "done")
    assert again == done
    assert (at_once, summed_up) == (([], ["The project is paused"]), [])
    assert told()[1:] == [(CLEARED, "Bakery: marked as done: the project is paused")]
    assert listed(inbox) == []
    with pytest.raises(AlreadyDone):
        inbox.snooze(ACCOUNT, on_hold.id, SNOOZE)


@pytest.mark.parametrize("said", ["snoozed", "done"])
def test_item_is_brought_back_and_told_again(office, attending, inbox, on_hold, told, said):
    inbox.snooze(ACCOUNT, on_hold.id, SNOOZE) if said == "snoozed" else inbox.mark_done(ACCOUNT, on_hold.id)
    attending.refresh(ACCOUNT)

    back, again = (inbox.snooze(ACCOUNT, on_hold.id, SnoozeItem(until=now)) for now in ("Now", "now"))
    office.clock.advance(seconds=1)
    attending.refresh(ACCOUNT)

    assert back == again == on_hold
    assert [listed(inbox, state) for state in ("open", "snoozed", "done")] == [[on_hold.sentence], [], []]
    assert [kind for kind, _ in told()] == [OPENED, CLEARED, OPENED]


def test_decision_cannot_be_marked_as_done(office, inbox, project_id):
    ask_for_approval(project_id, office)
    (item,) = items(inbox)

    with pytest.raises(DecisionNeeded, match="Decide it, or snooze it"):
        inbox.mark_done(ACCOUNT, item.id)

    assert item.needs_decision
    assert listed(inbox) == [item.sentence]


def test_pages_hold_every_item_once_whatever_is_decided_meanwhile(office, inbox, project_id):
    for number in range(5):
        office.clock.advance(minutes=1)
        ask_for_approval(project_id, office, f"Document {number}")
    first = inbox.list_page(ACCOUNT, state="open", limit=2, cursor=None)
    decide(project_store().list_open_approvals(ACCOUNT)[1], office)

    second = inbox.list_page(ACCOUNT, state="open", limit=2, cursor=first.next_cursor)
    third = inbox.list_page(ACCOUNT, state="open", limit=2, cursor=second.next_cursor)

    found = [item.target_id for page in (first, second, third) for item in page.items]
    assert found == [f"apr_Document {number}" for number in range(5)]
    assert (second.has_more, third.has_more, third.next_cursor) == (True, False, None)
    with pytest.raises(InvalidRequest):
        inbox.list_page(ACCOUNT, state="snoozed", limit=2, cursor=first.next_cursor)


def test_ended_item_of_an_earlier_edition_has_its_sentence_as_its_title(office, inbox, project_id):
    ask_for_approval(project_id, office)
    (need,) = all_needs(office.reader.read(ACCOUNT, timezone="UTC"))
    old = need.standing().model_copy(update={"title": ""})
    need_store().save([need_store().ending(old, office.clock())])

    (ended,) = items(inbox, "done")

    assert ended.title == ended.sentence == "Roadmap, revision 1, no longer waits for your approval"


@pytest.mark.parametrize(("days", "kind"), [(1, "question"), (14, "still")])
def test_what_only_time_opens_is_found_by_the_sweep(office, attending, inbox, told, days, kind):
    if kind == "question":
        office.projects.create(ACCOUNT, CreateProject(name="Bakery"))
    else:
        submitted_project(office.projects, ACCOUNT)
    attending.refresh(ACCOUNT)
    told()

    office.clock.advance(days=days, seconds=30)
    too_early = sweep_needs(office.clock())
    office.clock.advance(minutes=1)
    swept = FilingService(event_store(), filing_queue(), [], office.clock).sweep()
    nudged = sweep_needs(office.clock())
    attending.refresh(ACCOUNT)

    assert (too_early, swept, nudged) == (0, 0, 1)  # the sweep of events passes over what is to be looked at
    assert [item.kind for item in items(inbox)] == [kind]
    assert told()[-1][0] == OPENED


def test_account_is_looked_at_once_more_a_minute_after_something_happened(office, attending, project_id):
    attending.refresh(ACCOUNT, look_again=True)
    attending.refresh(ACCOUNT)  # the nudge came twice
    office.clock.advance(minutes=2, seconds=1)

    first = sweep_needs(office.clock())
    attending.refresh(ACCOUNT)

    assert (first, sweep_needs(office.clock())) == (1, 0)


def test_rows_of_ended_needs_go_after_thirty_days_and_are_not_read_with_the_others(office, attending, project_id):
    decided = ask_for_approval(project_id, office)
    attending.refresh(ACCOUNT)
    decide(decided, office)
    attending.refresh(ACCOUNT)

    rows = dynamodb().scan(TableName=settings.events_table)["Items"]
    (ended,) = [row for row in rows if row["sk"]["S"].startswith("ENDED#")]

    assert int(ended["expires_at_epoch"]["N"]) == int((office.clock() + timedelta(days=30)).timestamp())
    assert need_store().get_told(ACCOUNT).standings == {}
    assert json.dumps(rows).count("OPEN#") == 0


NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)


def until(words):
    return read_until(words, now=NOW, timezone="Europe/Berlin")


@pytest.mark.parametrize(
    ("words", "instant"),
    [
        ("until Thursday 5pm", datetime(2026, 3, 5, 16, tzinfo=UTC)),
        ("till tomorrow", datetime(2026, 3, 3, 8, tzinfo=UTC)),
        ("for two weeks", datetime(2026, 3, 16, 8, tzinfo=UTC)),
        ("in 2 hours", datetime(2026, 3, 2, 11, tzinfo=UTC)),
        ("2026-03-05T17:00:00+02:00", datetime(2026, 3, 5, 15, tzinfo=UTC)),
    ],
)
def test_moment_is_read_from_words_in_the_accounts_zone_or_from_an_instant(words, instant):
    assert until(words) == instant


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("every Monday", "SCHEDULE_UNCLEAR"),
        ("Thursday 5pm call Anna", "SCHEDULE_UNCLEAR"),
        ("2026-03-01T09:00:00Z", "VALIDATION_ERROR"),
        ("2026-03-05T09:00:00", "VALIDATION_ERROR"),
        ("2026-13-05T09:00:00Z", "VALIDATION_ERROR"),
        ("2027-03-05T09:00:00Z", "VALIDATION_ERROR"),
    ],
)
def test_moment_that_is_unclear_past_or_far_off_is_refused(words, code):
    with pytest.raises(InvalidRequest) as refusal:
        until(words)

    assert refusal.value.code == code
    assert [problem.field for problem in refusal.value.problems] == ["until"]
    assert "every Monday" not in refusal.value.message.replace("“every Monday”", "", 1)
