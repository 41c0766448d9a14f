"""The inbox and what is told of it: once, whatever comes twice or dies, and the same everywhere."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest

from assistants import ACCOUNT, Killed
from briefs import submitted_project
from common.dynamo import dynamodb
from common.errors import InvalidRequest, NotFound
from common.paging import encode_cursor
from common.settings import settings
from domain.dashboard.service import DashboardService
from domain.events.filing import FilingService
from domain.events.log import filing_queue
from domain.events.store import event_store
from domain.keys.service import key_service
from domain.pa import attention
from domain.pa.attention import AttentionService
from domain.pa.attention_looks import sweep_attention
from domain.pa.attention_store import attention_store
from domain.pa.inbox import AlreadyDone, DecisionNeeded, InboxService, SnoozeItem, read_until
from domain.pa.needs import all_needs
from domain.pa.scheduled import ScheduledTasks
from domain.projects.records import Approval
from domain.projects.requests import ChangeProjectStatus, CreateProject
from domain.projects.states import ApprovalStatus, DeliverableKind
from domain.projects.store import project_store
from domain.schedules import ScheduleUnclearError
from domain.thinking.standing import standing_service
from domain.usage.service import usage_service

SNOOZE = SnoozeItem(until="tomorrow at 9am")


class Berlin:
    def timezone_of(self, _account_id):
        return "Europe/Berlin"


@pytest.fixture
def attending(office) -> AttentionService:
    return AttentionService(office.reader, attention_store(), office.clock)


@pytest.fixture
def inbox(office) -> InboxService:
    return InboxService(office.reader, attention_store(), filing_queue(), Berlin(), office.clock)


@pytest.fixture
def project_id(office) -> str:
    return submitted_project(office.projects, ACCOUNT)


def ask_for_approval(project_id, office, title="Roadmap"):
    """Put an approval that waits, as the CEO's turn does."""
    project = office.projects.get(ACCOUNT, project_id)
    approval = Approval(
        id=f"apr_{title}",
        project_id=project_id,
        deliverable_id="dlv_1",
        deliverable_kind=DeliverableKind.ROADMAP,
        title=title,
        revision=1,
        content_hash="0" * 64,
        created_at=office.clock(),
    )
    save(project, approval, office)
    return approval


def decide(approval, office):
    project = office.projects.get(ACCOUNT, approval.project_id)
    update = {"status": ApprovalStatus.APPROVED, "decided_at": office.clock(), "decided_by": "usr_1"}
    save(project, approval.model_copy(update=update), office)


def save(project, approval, office):
    project_store().save(project, project.changed(office.clock()), (approval,))


def told():
    """The sentences of all events of attention, filed now, in the order of the feed."""
    FilingService(event_store(), filing_queue(), [], lambda: datetime.now(UTC)).file_all(ACCOUNT)
    filed = event_store().list_filed(ACCOUNT, after=0, limit=100)
    return [(e.type.value, e.summary) for e in filed if e.type.value.startswith("attention.")]


def listed(inbox, state="open"):
    return [item.sentence for item in inbox.list_page(ACCOUNT, state=state, limit=20, cursor=None).items]


def test_what_waits_is_told_once_and_when_it_is_decided_that_is_told_once(office, attending, inbox, project_id):
    approval = ask_for_approval(project_id, office)

    first = [attending.refresh(ACCOUNT), attending.refresh(ACCOUNT)]
    opened = told()
    waiting = listed(inbox)
    decide(approval, office)
    gone = listed(inbox)
    second = [attending.refresh(ACCOUNT), attending.refresh(ACCOUNT)]

    assert (first, second) == ([1, 0], [1, 0])
    assert opened == [("attention.opened", "Bakery: Roadmap, revision 1, waits for your approval")]
    assert told() == [*opened, ("attention.cleared", "Bakery: Roadmap, revision 1, no longer waits for your approval")]
    assert (waiting, gone) == (["Roadmap, revision 1, waits for your approval"], [])
    assert listed(inbox, "done") == ["Roadmap, revision 1, no longer waits for your approval"]


def test_event_says_what_to_do_to_which_text_and_where(office, attending, project_id):
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
        "summary": "Bakery: Roadmap, revision 1, waits for your approval",
        "url": f"https://atrium.example/app/projects/{project_id}/deliverables/dlv_1",
        "action": "decide_approval",
    }
    assert data["item_id"].startswith("att_")


@pytest.mark.parametrize("when", ["before", "after"])
def test_worker_killed_around_the_transaction_tells_everything_once(office, attending, project_id, monkeypatch, when):
    ask_for_approval(project_id, office)
    ask_for_approval(project_id, office, "Brief")
    save_all = type(attention_store()).save

    def dying(store, writes):
        if when == "after":
            save_all(store, writes)
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(type(attention_store()), "save", dying)
        with pytest.raises(Killed):
            attending.refresh(ACCOUNT)
    attending.refresh(ACCOUNT)

    assert sorted(told()) == [
        ("attention.opened", "Bakery: Brief, revision 1, waits for your approval"),
        ("attention.opened", "Bakery: Roadmap, revision 1, waits for your approval"),
    ]


def test_two_workers_at_once_tell_once(office, attending, project_id, monkeypatch):
    ask_for_approval(project_id, office)
    read = office.reader.read

    def reading(account_id, *, timezone):
        view = read(account_id, timezone=timezone)
        monkeypatch.setattr(office.reader, "read", read)
        attending.refresh(ACCOUNT)  # the other worker is faster
        return view

    monkeypatch.setattr(office.reader, "read", reading)
    attending.refresh(ACCOUNT)

    assert len(told()) == 1


def test_more_differences_than_fit_into_one_transaction_are_all_told(office, attending, project_id, monkeypatch):
    monkeypatch.setattr(attention, "_MOST", 2)
    for number in range(5):
        ask_for_approval(project_id, office, f"Document {number}")

    assert attending.refresh(ACCOUNT) == 5
    assert len(told()) == 5


def test_what_is_put_off_shows_nowhere_and_comes_back_by_the_sweep(office, attending, inbox, project_id):
    ask_for_approval(project_id, office)
    attending.refresh(ACCOUNT)
    (item,) = inbox.list_page(ACCOUNT, state="open", limit=20, cursor=None).items

    office.clock.advance(seconds=1)
    put_off = inbox.snooze(ACCOUNT, item.id, SNOOZE)
    attending.refresh(ACCOUNT)
    meanwhile = (listed(inbox), listed(inbox, "snoozed"), everywhere(office))
    office.clock.advance(hours=23, minutes=58)
    early = sweep_attention(office.clock())
    office.clock.advance(minutes=4)
    due = sweep_attention(office.clock())
    attending.refresh(ACCOUNT)

    assert put_off.state == "snoozed"
    assert put_off.snoozed_until == datetime(2026, 3, 3, 8, tzinfo=UTC)
    assert meanwhile == ([], ["Roadmap, revision 1, waits for your approval"], [[], 0, [], False])
    assert (early, due) == (1, 1)  # the first of them because of the documents' own look
    assert listed(inbox) == ["Roadmap, revision 1, waits for your approval"]
    assert everywhere(office) == [["Bakery"], 1, ["Roadmap has waited 1 day for your approval"], True]
    assert [kind for kind, _ in told()] == ["attention.opened", "attention.cleared", "attention.opened"]
    assert told()[1][1] == (
        "Bakery: snoozed until Tue 3 Mar 2026, 08:00 UTC: Roadmap, revision 1, waits for your approval"
    )


def everywhere(office):
    """What GET /pa/projects, GET /dashboard/summary and GET /pa/status say needs the customer."""
    zones = Berlin()
    dashboard = DashboardService(
        office.reader,
        zones,
        key_service(),
        ScheduledTasks(office.store),
        usage_service(),
        standing_service(),
        office.clock,
    )
    summary = dashboard.summarise(ACCOUNT)
    return [
        [one.name for one in office.assistant.summarise_projects(ACCOUNT).needs_attention],
        summary.needs_attention,
        [one.reason for one in summary.attention],
        "1 project needs you" in office.assistant.describe_status(ACCOUNT).summary,
    ]


def test_item_marked_as_done_is_told_listed_and_does_not_come_back(office, attending, inbox, project_id):
    office.projects.change_status(ACCOUNT, project_id, ChangeProjectStatus(action="pause"))
    attending.refresh(ACCOUNT)
    (item,) = inbox.list_page(ACCOUNT, state="open", limit=20, cursor=None).items

    office.clock.advance(seconds=1)
    done = inbox.mark_done(ACCOUNT, item.id)
    again = inbox.mark_done(ACCOUNT, item.id)
    at_once = (listed(inbox), listed(inbox, "done"))
    attending.refresh(ACCOUNT)
    office.clock.advance(hours=2)
    attending.refresh(ACCOUNT)

    assert (item.kind, item.needs_decision, done.state) == ("blocked", False, "done")
    assert again == done
    assert at_once == ([], ["The project is on hold"])
    assert told()[1:] == [("attention.cleared", "Bakery: marked as done: the project is on hold")]
    assert listed(inbox) == []
    with pytest.raises(AlreadyDone):
        inbox.snooze(ACCOUNT, item.id, SNOOZE)


@pytest.mark.parametrize("said", ["snoozed", "done"])
def test_item_is_brought_back_and_told_again(office, attending, inbox, project_id, said):
    office.projects.change_status(ACCOUNT, project_id, ChangeProjectStatus(action="pause"))
    attending.refresh(ACCOUNT)
    (item,) = inbox.list_page(ACCOUNT, state="open", limit=20, cursor=None).items
    office.clock.advance(seconds=1)
    inbox.snooze(ACCOUNT, item.id, SNOOZE) if said == "snoozed" else inbox.mark_done(ACCOUNT, item.id)
    attending.refresh(ACCOUNT)

    back = inbox.snooze(ACCOUNT, item.id, SnoozeItem(until="Now"))
    again = inbox.snooze(ACCOUNT, item.id, SnoozeItem(until="now"))
    office.clock.advance(seconds=1)
    attending.refresh(ACCOUNT)

    assert back == again == item
    assert [listed(inbox, state) for state in ("open", "snoozed", "done")] == [[item.sentence], [], []]
    assert [kind for kind, _ in told()] == ["attention.opened", "attention.cleared", "attention.opened"]


def test_project_paused_once_more_needs_the_customer_once_more(office, attending, inbox, project_id):
    for action in ("pause", "resume", "pause"):
        office.clock.advance(minutes=1)
        office.projects.change_status(ACCOUNT, project_id, ChangeProjectStatus(action=action))
        attending.refresh(ACCOUNT)
        for item in inbox.list_page(ACCOUNT, state="open", limit=20, cursor=None).items:
            if action == "pause":
                inbox.mark_done(ACCOUNT, item.id)

    assert [kind for kind, _ in told()].count("attention.opened") == 2


def test_decision_cannot_be_marked_as_done(office, inbox, project_id):
    ask_for_approval(project_id, office)
    (item,) = inbox.list_page(ACCOUNT, state="open", limit=20, cursor=None).items

    with pytest.raises(DecisionNeeded, match="Decide it, or snooze it"):
        inbox.mark_done(ACCOUNT, item.id)

    assert item.needs_decision
    assert listed(inbox) == [item.sentence]


def test_item_of_nobody_or_of_another_account_is_not_found(office, inbox, project_id):
    ask_for_approval(project_id, office)
    (item,) = inbox.list_page(ACCOUNT, state="open", limit=20, cursor=None).items

    for account_id, item_id in (("acc_2", item.id), (ACCOUNT, "att_01J00000000000000000000000")):
        for act in (lambda a, i: inbox.snooze(a, i, SNOOZE), inbox.mark_done):
            with pytest.raises(NotFound):
                act(account_id, item_id)


def test_customer_and_worker_at_once_lose_nothing(office, attending, inbox, project_id, monkeypatch):
    ask_for_approval(project_id, office)
    (item,) = inbox.list_page(ACCOUNT, state="open", limit=20, cursor=None).items
    read = office.reader.read

    def reading(account_id, *, timezone):
        view = read(account_id, timezone=timezone)
        monkeypatch.setattr(office.reader, "read", read)
        attending.refresh(ACCOUNT)
        return view

    monkeypatch.setattr(office.reader, "read", reading)
    inbox.snooze(ACCOUNT, item.id, SNOOZE)
    office.clock.advance(seconds=1)
    attending.refresh(ACCOUNT)

    assert listed(inbox, "snoozed") == [item.sentence]
    assert [kind for kind, _ in told()] == ["attention.opened", "attention.cleared"]


def test_pages_hold_every_item_once_whatever_is_decided_meanwhile(office, inbox, project_id):
    for number in range(5):
        office.clock.advance(minutes=1)
        ask_for_approval(project_id, office, f"Document {number}")
    first = inbox.list_page(ACCOUNT, state="open", limit=2, cursor=None)
    last_of_first = first.items[-1].target_id
    decide(project_store().list_open_approvals(ACCOUNT)[1], office)

    second = inbox.list_page(ACCOUNT, state="open", limit=2, cursor=first.next_cursor)
    third = inbox.list_page(ACCOUNT, state="open", limit=2, cursor=second.next_cursor)

    assert last_of_first == "apr_Document 1"
    assert [item.target_id for page in (second, third) for item in page.items] == [
        "apr_Document 2",
        "apr_Document 3",
        "apr_Document 4",
    ]
    assert (second.has_more, third.has_more, third.next_cursor) == (True, False, None)
    with pytest.raises(InvalidRequest):
        inbox.list_page(ACCOUNT, state="snoozed", limit=2, cursor=first.next_cursor)


def test_what_becomes_urgent_between_two_pages_is_on_one_of_them(office, inbox, project_id):
    office.projects.change_status(ACCOUNT, project_id, ChangeProjectStatus(action="pause"))
    second = submitted_project(office.projects, ACCOUNT, name="Vet clinic")
    for title in ("Roadmap", "Brief"):
        office.clock.advance(minutes=1)
        ask_for_approval(second, office, title)
    first = inbox.list_page(ACCOUNT, state="open", limit=1, cursor=None)

    office.clock.advance(days=1)
    rest = inbox.list_page(ACCOUNT, state="open", limit=20, cursor=first.next_cursor)

    assert [(item.title, item.priority) for item in (*first.items, *rest.items)] == [
        ("Resume the project", "medium"),
        ("Approve Roadmap", "high"),
        ("Approve Brief", "high"),
    ]
    for forged in ("soon", "0001-01-01T00:00:00+23:00", "2026-03-01T09:00:00"):
        cursor = encode_cursor({"account": ACCOUNT, "state": "open", "as_of": forged, "after": "1"})
        with suppress(InvalidRequest):
            inbox.list_page(ACCOUNT, state="open", limit=1, cursor=cursor)


def test_item_says_what_waits_for_it_and_an_ended_one_says_that_nothing_does(office, attending, inbox, project_id):
    approval = ask_for_approval(project_id, office)
    attending.refresh(ACCOUNT)
    (item,) = inbox.list_page(ACCOUNT, state="open", limit=20, cursor=None).items
    decide(approval, office)
    attending.refresh(ACCOUNT)
    (ended,) = inbox.list_page(ACCOUNT, state="done", limit=20, cursor=None).items

    assert (item.title, item.blocks) == ("Approve Roadmap", "The design phase starts after it.")
    assert (ended.title, ended.blocks) == ("Approve Roadmap", None)


def test_ended_item_of_an_earlier_edition_has_its_sentence_as_its_title(office, inbox, project_id):
    ask_for_approval(project_id, office)
    (need,) = all_needs(office.reader.read(ACCOUNT, timezone="UTC"))
    old = need.standing().model_copy(update={"title": ""})
    attention_store().save([attention_store().ending(old, office.clock())])

    (ended,) = inbox.list_page(ACCOUNT, state="done", limit=20, cursor=None).items

    assert ended.title == ended.sentence == "Roadmap, revision 1, no longer waits for your approval"


@pytest.mark.parametrize(("days", "kind"), [(1, "question"), (14, "still")])
def test_what_only_time_opens_is_found_by_the_sweep(office, attending, inbox, days, kind):
    if kind == "question":
        office.projects.create(ACCOUNT, CreateProject(name="Bakery"))
    else:
        submitted_project(office.projects, ACCOUNT)
    attending.refresh(ACCOUNT)

    office.clock.advance(days=days, seconds=30)
    too_early = sweep_attention(office.clock())
    office.clock.advance(minutes=1)
    nudged = sweep_attention(office.clock())
    attending.refresh(ACCOUNT)

    assert (too_early, nudged) == (0, 1)
    assert [item.kind for item in inbox.list_page(ACCOUNT, state="open", limit=20, cursor=None).items] == [kind]
    assert told()[-1][0] == "attention.opened"


def test_account_is_looked_at_once_more_a_minute_after_something_happened(office, attending, project_id):
    attending.refresh(ACCOUNT, look_again=True)
    attending.refresh(ACCOUNT)  # the nudge came twice
    office.clock.advance(minutes=2, seconds=1)

    first, _looked, second = (
        sweep_attention(office.clock()),
        attending.refresh(ACCOUNT),
        sweep_attention(office.clock()),
    )

    assert (first, second) == (1, 0)


def test_sweep_of_events_passes_over_what_is_to_be_looked_at(office, attending, project_id):
    attending.refresh(ACCOUNT)
    told()
    office.clock.advance(days=15)

    swept = FilingService(event_store(), filing_queue(), [], office.clock).sweep()

    assert (swept, sweep_attention(office.clock())) == (0, 1)


def test_refresh_that_finds_nothing_new_writes_nothing(office, attending, project_id):
    ask_for_approval(project_id, office)
    attending.refresh(ACCOUNT)
    called = []
    dynamodb().meta.events.register("before-call.dynamodb.*", lambda model, **_: called.append(model.name), "count")

    attending.refresh(ACCOUNT)

    dynamodb().meta.events.unregister("before-call.dynamodb.*", unique_id="count")
    assert called == ["Query"] * 5


def test_rows_of_ended_needs_go_after_thirty_days_and_are_not_read_with_the_others(office, attending, project_id):
    decided = ask_for_approval(project_id, office)
    attending.refresh(ACCOUNT)
    decide(decided, office)
    attending.refresh(ACCOUNT)

    rows = dynamodb().scan(TableName=settings.events_table)["Items"]
    (ended,) = [row for row in rows if row["sk"]["S"].startswith("ENDED#")]

    assert int(ended["expires_at_epoch"]["N"]) == int((office.clock() + timedelta(days=30)).timestamp())
    assert attention_store().get_told(ACCOUNT).standings == {}
    assert json.dumps(rows).count("OPEN#") == 0


NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)


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
    assert read_until(words, now=NOW, timezone="Europe/Berlin") == instant


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("every Monday", "SCHEDULE_UNCLEAR"),
        ("Thursday 5pm call Anna", "SCHEDULE_UNCLEAR"),
        ("when it rains", "SCHEDULE_UNCLEAR"),
        ("2026-03-01T09:00:00Z", "VALIDATION_ERROR"),
        ("2026-03-05T09:00:00", "VALIDATION_ERROR"),
        ("2026-13-05T09:00:00Z", "VALIDATION_ERROR"),
        ("2027-03-05T09:00:00Z", "VALIDATION_ERROR"),
    ],
)
def test_moment_that_is_unclear_past_or_far_off_is_refused(words, code):
    with pytest.raises(InvalidRequest) as refusal:
        read_until(words, now=NOW, timezone="Europe/Berlin")

    assert refusal.value.code == code
    assert [problem.field for problem in refusal.value.problems] == ["until"]
    assert "every Monday" not in refusal.value.message.replace("“every Monday”", "", 1)


@pytest.mark.parametrize(("words", "offered"), [("at 5", "at 5pm"), ("weekly", None)])
def test_near_moment_is_offered_and_no_recurrence(words, offered):
    with pytest.raises(ScheduleUnclearError) as refusal:
        read_until(words, now=NOW, timezone="Europe/Berlin")

    found = refusal.value.suggestion
    assert (found and found["when"]) == offered
