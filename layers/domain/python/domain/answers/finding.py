"""Lines and messages that hold the words of a question: what is shown where no topic covers it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from common.wording import day_of
from domain.answers.facts import Fact, Topic, Written
from domain.answers.naming import stems_of
from domain.answers.project_facts import ProjectFacts, documents_of
from domain.projects.documents.records import LineState

MOST_FOUND = 3
_MOST_WORDS = 30
_SHARE = 0.6  # of the words of the question that a text must hold
_LONGEST = 300


def find(text: str, facts: ProjectFacts, messages: Sequence[Written], more: Iterable[Fact] = ()) -> tuple[Fact, ...]:
    """The lines of documents, then the customer's own messages, then `more`, that hold most of the words of `text`."""
    wanted = stems_of(text, _MOST_WORDS)
    if not wanted:
        return ()
    every = [*_lines(facts), *_messages(facts, messages), *more]
    scored = [(len(wanted & stems_of(one.text)) / len(wanted), one) for one in every]
    best = sorted((pair for pair in scored if pair[0] >= _SHARE), key=lambda pair: -pair[0])
    return tuple(fact for _, fact in best[:MOST_FOUND])


def _lines(facts: ProjectFacts) -> Iterator[Fact]:
    for document in documents_of(facts):
        text = facts.text_of(document) if document.revision else None
        for line in text.lines if text else ():
            if line.state is not LineState.STRUCK:
                said = f"{line.id} in {document.title}: {line.text}"
                yield Fact(
                    f"line.{document.id}.{line.id}", Topic.DOCUMENTS, document.id, said, document.id,
                    f"lines.{line.id}", facts.now, owner=document.owner,
                )  # fmt: skip


def _messages(facts: ProjectFacts, messages: Iterable[Written]) -> Iterator[Fact]:
    for one in messages:
        if one.sender_type == "customer":
            said = " ".join(one.content.split())[:_LONGEST]
            text = f"You wrote on {day_of(one.created_at)}: “{said}”"
            yield Fact(f"message.{one.id}", Topic.MESSAGES, facts.project.id, text, one.id, "content", facts.now)
