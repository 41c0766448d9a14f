"""What the CEO says of the build beside the documents: planned or not, in total, and against a sum."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from brain_stories import message, story
from domain.agents.brain.rules import RuleBrain
from domain.agents.receipts import receipt_of
from domain.agents.records import Message
from domain.projects.states import DeliverableKind, Role
from domain.work_items.records import Criterion, EffortDays, WorkItem

PLACE = story("unblocked").decided(DeliverableKind.DELIVERY_PLAN).facts
UNPLANNED = story("design").facts
EFFORTS = ((8, 20), (6, 18), (3, 12), (3, 12))


def item(number: int, low: int, high: int) -> WorkItem:
    return WorkItem(
        id=f"wrk_{number}",
        account_id="acc_1",
        project_id=PLACE.project.id,
        project_name=PLACE.project.name,
        package=f"W{number}",
        origin="plan",
        title=f"Package {number}",
        what="It is built.",
        criteria=(Criterion(id=f"W{number}.1", text="It is shown to work"),),
        effort_days=EffortDays(low=low, high=high),
        owner=Role.CTO,
        created_at=PLACE.now - timedelta(days=3),
        updated_at=PLACE.now - timedelta(days=1),
    )


WORK = tuple(item(number, *days) for number, days in enumerate(EFFORTS, start=1))
PLANNED = replace(PLACE, project=PLACE.project.model_copy(update={"hand_out_work": True}), work=WORK)
ALL_IN = "What would it cost all in, with the programming?"


def answered(text, facts):
    return RuleBrain().answer(message(text), facts)


def test_handed_out_build_is_told_by_its_plan():
    said = answered(ALL_IN, PLANNED).content

    assert "By the approved delivery plan it is 4 packages of 20 to 62 days of effort together; two builders" in said
    assert "Atrium does not charge for the build." in said
    assert "obody has planned" not in said


@pytest.mark.parametrize("question", ["When can people use it?", "Is it guaranteed to be ready on time?", ALL_IN])
def test_build_with_an_approved_plan_is_never_called_unplanned(question):
    assert "obody has planned" not in answered(question, PLACE).content


def test_build_without_an_approved_plan_is_called_unplanned():
    assert "Nobody has planned the build yet. Atrium does not charge" in answered(ALL_IN, UNPLANNED).content


def test_all_in_is_the_sum_of_the_documents_and_the_build():
    reply = answered(ALL_IN, UNPLANNED)
    asked = message(ALL_IN)
    stored = Message(
        id="msg_01JNB3ZK8R5V6W7X8Y9Z0A1B2D",
        account_id="acc_1",
        project_id=asked.project_id,
        sender_type="agent",
        content=reply.content,
        created_at=UNPLANNED.now,
        contributions=reply.contributions,
    )

    assert reply.content.startswith("All in, EUR 26,640 to EUR 69,840: building the product: EUR 18,000 to EUR 61,200")
    assert [place.shown for place in receipt_of(stored, reply, UNPLANNED, asked).open] == []


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Will it stay below 20,000?", "For planning and documents alone yes: the estimate"),
        ("Will it go over 20,000?", "For planning and documents alone no: the estimate"),
        ("Will it stay below 200,000?", "Yes: the estimate"),
        ("Will it stay below 50,000?", "Yes: the estimate"),
        ("Will it stay below 2,000?", "No: the estimate"),
    ],
)
def test_sum_is_held_against_the_documents_and_against_the_whole(question, said):
    told = answered(question, UNPLANNED).content

    assert told.startswith(said)
    assert "with it, by the build outlook, the whole is EUR 26,640 to EUR 69,840" in told
