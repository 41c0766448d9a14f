"""What a message to the CEO asks for is prepared, and done by nobody but whoever sends its request."""

from __future__ import annotations

from dataclasses import replace

import pytest

import emulated
from briefs import submitted_project
from common.caller import Caller
from common.dynamo import dynamodb
from common.errors import NotFound
from domain.agents.service import Cursors
from domain.agents.speaking import NOTED, reply_to
from domain.answers.deeds import Deed, Form
from domain.answers.preparing import Preparer
from domain.answers.targets import ProjectTargets
from domain.audit.log import NOWHERE
from domain.keys.scopes import PRESETS
from domain.projects.brief.requests import AddEntry, ChangeEntry, UpdateProject
from domain.projects.errors import ChangedSince
from domain.projects.requests import ChangeProjectStatus, DecideApproval
from domain.work.queue import WorkItem
from house import ME, NEIGHBOUR

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
    """Every row but notes of a project, its vault and its work; a conversation grows by what is said."""
    return {
        table: sorted(
            str(row)
            for row in dynamodb().scan(TableName=f"test-{table}Table")["Items"]
            if not row["sk"]["S"].startswith("CHANGE#")
        )
        for table in ("Projects", "Vault", "Work", "Pa")
    }


DEEDS = [
    ("approve the roadmap", "approve", "Approve Roadmap, revision 1."),
    ("request changes on the product brief: name the baker", "request_changes", "back with your comment"),
    ("add must-have: Gift cards", "add_entry", "Add the must-have “Gift cards” to the brief."),
    ("drop R1", "drop_entry", "Drop R1: “"),
    ("R1: Order until noon", "reword_entry", "Reword R1 to “Order until noon”."),
    ("pause the project", "pause", "Pause Bakery."),
    ("cancel", "cancel", "Cancel Bakery."),
    ("ceiling 20k", "set_ceiling", "Set the budget ceiling to EUR 20,000."),
    ("deadline 1 March 2028", "set_deadline", "Set the deadline to 1 Mar 2028."),
]


@pytest.mark.parametrize(("text", "kind", "summary"), DEEDS, ids=[text for text, _, _ in DEEDS])
def test_form_makes_a_card_and_changes_nothing(house, running, text, kind, summary):
    before = records()

    answer = ask(house, running, text)

    (card,) = answer.cards
    assert (card.kind, card.state) == (kind, "open")
    assert summary in card.summary
    assert card.effect
    assert answer.content.startswith("I have done nothing yet.")
    assert records() == before
    assert [one.id for one in house.cards.list_open(ME.account_id, running).cards] == [card.id]


def test_several_lines_make_several_cards_each_done_by_its_own_request(house, running):
    answer = ask(house, running, "approve the roadmap\nceiling 20k\nadd must-have: Gift cards\npause")

    approve, ceiling, entry, pause = answer.cards
    approval = approve.request.path.rpartition("/")[2]
    house.projects.decide(ME, running, approval, DecideApproval.model_validate(approve.request.body), NOWHERE)
    house.projects.change_project(ME.account_id, running, UpdateProject.model_validate(ceiling.request.body))
    house.projects.add_entry(ME.account_id, running, AddEntry.model_validate(entry.request.body))
    assert house.cards.list_open(ME.account_id, running).cards[0].id == pause.id
    house.projects.change_status(ME.account_id, running, ChangeProjectStatus.model_validate(pause.request.body))

    page = house.agents.list_messages(ME, running, limit=20, cursors=Cursors())
    shown = next(one for one in page.messages if one.id == answer.id)
    assert [one.state for one in shown.cards] == ["done"] * 4
    assert house.cards.list_open(ME.account_id, running).cards == ()


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


def test_effect_of_a_card_is_the_sum_of_a_what_if(house, running):
    (card,) = ask(house, running, "add must-have: Customers pay by card").cards

    assert card.effect.startswith("The likely cost goes from EUR ")


def test_what_the_route_would_refuse_makes_no_card_and_says_why(house, running):
    answer = ask(house, running, f"add must-have: {'Gift cards, ' * 100}")

    assert answer.cards == []
    assert "This will not work: " in answer.content


def test_yes_does_nothing(house, running):
    ask(house, running, "approve the roadmap")
    before = records()

    for text in ("yes", "do it", "ok go ahead", "yes to everything"):
        ask(house, running, text)

    assert records() == before


@pytest.mark.parametrize(
    "text",
    [
        "AI is not a must have, drop that one",
        "if the price is fine, approve the roadmap",
        "She said: approve the roadmap",
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


def test_words_about_a_must_have_are_kept_and_never_offered_as_another_one(house, running):
    (entry, *_) = house.projects.get_brief(ME.account_id, running).entries

    answer = ask(house, running, f"Please leave out {entry.text} for now.")

    assert answer.content.startswith(NOTED)
    assert f"`drop {entry.id}`" in answer.content
    assert [card.kind for card in answer.cards] == ["request_changes"]


@pytest.mark.parametrize("words", ["The till reads \u202eright to left.", "The till reads \u2067backwards."])
def test_note_that_no_route_would_take_is_kept_and_makes_no_card(house, running, words):
    answer = ask(house, running, words)

    assert answer.cards == []
    assert house.cards.list_open(ME.account_id, running).cards == ()


def test_must_have_that_was_written_otherwise_is_known_again(house, running):
    (card, *_) = ask(house, running, "Our cafe\u0301 regulars hate pop-ups.").cards

    house.projects.add_entry(ME.account_id, running, AddEntry.model_validate(card.request.body))

    assert house.cards.list_open(ME.account_id, running).cards[0].kind == "request_changes"


def test_reading_that_is_corrected_by_a_card_is_done_and_changes_what_it_takes(house, running):
    facts, _ = house.turns.answering.read(WorkItem(ME.account_id, running, running))
    entry = "R1"
    prepared = Preparer(facts).prepared(Deed(Form.KINDS, "", target=entry, text="booking, payments"))

    house.projects.change_entry(ME.account_id, running, entry, ChangeEntry.model_validate(prepared.request.body))

    after, _ = house.turns.answering.read(WorkItem(ME.account_id, running, running))
    assert ProjectTargets(facts).value(prepared.target) == prepared.target.was != prepared.target.becomes
    assert ProjectTargets(after).value(prepared.target) == prepared.target.becomes


def test_card_of_a_worker_says_whose_words_it_is_made_of(house, running):
    answer = ask(house, running, "approve the roadmap", WORKER)

    assert [card.worker for card in answer.cards] == ["Builder bot"]


PERSON = replace(ME, kind="session")


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


def test_wish_that_was_done_is_told_no_more_once_its_owner_sees_the_conversation(house, running):
    (card,) = ask(house, running, "ceiling 20k", WORKER).cards
    house.projects.change_project(ME.account_id, running, UpdateProject.model_validate(card.request.body))

    house.agents.list_messages(ME, running, limit=20, cursors=Cursors())
    assert wishes() == [card.message_id]
    for _ in range(2):
        house.agents.list_messages(PERSON, running, limit=20, cursors=Cursors())

    assert wishes() == []


def test_card_of_another_account_is_not_found_and_stays_open(house, running):
    (card,) = ask(house, running, "pause").cards

    with pytest.raises(NotFound):
        house.cards.dismiss(NEIGHBOUR.account_id, running, card.id)
    with pytest.raises(NotFound):
        house.cards.list_open(NEIGHBOUR.account_id, running)
    assert [one.id for one in house.cards.list_open(ME.account_id, running).cards] == [card.id]


def test_card_ends_after_seven_days(house, running):
    ask(house, running, "pause")
    house.clock.advance(days=7)

    assert house.cards.list_open(ME.account_id, running).cards == ()


def test_dismissed_card_is_open_no_more_and_can_be_dismissed_again(house, running):
    (card,) = ask(house, running, "pause").cards

    states = [house.cards.dismiss(ME.account_id, running, card.id).state for _ in range(2)]

    assert states == ["dismissed", "dismissed"]
    assert house.cards.list_open(ME.account_id, running).cards == ()


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("What will it cost?", "money.forecast"),
        ("When will it be done?", "dates.expected"),
        ("How much is spent so far?", "money.spent"),
        ("What needs me?", "needs."),
        ("How does the project stand?", "progress.state"),
        ("Which documents are there?", "documents.all"),
        ("Who is working on what?", "work.all"),
    ],
)
def test_question_is_answered_by_the_fact_asked_for_first(house, running, text, first):
    answer = ask(house, running, text)

    assert answer.facts[0].id.startswith(first)
    assert answer.content.startswith(answer.facts[0].text)


def test_question_about_nothing_on_record_says_so_and_what_could_be_asked(house, running):
    answer = ask(house, running, "Qxzv?")

    assert answer.facts == []
    assert "You can ask:" in answer.content
