"""The assistant with a model: what it is given, what it may do, and what the caller hears when nothing comes back."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from assistants import ACCOUNT, ASKER, OTHER_ACCOUNT
from briefs import submitted_project
from common.errors import Unavailable
from domain.pa.colleague import Colleague, Question
from domain.pa.models import AskAssistant, AssistantAnswer
from domain.pa.service import LATER, Begun
from domain.pa.thinker import answer_assistant, answer_later
from domain.thinking.asking import Asking
from domain.thinking.store import thinking_store
from domain.usage.store import usage_store
from domain.usage.tokens import TokenLedger
from thoughts import READ, WRITTEN, ScriptedThoughts, call, said_of


@dataclass
class Thinking:
    """The assistant of an office, whose thinker is a call away."""

    office: Any
    model: ScriptedThoughts
    asking: Asking
    sent: list[str] = field(default_factory=list)

    def invoke(self, payload: str) -> str:
        question = Question.model_validate_json(payload)
        return answer_assistant(self.asking, question, 20, self.office.assistant.cards.facts_of).model_dump_json()

    def ask(self, text: str, caller=ASKER):
        return self.assistant.ask(caller, AskAssistant(message=text))

    @property
    def assistant(self):
        colleague = Colleague(self.invoke, self.sent.append, self.office.clock)
        return replace(self.office.assistant, thinks=True, colleague=colleague)


@pytest.fixture
def thinking(office) -> Thinking:
    model = ScriptedThoughts(office.clock)
    ledger = TokenLedger(usage_store(), 100_000_000, office.clock)
    return Thinking(office, model, Asking(model, "scripted:one", thinking_store(), ledger, office.clock))


def test_answer_is_the_models_with_its_sources_and_its_cost(thinking):
    submitted_project(thinking.office.projects, ACCOUNT, name="Bakery")
    thinking.model.script = lambda task: {"text": f"{said_of(task, 'Bakery is')} I would begin there."}

    answer = thinking.ask("Which of them would you look at first?")

    assert answer.by == "model"
    assert answer.response == "Bakery is under way. I would begin there."
    assert [one.standing for one in answer.sentences] == ["on_record", "advice"]
    assert [one.text for one in answer.facts] == ["Bakery is under way."]
    assert (answer.cost.input_tokens, answer.cost.output_tokens) == (READ, WRITTEN)
    assert thinking.office.assistant.list_asked(ACCOUNT, limit=1, before=None).messages[0].answer == answer


def test_cards_are_prepared_in_the_projects_that_are_named_and_for_tasks(thinking):
    bakery = submitted_project(thinking.office.projects, ACCOUNT, name="Bakery")
    submitted_project(thinking.office.projects, ACCOUNT, name="Vet clinic")
    thinking.model.script = lambda _task: {
        "text": "I have prepared both.",
        "wants_deed": True,
        "cards": [
            {"kind": "set_ceiling", "text": "30000", "project": "bakery"},
            {"kind": "add_task", "text": "say what waits for me", "when": "every Monday at 9am"},
        ],
    }

    answer = thinking.ask("Bakery gets a ceiling of 30 grand, and tell me on Mondays what's waiting")

    assert [(one.kind, one.project_id) for one in answer.cards] == [("set_ceiling", bakery), ("add_task", None)]
    assert answer.response.startswith("I have prepared both.\n\nNothing changes until you confirm:")
    assert answer.cards[0].summary == "Bakery: Set the budget ceiling to EUR 30,000."
    assert thinking.office.projects.get(ACCOUNT, bakery).ceiling is None


def test_project_of_another_account_is_no_project_at_all(thinking):
    submitted_project(thinking.office.projects, OTHER_ACCOUNT, name="Spy")
    submitted_project(thinking.office.projects, ACCOUNT, name="Bakery")
    thinking.model.script = lambda _task: {"text": "Prepared.", "cards": [{"kind": "cancel", "project": "Spy"}]}

    answer = thinking.ask("Cancel Spy for good, will you?")

    assert answer.cards == []
    assert "Name one project: Bakery." in answer.response
    assert "Spy" not in str(thinking.model.asked[0].data["facts"])


def test_key_that_may_not_change_projects_gets_no_card_for_them(thinking):
    submitted_project(thinking.office.projects, ACCOUNT, name="Bakery")
    thinking.model.script = lambda _task: {"text": "Prepared.", "cards": [{"kind": "pause", "project": "Bakery"}]}

    answer = thinking.ask("Please stop the bakery for now.", replace(ASKER, scopes=frozenset({"pa:access"})))

    assert answer.cards == []
    assert "Whoever wrote the message may not do that." in answer.response


@pytest.mark.parametrize(("fault", "reason"), [("refuse", "the model refused"), ("hang", "the model took too long")])
def test_records_answer_with_the_reason_when_the_model_fails(thinking, fault, reason):
    submitted_project(thinking.office.projects, ACCOUNT, name="Bakery")
    thinking.model.fault = fault

    answer = thinking.ask("How does Bakery stand?")

    assert answer.by == "rules"
    assert answer.response.startswith("The project is under way, in the planning phase.")
    assert answer.response.endswith(f"*Answered from your records alone: {reason}.*")


@pytest.mark.parametrize("outcome", ["", "{}!", '{"answer": {"content": 1}}', None])
def test_records_answer_when_nothing_usable_comes_back(thinking, outcome):
    def invoke(_payload: str) -> str:
        if outcome is None:
            raise Unavailable
        return outcome

    thinking.invoke = invoke

    assert "*Answered from your records alone: " in thinking.ask("How is it going?").response


def test_line_with_a_form_and_a_password_are_shown_to_no_model(thinking):
    submitted_project(thinking.office.projects, ACCOUNT, name="Bakery")

    thinking.ask("ceiling 20k")
    thinking.ask("the password is hunter2hunter2, is it safe?")

    assert thinking.model.asked == []


# Answers that come later ----------------------------------------------------------------------------------------------

QUESTION = "Which of them would you look at first?"
REASON = "*Answered from your records alone: {}.*"


@pytest.fixture
def bakery(thinking) -> str:
    """A project, and a model that proposes to pause it."""
    thinking.model.script = lambda _task: {"text": "Prepared.", "cards": [{"kind": "pause", "project": "Bakery"}]}
    return submitted_project(thinking.office.projects, ACCOUNT, name="Bakery")


def begun(thinking, text=QUESTION) -> Begun:
    begun = thinking.assistant.begin(ASKER, AskAssistant(message=text))
    assert isinstance(begun, Begun)
    return begun


def deliver(thinking) -> None:
    """The thinker takes the latest question that it was sent, which stays there."""
    cards, chat = thinking.assistant.cards, thinking.assistant.chat
    answer_later(thinking.asking, Question.model_validate_json(thinking.sent[-1]), 20, cards, chat)


def kept(thinking) -> AssistantAnswer:
    """The answer to the latest question, as the chat shows it."""
    page = thinking.assistant.list_asked(ACCOUNT, limit=1, before=None)
    return page.messages[0].answer


def spent(thinking) -> int:
    return thinking.asking.ledger.standing(ACCOUNT).counts.spent


def test_records_answer_is_kept_until_the_models_takes_its_place(thinking, bakery):
    question = begun(thinking)
    before, standing = kept(thinking), thinking.assistant.find_asked(ACCOUNT, question.sequence)
    deliver(thinking)
    after, ended = kept(thinking), thinking.assistant.find_asked(ACCOUNT, question.sequence)

    assert (before.by, before.cards, standing.thinking) == ("rules", [], "working")
    assert "Answered from your records" not in before.response
    assert (after.by, after.response[:9], ended.thinking, ended.progress) == ("model", "Prepared.", None, None)
    assert [(one.kind, one.project_id, one.state) for one in after.cards] == [("pause", bakery, "open")]
    assert after.cost.input_tokens == READ
    assert len(thinking.assistant.list_asked(ACCOUNT, limit=5, before=None).messages) == 1


def test_question_that_is_delivered_again_changes_nothing_and_asks_nobody(thinking, bakery):
    begun(thinking)
    deliver(thinking)
    first = kept(thinking)
    deliver(thinking)
    deliver(thinking)

    assert kept(thinking) == first
    assert len(thinking.model.asked) == 1
    assert len(thinking.assistant.cards.list_open(ACCOUNT).cards) == 1


def test_thinker_that_died_before_it_wrote_asks_no_model_again(thinking, bakery, monkeypatch):
    begun(thinking)
    with monkeypatch.context() as broken:
        broken.setattr("domain.pa.thinker.transact", raising(Unavailable()))
        with pytest.raises(Unavailable):
            deliver(thinking)
    deliver(thinking)

    assert (kept(thinking).by, len(kept(thinking).cards), len(thinking.model.asked)) == ("model", 1, 1)


def raising(error):
    def fail(*_given):
        raise error

    return fail


def test_answer_that_nobody_wants_any_more_is_dropped_and_counted(thinking, bakery):
    question, proposing = begun(thinking), thinking.model.script

    def cancelling(task):
        thinking.assistant.cancel(ACCOUNT, question.sequence)
        return proposing(task)

    thinking.model.script = cancelling
    deliver(thinking)

    assert thinking.assistant.find_asked(ACCOUNT, question.sequence).thinking == "cancelled"
    assert (kept(thinking).by, thinking.assistant.cards.list_open(ACCOUNT).cards) == ("rules", ())
    assert spent(thinking) == READ + WRITTEN


def test_later_answer_of_a_failing_model_is_the_records_with_the_reason(thinking, bakery):
    thinking.model.fault = "refuse"
    begun(thinking)
    deliver(thinking)

    assert (kept(thinking).by, kept(thinking).response.endswith(REASON.format("the model refused"))) == ("rules", True)


def test_records_answer_when_the_time_is_up_and_a_late_answer_is_dropped(thinking, bakery):
    question = begun(thinking)
    thinking.office.clock.advance(seconds=LATER.total_seconds())
    overdue = thinking.assistant.find_asked(ACCOUNT, question.sequence)
    deliver(thinking)
    thinking.assistant.cancel(ACCOUNT, question.sequence)

    assert overdue.thinking is None
    assert overdue.answer.response.endswith(REASON.format("the model took too long"))
    assert thinking.assistant.find_asked(ACCOUNT, question.sequence) == overdue
    assert thinking.model.asked == []


@pytest.mark.parametrize("also_fails", [False, True])
def test_records_answer_at_once_when_the_thinker_cannot_be_reached(thinking, bakery, monkeypatch, also_fails):
    broken = Colleague(thinking.invoke, raising(Unavailable()), thinking.office.clock)
    if also_fails:
        monkeypatch.setattr("domain.pa.service.transact", raising(Unavailable()))

    answer = replace(thinking.assistant, colleague=broken).begin(ASKER, AskAssistant(message=QUESTION))

    reason = REASON.format("we could not reach the model")
    assert (answer.by, answer.response.endswith(reason)) == ("rules", True)
    assert kept(thinking).response.endswith(reason) is not also_fails


def test_cards_of_lines_with_a_form_are_made_at_once_and_only_once(thinking, bakery):
    begun(thinking, "remind me tomorrow at 9am: call the baker\nAnd which of them would you look at first?")
    before = kept(thinking).cards
    thinking.assistant.cards.dismiss(ACCOUNT, before[0].id)
    deliver(thinking)

    assert [one.kind for one in before] == ["add_task"]
    shown = [(one.kind, one.state) for one in kept(thinking).cards]
    assert shown == [("add_task", "dismissed"), ("pause", "open")]


def test_question_says_what_is_being_done(thinking, bakery):
    question, seen = begun(thinking), []

    def looking(task):
        call(task, "playbook", topic="booking")
        seen.append(thinking.assistant.find_asked(ACCOUNT, question.sequence).progress)
        return {"text": "Begin there."}

    thinking.model.script = looking
    deliver(thinking)

    assert seen == ["Looking up what others learned"]


def test_question_too_long_to_be_left_is_waited_for(thinking, bakery, monkeypatch):
    monkeypatch.setattr("domain.pa.colleague._MOST_BYTES_LATER", 100)

    answer = thinking.assistant.begin(ASKER, AskAssistant(message=QUESTION))

    assert (answer.by, thinking.sent) == ("model", [])
