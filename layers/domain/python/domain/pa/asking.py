"""The assistant's answers: facts on record, and cards for orders in a known form. The CEO uses the same engine."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from common.services import frozen
from domain.answers.amounts import NoSuchDeed
from domain.answers.answering import Answer, Before, answer, follows
from domain.answers.cards import Prepared, shown, to_confirm
from domain.answers.deeds import MOST_LINES, Deed, Form, bare, read_deeds
from domain.answers.facts import Sheet
from domain.answers.naming import Thing, words_of
from domain.answers.preparing import Preparer, wanted_in
from domain.answers.project_facts import ProjectFacts
from domain.answers.ranking import find
from domain.answers.reader import Asked, Read, read
from domain.answers.record_facts import whole_sheet
from domain.pa.account_facts import sheet_of
from domain.pa.models import ActionView
from domain.pa.portfolio import Portfolio
from domain.pa.preparing import TaskPreparer, pending_in
from domain.pa.records import Task
from domain.pa.triage import Attention, Concern, triage

_OF_PROJECT = frozenset(Form) - {Form.REMIND, Form.RETIME, Form.TASK}
_NOT_KEPT = "I found no question about your records in that, and I keep no notes. Write notes to the CEO of a project."
_ACTIONS = {
    Concern.CREDENTIAL: "credential",
    Concern.CREDENTIAL_USE: "credential",
    Concern.APPROVAL: "approval",
    Concern.BLOCKED: "resume",
    Concern.QUESTION: "intake",
    Concern.WEBHOOK_DISABLED: "webhook",
    Concern.WEBHOOK_FAILING: "webhook",
    Concern.TASK_FAILED: "task",
}  # all others are to be reviewed
_SHOWING: Mapping[Asked, frozenset[Concern]] = {
    Asked.STATUS: frozenset(Concern),
    Asked.NEEDS: frozenset(Concern),
    Asked.NEXT: frozenset(Concern),
    Asked.ACCESS: frozenset({Concern.CREDENTIAL, Concern.CREDENTIAL_USE}),
    Asked.CEILING: frozenset({Concern.OVER_BUDGET}),
    Asked.DEADLINE: frozenset({Concern.DEADLINE_MISSED}),
    Asked.WORK: frozenset({Concern.WORK_SUBMITTED, Concern.WORK_RETURNED}),
    Asked.TASKS: frozenset({Concern.TASK_FAILED}),
    Asked.DELIVERY: frozenset({Concern.UNDELIVERED}),
}


_FEW = 4  # projects of which everything is read for one question
_NOTHING = Read((), is_sure=False, is_question=False, named=())
type FactsOf = Callable[[str], ProjectFacts]


@frozen
class Answered:
    """An answer: its text and facts, its topics, the cards it prepared, and what the customer can do now.

    `settled`: the message held nothing but orders in known forms and courtesies, so no model needs to be asked.
    """

    content: str
    answer: Answer
    topics: tuple[Asked, ...] = ()
    cards: tuple[Prepared, ...] = ()
    actions: tuple[ActionView, ...] = ()
    settled: bool = False


@frozen
class Assistant:
    """Answers from the records of one account at one moment. `facts_of` reads the records of one project by its id."""

    account_id: str
    portfolio: Portfolio
    tasks: Sequence[Task]
    facts_of: FactsOf

    def reply(self, message: str, before: Before) -> Answered:
        """The answer to `message`; `before` is the last question with its facts. This stores nothing."""
        cards, others = self._in_projects(message)
        wanted = wanted_in(others, self._prepared, self.portfolio.now)
        wanted = replace(wanted, cards=(*cards, *wanted.cards))
        found, about = self._answered(wanted.rest, before) if wanted.rest else (Answer(), _NOTHING)
        topics = tuple(one.topic for one in about.topics)
        projects = frozenset(name.id for name in about.named if name.kind == "project")
        asks = "?" in wanted.rest or (about.is_question and about.is_sure) or found.is_courtesy or not wanted.rest
        told = found.content if asks or found.facts else ""
        blocks = (to_confirm(wanted.cards), *map(shown, wanted.unread), told, "" if asks else _NOT_KEPT)
        content = "\n\n".join(block for block in blocks if block)
        settled = found.is_courtesy or not (wanted.rest or wanted.unread)
        actions = tuple(self._actions(topics, projects))
        return Answered(content, found, topics, wanted.cards, actions, settled=settled)

    def _in_projects(self, message: str) -> tuple[list[Prepared], str]:
        """The cards for lines that name their project, such as `drop R4 in Harbour`; and the other lines as a text."""
        cards: list[Prepared] = []
        others: list[str] = []
        facts_of = cache(self.facts_of)
        for line in message.splitlines():
            project_id, deed = self._in_project(line) if len(cards) < MOST_LINES else ("", None)
            try:
                card = Preparer(facts_of(project_id)).prepared(deed) if deed else None
            except NoSuchDeed:
                card = None
            cards += [card] if card else []
            others += [] if card else [line]
        return cards, "\n".join(others)

    def _in_project(self, line: str) -> tuple[str, Deed | None]:
        said = bare(line)
        for project in self.portfolio.projects:
            name = re.escape(project.name)
            within = re.fullmatch(rf"{name}: (.+)|(.+) (?:in|of|for|on) {name}", said, re.IGNORECASE)
            deeds = read_deeds(within[1] or within[2]).deeds if within else ()
            if len(deeds) == 1 and deeds[0].form in _OF_PROJECT:
                return project.id, deeds[0]
        return "", None

    def _prepared(self, deed: Deed) -> Prepared:
        portfolio = self.portfolio
        preparer = TaskPreparer(self.tasks, portfolio.timezone, portfolio.now)
        if deed.form not in _OF_PROJECT:
            return preparer.prepared(deed)
        if deed.form is Form.STATUS:
            try:
                return preparer.prepared(deed)
            except NoSuchDeed:
                names = [project for project in portfolio.projects if project.name.casefold() in deed.target.casefold()]
                if len(names) != 1:
                    raise
                return Preparer(self.facts_of(names[0].id)).prepared(deed)
        if deed.form in {Form.APPROVE, Form.REQUEST_CHANGES} and (named := pending_in(portfolio, deed)):
            project_id, title = named
            return Preparer(self.facts_of(project_id)).prepared(replace(deed, target=title))
        if len(portfolio.active) == 1:
            return Preparer(self.facts_of(portfolio.active[0].id)).prepared(deed)
        raise NoSuchDeed("Say this to the CEO of the project.")

    def _answered(self, text: str, before: Before) -> tuple[Answer, Read]:
        names = tuple(self._names(text))
        message = read(text, names)
        following = follows(text, message, before)
        if isinstance(following, Answer):
            return following, _NOTHING
        if following is not None:
            message = read(following, names)
        facts = self._project_named(message)
        if facts is not None:
            # The project chose the sheet; on it, its name narrows nothing.
            within = replace(message, named=tuple(one for one in message.named if one.kind != "project"))
            found = answer(within, self._with_project(facts), lambda: find(text, facts, ()))
        else:
            found = answer(message, self.sheet())
            if found.is_unsure:
                found = self._looked_up(message, text) or found
        return found, message

    def _looked_up(self, message: Read, text: str) -> Answer | None:
        """The answer from the projects named, or from all not ended; None if over four, or if no record answers."""
        named = [one.id for one in message.named if one.kind == "project"]
        meant = named or [one.id for one in self.portfolio.projects if not one.has_ended]
        if not 0 < len(meant) <= _FEW:
            return None
        every = [self.facts_of(one) for one in meant]
        facts = (
            replace(fact, text=f"{one.project.name}: {fact.text}") if len(every) > 1 else fact
            for one in every
            for fact in whole_sheet(one)
        )
        within = replace(message, named=tuple(one for one in message.named if one.kind != "project"))
        found = answer(within, Sheet(tuple(facts)), lambda: find(text, every[0], ()) if len(every) == 1 else ())
        return None if found.is_unsure and not found.facts else found

    def sheet(self) -> Sheet:
        """All facts on record of the account, as `sheet_of` lists them."""
        return sheet_of(self.account_id, self.portfolio, triage(self.portfolio), self.tasks)

    def _with_project(self, facts: ProjectFacts) -> Sheet:
        """All facts of one project, with the account's tasks and the last message of the project's conversation."""
        own = whole_sheet(facts)
        rest = (fact for fact in self.sheet() if fact.id.startswith(("task.", f"message.{facts.project.id}")))
        return Sheet((*own, *rest))

    def _project_named(self, message: Read) -> ProjectFacts | None:
        projects = [name.id for name in message.named if name.kind == "project"]
        return self.facts_of(projects[0]) if len(projects) == 1 else None

    def _names(self, text: str) -> Iterator[Thing]:
        """Yield what a message may name: projects, and tasks except one whose words are those of the message."""
        for project in self.portfolio.projects:
            yield Thing(project.id, project.name, "project")
        for task in self.tasks:
            if words_of(task.task) != words_of(text):
                yield Thing(task.id, task.task, "task")

    def _actions(self, topics: Sequence[Asked], projects: frozenset[str]) -> Iterator[ActionView]:
        relevant = frozenset[Concern]().union(*(_SHOWING.get(topic, frozenset()) for topic in topics))
        for item in triage(self.portfolio) if relevant else ():
            owner = item.first.project.id if item.first.project else ""
            if item.first.concern in relevant and (not projects or owner in projects):
                yield _action(item)


def _action(item: Attention) -> ActionView:
    return ActionView.model_validate(
        {
            "type": _ACTIONS.get(item.first.concern, "review"),
            "project": item.first.project.name if item.first.project else "",
            "count": len(item.needs),
            "ids": list(item.ids) or [item.first.owner_id],
        }
    )
