"""What the CEO says of a decision that somebody else took for the customer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from brain_stories import story
from domain.agents.brain.answers.things import Facet, things_of
from domain.projects.states import ApprovalStatus


@pytest.mark.parametrize(("decided_by", "who"), [("usr_1", "you"), ("anna@example.com", "anna@example.com")])
def test_who_approved_a_document_is_told(decided_by, who):
    facts = story("design").facts
    approved = next(one for one in facts.approvals if one.status is ApprovalStatus.APPROVED)
    decided = approved.model_copy(update={"decided_by": decided_by})

    things = things_of(replace(facts, approvals=(decided,)))

    assert f"and {who} approved it on" in things[approved.title].said[Facet.WHO]
