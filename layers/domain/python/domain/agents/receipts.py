"""The receipt of an answer of the CEO: the records of the turn that its figures were taken from."""

from __future__ import annotations

from typing import Any

from domain.agents.brain import slices
from domain.agents.brain.protocol import ProjectFacts, Reply
from domain.agents.records import Message
from domain.receipts.making import Source, clock, completed
from domain.receipts.records import Receipt
from domain.receipts.tracing import CLOCK

_VERSIONS = ("version", "content_hash", "updated_at", "decided_at", "withdrawn_at", "fulfilled_at", "at", "created_at")


def receipt_of(message: Message, reply: Reply, facts: ProjectFacts, question: Message | None = None) -> Receipt:
    """The receipt of `message`, which says what `reply` does; `facts` are what it was said from."""
    blank = Receipt(
        kind="message",
        subject_id=message.id,
        account_id=message.account_id,
        project_id=message.project_id,
        question_id=question.id if question else None,
        at=message.created_at,
        texts={},
    )
    texts = {"content": message.content}
    texts |= {f"contributions.{number}": entry.summary for number, entry in enumerate(message.contributions)}
    return completed(blank, texts, reply.evidence, _sources(facts, question))


def _sources(facts: ProjectFacts, question: Message | None) -> dict[str, Source]:
    everything: tuple[Any, ...] = (
        facts.project,
        *facts.deliverables,
        *facts.approvals,
        *facts.decisions,
        *facts.change_requests,
        *facts.credential_requests,
        *facts.credentials,
        *facts.work,
        *([question] if question else []),
    )
    sources = {record.id: Source(_type(record), _version(record), record) for record in everything}
    intake = Source("intake", str(facts.intake.updated_at.isoformat()), facts.intake)
    sources[f"intake_{facts.project.id}"] = intake
    offer, outlook = slices.estimate_of(facts), slices.build_outlook_of(facts)
    if offer is not None:
        sources[slices.ESTIMATE] = Source("computed", f"estimate-{offer.rule_version}", offer)
    sources[slices.BUILD_OUTLOOK] = Source("computed", outlook.rule, outlook)
    sources[CLOCK] = clock(facts.now)
    return sources


def _type(record: object) -> str:
    name = type(record).__name__
    return "".join(f"_{one.lower()}" if one.isupper() else one for one in name).lstrip("_")


def _version(record: object) -> str:
    found = next((value for name in _VERSIONS if (value := getattr(record, name, None)) is not None), "")
    return found.isoformat() if hasattr(found, "isoformat") else str(found)
