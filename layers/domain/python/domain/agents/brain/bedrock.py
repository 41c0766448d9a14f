"""A model on Amazon Bedrock words the CEO's answers. What is done, and what may be stated, stays with the rules.

The rules answer first. Where the message tells, wishes or decides something, or is declined, their reply stands. Where
it asks, the model may word the answer; whatever it states that the facts do not makes the rules' reply stand as well.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, Literal

from botocore.exceptions import BotoCoreError, ClientError
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from common.aws import client
from common.telemetry import logger
from domain.agents.brain import slices
from domain.agents.brain.prompt import (
    MAX_CONTENT_LENGTH,
    MAX_SUMMARY_LENGTH,
    SYSTEM,
    TOOLS,
    facts_of,
    prompt_of,
)
from domain.agents.brain.protocol import Brain, ProjectFacts, Reply
from domain.agents.brain.stated import stated_in
from domain.agents.brain.understanding import understand
from domain.agents.records import Contribution, Message
from domain.projects.states import Role

_TIMEOUT_SECONDS = 20
_MAX_TOKENS = 1_500
_LONGEST_PROMPT = 60_000
_EMULATOR_MARK = "[ministack mock"


class Unusable(Exception):
    """The model's answer cannot be shown; the message is a short reason for the log, without any of its content."""


class _Said(BaseModel):
    """What a role says by the model."""

    model_config = ConfigDict(extra="forbid")

    role: Role
    summary: Annotated[str, Field(min_length=1, max_length=MAX_SUMMARY_LENGTH)]


class _Answer(BaseModel):
    """The input of the tool `reply`."""

    model_config = ConfigDict(extra="forbid")

    content: Annotated[str, Field(min_length=1, max_length=MAX_CONTENT_LENGTH)]
    contributions: Annotated[tuple[_Said, ...], Field(max_length=len(Role))]


class _ToolUse(BaseModel):
    name: Literal["reply"]
    input: _Answer


class _Block(BaseModel):
    tool_use: _ToolUse | None = Field(default=None, alias="toolUse")


class _Spoken(BaseModel):
    content: tuple[_Block, ...]


class _Output(BaseModel):
    message: _Spoken


class _Response(BaseModel):
    """What of a Converse response is read."""

    stop_reason: Literal["tool_use"] = Field(alias="stopReason")
    output: _Output


def _runtime() -> Any:
    return client("bedrock-runtime", read_timeout_seconds=_TIMEOUT_SECONDS)


@dataclass(frozen=True, slots=True)
class BedrockBrain:
    """Answers with the model `model_id`, and with `fallback` for any turn in which the model fails."""

    model_id: str
    fallback: Brain
    runtime: Callable[[], Any] = field(default=_runtime)

    def answer(self, question: Message, facts: ProjectFacts) -> Reply:
        """The model's wording of the answer, or the rules' own."""
        ruled = self.fallback.answer(question, facts)
        if ruled.actions or not _only_asks(question.content):
            return ruled
        try:
            reply = self._worded(question, facts, ruled)
        except (BotoCoreError, ClientError) as failure:
            logger.warning("model_turn", used=False, reason=type(failure).__name__)
        except Unusable as reason:
            logger.warning("model_turn", used=False, reason=str(reason))
        else:
            logger.info("model_turn", used=True)
            return reply
        return ruled

    def _worded(self, question: Message, facts: ProjectFacts, draft: Reply) -> Reply:
        stated = facts_of(facts, question)
        prompt = prompt_of(stated, question, facts, draft)
        if len(prompt) > _LONGEST_PROMPT:
            raise Unusable("prompt_too_long")
        response = self.runtime().converse(
            modelId=self.model_id,
            system=[{"text": SYSTEM}],
            messages=[{"role": "user", "content": [{"text": prompt}]}],
            inferenceConfig={"maxTokens": _MAX_TOKENS, "temperature": 0.0},
            toolConfig=TOOLS,
        )
        answer = _answer(response)
        drafted = "\n".join([draft.content, *(said.summary for said in draft.contributions)])
        allowed = stated_in(json.dumps(stated, ensure_ascii=False)) | stated_in(drafted) | _counts(facts)
        _check(answer, allowed)
        return Reply(
            answer.content, tuple(_contribution(said, facts, draft) for said in answer.contributions), about=draft.about
        )


def _only_asks(message: str) -> bool:
    """Whether the message holds questions and nothing that is done, recorded or declined."""
    understood = understand(message)
    return not (
        understood.instructions
        or understood.weighed
        or understood.wishes
        or understood.wishes_weighed
        or understood.deeds
        or understood.decisions
        or understood.refusals
    )


def _answer(response: Any) -> _Answer:
    try:
        blocks = _Response.model_validate(response).output.message.content
    except ValidationError as problem:
        raise Unusable("malformed") from problem
    answers = [block.tool_use.input for block in blocks if block.tool_use]
    if len(answers) != 1:
        raise Unusable("no_single_reply")
    return answers[0]


def _check(answer: _Answer, allowed: frozenset[str]) -> None:
    """Raises Unusable for text that is the emulator's, states what the facts do not, or claims a deed."""
    text = "\n".join([answer.content, *(said.summary for said in answer.contributions)])
    if _EMULATOR_MARK in text.lower():
        raise Unusable("emulator")
    if not stated_in(text) <= allowed:
        raise Unusable("invented_figure")
    if _markup().search(text):
        raise Unusable("markup")
    if _claim().search(text):
        raise Unusable("claimed_action")


def _contribution(said: _Said, facts: ProjectFacts, draft: Reply) -> Contribution:
    """The model's words; the evidence is what the rules drew on, or else the role's own documents."""
    drawn_on = next((item.evidence for item in draft.contributions if item.role is said.role), None)
    own = tuple(item.id for item in slices.documents_of(facts, role=said.role))
    return Contribution(role=said.role, summary=said.summary, evidence=own if drawn_on is None else drawn_on)


def _counts(facts: ProjectFacts) -> frozenset[str]:
    """How many there are of each thing that may be counted in an answer."""
    everything = slices.documents_of(facts)
    counted = (
        everything,
        slices.approved(everything),
        slices.documents_of(facts, phase=facts.project.phase),
        slices.approved(slices.documents_of(facts, phase=facts.project.phase)),
        slices.pending_approvals(facts),
        slices.open_requests(facts),
        facts.decisions,
        slices.wishes(facts),
        facts.credentials,
    )
    return frozenset(str(len(things)) for things in counted)


@cache
def _markup() -> re.Pattern[str]:
    return re.compile(r"<[a-z/!?]|\]\(|!\[|https?:|javascript:|^\s{0,3}#{1,6}\s", re.IGNORECASE | re.MULTILINE)


@cache
def _claim() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:i|we)(?: have|'ve|\u2019ve)?(?: just| now| already| hereby)* "
        r"(?:approve|paused?|resumed?|cancel(?:led)?|recorded|approved|sent|changed|deleted|submitted|released)\b",
        re.IGNORECASE,
    )
