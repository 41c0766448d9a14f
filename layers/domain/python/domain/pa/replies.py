"""Replies from an account's records, each remembered, so that the next message may refer to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from common.services import frozen
from domain.answers.facts import Sheet
from domain.answers.projects import project_sheet
from domain.language.dialogue import About
from domain.language.names import ProjectNames
from domain.language.text import read_sentences
from domain.pa.answers import JUDGEMENT, OF_FIGURES, Answer, Reply, answer
from domain.pa.dialogue import MOST_SHOWN, Dialogue
from domain.pa.intent import Classification
from domain.pa.leads import record_named
from domain.pa.looked_up import documents_named, of_documents
from domain.pa.manner import Manner, plain_words, read_manner
from domain.pa.portfolio import Portfolio
from domain.pa.subjects import Context
from domain.pa.tasks import TaskService
from domain.projects.states import DeliverableKind
from domain.vault.models import CredentialRequestView, CredentialView
from domain.vault.records import RequestStatus
from domain.vault.service import VaultService

_CREDENTIALS_SHOWN = 100
_MOST_PROJECTS = 5
EMPTY = frozenset({"help", "out_of_scope"})


@frozen
class Replies:
    """One account's portfolio at one moment, and the services that know what else there is."""

    tasks: TaskService
    vault: VaultService
    portfolio: Portfolio
    account_id: str

    def answered(
        self, message: str, asked: Classification, manner: Manner | None = None, language: str = "en"
    ) -> Reply:
        """The answer from the records to what was asked."""
        manner = manner or read_manner(message, self.portfolio.names)
        serious = bool(set(asked.refusals) - {"unrelated"} or asked.ambiguous)
        kinds = [] if serious or set(asked.intents) & {"messages", "schedule"} else documents_named(manner)
        if kinds and record_named(self.portfolio.only(asked.projects), manner) is None:
            return self.remembered(message, asked, Answer(self._of_documents(asked, kinds)))
        if manner.kind == "build" and manner.is_sure and not serious and not OF_FIGURES & set(asked.intents):
            asked = replace(asked, intents=("budget", "timeline"), refusals=())
        tasks = self.tasks.list_scheduled(self.account_id) if "schedule" in asked.intents else []
        credentials, declined = (self._credentials(), self._declined()) if "credentials" in asked.intents else ([], [])
        advised = manner.kind == "advice" and manner.is_sure and asked.intents != ("priorities",) and not serious
        if advised and set(asked.intents) <= EMPTY:
            asked = replace(asked, intents=("project_status" if asked.projects else "summary",), refusals=())
        sheets = self._sheets(asked) if OF_FIGURES & set(asked.intents) else {}
        context = Context(
            self.portfolio, (), tasks, credentials, declined, said=manner.plain or plain_words(message), sheets=sheets
        )
        found = answer(asked, context, Manner() if advised else manner)
        found = replace(found, response=f"{JUDGEMENT}\n\n{found.response}") if advised else found
        return self.remembered(message, asked, replace(found, language=language))

    def _sheets(self, asked: Classification) -> dict[str, Sheet]:
        """The whole sheet of the one project that is asked about; of several, what their own rows say is enough."""
        projects = self.portfolio.only(asked.projects).projects
        if len(projects) != 1 or projects[0].archived:
            return {}
        plan = self.tasks.projects.plan(self.account_id, projects[0].id)
        return {plan.project.id: project_sheet(plan, self.portfolio.now)}

    def _of_documents(self, asked: Classification, kinds: Sequence[DeliverableKind]) -> str:
        projects = [one for one in self.portfolio.only(asked.projects).projects if one.submitted_at is not None]
        found = [
            (project, document)
            for project in projects[:_MOST_PROJECTS]
            for document in self.tasks.projects.describe(self.account_id, project.id).deliverables
            if document.kind in kinds
        ]
        return of_documents(found)

    def _credentials(self) -> list[CredentialView]:
        page = self.vault.list_credentials(self.account_id, project_id=None, limit=_CREDENTIALS_SHOWN, cursor=None)
        return page.credentials

    def _declined(self) -> list[CredentialRequestView]:
        page = self.vault.list_requests(
            self.account_id, project_id=None, status=RequestStatus.DECLINED, limit=_CREDENTIALS_SHOWN, cursor=None
        )
        return page.requests

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
