"""How the function `thinker` answers a question to the assistant; it reads the projects that the model asks about."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from functools import cache

from common.errors import NotFound, Unavailable
from common.services import frozen
from common.telemetry import logger
from common.transactions import TransactionFailed, transact
from domain.answers.amounts import NoSuchDeed
from domain.answers.cards import Prepared
from domain.answers.deeds import Deed, Form
from domain.answers.preparing import Preparer
from domain.answers.project_facts import ProjectFacts
from domain.pa.cards import AccountCards, facts_of
from domain.pa.chat import ChatStore
from domain.pa.colleague import Outcome, Question
from domain.pa.preparing import TaskPreparer
from domain.thinking.agent import Agent, Ground
from domain.thinking.asking import Asking
from domain.thinking.service import why
from domain.thinking.task import Subject
from domain.thinking.tools import NotComputed

_OF_TASKS = frozenset({Form.REMIND, Form.RETIME, Form.TASK})


def answer_later(asking: Asking, question: Question, seconds: float, cards: AccountCards, chat: ChatStore) -> None:
    """Think up to `seconds` about a question that no call waits for, and replace the records' answer in the chat.

    Nothing happens once it is answered, cancelled or late. A repetition finds the model's answer in the stored step.
    """
    account_id, sequence = question.account_id, question.sequence or 0
    ruled = chat.note_progress(account_id, sequence, "Reading the records", asking.now())
    if ruled is None:
        logger.info("assistant_not_awaited", request_id=question.request_id)
        return

    def note(doing: str) -> None:
        with suppress(Unavailable):
            chat.note_progress(account_id, sequence, f"{doing[:1].upper()}{doing[1:]}", asking.now())

    outcome = answer_assistant(asking, question, seconds, cards.facts_of, note)
    found = outcome.answer.cards if outcome.answer else ()
    writes, made = cards.making(account_id, question.request_id, found, question.tasks, made=len(question.forms))
    answer = outcome.told(ruled).model_copy(update={"cards": [*ruled.cards, *made]})
    try:
        transact([*writes, chat.answering(account_id, sequence, answer, asking.now())])
    except TransactionFailed:
        logger.info("assistant_not_awaited", request_id=question.request_id)


def answer_assistant(
    asking: Asking,
    question: Question,
    seconds: float,
    read: Callable[[str, str], ProjectFacts] = facts_of,
    progress: Callable[[str], None] = lambda _: None,
) -> Outcome:
    """Think about a question within `seconds`. Whatever happens to the model, there is an outcome.

    `read` gives all of a project, by the account's id and the project's; it raises `NotFound`.
    """
    until = min(question.answer_by, asking.now() + timedelta(seconds=seconds))
    agent = Agent(_Account(question, read).ground(), asking, until, asking.now, progress)
    try:
        return Outcome(answer=agent.answer(), cost=agent.cost)
    except Exception as problem:  # noqa: BLE001 - whatever is wrong with an answer, the records have one
        reason = why(problem, "assistant_failed", request_id=question.request_id)
        return Outcome(fell_back=reason, cost=agent.cost)


@frozen
class _Account:
    """A question to the assistant, and the reader of the projects that its answer may need."""

    question: Question
    read: Callable[[str, str], ProjectFacts]

    def ground(self) -> Ground:
        question, project_named = self.question, cache(self._project_named)
        own = question.scopes

        def prepared(deed: Deed, project: str) -> Prepared:
            if deed.form in _OF_TASKS:
                return TaskPreparer(question.tasks, question.timezone, question.asked_at).prepared(deed)
            try:
                facts = project_named(project)
            except NotComputed as problem:
                raise NoSuchDeed(str(problem)) from None
            card = Preparer(facts).prepared(deed)
            return replace(card, summary=f"{facts.project.name}: {card.summary}")

        return Ground(
            subject=Subject(question.account_id, question.request_id, 0),
            you_are=f"The owner's assistant over all their projects. Today is {question.asked_at:%A, %d %B %Y}.",
            facts=question.facts,
            earlier=question.earlier,
            message=question.message,
            prepared=prepared,
            project_named=project_named,
            scopes=frozenset(own) if own is not None else None,
            forms=question.forms,
        )

    def _project_named(self, name: str) -> ProjectFacts:
        """All facts of the project with this name, or of the only one for an empty name. Raises `NotComputed`."""
        wanted = name.strip().casefold()
        named = [one for one, own in self.question.projects.items() if own.casefold() == wanted]
        found = named or ([*self.question.projects] if not wanted and len(self.question.projects) == 1 else [])
        if len(found) != 1:
            raise NotComputed(f"Name one project: {', '.join(self.question.projects.values()) or 'there are none'}.")
        try:
            return self.read(self.question.account_id, found[0])
        except NotFound:
            raise NotComputed("This project is gone.") from None
