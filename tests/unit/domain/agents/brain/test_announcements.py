from __future__ import annotations

from dataclasses import replace

import pytest

from brain_briefs import TAVERNA
from brain_stories import drafted, message, story
from domain.agents.brain import announcements
from domain.agents.brain.protocol import Reply
from domain.projects.states import DeliverableKind, DeliverableState, Phase, Role
from domain.vault.records import RequestStatus
from grounding import Ground


def announced(name: str, state: str) -> Reply:
    """One of the announcements about a project in `state`."""
    facts = story(state).facts
    in_review = tuple(item for item in facts.deliverables if item.state is DeliverableState.IN_REVIEW)
    match name:
        case "documents_in_review":
            return announcements.documents_in_review(facts, in_review)
        case "phase_started":
            return announcements.phase_started(facts, facts.project.phase)
        case "revision":
            document = next(item for item in facts.deliverables if item.kind is DeliverableKind.SCOPE)
            return announcements.documents_in_review(facts, [document])
        case "access first" | "access last":
            return announcements.access_told(facts, facts.credential_requests[0 if name == "access first" else -1])
        case _:
            return getattr(announcements, name)(facts)


ANNOUNCEMENTS = [
    ("plan_announced", "planning", "", ["EUR 8,640, within EUR 7,776 to EUR 9,936", "16 working days",
        "2026-03-24", "before your deadline, 2026-06-30", "EUR 360 under your ceiling",
        "| Planning | CPO |", "| EUR 2,080 |"]),
    ("plan_announced", "blocked", "", ["after your deadline", "GBP 3,400 over your ceiling"]),
    ("documents_in_review", "planning", "CPO", ["3 planning documents are ready", "“approve the Product brief”"]),
    ("documents_in_review", "one pending", "CDO", ["1 design document is ready", "**Key user flows**, revision 1"]),
    ("revision", "revised", "CPO", ["**Scope and acceptance criteria**, revision 2", "“Add a must-have: show"]),
    ("phase_started", "design", "CDO", ["**design** phase begins", "the CDO writes", "2026-03-11"]),
    ("phase_started", "blocked", "CTO", ["**development** phase begins", "read-only access token", "or decline it"]),
    ("access last", "unblocked", "CTO", ["**Hosting** is in the vault", "goes on with **Test and release plan**"]),
    ("access first", "unblocked", "CTO", ["no access to **Source repository**", "“We rewrite it”"]),
    ("access first", "blocked", "CTO", ["**Source repository** is open since 2026-03-07 (4 days)", "decline it"]),
    ("status_changed", "on hold", "", ["**Taverna** is on hold in the **design** phase"]),
    ("status_changed", "design", "CDO", ["goes on in the **design** phase", "2026-03-24"]),
    ("status_changed", "cancelled", "", ["**Taverna** was cancelled"]),
    ("status_changed", "completed", "", ["all 10 documents are approved"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "state", "roles", "said"), ANNOUNCEMENTS)
def test_announcement_says_what_happened_from_the_records(name, state, roles, said):
    reply = announced(name, state)

    assert [words for words in said if words not in reply.content] == []
    assert [entry.role for entry in reply.contributions] == roles.split()
    assert Ground.of(story(state).facts).unfounded(reply) == set()
    assert reply.actions == ()


def test_access_received_says_what_is_still_awaited_when_one_document_needs_two():
    facts = story("blocked").facts
    first, second = facts.credential_requests
    both = (first, second.model_copy(update={"blocks": first.blocks, "deliverable_id": first.deliverable_id}))

    given = first.model_copy(update={"status": RequestStatus.FULFILLED})
    reply = announcements.access_told(replace(facts, credential_requests=both), given)

    assert "**Delivery plan** still waits for **Hosting**." in reply.content


def test_phase_asks_for_no_access_when_none_is_needed():
    tale = drafted("Taverna", TAVERNA).submitted().approved_until(Phase.DEVELOPMENT)

    reply = announcements.phase_started(tale.facts, Phase.DEVELOPMENT)

    assert "access" not in reply.content
    assert [entry.role for entry in reply.contributions] == [Role.CTO]


def test_plan_is_not_announced_for_a_draft():
    with pytest.raises(ValueError, match="has an estimate"):
        announcements.plan_announced(story("complete draft").facts)


def test_unanswered_question_gets_an_honest_note_that_quotes_it():
    reply = announcements.could_not_answer(message("What <b>now</b>? " + "x" * 1_000))

    assert reply.content.startswith("I could not answer “What &lt;b&gt;now&lt;/b&gt;? xxx")
    assert "Nothing was decided or changed." in reply.content
    assert len(reply.content) < 700
