"""What is stored of a conversation (interface 2.4)."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from common.fields import Instant
from domain.language.dialogue import About
from domain.projects.records import Record
from domain.projects.states import Role


class RunStatus(StrEnum):
    """How far a customer's question has come."""

    QUEUED = "queued"
    ANSWERING = "answering"
    ANSWERED = "answered"
    FAILED = "failed"


class Contribution(Record):
    """What one role said to the CEO. `evidence` has the ids of the records that support it."""

    role: Role
    summary: str
    evidence: tuple[str, ...] = ()


class Message(Record):
    """One entry of a project's conversation.

    A customer's message has `run_status`; an agent's has `contributions`, and `reply_to` when it answers a question.
    `may_decide` says whether the asking caller may also decide approvals and change the project's status.
    `about` is what the customer's next message may refer to; only the CEO's replies have it.
    """

    id: str
    account_id: str
    project_id: str
    sender_type: Literal["customer", "agent"]
    sender_agent_type: Literal["ceo"] | None = None
    content: str
    created_at: Instant
    reply_to: str | None = None
    contributions: tuple[Contribution, ...] = ()
    run_status: RunStatus | None = None
    may_decide: bool = False
    about: About | None = None


class Run(Record):
    """A turn under way: which roles work on what. Its lease ends by itself, in case the worker was killed."""

    id: str
    roles: tuple[Role, ...]
    focus: str
    started_at: Instant
    lease_until: Instant


class Thread(Record):
    """The conversation as a whole: its owner, what the customer has not read, and the run under way, if any."""

    project_id: str
    account_id: str
    unread: int = 0
    last_reply_at: Instant | None = None
    last_reply_excerpt: str | None = None
    current_run: Run | None = None
