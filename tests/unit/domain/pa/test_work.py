"""What the assistant and its reports say about work that was handed out."""

from __future__ import annotations

import pytest

from domain.pa.models import AskAssistant, AssignTask
from domain.pa.store import assistant_store
from domain.vault.service import vault_service
from domain.work.queue import work_queue
from domain.work_items.models import ClaimWorkItem
from domain.work_items.service import WorkService
from domain.work_items.store import work_store
from domain.work_items.working import WorkerService
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
    assert "work item" not in asked(office, question)


def test_report_tells_how_the_work_stands_and_what_was_done_since(office, at_work, workers):
    task = office.tasks.assign(ACCOUNT, AssignTask(task="send me a status report every Monday at 9am"))
    office.tasks.run_now(ACCOUNT, task.id)
    office.work_off()
    first = assistant_store().list_reports(ACCOUNT, limit=1).reports[0]

    assert "## Work" in first.content
    assert "**Bakery**: 0 of 2 work items are done; 1 in review and 1 blocked." in first.content
