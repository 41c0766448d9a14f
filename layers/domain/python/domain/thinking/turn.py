"""Thinks about one question: the model is given the facts, and each of its sentences names those that it rests on.

The step is stored, so that a turn that died is done again without paying twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from pydantic import BaseModel, Field

from domain.agents.records import Cost, Message
from domain.agents.replies import Reply, asked_of, told
from domain.agents.speaking import Said
from domain.answers.facts import Fact
from domain.answers.record_facts import whole_sheet
from domain.projects.documents.markdown import escaped
from domain.thinking.asking import Asking
from domain.thinking.prompts import answer as prompt
from domain.thinking.steps import Subject
from domain.thinking.task import Failure, ModelFailed, Task

UNSOURCED = "(not from your records)"
_FEWEST_SECONDS = 1.0  # with less left, no model answers: the rest of the time is for the reply from the records
_RECENT = 10
_LONGEST = 600
_FIGURE = re.compile(r"\d[\d.,]*")


class Sentence(BaseModel):
    """A sentence of an answer, and the ids of the facts that it rests on."""

    text: str = Field(min_length=1, max_length=_LONGEST)
    facts: list[str] = Field(default=[], max_length=8)


class Sentences(BaseModel):
    """An answer."""

    sentences: list[Sentence] = Field(min_length=1, max_length=14)


@dataclass(slots=True)
class Turn:
    """One question, thought about with a model.

    Attributes:
        said: the customer's message with the records as they stand.
        ruled: the reply from the records alone.
        asking: the model, and the books about it.
        until: when the reply must be there.
        now: the clock.
        costs: the tokens that each step so far has read and written.
    """

    said: Said
    ruled: Reply
    asking: Asking
    until: datetime
    now: Callable[[], datetime]
    costs: list[tuple[int, int]] = field(default_factory=list)

    def reply(self) -> Reply:
        """The reply, in the words of a model. Its cards and its note are those that code has prepared.

        Raises:
            ModelFailed: the model gave nothing that can be shown, or took too long.
            TokensSpent: the account's tokens are used up.
        """
        facts = {fact.id: fact for fact in whole_sheet(self.said.facts)}
        found = self._ask(self._task(facts.values()))
        cited = {one: facts[one] for sentence in found.sentences for one in sentence.facts if one in facts}
        words = " ".join(self._marked(sentence, facts) for sentence in found.sentences)
        return Reply(
            "\n\n".join(block for block in (self.ruled.prepared, words) if block),
            contributions=asked_of(cited.values()),
            facts=told(cited.values()),
            cards=self.ruled.cards,
            note=self.ruled.note,
            prepared=self.ruled.prepared,
            by="model",
            cost=self.cost,
        )

    def _task(self, facts: Iterable[Fact]) -> Task[Sentences]:
        return Task(
            name="answer",
            version=prompt.VERSION,
            instructions=prompt.TEXT,
            data={
                "facts": {fact.id: fact.text for fact in facts},
                "conversation": [f"{one.sender_type}: {one.content}" for one in self._earlier()],
                "message": self.said.question.content,
            },
            output=Sentences,
            max_tokens=1_200,
        )

    def _earlier(self) -> Sequence[Message]:
        return self.said.earlier[-_RECENT:]

    def _marked(self, sentence: Sentence, facts: Mapping[str, Fact]) -> str:
        """The sentence; one with a figure that no fact it names holds, nor the message, says so."""
        sources = [facts[one].text for one in sentence.facts if one in facts]
        sources += [self.said.question.content, *(one.content for one in self._earlier())]
        known = {figure for text in sources for figure in _figures(text)}
        text = escaped(" ".join(sentence.text.split()))
        return text if _figures(sentence.text) <= known else f"{text} {UNSOURCED}"

    def _ask(self, task: Task[Sentences]) -> Sentences:
        seconds = (self.until - self.now()).total_seconds()
        if seconds < _FEWEST_SECONDS:
            raise ModelFailed(Failure.TIMED_OUT)
        question, facts = self.said.question, self.said.facts
        subject = Subject(question.account_id, question.id, facts.project.version)
        thought = self.asking.ask(task, subject, seconds=seconds)
        self.costs.append((thought.input_tokens, thought.output_tokens))
        return thought.output

    @property
    def cost(self) -> Cost | None:
        """What was spent so far; None while nothing was."""
        read, written = (sum(part) for part in zip(*self.costs, strict=True)) if self.costs else (0, 0)
        return Cost(input_tokens=read, output_tokens=written, model=self.asking.name) if self.costs else None


def _figures(text: str) -> set[str]:
    """The figures of a text, without the marks between their digits."""
    return {re.sub(r"[.,]", "", found) for found in _FIGURE.findall(text)}
