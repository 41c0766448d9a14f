"""What the assistant and its reports say about work that was handed out."""

from __future__ import annotations

import pytest

from domain.pa.models import AskAssistant
from domain.pa.records import Report, Task
from domain.pa.reports import make_report
from domain.vault.service import vault_service
from domain.work.queue import work_queue
from domain.work_items.models import ClaimWorkItem, ReleaseWorkItem
from domain.work_items.service import WorkService
from domain.work_items.store import work_store
from domain.work_items.working import WorkerService
from vaults import STARTED
from work import OWNER, new_item, submission, worker, working_project

ACCOUNT = "acc_1"


@pytest.fixture
def work(office):
    return WorkService(work_store(), office.projects, vault_service(), work_queue(), office.clock)


@pytest.fixture
def workers(work, office):
    return WorkerService(work, office.clock)


def asked(office, text):
    return office.assistant.ask(ACCOUNT, AskAssistant(message=text)).response


@pytest.fixture
def at_work(work, workers):
    """Two projects: in one an item waits for its review, in the other one is being worked on."""
    bakery, atlas = working_project("Bakery"), working_project("Atlas")
    first = work.create(OWNER, bakery.id, new_item())
    work.create(OWNER, bakery.id, new_item(title="Show the menu", depends_on=[first.id]))
    second = work.create(OWNER, atlas.id, new_item(title="Draw the map"))
    claimed = workers.claim(worker(), first.id, ClaimWorkItem(worker="codex"))
    workers.submit(worker(), first.id, submission(claimed.claim_id))
    workers.claim(worker("key_2"), second.id, ClaimWorkItem(worker="maria"))
    return bakery, atlas


@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("Who is working on what?", ("**Atlas**: 1 item is being worked on", "maria"), "﷐"),
        ("Which submissions wait for my review?", ("**Bakery**: 1 submission waits", "submitted by codex"), "﷐"),
        ("Which work items are blocked in Bakery?", ("**Show the menu**", "it waits for **Book a table**"), "Atlas"),
        ("What did codex do?", ("**Bakery**: codex had 1 item", "“Booking works”"), "Atlas"),
        ("How much work is left?", ("**Bakery**: 0 of 2 work items", "**Atlas**: 0 of 1 work item"), "﷐"),
        ("Is anybody on the map?", ("**Atlas**: Yes: **Draw the map** is with maria",), "Bakery"),
    ],
)
def test_question_about_work_is_answered_project_by_project(office, at_work, question, said, unsaid):
    answer = asked(office, question)

    assert [words for words in said if words not in answer] == [], answer
    assert unsaid not in answer


@pytest.mark.parametrize("question", ["What is stuck?", "When are my projects done?", "How much money is left?", "🙂"])
def test_question_about_the_projects_is_answered_as_before(office, at_work, question):
    answer = asked(office, question)

    assert "being worked on" not in answer
    assert "submitted by" not in answer


@pytest.mark.parametrize("question", ["Do I have to decide anything in Bakery today?", "What waits for my approval?"])
def test_submission_is_a_decision_that_waits(office, at_work, question):
    answer = asked(office, question)

    assert "**Book a table**, submitted by codex" in answer
    assert not answer.startswith("No")
    assert ": No: " not in answer
    assert "Atlas" not in answer


def test_work_that_came_back_and_that_nobody_has_is_stuck(office, work, workers):
    bakery = working_project("Bakery")
    made = work.create(OWNER, bakery.id, new_item(title="Open until 22:00"))
    claimed = workers.claim(worker(), made.id, ClaimWorkItem(worker="maria"))
    assert asked(office, "Is anything stuck?") == "Nothing is stuck."

    workers.release(
        worker(), made.id, ReleaseWorkItem(claim_id=claimed.claim_id, reason="I have no access to the shop")
    )

    answer = asked(office, "Is anything stuck?")
    assert answer.startswith("Stuck or at risk:")
    assert "**Bakery**: **Open until 22:00**: ready again: maria gave it back" in answer
    assert "﷐" not in answer
    assert asked(office, "Which projects are blocked?").count("Open until 22:00") == 1


@pytest.mark.parametrize("question", ["Did we promise direct debit anywhere? Find it.", "Was the map ever promised?"])
def test_whether_something_was_promised_is_said_to_be_elsewhere(office, at_work, question):
    answer = asked(office, question)

    assert answer.startswith("I can't tell whether that was promised")
    assert "/agents/{project_id}/ask" in answer


def test_who_approved_what_is_said_to_be_elsewhere(office, at_work):
    answer = asked(office, "Who approved what, and when?")

    assert answer.startswith("I can't tell who approved what")
    assert "/agents/{project_id}/ask" in answer


def test_report_tells_how_the_work_stands_and_what_was_done_since(office, at_work, workers, clock):
    task = a_task()
    first = make_report(task, office.reader.read(ACCOUNT, timezone="UTC", with_work=True), None)
    clock.advance(hours=2)
    atlas = next(item for item in office.reader.read(ACCOUNT, timezone="UTC", with_work=True).work if item.claim)
    workers.claim(worker("key_3"), atlas.id, ClaimWorkItem(worker="bob"))
    second = make_report(task, office.reader.read(ACCOUNT, timezone="UTC", with_work=True), stored(first))

    assert "## Work" in first.content
    assert "**Bakery**: 0 of 2 work items are done; 1 in review and 1 blocked." in first.content
    assert "Since the report before: 1 taken, 1 lost by a lease that ended." in second.content


def a_task() -> Task:
    text = "Send me a status report"
    fields = {"id": "tsk_1", "account_id": ACCOUNT, "text": text, "task": text, "timezone": "UTC"}
    return Task(**fields, created_at=STARTED, updated_at=STARTED)


def stored(draft) -> Report:
    return Report(
        id="rep_1",
        account_id=ACCOUNT,
        task_id="tsk_1",
        run_id="run_1",
        title=draft.title,
        content=draft.content,
        data=draft.data,
        succeeded=True,
        due_at=STARTED,
        created_at=STARTED,
    )
