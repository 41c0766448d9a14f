"""The receipt of an answer of the CEO: the records of the turn that its figures were taken from."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Any

from domain.agents.brain import slices
from domain.agents.brain.protocol import ProjectFacts, Reply
from domain.agents.records import Message
from domain.receipts.making import Source, clock, completed, state_of
from domain.receipts.records import Receipt
from domain.receipts.tracing import CLOCK


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
    values = (span.step.values() for said in reply.evidence for span in said.spans)
    named = {record for pairs in values for record, _ in pairs}
    return completed(blank, texts, reply.evidence, _sources(facts, question, named))


def _sources(facts: ProjectFacts, question: Message | None, named: AbstractSet[str]) -> dict[str, Source]:
    """The records of the turn; the outlook, which is computed from all comments, only where it is among the `named`."""
    everything: tuple[Any, ...] = (
        facts.project,
        *facts.approvals,
        *facts.decisions,
        *facts.change_requests,
        *facts.credential_requests,
        *facts.credentials,
        *facts.work,
        *([question] if question else []),
    )
    sources = {record.id: Source(_type(record), state_of(record), record) for record in everything}
    # A document changes in more ways than its own fields tell, but never without its project.
    of_project = str(facts.project.version)
    sources |= {one.id: Source("deliverable", of_project, one) for one in facts.deliverables}
    intake = Source("intake", state_of(facts.intake), facts.intake)
    sources[f"intake_{facts.project.id}"] = intake
    offer = slices.estimate_of(facts)
    if offer is not None:
        sources[slices.ESTIMATE] = Source("computed", f"estimate-{offer.rule_version}", offer)
    if slices.BUILD_OUTLOOK in named:
        outlook = slices.build_outlook_of(facts)
        sources[slices.BUILD_OUTLOOK] = Source("computed", outlook.rule, outlook)
    sources[CLOCK] = clock(facts.now)
    return sources


def _type(record: object) -> str:
    name = type(record).__name__
    return "".join(f"_{one.lower()}" if one.isupper() else one for one in name).lstrip("_")
