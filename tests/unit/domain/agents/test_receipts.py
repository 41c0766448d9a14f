"""A receipt is kept with each message of the CEO, and found by its owner alone."""

from __future__ import annotations

import pytest

from atrium_verify import receipts as verifier
from briefs import submitted_project
from common.dynamo import Table
from common.errors import NotFound
from common.settings import settings
from domain.agents.brain.rules import RuleBrain
from house import ME, NEIGHBOUR
from receipted import as_exported, texts_of


@pytest.fixture
def ruled(house, monkeypatch):
    monkeypatch.setattr(type(house.brain), "answer", lambda _, *asked: RuleBrain().answer(*asked))
    return house


def test_answer_keeps_a_receipt_that_holds(ruled, project_id):
    ruled.ask(project_id, "What is the budget?")
    ruled.run_all()
    answer = ruled.conversation(project_id)[-1]

    receipt = ruled.agents.get_receipt(ME.account_id, project_id, answer.id)

    assert (receipt.subject_id, receipt.question_id, receipt.open) == (answer.id, answer.reply_to, ())
    assert list(verifier.problems(as_exported(receipt), texts_of(answer))) == []


def test_announcements_have_receipts_too(ruled):
    project_id = submitted_project(ruled.projects, ME.account_id)
    ruled.run_all()

    for said in ruled.conversation(project_id):
        receipt = ruled.agents.get_receipt(ME.account_id, project_id, said.id)
        assert list(verifier.problems(as_exported(receipt), texts_of(said))) == []
        assert receipt.open == (), said.content


def test_event_of_an_answer_names_its_receipt(ruled, project_id):
    ruled.ask(project_id, "Where do we stand?")
    ruled.run_all()
    answer = ruled.conversation(project_id)[-1]
    receipt = ruled.agents.get_receipt(ME.account_id, project_id, answer.id)

    rows = Table(settings.events_table).query_all("pk = :pk", {"pk": f"NEW#{ME.account_id}"})

    assert [row["receipt_hash"] for row in rows if row.get("subject_id") == answer.id] == [receipt.sha256]


def test_question_has_no_receipt(ruled, project_id):
    question = ruled.ask(project_id, "Where do we stand?")

    with pytest.raises(NotFound):
        ruled.agents.get_receipt(ME.account_id, project_id, question)


def test_neighbour_finds_no_receipt(ruled, project_id):
    ruled.ask(project_id, "Where do we stand?")
    ruled.run_all()

    with pytest.raises(NotFound):
        ruled.agents.get_receipt(NEIGHBOUR.account_id, project_id, ruled.conversation(project_id)[-1].id)
