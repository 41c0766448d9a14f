"""What a brain is given and what it gives back. Facts, numbers and permissions come from code; a brain words them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from datetime import datetime
from operator import attrgetter
from typing import Literal, Protocol

from common.services import frozen
from domain.agents.records import Contribution, Cost, FellBack, Message
from domain.language.dialogue import About
from domain.projects.brief.changing import Plan
from domain.projects.brief.records import Brief
from domain.projects.records import Approval, ChangeRequest, Decision, Deliverable, Project
from domain.projects.requests import StatusAction
from domain.projects.states import Role
from domain.vault.records import Credential, CredentialRequest
from domain.work_items.records import WorkItem


@frozen
class ProjectFacts:
    """Everything that may be stated in a turn, read at one moment. Newest last in every tuple.

    `recent` is the tail of the conversation before the question; `credentials` are metadata, never values.
    `work`: the work items, where any were handed out or made.
    `may_decide`: whether the message that is answered may decide; if not, no advice is to say an order.
    `text_of`: reads the text of a document, which few questions need.
    """

    project: Project
    brief: Brief
    deliverables: tuple[Deliverable, ...]
    approvals: tuple[Approval, ...]
    decisions: tuple[Decision, ...]
    change_requests: tuple[ChangeRequest, ...]
    credential_requests: tuple[CredentialRequest, ...]
    credentials: tuple[Credential, ...]
    recent: tuple[Message, ...]
    now: datetime
    work: tuple[WorkItem, ...] = ()
    may_decide: bool = True
    text_of: Callable[[Deliverable], str] = attrgetter("content")

    @property
    def plan(self) -> Plan:
        """The project with its brief."""
        return Plan(self.project, self.brief)


@frozen
class DecideAction:
    """Decide one pending approval as the customer said; a comment means that changes are requested."""

    approval_id: str
    comment: str | None


@frozen
class StatusChange:
    """Pause, resume or cancel the project as the customer said."""

    action: StatusAction


@frozen
class RecordWish:
    """Keep a new wish as a change request with its owner."""

    text: str
    owner: Role


@frozen
class WithdrawWish:
    """Take a recorded wish back; its row is kept."""

    wish_id: str


@frozen
class RecordDecision:
    """Keep something the customer settled in the conversation."""

    text: str


Action = DecideAction | StatusChange | RecordWish | WithdrawWish | RecordDecision


@frozen
class Reply:
    """The CEO's answer in Markdown, who was consulted, and what is to be done with it, all in one transaction.

    `about` is what the next message may refer to. `by`, `cost` and `fell_back` are as in `Message`.
    """

    content: str
    contributions: tuple[Contribution, ...] = ()
    actions: tuple[Action, ...] = field(default=())
    about: About | None = None
    by: Literal["rules", "model"] = "rules"
    cost: Cost | None = None
    fell_back: FellBack | None = None


class Brain(Protocol):
    """Answers one question from the facts. Never raises for a question it does not understand: it says so."""

    def answer(self, question: Message, facts: ProjectFacts) -> Reply:
        """The reply to `question`; `question.may_decide` says whether deciding and status actions are allowed."""
        ...
