"""What the CEO says of a decision that somebody else took for the customer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from brain_stories import story
from domain.agents.brain.answers.about_record import decisions
from domain.agents.brain.answers.things import things_of
from domain.agents.brain.questions import Query
from domain.agents.brain.reader import Topic
from domain.projects.states import ApprovalStatus


@pytest.mark.parametrize(("decided_by", "who"), [("usr_1", "you"), ("anna@example.com", "anna@example.com")])
def test_who_approved_a_document_is_told(decided_by, who):
    facts = story("design").facts
    approved = next(one for one in facts.approvals if one.status is ApprovalStatus.APPROVED)
    decided = approved.model_copy(update={"decided_by": decided_by})

    things = things_of(replace(facts, approvals=(decided,)))

    assert f"and approved by {who} on" in things[approved.title].said


@pytest.mark.parametrize(("decided_by", "who"), [("usr_1", "You"), ("anna@example.com", "anna@example.com")])
def test_who_decided_is_told_of_the_decision_itself(decided_by, who):
    facts = story("design").facts
    decision = next(one for one in facts.decisions if one.source.startswith("apr_"))
    decided = next(one for one in facts.approvals if one.id == decision.source)
    told = replace(facts, approvals=(decided.model_copy(update={"decided_by": decided_by}),), decisions=(decision,))

    answer = decisions(Query(Topic.DECISIONS, "who decided"), told)

    assert f"{who} did that: nothing is ever decided" in things_of(told)[decision.text].said
    assert answer.headline.startswith(f"{who} did: ")
