"""What the assistant and its reports say about work that was handed out."""

from __future__ import annotations

import pytest

from assistants import ASKER
from domain.pa.needs import all_needs
from domain.vault.team_requests import team_requests
from domain.work.queue import work_queue
from domain.work_items.models import ClaimWorkItem
from domain.work_items.service import WorkService
from domain.work_items.store import work_store
from domain.work_items.working import WorkerService
from work import OWNER, new_item, submission, worker, working_project

ACCOUNT = ASKER.account_id


@pytest.fixture
def work(office):
    return WorkService(work_store(), office.projects, team_requests(), work_queue(), office.clock)


@pytest.fixture
def workers(work, office):
    return WorkerService(work, office.clock)


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


def test_question_about_work_in_a_project_is_answered_by_its_items(office, at_work):
    answered = office.ask("Who works on what in Atlas?")

    assert {one.id.partition(".")[0] for one in answered.facts} == {"work"}


def test_submission_is_a_decision_that_waits_and_holds_up_other_work(office, at_work):
    (need,) = all_needs(office.reader.read(ACCOUNT, timezone="UTC"))
    answered = office.ask("What needs me?")

    assert (need.title, need.blocks) == ("Review “Book a table”", "Show the menu is waiting for it.")
    assert any("Bakery" in one.text and "review" in one.text for one in answered.facts)


def test_project_does_not_stand_still_while_workers_work_on_its_items(office, at_work, workers, clock):
    clock.advance(days=10)
    (atlas,) = (item for item in office.reader.read(ACCOUNT, timezone="UTC", with_work=True).work if item.claim)
    workers.claim(worker("key_3"), atlas.id, ClaimWorkItem(worker="bob"))

    clock.advance(days=10)

    still = [
        need.project.name for need in all_needs(office.reader.read(ACCOUNT, timezone="UTC")) if need.concern == "still"
    ]
    assert still == ["Bakery"]


def test_report_tells_how_the_work_stands_and_what_was_done_since(office, at_work, workers, clock):
    task = office.assign("Send me a status report every Monday at 9am")

    def report():
        office.tasks.run_now(ACCOUNT, task.id)
        office.run_delivered()
        return office.reports()[0].content

    first = report()
    clock.advance(hours=2)
    atlas = next(item for item in office.reader.read(ACCOUNT, timezone="UTC", with_work=True).work if item.claim)
    workers.claim(worker("key_3"), atlas.id, ClaimWorkItem(worker="bob"))
    second = report()

    assert "## Work" in first
    assert "**Bakery**: Of 2 work items, 1 waiting for your review and 1 blocked." in first
    assert "Since the last report: 1 taken, 1 lost when a lease ended." in second
