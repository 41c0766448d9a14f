"""What a model proposes becomes the card that a line with a form would make, or says what is missing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from domain.answers.amounts import NoSuchDeed
from domain.answers.preparing import Preparer
from domain.keys.scopes import PRESETS
from domain.projects.states import ProjectStatus
from domain.thinking.proposals import Deeds, Proposal, deed_of, is_allowed

TASKS = [kind for kind in Deeds if kind.value.endswith("_task")]
CARDS = [  # what is proposed (kind, target, text), the kind of its card, and how the card begins
    ("approve", "Roadmap", "", "approve", "Approve Roadmap, revision 1."),
    ("request_changes", "the roadmap", "Pay first", "request_changes", "Send Roadmap, revision 1, back with your"),
    ("add_entry", "must_have", "Vouchers", "add_entry", "Add the must-have “Vouchers” to the brief."),
    ("add_entry", "Rule", "GDPR", "add_entry", "Add the rule “GDPR” to the brief."),
    ("reword", "r2", "Pay by phone", "reword_entry", "Reword R2 to “Pay by phone”."),
    ("reword", "R1.1", "One", "edit_line", "Reword R1.1 of Scope and acceptance criteria to “One”."),
    ("drop", "R3", "", "drop_entry", "Drop R3: “Show allergens”."),
    ("drop", "R1.1", "", "strike_line", "Strike R1.1 of Scope and acceptance criteria: “Pressing Order"),
    ("answer_choice", "D3", "two days", "answer_choice", "Answer D3, How long is an order kept"),
    ("set_kinds", "r2", "payments", "set_kinds", "Read R2 as payments."),
    ("set_brief", "goal", "Sell bread", "change_brief", "Put into the brief as goal: “Sell bread”."),
    ("cancel", "", "", "cancel", "Cancel Bakery."),
    ("set_ceiling", "EUR 20k", "", "set_ceiling", "Set the budget ceiling to EUR 20,000."),
    ("set_deadline", "", "2027-06-30", "set_deadline", "Set the deadline to 30 Jun 2027."),
    ("create_work", "Photos", "Take photos\n- ten of them", "create_work", "Hand out “Photos”."),
]
REFUSED = [
    ("approve", "", "", "approve needs its target."),
    ("approve", "Launch plan", "", "Launch plan does not wait for your approval."),
    ("request_changes", "Roadmap", "", "request_changes needs its text."),
    ("add_entry", "feature", "x", "An entry of the brief is one of: must-have"),
    ("set_kinds", "R9", "payments", "I know no must-have R9."),
    ("set_kinds", "R1", "alchemy", "I know no kind “alchemy”."),
    ("set_brief", "colour", "red", "The brief says these once: goal, platforms"),
    ("reword", "R9", "x", "I know no R9."),
    ("drop", "../secrets", "", "I know no ../SECRETS."),
    ("answer_choice", "D99", "x", "I know no choice D99."),
    ("resume", "", "", "The project is active, so there is nothing to resume."),
    ("set_ceiling", "", "a lot", "I can't read this amount."),
    ("set_ceiling", "", "USD 5", "The project's currency is EUR."),
    ("set_deadline", "", "soon", "I can't read this day."),
    ("add_task", "", "Send the report", "A task needs its words in text, and when."),
    ("pause_task", "report", "", "Ask the assistant"),
]


def prepared(facts, kind, target="", text="", when=""):
    return Preparer(facts).prepared(deed_of(Proposal(kind=Deeds(kind), target=target, text=text, when=when)))


@pytest.mark.parametrize(("kind", "target", "text", "card", "summary"), CARDS)
def test_each_kind_of_deed_has_its_card(facts, kind, target, text, card, summary):
    found = prepared(facts, kind, target, text)

    assert (found.kind.value, found.summary[: len(summary)]) == (card, summary)
    assert found.request.path.startswith(f"/projects/{facts.project.id}")


def test_paused_project_can_be_resumed(facts):
    paused = replace(facts, project=facts.project.model_copy(update={"status": ProjectStatus.ON_HOLD}))

    assert prepared(paused, "resume").summary == "Resume Bakery."
    assert {kind for kind, *_ in CARDS} | {*TASKS, "resume", "pause", "complete"} == set(Deeds)


@pytest.mark.parametrize(("kind", "target", "text", "why"), REFUSED)
def test_deed_that_cannot_be_prepared_says_why(facts, kind, target, text, why):
    with pytest.raises(NoSuchDeed) as refused:
        prepared(facts, kind, target, text)

    assert str(refused.value).startswith(why)


@pytest.mark.parametrize("kind", Deeds)
def test_deed_is_offered_to_those_who_may_do_it(kind):
    may = {name for name, scopes in PRESETS.items() if is_allowed(Proposal(kind=kind), frozenset(scopes))}

    assert may == ({"full_access", "mcp_assistant", "pa_only"} if kind in TASKS else {"full_access"})
