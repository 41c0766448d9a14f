"""The stored records of a conversation (interface 2.4)."""

from enum import StrEnum
from typing import Literal, Self

from pydantic import ConfigDict

from common.caller import Caller, CallerKind
from common.fields import Instant
from domain.answers.facts import Written
from domain.keys.scopes import is_worker
from domain.projects.records import Record
from domain.projects.states import Role


class RunStatus(StrEnum):
    """How far a customer's question has come."""

    QUEUED = "queued"
    ANSWERING = "answering"
    ANSWERED = "answered"
    FAILED = "failed"


class FellBack(StrEnum):
    """Why a model did not do what it was asked for: answer a question, write a document, read a submission."""

    TIMED_OUT = "timed_out"
    UNREACHABLE = "unreachable"
    REFUSED = "refused"
    UNUSABLE = "unusable"
    OUT_OF_TOKENS = "out_of_tokens"


class Cost(Record):
    """What a message cost: the tokens that the model `model` read and wrote for it.

    `price_microdollars`: in millionths of a US dollar, by the provider's public list; None where nobody knows it.
    """

    input_tokens: int
    output_tokens: int
    model: str
    price_microdollars: int | None = None


class Contribution(Record):
    """The words of one role to the CEO. `evidence` has the ids of the records that support them.

    `opinion`: it is the role's judgement, which no record states.
    """

    role: Role
    summary: str
    evidence: tuple[str, ...] = ()
    opinion: bool = False


class ToldFact(Record):
    """A thing on record that a message tells: its sentence, and the field of the record that it rests on."""

    id: str
    text: str
    record: str
    path: str


class Sentence(Record):
    """A sentence of a model's answer, what it rests on, and the ids of the facts that it names."""

    text: str
    standing: Literal["on_record", "advice", "not_on_record"]
    facts: tuple[str, ...] = ()


class Sender(Record):
    """Who wrote a customer's message: a person at the dashboard, or a key or program by the name it had then.

    `worker`: it speaks for itself, not for the owner. What it wishes is not carried out.
    `scopes`: what the key or program might do then; None for a person.
    """

    kind: CallerKind
    id: str
    name: str | None = None
    worker: bool = False
    scopes: tuple[str, ...] | None = None

    @classmethod
    def of(cls, caller: Caller) -> Self:
        """The sender of what `caller` says now."""
        return cls(
            kind=caller.kind,
            id=caller.principal_id,
            name=caller.name,
            worker=is_worker(caller.scopes),
            scopes=None if caller.session_hash else tuple(sorted(caller.scopes)),
        )


class Message(Written):
    """One entry of a project's conversation.

    A customer's message has `run_status`; an agent's has `contributions`, and `reply_to` when it answers a question.
    `facts` are what an agent's message tells of the records, `cards` the ids of the deeds that it prepared.
    `by` says who worded an agent's message, `cost` what a model took for it; old messages have neither.
    `sentences` are those of a model's answer; `draft` is a text that it wrote for use elsewhere.
    `progress` says what is being done about a question that is thought about.
    `fell_back` says why the model failed on the question that the message answers.
    `sender` is on a customer's message; those of earlier editions have none.
    `thinking_until` is on a question that was handed over: until then nobody but the thinker answers it.
    `reply_ids` is on a question: ids of the messages that answer it, oldest first. Old questions have none.
    """

    # Rows of earlier editions say who could decide by a message, and what the next one could refer to.
    model_config = ConfigDict(extra="ignore")

    account_id: str
    project_id: str
    sender_type: Literal["customer", "agent"]
    sender_agent_type: Literal["ceo"] | None = None
    reply_to: str | None = None
    contributions: tuple[Contribution, ...] = ()
    run_status: RunStatus | None = None
    sender: Sender | None = None
    facts: tuple[ToldFact, ...] = ()
    cards: tuple[str, ...] = ()
    by: Literal["rules", "model"] | None = None
    cost: Cost | None = None
    fell_back: FellBack | None = None
    sentences: tuple[Sentence, ...] = ()
    draft: str = ""
    thinking_until: Instant | None = None
    progress: str | None = None
    reply_ids: tuple[str, ...] = ()


class Run(Record):
    """A turn under way: which roles work on what. Its lease ends by itself, in case the worker was killed."""

    id: str
    roles: tuple[Role, ...]
    focus: str
    started_at: Instant
    lease_until: Instant


class Thread(Record):
    """The conversation as a whole: its owner, how much is unread, and the run under way, if any."""

    project_id: str
    account_id: str
    unread: int = 0
    last_reply_at: Instant | None = None
    last_reply_excerpt: str | None = None
    current_run: Run | None = None
