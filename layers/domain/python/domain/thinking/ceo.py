"""The CEO's answers with a model: what one project gives the agent, and the reply that its answer becomes."""

from __future__ import annotations

from domain.agents.records import Cost, Sentence
from domain.agents.replies import Reply, asked_of, told
from domain.agents.speaking import Said
from domain.answers.amounts import NoSuchDeed
from domain.answers.deeds import Deed
from domain.answers.preparing import Prepared, Preparer, wanted_in
from domain.answers.project_facts import ProjectFacts
from domain.answers.record_facts import whole_sheet
from domain.thinking.agent import Ground, Thoughtful
from domain.thinking.steps import Subject
from domain.thinking.tools import NotComputed


def ground_of(said: Said) -> Ground:
    """What a message to the CEO is answered from."""
    facts, question = said.facts, said.question
    own = facts.project.name.casefold()

    def project_named(name: str) -> ProjectFacts:
        if name.strip().casefold() not in {"", own}:
            raise NotComputed("You answer for this project alone.")
        return facts

    def prepared(deed: Deed, project: str) -> Prepared:
        if project.strip().casefold() not in {"", own}:
            raise NoSuchDeed("The CEO changes this project alone; the assistant can prepare it.")
        return Preparer(facts).prepared(deed)

    sender = question.sender
    return Ground(
        subject=Subject(question.account_id, question.id, facts.project.version),
        you_are=f"The CEO of the project “{facts.project.name}”. Today is {facts.now:%A, %d %B %Y}.",
        facts=tuple(whole_sheet(facts)),
        earlier=said.earlier,
        message=question.content,
        prepared=prepared,
        project_named=project_named,
        scopes=frozenset(sender.scopes) if sender and sender.scopes is not None and not sender.worker else None,
        sender="a worker, who does the work and is not the owner" if sender and sender.worker else "the owner",
        forms=wanted_in(question.content, Preparer(facts).prepared, facts.now).cards,
    )


def replied(answer: Thoughtful, ruled: Reply, cost: Cost | None) -> Reply:
    """The reply to the customer; words that ask for no deed are kept as a note, as without a model."""
    return Reply(
        answer.whole,
        contributions=(*answer.contributions, *asked_of(answer.facts)),
        facts=told(answer.facts),
        cards=answer.cards,
        note="" if answer.cards else ruled.note,
        by="model",
        cost=cost,
        sentences=tuple(
            Sentence(text=one.text, standing=one.standing.value, facts=one.facts) for one in answer.sentences
        ),
        draft=answer.draft,
    )
