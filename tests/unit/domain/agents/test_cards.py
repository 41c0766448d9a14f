"""What a message to the CEO asks for is prepared, and done by nobody but whoever sends its request."""

from __future__ import annotations

from dataclasses import replace

import pytest

import emulated
from briefs import submitted_project
from common.caller import Caller
from common.dynamo import dynamodb
from domain.agents.service import Cursors
from domain.agents.speaking import NOTED, reply_to
from domain.audit.log import NOWHERE
from domain.keys.scopes import PRESETS
from domain.projects.brief.requests import ChangeEntry, UpdateProject
from domain.projects.documents.requests import ChangeLine
from domain.projects.documents.service import document_service
from domain.projects.errors import ChangedSince
from domain.projects.requests import ApprovalDecision, DecideApproval
from house import ME

WORKER = Caller(ME.account_id, "api_key", "key_9", frozenset(PRESETS["worker"]), name="Builder bot")


@pytest.fixture
def running(house, clock) -> str:
    house.turns = replace(house.turns, speak=reply_to)

    def write() -> str:
        project_id = submitted_project(house.projects, "acc_1")
        house.run_all()
        return project_id

    return emulated.remembered("a project of cards", clock, write)


def ask(house, project_id, text, caller=ME):
    """The answer, as the pages show it."""
    question = house.ask(project_id, text, caller)
    house.run_all()
    page = house.agents.list_messages(ME, project_id, limit=20, cursors=Cursors())
    return next(one for one in page.messages if one.reply_to == question)


def records():
    """Every row but notes; a conversation grows by what is said."""
    return {
        table: sorted(
            str(row)
            for row in dynamodb().scan(TableName=f"test-{table}Table")["Items"]
            if not row["sk"]["S"].startswith("CHANGE#")
        )
        for table in ("Projects", "Vault", "Work", "Pa")
    }


@pytest.mark.parametrize(
    ("text", "kind", "summary"),
    [
        ("approve the roadmap", "approve", "Approve Roadmap, revision 1."),
        ("add must-have: Gift cards", "add_entry", "Add the must-have “Gift cards” to the brief."),
        ("ceiling 20k", "set_ceiling", "Set the budget ceiling to EUR 20,000."),
    ],
)
def test_form_makes_a_card_and_changes_nothing(house, running, text, kind, summary):
    before = records()

    answer = ask(house, running, text)

    (card,) = answer.cards
    assert (card.kind, card.state) == (kind, "open")
    assert summary in card.summary
    assert card.effect
    assert answer.content.startswith("Nothing changes until you confirm:")
    assert records() == before
    assert [one.id for one in house.cards.list_open(ME.account_id, running).cards] == [card.id]


def test_card_is_outdated_when_its_target_changed_and_its_request_is_refused(house, running):
    (card,) = ask(house, running, "R1: Order until noon").cards
    (ceiling,) = ask(house, running, "ceiling 20k").cards

    house.projects.change_entry(ME.account_id, running, "R1", ChangeEntry(text="Order until ten"))
    house.projects.change_project(
        ME.account_id, running, UpdateProject.model_validate({"budget_ceiling": {"amount": 9, "currency": "EUR"}})
    )

    with pytest.raises(ChangedSince):
        house.projects.change_entry(ME.account_id, running, "R1", ChangeEntry.model_validate(card.request.body))
    with pytest.raises(ChangedSince):
        house.projects.change_project(ME.account_id, running, UpdateProject.model_validate(ceiling.request.body))
    assert house.cards.list_open(ME.account_id, running).cards == ()


def test_line_of_a_document_that_was_sent_back_is_changed_as_its_card_says(house, running):
    sent_back = DecideApproval(decision=ApprovalDecision.REQUEST_CHANGES, comment="Shorter, please")
    scope = next(one for one in house.projects.list_open_approvals(ME.account_id) if one.deliverable_kind == "scope")
    house.projects.decide(ME, running, scope.id, sent_back, NOWHERE)
    (card,) = ask(house, running, "R1.1: Orders close at noon").cards

    change = ChangeLine.model_validate(card.request.body)
    after = document_service().change_line(ME.account_id, running, scope.deliverable_id, "R1.1", change)

    assert "Orders close at noon" in after.content
    assert house.cards.list_open(ME.account_id, running).cards == ()


def test_what_the_route_would_refuse_makes_no_card_and_says_why(house, running):
    answer = ask(house, running, f"add must-have: {'Gift cards, ' * 100}")

    assert answer.cards == []
    assert "This will not work: " in answer.content


def test_choice_of_an_entry_that_was_dropped_makes_no_card(house, running):
    house.projects.drop_entry(ME.account_id, running, "R1")

    answer = ask(house, running, "D1 = noon")

    assert answer.cards == []
    assert "I know no choice D1." in answer.content


def test_yes_does_nothing(house, running):
    ask(house, running, "approve the roadmap")
    before = records()

    for text in ("yes", "do it", "yes to everything"):
        ask(house, running, text)

    assert records() == before


@pytest.mark.parametrize(
    "text",
    [
        "if the price is fine, approve the roadmap",
        "Please don't cancel the project",
        "approve the roadmap and the product brief",
        "pause the project until Friday",
        "drop everything",
    ],
)
def test_words_that_are_not_wholly_a_form_make_no_card_of_a_deed(house, running, text):
    before = records()["Vault"]

    answer = ask(house, running, text)

    assert {card.kind for card in answer.cards} <= {"add_entry", "request_changes"}
    assert records()["Vault"] == before
    assert house.projects.get(ME.account_id, running).status == "active"


def test_other_words_are_kept_as_a_note_word_for_word(house, running):
    words = "Our regulars hate pop-ups, and the tills close at six."

    answer = ask(house, running, words)

    (note,) = house.projects.list_notes(ME.account_id, running).notes
    assert (note.text, note.message_id) == (words, answer.reply_to)
    assert answer.content == NOTED
    assert answer.cards[0].summary == "Make it a must-have."


@pytest.mark.parametrize("words", ["The till reads \u202eright to left.", "The till reads \u2067backwards."])
def test_note_that_no_route_would_take_is_kept_and_makes_no_card(house, running, words):
    answer = ask(house, running, words)

    assert answer.cards == []
    assert house.cards.list_open(ME.account_id, running).cards == ()


def wishes():
    """What the owner's inbox is told of workers' wishes, by the message."""
    rows = dynamodb().scan(TableName="test-EventsTable")["Items"]
    return [row["subject_id"]["S"] for row in rows if row.get("kind", {}).get("S") == "wish"]


def test_wish_of_a_worker_is_told_to_the_owner_until_it_is_dismissed(house, running):
    ask(house, running, "pause")
    assert wishes() == []

    card, other = ask(house, running, "approve the roadmap\nceiling 20k", WORKER).cards

    assert wishes() == [card.message_id]
    house.cards.dismiss(ME.account_id, running, card.id)
    assert wishes() == [card.message_id]
    house.cards.dismiss(ME.account_id, running, other.id)
    assert wishes() == []


def test_card_is_open_no_more_once_it_is_dismissed_or_seven_days_old(house, running):
    first, _ = ask(house, running, "pause\nceiling 20k").cards

    states = [house.cards.dismiss(ME.account_id, running, first.id).state for _ in range(2)]

    assert states == ["dismissed", "dismissed"]
    assert len(house.cards.list_open(ME.account_id, running).cards) == 1
    house.clock.advance(days=7)
    assert house.cards.list_open(ME.account_id, running).cards == ()
