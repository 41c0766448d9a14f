"""Replies from an account's records, each remembered, so that the next message may refer to it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import field, replace

from common.model import Model
from common.services import frozen
from domain.language.dialogue import About
from domain.language.names import ProjectNames
from domain.language.text import read_sentences
from domain.pa.answers import JUDGEMENT, Answer, Reply, answer
from domain.pa.dialogue import MOST_SHOWN, Dialogue
from domain.pa.formats import short_list
from domain.pa.intent import Classification
from domain.pa.leads import record_named
from domain.pa.looked_up import documents_named, of_build, of_documents
from domain.pa.manner import Manner, read_manner
from domain.pa.measuring import APPROVER
from domain.pa.phrases import name_of
from domain.pa.portfolio import Portfolio
from domain.pa.records import Task
from domain.pa.subjects import Context
from domain.pa.tasks import TaskService
from domain.projects.documents.markdown import escaped
from domain.projects.errors import IntakeIncomplete
from domain.projects.models import EstimateView
from domain.projects.states import DeliverableKind
from domain.receipts.making import Source, state_of
from domain.receipts.tracing import traced
from domain.vault.models import CredentialRequestView, CredentialView
from domain.vault.records import RequestStatus
from domain.vault.service import VaultService

_CREDENTIALS_SHOWN = 100
_MOST_BUILDS = 5
_NEEDS_DRAFTS = frozenset({"blockers", "summary", "priorities", "project_status", "budget"})
EMPTY = frozenset({"help", "out_of_scope"})
_OF_APPROVER = ("project_status",)
_NO_APPROVER = "its intake does not say yet who approves the documents"


@frozen
class Replies:
    """One account's portfolio at one moment, and the services that know what else there is."""

    tasks: TaskService
    vault: VaultService
    portfolio: Portfolio
    account_id: str
    seen: dict[str, Source] = field(default_factory=dict)
    """The records beside the portfolio that were read for a reply, by their ids."""

    def answered(
        self, message: str, asked: Classification, manner: Manner | None = None, language: str = "en"
    ) -> Reply:
        """The answer from the records to what was asked."""
        manner = manner or read_manner(message, self.portfolio.names)
        serious = bool(set(asked.refusals) - {"unrelated"} or asked.ambiguous)
        kinds = [] if serious or set(asked.intents) & {"messages", "schedule"} else documents_named(manner)
        if kinds and record_named(self.portfolio.only(asked.projects), manner) is None:
            return self.remembered(message, asked, Answer(self._of_documents(asked, manner, kinds)))
        if manner.kind == "build" and not serious and ({"budget", "timeline"} & set(asked.intents) or manner.is_sure):
            return self.remembered(message, asked, Answer(self._of_build(asked, manner)))
        if manner.measured is not None and manner.measured.measure == APPROVER and asked.intents == _OF_APPROVER:
            return self.remembered(message, asked, self._of_approvers(asked))
        tasks = self._tasks() if "schedule" in asked.intents else []
        credentials, declined = (self._credentials(), self._declined()) if "credentials" in asked.intents else ([], [])
        advised = manner.kind == "advice" and manner.is_sure and asked.intents != ("priorities",) and not serious
        if advised and set(asked.intents) <= EMPTY:
            asked = replace(asked, intents=("project_status" if asked.projects else "summary",), refusals=())
        portfolio = self._with_drafts() if _NEEDS_DRAFTS & set(asked.intents) else self.portfolio
        of_money = self._estimates(portfolio.only(asked.projects)) if "budget" in asked.intents else {}
        builds = {one: estimate.build for one, estimate in of_money.items()}
        context = Context(portfolio, tasks=tasks, credentials=credentials, declined=declined, builds=builds)
        found = answer(asked, context, Manner() if advised else manner)
        found = replace(found, response=f"{JUDGEMENT}\n\n{found.response}") if advised else found
        return self.remembered(message, asked, replace(found, language=language))

    def _of_approvers(self, asked: Classification) -> Answer:
        """Who approves the documents of each project, by its brief."""
        lines, names = [], []
        for project in self.portfolio.only(asked.projects).projects[:_MOST_BUILDS]:
            intake = self.tasks.projects.get_intake(self.account_id, project.id)
            named = next((one.answer for one in intake.questions if one.id == APPROVER), None)
            told = f"“{escaped(str(named))}” approves its documents, by the brief" if named else _NO_APPROVER
            lines.append(f"{name_of(project)}: {told}")
            names.append(project.name)
        told = f"{lines[0]}." if len(lines) == 1 else short_list(lines)
        return Answer(told or "You have no projects yet.", shown=tuple(names), names=asked.projects, measure=APPROVER)

    def _of_build(self, asked: Classification, manner: Manner) -> str:
        view = self.portfolio.only(asked.projects)
        view = replace(view, projects=tuple(one for one in view.projects if one.status != "cancelled")[:_MOST_BUILDS])
        return of_build(view, self._estimates(view), manner)

    def _estimates(self, view: Portfolio) -> dict[str, EstimateView]:
        """The estimates of the first projects that have one, with what building them may take."""
        estimated = [one.id for one in view.projects if one.estimate is not None and one.status != "cancelled"]
        return {one: self._estimate(one) for one in estimated[:_MOST_BUILDS]}

    def _estimate(self, project_id: str) -> EstimateView:
        estimate = self.tasks.projects.get_estimate(self.account_id, project_id)
        return self._traced("computed", f"estimate_{project_id}", estimate, version=f"estimate-{estimate.rule_version}")

    def _tasks(self) -> list[Task]:
        return [self._traced("task", one.id, one) for one in self.tasks.list_scheduled(self.account_id)]

    def _traced[T: Model](self, kind: str, record_id: str, record: T, version: str = "") -> T:
        """The record for wording a reply: its numbers and days know where they come from."""
        self.seen[record_id] = Source(kind, version or state_of(record), record)
        return traced(record, record_id)

    def _of_documents(self, asked: Classification, manner: Manner, kinds: Sequence[DeliverableKind]) -> str:
        projects = [one for one in self.portfolio.only(asked.projects).projects if one.estimate is not None]
        found = [
            (project, document)
            for project in projects[:_MOST_BUILDS]
            for document in self.tasks.projects.describe(self.account_id, project.id).deliverables
            if document.kind in kinds
        ]
        return of_documents(found, manner)

    def _credentials(self) -> list[CredentialView]:
        page = self.vault.list_credentials(self.account_id, project_id=None, limit=_CREDENTIALS_SHOWN, cursor=None)
        return [self._traced("credential", one.id, one) for one in page.credentials]

    def _declined(self) -> list[CredentialRequestView]:
        page = self.vault.list_requests(
            self.account_id, project_id=None, status=RequestStatus.DECLINED, limit=_CREDENTIALS_SHOWN, cursor=None
        )
        return [self._traced("credential_request", one.id, one) for one in page.requests]

    def named(self, text: str) -> tuple[str, ...]:
        """The projects that a follow-up names beyond doubt; "the bakery" makes no sense but as a name."""
        names = ProjectNames(self.portfolio.names)
        for clause in (text, f"the {text} project"):
            found = [mention.names for one in read_sentences(clause) for mention in names.find(one.words)]
            if found:
                return tuple(names[0] for names in found if len(names) == 1)
        return ()

    def remembered(self, message: str, asked: Classification, found: Answer) -> Reply:
        """The reply, after which the dialogue is kept: the next message may refer to it."""
        shown = asked.ambiguous[0] if asked.ambiguous else found.shown
        about = About(
            topic=asked.intents[0],
            names=found.names or asked.projects,
            shown=tuple(shown)[:MOST_SHOWN],
            if_named=found.if_named,
            if_yes=found.if_yes,
            if_undone=f"delete {found.made}" if found.made else "",
        )
        dialogue = Dialogue(
            about=about,
            asked=message,
            intents=asked.intents,
            projects=asked.projects,
            records=found.records[:MOST_SHOWN],
            measure=found.measure,
            task_id=found.made,
            language=found.language,
            offers_task=found.offers_task,
            said_at=self.portfolio.now,
        )
        self.tasks.store.save_dialogue(self.account_id, dialogue)
        unrelated = asked.intents == ("out_of_scope",) and set(asked.refusals) <= {"unrelated"}
        return Reply(
            found.response,
            asked.intents,
            tuple(found.actions),
            found.suggestion,
            is_unsure=found.is_unsure or unrelated or bool(asked.ambiguous),
            candidates=asked.ambiguous[0] if asked.ambiguous else (),
        )

    def said(self, intent: str, response: str) -> Reply:
        """A fixed sentence, after which nothing is kept."""
        return Reply(response, (intent,))

    def _with_drafts(self) -> Portfolio:
        """The portfolio with what its drafts would cost."""
        totals: dict[str, int] = {}
        drafts = [one for one in self.portfolio.projects if one.status == "draft" and one.ceiling is not None]
        for project in drafts[:_MOST_BUILDS]:
            with suppress(IntakeIncomplete):
                totals[project.id] = self._estimate(project.id).total
        return replace(self.portfolio, draft_totals=totals)
