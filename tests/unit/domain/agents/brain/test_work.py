"""What the CEO says about work that was handed out: from the items alone, with every figure derived."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from brain_stories import message, story
from domain.agents.brain.announcements import work_returned
from domain.agents.brain.protocol import StatusChange
from domain.agents.brain.rules import RuleBrain
from domain.agents.receipts import receipt_of
from domain.agents.records import Message
from domain.projects.requests import StatusAction
from domain.projects.states import Phase, Role
from domain.work_items.records import (
    Claim,
    Criterion,
    Deed,
    DeedKind,
    EffortDays,
    ItemState,
    Opinion,
    OpinionState,
    WorkItem,
)

PLACE = story("blocked").facts
NOW = PLACE.now


def deed(kind: DeedKind, worker: str, text: str | None = None, **changes) -> Deed:
    return Deed(kind=kind, worker=worker, at=NOW - timedelta(days=1), text=text, **changes)


def item(package: str, title: str, **changes) -> WorkItem:
    fields = {
        "id": f"wrk_{package}",
        "account_id": "acc_1",
        "project_id": PLACE.project.id,
        "project_name": PLACE.project.name,
        "package": package,
        "origin": "plan",
        "title": title,
        "what": "It is built.",
        "criteria": (Criterion(id=f"{package}.1", text="It is shown to work"),),
        "effort_days": EffortDays(low=2, high=4),
        "owner": Role.CTO,
        "created_at": NOW - timedelta(days=3),
        "updated_at": NOW - timedelta(days=1),
    }
    return WorkItem.model_validate(fields | changes)


CLAIM = Claim(
    id="clm_1",
    worker="codex",
    principal_id="key_1",
    claimed_at=NOW - timedelta(hours=2),
    lease_minutes=240,
    lease_until=NOW + timedelta(hours=2),
    percent=40,
)
RETURNED = (
    deed(DeedKind.CLAIMED, "maria"),
    deed(DeedKind.SUBMITTED, "maria", "Uploads work.", doubts=("W2.1: the evidence is very short.",)),
    deed(DeedKind.RETURNED, "maria", "Large files fail"),
)
DOUBT = "W4.1, in a model's opinion: “1,187 of 1,200 pages are found” leaves “all pages” open."
READ = {"doubts": (DOUBT,), "opinion": Opinion(state=OpinionState.GIVEN, found=1, at=NOW)}
WORK = (
    item(
        "W1",
        "Foundation",
        state=ItemState.CLAIMED,
        claim=CLAIM,
        history=(deed(DeedKind.REPORTED, "codex", "It builds"),),
    ),
    item("W2", "Upload", state=ItemState.CHANGES_REQUESTED, returns=1, history=RETURNED),
    item("W3", "Export", depends_on=("wrk_W1",)),
    item(
        "W4",
        "Search",
        state=ItemState.IN_REVIEW,
        history=(deed(DeedKind.SUBMITTED, "maria", "Search is there.", **READ),),
    ),
    item("W5", "Reminders", history=(deed(DeedKind.LAPSED, "bob"),)),
    item("W6", "Login", state=ItemState.DONE, ended_at=NOW, history=(deed(DeedKind.ACCEPTED, "codex"),)),
)
PROJECT = PLACE.project.model_copy(
    update={"hand_out_work": True, "work_items": 6, "open_work_items": 5, "work_days": 24, "work_days_done": 4}
)
FACTS = replace(PLACE, project=PROJECT, work=WORK)
ANSWERS = {
    "Who is working on what?": ("1 item is being worked on", "**W1 Foundation**: with codex, 40 % done", "“It builds”"),
    "Is anybody on the export?": ("No: **W3 Export** is blocked: it waits for **W1 Foundation**",),
    "Which items are blocked and by what?": ("1 item is blocked", "Comes first: **W1 Foundation**: with codex"),
    "What waits for my review?": (
        "**W4 Search**, submitted by maria",
        DOUBT,
        "A model read the evidence, not the work",
    ),
    "What came back and why?": ("you returned **W2 Upload** 1 time", "Large files fail", "the lease of bob ended"),
    "What did maria do?": ("Maria had 2 items; none of them is done", "“Uploads work”", "“Search is there”"),
    "Did any lease run out?": ("Yes: 1 item was given back or lost", "**W5 Reminders**: the lease of bob ended"),
    "When will W3 be finished?": ("By the plan it is done by", "8 working days at most, 1 item before it included"),
    "How much work is left?": ("1 of 6 work items is done", "At most 20 days of effort are left"),
    "What could another agent take?": ("2 items are ready to be taken", "**W2 Upload**", "**W5 Reminders**"),
    "Is all the work done?": ("No: 1 of 6 work items is done",),
    "Is W6 finished?": ("Yes: **W6 Login** is done since",),
    "What's the evidence maria handed in?": (
        "Maria submitted 2 items",
        "“Search is there”",
        "What shows each criterion",
    ),
    "What is the evidence?": ("1 submission waits for your review", "“Search is there”", "`GET /work-items/{work_id}`"),
    "Please accept W4": ("Nothing was done", "**W4 Search**"),
}


def answered(text: str, facts=FACTS):
    return RuleBrain().answer(message(text), facts)


@pytest.mark.parametrize("question", ["Where do we stand?", "Give me a status report", "Does anything wait for me?"])
def test_while_development_waits_for_work_its_standing_is_that_of_the_items(question):
    calm = [one for one in WORK if one.state is not ItemState.IN_REVIEW]
    facts = replace(FACTS, work=tuple(calm), approvals=(), credential_requests=())
    facts = replace(facts, project=PROJECT.model_copy(update={"phase": Phase.DEVELOPMENT}))

    content = answered(question, facts).content

    assert "- **W1 Foundation**: with codex, 40 % done" in content
    assert "W6 Login" not in content
    assert "Delivery plan" not in content


@pytest.mark.parametrize(("question", "said"), ANSWERS.items())
def test_question_about_work_is_answered_from_the_items(question, said):
    reply = answered(question)

    assert [words for words in said if words.lower() not in reply.content.lower()] == [], reply.content
    assert reply.actions == ()


@pytest.mark.parametrize("question", ANSWERS)
def test_every_figure_of_an_answer_about_work_has_its_derivation(question):
    reply = answered(question)
    asked = message(question)
    said = Message(
        id="msg_01JNB3ZK8R5V6W7X8Y9Z0A1B2D",
        account_id="acc_1",
        project_id=asked.project_id,
        sender_type="agent",
        content=reply.content,
        created_at=NOW,
        contributions=reply.contributions,
    )

    receipt = receipt_of(said, reply, FACTS, asked)

    assert [place.shown for place in receipt.open] == []
    assert {record.type for record in receipt.records} >= {"work_item"} or not receipt.figures


def test_what_waits_for_the_customer_has_submissions_in_it():
    assert "1 submission" in answered("What needs my approval?").content
    assert "Your review of **W4 Search**" in answered("What is blocking the project?").content


def test_order_beside_a_question_about_work_is_followed():
    reply = answered("Pause the project. And who is working on what?")

    assert reply.actions == (StatusChange(StatusAction.PAUSE),)
    assert "1 item is being worked on" in reply.content


def test_it_is_the_item_that_was_spoken_of():
    first = answered("How is W2?")
    before = message("x").model_copy(update={"id": "msg_0", "about": first.about, "reply_to": "msg_0"})

    why = answered("Why did it come back?", replace(FACTS, recent=(before,)))

    assert "you returned **w2 upload** 1 time" in why.content.lower()


def test_project_without_work_is_answered_as_before():
    plain = replace(FACTS, work=(), project=PLACE.project)

    assert "work item" not in answered("Who is working on what?", plain).content


def test_item_that_came_back_three_times_is_put_before_the_customer():
    again = WORK[1].model_copy(update={"returns": 3, "history": RETURNED * 3})

    said = work_returned(replace(FACTS, work=(again,)), again).content

    assert "has come back 3 times" in said
    assert said.count("You returned it: “Large files fail”") == 3
    assert "W2.1: “It is shown to work”" in said
    assert all(f"/work-items/{again.id}{path}" in said for path in ("`", "/close`", "/cancel`"))


@pytest.mark.parametrize(
    "text",
    ["Is it true that Mira finished the forms?", "Mira told me the forms are ready. What does she have to show?"],
)
def test_whether_a_claim_can_be_believed_is_answered_from_its_submission(text):
    handed_in = (deed(DeedKind.SUBMITTED, "mira", "Both of them work"),)
    forms = item("W2", "R1 Forms for orders", state=ItemState.IN_REVIEW, history=handed_in)
    said = RuleBrain().answer(message(text), replace(PLACE, work=(item("W1", "Foundation"), forms))).content

    assert "“Both of them work”. It waits for your review. The CTO recommends to accept it." in said
    assert "The evidence is the worker's own." in said
    assert "documents are approved" not in said
    assert "I took this for" not in said
