"""Builds the account in which a conversation is played, step by step, by the services that customers use."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from common.aws import client
from common.caller import Caller
from common.errors import DomainError
from domain.agents.answering import answering
from domain.agents.exactly_once import TurnService, turn_service
from domain.agents.models import AskCeo
from domain.agents.service import AgentService, agent_service
from domain.answers.project_facts import ProjectFacts
from domain.audit.log import NOWHERE
from domain.audit.records import THE_TEAM
from domain.identity.devices import Client
from domain.identity.models import SignUp
from domain.identity.service import identity_service
from domain.keys.scopes import SCOPES
from domain.pa.models import AskAssistant
from domain.pa.service import AssistantService, assistant_service
from domain.projects.requests import (
    ApprovalDecision,
    ChangeProjectStatus,
    CreateProject,
    DecideApproval,
    IntakeAnswers,
    StatusAction,
    SubmitProject,
)
from domain.projects.service import ProjectService, project_service
from domain.projects.states import ApprovalStatus
from domain.vault.deposits import DepositService, deposit_service
from domain.vault.requests import DeclineRequest, FulfillRequest
from domain.work.queue import WorkItem

BETWEEN_STEPS = timedelta(minutes=7)
BETWEEN_TURNS = timedelta(seconds=20)
A_MOMENT = timedelta(milliseconds=5)
NEWEST = 50
Step = Mapping[str, Any]


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self, moment: datetime) -> None:
        self.moment = moment

    def __call__(self) -> datetime:
        """The moment at which the clock stands."""
        return self.moment

    def advance(self, delta: timedelta) -> None:
        """Move the clock ahead."""
        self.moment += delta


@dataclass
class World:
    """One account and its projects; `projects` has their ids, by their keys in the file of worlds."""

    caller: Caller
    clock: Clock
    projects: dict[str, str] = field(default_factory=dict)

    @classmethod
    def signed_up(cls, account: Mapping[str, str], now: datetime) -> World:
        """Sign a customer up; returns the world of the new account, still without projects."""
        wanted = SignUp(
            email="customer@example.org",
            password="four random words walk",  # noqa: S106 - it guards nothing
            name=account["name"],
            timezone=account["timezone"],
        )
        signed_in, _token = identity_service().sign_up(wanted, Client(NOWHERE))
        caller = Caller(signed_in.account.id, "session", signed_in.user.id, frozenset(SCOPES), proved_at=now)
        return cls(caller, Clock(now))

    @cached_property
    def project_service(self) -> ProjectService:
        """The product's service of projects on this world's clock; all services here are on it."""
        return replace(project_service(), now=self.clock)

    @cached_property
    def agents(self) -> AgentService:
        """The service that takes questions to the CEO."""
        return replace(agent_service(), projects=self.project_service, now=self.clock, sleep=_do_not_wait)

    @cached_property
    def turns(self) -> TurnService:
        """The service that runs the CEO's turns, without a model."""
        return replace(
            turn_service(),
            answering=replace(answering(), projects=self.project_service, now=self.clock),
            handover=None,
            sleep=_do_not_wait,
        )

    @cached_property
    def assistant(self) -> AssistantService:
        """The service that answers questions to the personal assistant, on this world's clock."""
        product = assistant_service()
        reader = replace(product.reader, projects=self.project_service, now=self.clock)
        cards = replace(product.cards, facts_of=self._facts_of, now=self.clock)
        return replace(product, reader=reader, cards=cards, now=self.clock)

    def _facts_of(self, account_id: str, project_id: str) -> ProjectFacts:
        answering = self.turns.answering
        return answering.with_work(answering.read(WorkItem(account_id, project_id, project_id))[0])

    @cached_property
    def _deposits(self) -> DepositService:
        return replace(deposit_service(), projects=self.project_service, now=self.clock)

    def build(self, project: Mapping[str, Any]) -> None:
        """Create a project and take the steps that lead to its state. Raises the error of a step that is refused."""
        for step in project["steps"]:
            self.clock.advance(BETWEEN_STEPS)
            if step["do"] == "create":
                made = self.project_service.create(self.account_id, CreateProject(name=project["name"]))
                self.projects[project["key"]] = made.id
            else:
                with suppress(LookupError):  # what a step names may not be asked for any more
                    self._take(step, self.projects[project["key"]], project["intake"])
            self.let_the_team_work()

    @property
    def account_id(self) -> str:
        """The account's id."""
        return self.caller.account_id

    def ask_ceo(self, project: str, text: str) -> str:
        """Ask in the project with the key `project`; returns the CEO's answer, the refusal, or an empty text."""
        self.clock.advance(BETWEEN_TURNS)
        project_id = self.projects[project]
        try:
            asked = self.agents.ask(self.caller, project_id, AskCeo(message=text)).message_id
        except DomainError as refusal:
            return _words_of(refusal)
        self.let_the_team_work()
        page = self.turns.answering.conversations.find_newest(self.account_id, project_id, limit=NEWEST)
        newest = page.messages if page else ()
        return next((message.content for message in newest if message.reply_to == asked), "")

    def ask_assistant(self, text: str) -> str:
        """The assistant's answer, or the refusal."""
        self.clock.advance(BETWEEN_TURNS)
        try:
            return self.assistant.ask(self.caller, AskAssistant(message=text)).response
        except DomainError as refusal:
            return _words_of(refusal)

    def let_the_team_work(self) -> None:
        """Run the CEO's turns, one for each nudge, until no nudge waits."""
        url, sqs = self.project_service.queue.url, client("sqs")
        while nudges := sqs.receive_message(QueueUrl=url, MaxNumberOfMessages=10).get("Messages"):
            for nudge in nudges:
                sqs.delete_message(QueueUrl=url, ReceiptHandle=nudge["ReceiptHandle"])
                self.clock.advance(A_MOMENT)
                item = WorkItem.from_body(nudge["Body"])
                self.turns.run(item, run_id=f"run-{item.subject_id}", sent_at=self.clock())

    def _take(self, step: Step, project_id: str, intake: Mapping[str, Any]) -> None:
        match step["do"]:
            case "answer":
                wanted = intake if step["which"] == "all" else {key: intake[key] for key in step["which"]}
                self.project_service.answer_intake(self.account_id, project_id, IntakeAnswers(answers=dict(wanted)))
            case "submit":
                self.project_service.submit(self.account_id, project_id, SubmitProject(accept_over_ceiling=True))
            case "approve" | "request_changes" as decision:
                decided = DecideApproval(decision=ApprovalDecision(decision), comment=step.get("comment"))
                approval_id = self._approval(project_id, step)
                self.project_service.decide(self.caller, project_id, approval_id, decided, NOWHERE)
            case "status":
                action = ChangeProjectStatus(action=StatusAction(step["action"]))
                self.project_service.change_status(self.account_id, project_id, action)
            case "fulfil":
                # The value is made up: nothing ever reads it back.
                body = FulfillRequest.model_validate({"value": "made-up-for-the-bench"})
                self._deposits.fulfill(self.account_id, self._request(project_id, step), body, by=THE_TEAM)
            case "decline":
                body_declined = DeclineRequest(reason=step["reason"])
                self._deposits.decline(self.account_id, self._request(project_id, step), body_declined)
            case "wish":
                self.ask_ceo(next(key for key, own in self.projects.items() if own == project_id), step["text"])
            case "wait":
                self.clock.advance(timedelta(days=step.get("days", 0)))
            case unknown:
                raise ValueError(f"No such step: {unknown}")

    def _approval(self, project_id: str, step: Step) -> str:
        approvals = self.project_service.list_approvals(self.account_id, project_id).approvals
        pending = {one.title: one.id for one in approvals if one.status is ApprovalStatus.PENDING}
        return _of_name(step["document"], pending)

    def _request(self, project_id: str, step: Step) -> str:
        access = self.turns.answering.vault.list_for_project(self.account_id, project_id)
        return _of_name(step["request"], {one.name: one.id for one in access.requests if one.status == "pending"})


def _of_name(wanted: str, ids: Mapping[str, str]) -> str:
    found = [id_ for name, id_ in ids.items() if name.lower().startswith(wanted.lower())]
    if len(found) != 1:
        raise LookupError(f"{wanted!r} is not one of: {', '.join(ids) or 'nothing'}")
    return found[0]


def _words_of(refusal: DomainError) -> str:
    return " ".join([refusal.message, *(problem.message for problem in getattr(refusal, "problems", ()))])


def _do_not_wait(_seconds: float) -> None:
    """Return at once: nobody else writes in this world, so there is nothing to wait for."""
