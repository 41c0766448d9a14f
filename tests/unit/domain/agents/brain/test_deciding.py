from __future__ import annotations

from dataclasses import replace

import pytest

from brain_stories import message, story
from domain.agents import consequences


@pytest.mark.parametrize(
    ("text", "title", "comment"),
    [
        ("Request changes on the roadmap: add a milestone for the Beta", "Roadmap", "add a milestone for the Beta"),
        ("please request changes to the Roadmap - drop GDPR", "Roadmap", "drop GDPR"),
        ("Reject the product brief because it is too long", "Product brief", "it is too long"),
        ("Send the roadmap back: R2 is optional. Drop X1.", "Roadmap", "R2 is optional. Drop X1"),
        ('Request changes on the roadmap: "Replace Stripe by Mollie"', "Roadmap", "Replace Stripe by Mollie"),
        ("Request changes on the roadmap:\n- drop the beta\n- add B", "Roadmap", "- drop the beta\n- add B"),
        ("The roadmap needs changes: move the deadline to 2026-07-31", "Roadmap", "move the deadline to 2026-07-31"),
        ("Hi Ada, I want changes in the roadmap: add a pilot in May", "Roadmap", "add a pilot in May"),
        (
            "Request changes on the roadmap: add a must-have: gift cards. How much is spent?",
            "Roadmap",
            "add a must-have: gift cards",
        ),
    ],
)  # fmt: skip
def test_changes_are_requested_with_the_customers_words(asking, text, title, comment):
    reply = asking("planning", text)

    (action,) = reply.actions
    approval = next(item for item in story("planning").facts.approvals if item.title == title)
    assert (action.approval_id, action.comment) == (approval.id, comment)
    assert f"Changes requested, as you said: **{title}**, revision 1." in reply.content
    assert "Your comment stands beside what it names, and changes nothing by itself." in reply.content


@pytest.mark.parametrize(
    "text",
    [
        "Request changes on the roadmap",
        "Make the product brief shorter",
        "Reject the roadmap",
        "Request changes on everything: shorter",
        "Request changes on the roadmap and the scope: shorter",
        "Request changes on the launch plan: shorter",
        "Don't request changes on the roadmap: it is fine",
        "Should I request changes on the roadmap: shorter?",
        "Request changes on the roadmap: shorter. Never mind.",
        "If you like, request changes on the roadmap: shorter",
    ],
)
def test_changes_are_not_requested_when_document_comment_or_will_is_in_doubt(asking, text):
    assert asking("planning", text).actions == ()


def test_comment_is_bounded_when_the_message_is_long(asking):
    reply = asking("planning", f"Request changes on the roadmap: {'drop GDPR. ' * 800}")

    assert len(reply.actions[0].comment) <= 4_000


@pytest.mark.parametrize(
    ("state", "text", "action"),
    [
        ("planning", "Pause the project", "pause"),
        ("planning", "please put everything on hold for now", "pause"),
        ("planning", "Can you pause the project?", "pause"),
        ("development", "pause", "pause"),
        ("on hold", "Resume", "resume"),
        ("on hold", "please continue the project", "resume"),
        ("on hold", "Take it off hold, please.", "resume"),
    ],
)
def test_project_is_paused_or_resumed_when_told(asking, state, text, action):
    assert [step.action for step in asking(state, text).actions] == [action]


@pytest.mark.parametrize(
    ("state", "text", "said"),
    [
        ("on hold", "pause", "on hold already"),
        ("planning", "resume the project", "not on hold"),
        ("empty draft", "pause the project", "is a draft"),
        ("completed", "pause the project", "is complete"),
        ("cancelled", "resume the project", "was cancelled"),
        ("planning", "cancel the project", "with the action `cancel`"),
        ("cancelled", "cancel the project", "was cancelled on"),
    ],
)
def test_pause_resume_and_cancel_are_explained_when_not_done(asking, state, text, said):
    reply = asking(state, text)

    assert reply.actions == ()
    assert said in reply.content


@pytest.mark.parametrize(
    ("state", "text"),
    [
        ("planning", "approve the roadmap"),
        ("planning", "request changes on the roadmap: add a pilot"),
        ("planning", "pause the project"),
        ("on hold", "resume the project"),
        ("on hold", "please add a newsletter"),
        ("design", "we decided to go with Stripe"),
        ("complete draft", "we decided to go with Stripe"),
    ],
)
def test_what_the_rules_promise_can_be_carried_out(asking, state, text):
    facts = story(state).facts
    reply = asking(state, text)

    outcome = consequences.of_reply(facts, message(text), reply, now=facts.now)

    assert len(reply.actions) == 1
    assert outcome.facts.project.version == facts.project.version + 1
    assert outcome.children


@pytest.mark.parametrize("question", ["Who approved what, and when?", "Who signed off what?"])
def test_who_approved_what_is_every_approval_with_its_day(asking, question):
    facts = story("access settled").facts
    approvals = tuple(
        item.model_copy(update={"decided_by": by}) if item.decided_by else item
        for item, by in zip(
            facts.approvals, ("key_1", "anna@example.com", *["usr_1"] * len(facts.approvals)), strict=False
        )
    )

    said = asking(replace(facts, approvals=approvals), question).content

    assert "- **Product brief** (CPO), revision 1: approved since 2026-03-03, by you\n" in said
    assert "revision 1: approved since 2026-03-04, by anna@example.com, from a mail" in said
    assert "(CDO), revision 1: approved since 2026-03-07, by you" in said
    assert "I took this for" not in said


def test_who_approved_one_document_is_told_of_that_alone(asking):
    said = asking("access settled", "Who approved the roadmap, and when?").content

    assert "is approved since 2026-03-05, by you." in said
    assert "**Product brief**" not in said
