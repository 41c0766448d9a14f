"""The assistant with a model: what it is given, what it may do, and what the caller hears when nothing comes back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from assistants import ACCOUNT, ASKER, OTHER_ACCOUNT
from briefs import submitted_project
from common.errors import Unavailable
from domain.pa.colleague import Colleague, Question, answer_assistant
from domain.pa.models import AskAssistant
from domain.thinking.asking import Asking
from domain.thinking.store import thinking_store
from domain.usage.store import usage_store
from domain.usage.tokens import TokenLedger
from thoughts import READ, WRITTEN, ScriptedThoughts, said_of


@dataclass
class Thinking:
    """The assistant of an office, whose thinker is a call away."""

    office: Any
    model: ScriptedThoughts
    asking: Asking

    def invoke(self, payload: str) -> str:
        question = Question.model_validate_json(payload)
        return answer_assistant(self.asking, question, 20, self.office.assistant.cards.facts_of).model_dump_json()

    def ask(self, text: str, caller=ASKER):
        assistant = replace(self.office.assistant, thinks=True, colleague=Colleague(self.invoke, self.office.clock))
        return assistant.ask(caller, AskAssistant(message=text))


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
