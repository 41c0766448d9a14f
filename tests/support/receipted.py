"""Many questions about projects in every state, their answers, and the receipts of these."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from brain_stories import MAKERS, MONDAY, message, story
from common.ids import derived_id
from domain.agents.brain.rules import RuleBrain
from domain.agents.receipts import receipt_of
from domain.agents.records import Message
from domain.receipts.records import Receipt
from tables import by_day

COMMON = {
    "progress": ("Where do we stand?", "Give me a status report", "Is planning done?", "How far is the CTO?"),
    "budget": (
        "What did it cost so far?",
        "What is the budget?",
        "Am I over the ceiling?",
        "How much is left?",
        "What does each phase cost?",
        "What does the roadmap cost?",
        "Is 5000 EUR enough?",
        "What are the day rates?",
    ),
    "deadline": (
        "When is it done?",
        "What is the deadline?",
        "Are we on track for the deadline?",
        "How many days until the deadline?",
        "Will it be done by 1 June 2027?",
        "When did planning begin?",
        "When do we launch?",
    ),
    "approvals": ("What waits for me?", "How long has the oldest been open?", "What does a revision cost?"),
    "next step": ("What is next?", "Is anything blocked?", "What do you need from me?"),
    "documents": (
        "Show me the documents",
        "How many documents are approved?",
        "When was the roadmap written?",
        "How many revisions does the roadmap have?",
    ),
    "the rest": (
        "What would building it cost?",
        "How long does the build take?",
        "Which access do you need?",
        "What did we decide?",
        "What changed?",
        "Who approves?",
        "What are the must-haves?",
        "How many must-haves are there?",
        "Could we add a newsletter? What would it cost?",
        "What are my answers?",
    ),
}


def answered(state: str, text: str, account_id: str = "acc_1", project_id: str = "prj_1") -> tuple[Message, Receipt]:
    """The rules' answer about one of the projects, as the message that is stored, and its receipt."""
    facts, question = story(state).facts, message(text)
    reply = RuleBrain().answer(question, facts)
    said = Message(
        id=derived_id("msg", MONDAY, state, text),
        account_id=account_id,
        project_id=project_id,
        sender_type="agent",
        content=reply.content,
        created_at=facts.now,
        contributions=reply.contributions,
    )
    return said, receipt_of(said, reply, facts, question)


def all_answers() -> Iterator[tuple[str, str, Message, Receipt]]:
    """Each question about each project, by day every second one: its kind, its text, the answer and its receipt."""
    for kind, questions in COMMON.items():
        for text in by_day(questions, every=2):
            for state in MAKERS:
                yield kind, text, *answered(state, text)


def texts_of(said: Message) -> dict[str, str]:
    """What the customer reads of a message."""
    summaries = {f"contributions.{number}": entry.summary for number, entry in enumerate(said.contributions)}
    return {"content": said.content, **summaries}


def as_exported(receipt: Receipt) -> dict[str, Any]:
    """A receipt as the export has it."""
    return receipt.model_dump(mode="json", exclude_none=True)
