"""What only a model has understood is not done but asked back; and what happens when the customer answers.

A wish or a command becomes a sentence of the rules, such as "approve the Roadmap". The rules are asked at once what a
"yes" would do. Only where that is one unmistakable deed of the right kind, the CEO asks whether to do it; else the
rules' reason why not is the reply. The deed itself is done by the rules, in the turn of the customer's "yes" (ADR 22).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from common.services import frozen
from domain.agents.brain import slices
from domain.agents.brain.protocol import (
    Action,
    Brain,
    DecideAction,
    ProjectFacts,
    RecordDecision,
    RecordWish,
    Reply,
    StatusChange,
    WithdrawWish,
)
from domain.agents.records import Message
from domain.language.dialogue import About
from domain.projects.documents.markdown import escaped
from domain.projects.records import Approval
from domain.projects.requests import StatusAction
from domain.thinking.facts import Fact, FactKind, Noun, Source, Term, Words
from domain.thinking.render import quoted, reading
from domain.thinking.understand import Command, Understood

_PAST = {StatusAction.PAUSE: "paused", StatusAction.RESUME: "resumed", StatusAction.CANCEL: "cancelled"}


@frozen
class Proposal:
    """What a "yes" stands for, what it must do, and how it is asked."""

    sentence: str
    deed: type[Action]
    question: str


def asked_back(
    understood: Understood, question: Message, facts: ProjectFacts, brain: Brain, ruled: Reply
) -> Reply | None:
    """The question back, or why the rules can't do it; None where the message tells nothing.

    `ruled` is the rules' own reply to the message. An approval that it offers is offered here as well, and so is
    recording what the customer considers.
    """
    proposal = _proposed(understood, facts) or _weighed(understood, ruled, facts)
    if proposal is None:
        return None
    about = About(topic="asked", if_yes=proposal.sentence)
    rehearsed = brain.answer(question.model_copy(update={"content": "yes"}), _after(question, facts, about))
    if len(rehearsed.actions) == 1 and isinstance(rehearsed.actions[0], proposal.deed):
        return Reply(proposal.question, about=about)
    return None if rehearsed.actions else Reply(rehearsed.content)


def answered(answer: str, language: str, question: Message, facts: ProjectFacts, brain: Brain) -> Reply:
    """The rules' reply to "yes" or "no", whatever language it was said in; its words are in that language."""
    reply = brain.answer(question.model_copy(update={"content": answer}), facts)
    if language == "en":
        return reply
    if answer == "no":
        return replace(reply, content=_sentence("nothing_done", language))
    said = [reading(_deed(number, action, facts), language) for number, action in enumerate(reply.actions, start=1)]
    words = " ".join(f"{_capital(deed)}." for deed in said)
    return replace(reply, content=words or reply.content)


def _weighed(understood: Understood, ruled: Reply, facts: ProjectFacts) -> Proposal | None:
    """What the customer speaks of without telling it."""
    sentence = ruled.about.if_yes if ruled.about else ""
    for approval in slices.pending_approvals(facts):
        if sentence == f"approve the {approval.title}":
            command = Command(verb="approve", document=approval.deliverable_kind)
            return _commanded(command, understood.language, facts)
    return _wished(understood.considers, understood.language) if understood.considers else None


def _proposed(understood: Understood, facts: ProjectFacts) -> Proposal | None:
    language = understood.language
    if understood.command is not None:
        return _commanded(understood.command, language, facts)
    return _wished(understood.wish, language) if understood.wish else None


def _wished(wish: str, language: str) -> Proposal:
    words = _sentence("record_wish", language).format(wish=_quoted(wish, language))
    return Proposal(f"please add {wish}", RecordWish, words)


def _commanded(command: Command, language: str, facts: ProjectFacts) -> Proposal | None:
    match command.verb:
        case "pause" | "resume":
            return Proposal(f"{command.verb} the project", StatusChange, _sentence(command.verb, language))
        case "take_back_wish":
            wishes = slices.wishes(facts)
            last = _quoted(wishes[-1].text, language) if wishes else ""
            words = _sentence("take_back_wish", language).format(wish=last)
            return Proposal("take back the last wish", WithdrawWish, words) if wishes else None
    approval = _meant(command, facts)
    if approval is None:
        return None
    title = _quoted(approval.title, language)
    if command.verb == "approve":
        words = _sentence("approve", language).format(title=title)
        return Proposal(f"approve the {approval.title}", DecideAction, words)
    if not command.comment:
        return None
    words = _sentence("request_changes", language).format(title=title, comment=_quoted(command.comment, language))
    return Proposal(f"request changes on the {approval.title}: {command.comment}", DecideAction, words)


def _meant(command: Command, facts: ProjectFacts) -> Approval | None:
    """The one document that waits and is meant; None in doubt."""
    pending = slices.pending_approvals(facts)
    found = [item for item in pending if command.document in {None, item.deliverable_kind}]
    return found[0] if len(found) == 1 else None


def _after(question: Message, facts: ProjectFacts, about: About) -> ProjectFacts:
    """The facts as they would be after a reply about `about`."""
    asking = question.model_copy(update={"id": "msg_", "sender_type": "agent", "content": "", "about": about})
    return replace(facts, recent=(*facts.recent, asking))


def _deed(number: int, action: Action, facts: ProjectFacts) -> Fact:
    done, name = _done(action, facts)
    source = Source(facts.project.id, str(facts.project.version))
    return Fact(
        f"d{number}", FactKind.DEED, "done in this turn", Noun("deed", Words(name)), Term(f"deed.{done}"), source
    )


def _done(action: Action, facts: ProjectFacts) -> tuple[str, str]:
    match action:
        case DecideAction(approval_id, comment):
            title = next(item.title for item in facts.approvals if item.id == approval_id)
            return ("approved" if comment is None else "requested_changes"), title
        case StatusChange(moved):
            return _PAST[moved], facts.project.name
        case RecordWish(text):
            return "recorded_wish", text
        case WithdrawWish(wish_id):
            return "withdrew_wish", next(item.text for item in facts.change_requests if item.id == wish_id)
        case RecordDecision(text):
            return "recorded_decision", text


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _quoted(text: str, language: str) -> str:
    return quoted(escaped(text), language)


def _sentence(name: str, language: str) -> str:
    return _sentences()[name][language]


@cache
def _sentences() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
