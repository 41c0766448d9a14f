"""One reply of the assistant: to a follow-up, small talk, an order it can or can't carry out, or a question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from common.errors import Conflict, InvalidRequest
from common.services import frozen
from common.wording import listed
from domain.language.dialogue import Kind, Reference, resolve
from domain.language.foreign import detect, sentence_for
from domain.pa.about_work import asked_of_work, submissions_told, told_of_work
from domain.pa.answers import DECIDED, NOT_RECORDED, OF_FIGURES, PROMISED, TALK, Answer, Reply
from domain.pa.commands import read_command
from domain.pa.dialogue import Dialogue
from domain.pa.following import Following
from domain.pa.intent import INTENTS, Classification, classify
from domain.pa.leads import record_named
from domain.pa.looked_up import documents_named
from domain.pa.manner import Manner, plain_words, read_manner
from domain.pa.obeying import NO_REFERENT, OF_TASKS
from domain.pa.phrases import name_of
from domain.pa.replies import EMPTY
from domain.pa.second_reading import checked_order, in_english
from domain.pa.task_orders import TaskOrders

if TYPE_CHECKING:
    from domain.thinking.reading import Read

_MOST_PROJECTS = 5
# Intents that give way to the record a question names: "since when does the roadmap wait?".
_VAGUE = frozenset({"summary", "project_status", "out_of_scope", "help"})
_WHO_APPROVED = re.compile(
    r"\b(?:who|whom) (?:has |have |had )?(?:approved|signed|accepted)\b|\b(?:approved|signed|accepted)\b.* by whom\b"
)
_WHETHER_PROMISED = re.compile(r"(?:and |so |but )?(?:did|do|have|has|was|were) .*\b(?:promis\w+|commit(?:ted)? to)\b")
_BESIDE_TALK = re.compile(r"[^,.!;:]{2,30}[,.!;:]+ +(?P<rest>\S+ \S.*)", re.DOTALL)
_BRIEF = 6
_SHORT = 12  # words: a longer message speaks for itself, and the dialogue is not read for it
_OURS = re.compile(
    r"\b(?:projects?|sites?|website|apps?|shop|team|designers?|developers?|testers?|ceo|cto|cpo|cdo|cmo|logo|roadmap|scope"
    r"|style guide|plan|brief|documents?|launch|code|prototype)\b"
)
NOTHING_ASKED = "I had not asked you anything, so nothing was done. What would you like to know?"
LEFT_ALONE = "All right; nothing was done."


@frozen
class Conversation(Following):
    """One account's portfolio at one moment, and what may be done for it."""

    def reply(self, message: str) -> Reply:
        """The answer to a message, after which the dialogue is remembered."""
        plain = plain_words(message)
        dialogue = None
        if len(plain.split()) <= _SHORT:
            dialogue = self.tasks.store.find_dialogue(self.account_id, self.portfolio.now)
            followed = self._follow_up(message, _in_english(plain, dialogue), dialogue)
            if followed is not None:
                return followed
        language = detect(message)
        if language is not None:
            return Reply(sentence_for(language), ("out_of_scope",), is_unsure=True)
        return self._fresh(message, dialogue)

    def read_again(self, message: str, read: Read, ruled: Reply) -> Reply | None:
        """The rules' answer to what a model `read` in the message; None where it may not be believed.

        An order is asked back. Everything else is answered from the records, as if the customer had said it in English.

        Args:
            message: the customer's, to which the rules replied.
            read: what the model made of it.
            ruled: the rules' reply.
        """
        names = self.portfolio.names
        if not set(read.projects) <= set(names) or not read.intents:
            return None
        if read.order or ruled.intents == ("schedule",):
            return self._asked_back(message, read, names)
        if ruled.candidates and not (len(read.projects) == 1 and set(read.projects) <= set(ruled.candidates)):
            return None
        intents = tuple(intent for intent in INTENTS if intent in read.intents)
        is_declined = intents == ("out_of_scope",)
        if is_declined and read.language == "en":
            return None
        refusals = ("unrelated",) if "out_of_scope" in intents else ()
        asked = Classification(intents, tuple(dict.fromkeys(read.projects)), refusals=refusals)
        manner = read_manner(message, names) if read.language == "en" else Manner()
        found = self.answered(message, asked, manner, read.language)
        return replace(found, response=in_english(found.response, read.language))

    def _asked_back(self, message: str, read: Read, names: Sequence[str]) -> Reply | None:
        """The offer to carry out an order that a model wrote in English; None unless code finds it in the message."""
        order = checked_order(read, message, names, now=self.portfolio.now, timezone=self.portfolio.timezone)
        if order is None:
            return None
        if order.reading is not None:
            try:
                self.tasks.check(self.account_id, order.reading)
            except (InvalidRequest, Conflict) as error:
                return self.said("schedule", error.message)
        asked = Classification(OF_TASKS.intents, tuple(dict.fromkeys(read.projects)))
        offer = Answer(order.offer, if_yes=order.text, language=read.language, offers_task=order.reading is not None)
        return self.remembered("", asked, offer)

    def _fresh(self, message: str, dialogue: Dialogue | None = None) -> Reply:
        """The answer to a message that stands alone, but for what it leaves out."""
        manner = read_manner(message, self.portfolio.names)
        asked = self._classified(message, manner, dialogue)
        if asked.ambiguous or set(asked.refusals) - {"unrelated"}:
            return self.answered(message, asked, manner)
        brief = len(manner.plain.split()) <= _BRIEF and "?" not in message
        chatting = manner.is_sure or brief or set(asked.intents) <= EMPTY
        if manner.kind in TALK and not asked.projects and chatting and read_command(message) is None:
            beside = _BESIDE_TALK.match(message)
            rest = beside["rest"] if beside and self._asks(beside["rest"]) else ""
            return self._fresh(rest, dialogue) if rest else self.said("help", TALK[manner.kind])
        if untold := _known_elsewhere(manner, asked):
            return self.said("out_of_scope", untold)
        view = self.portfolio.only(asked.projects)
        of_work = asked_of_work(message, view)
        is_another = not (of_work.items or of_work.workers) and bool(documents_named(manner))
        if of_work.about and not is_another and "schedule" not in asked.intents and read_command(message) is None:
            told = told_of_work(of_work, view, manner)
            return self.remembered(message, Classification(("project_status",), asked.projects), Answer(told))
        done = self.obeyed(message, asked, manner)
        if done is not None:
            return done
        of_figures = set(asked.intents) <= OF_FIGURES and not asked.is_guess
        if manner.kind == "unrecorded" and not of_figures and self._is_ours(asked, manner):
            where = listed([name_of(one) for one in view.projects][:_MOST_PROJECTS])
            return self.said("out_of_scope", NOT_RECORDED.format(where=where or "your projects"))
        found = self._beside_submissions(message, asked, manner)
        if found.is_unsure or set(asked.refusals):
            return found
        return replace(found, is_unsure=asked.is_guess)

    def _asks(self, rest: str) -> bool:
        """Whether what stands beside a courtesy asks or orders something: "thank you, what's the spend"."""
        asked = classify(rest, project_names=self.portfolio.names)
        asks = not asked.is_guess and not set(asked.intents) <= EMPTY
        return read_command(rest) is not None or (asks and read_manner(rest, self.portfolio.names).kind not in TALK)

    def _beside_submissions(self, message: str, asked: Classification, manner: Manner) -> Reply:
        """The answer to what was asked; to what waits for an approval, with the submissions that wait for a review."""
        view = self.portfolio.only(asked.projects)
        submitted = submissions_told(message, view, manner) if asked.intents == ("approvals",) else ""
        if submitted and not any(map(view.approvals_of, view.projects)):
            return self.remembered(message, asked, Answer(submitted))
        found = self.answered(message, asked, manner)
        return replace(found, response=f"{found.response}\n\n{submitted}") if submitted else found

    def _classified(self, message: str, manner: Manner, dialogue: Dialogue | None) -> Classification:
        """What a message asks for; "which is the oldest?" asks for what the question before did."""
        asked = classify(message, project_names=self.portfolio.names)
        command = read_command(message)
        if command and not command.words and dialogue is not None and dialogue.intents == OF_TASKS.intents:
            return OF_TASKS
        if dialogue is not None and set(dialogue.intents) - EMPTY and manner.mentions(r"\bdo (?:it|that|so)\b"):
            asked = replace(asked, intents=dialogue.intents)
        named = record_named(self.portfolio, manner)
        vague = set(asked.intents) <= _VAGUE or (manner.kind == "since" and set(asked.intents) <= _VAGUE | {"timeline"})
        if named is not None and vague and not set(asked.refusals) - {"unrelated"}:
            return replace(asked, intents=(named,), refusals=())
        return asked

    def _is_ours(self, asked: Classification, manner: Manner) -> bool:
        return manner.is_sure and bool(asked.projects or _OURS.search(manner.plain))

    def _follow_up(self, message: str, plain: str, dialogue: Dialogue | None) -> Reply | None:
        """The answer to a message that refers to the one before; None for one that stands alone."""
        undoing = resolve(plain, None)
        if undoing is not None and undoing.is_firm:
            dialogue = self.with_newest_task(dialogue, of_tasks=bool(dialogue and dialogue.intents == OF_TASKS.intents))
        reference = resolve(plain, dialogue.about if dialogue else None)
        if reference is not None and (reference.kind is not Kind.CHOICE or not (dialogue and dialogue.records)):
            return self._referred(reference, dialogue)
        return self.followed(message, dialogue)

    def _referred(self, reference: Reference, dialogue: Dialogue | None) -> Reply:
        command = read_command(reference.sentence)
        if command is not None and command.names_task:
            return self.remembered("", OF_TASKS, TaskOrders(self.tasks).carry_out(self.account_id, command))
        if reference.kind is Kind.YES and dialogue is not None and dialogue.offers_task:
            return self.remembered(reference.sentence, OF_TASKS, self.assign(reference.sentence, dialogue.projects))
        if reference.sentence:
            chosen = self.named(reference.sentence)
            if reference.kind == "choice" and dialogue and len(chosen) == 1 and dialogue.intents:
                return self.answered(dialogue.asked, Classification(dialogue.intents, chosen))
            return self.followed(reference.sentence, dialogue) or self._fresh(reference.sentence)
        if reference.kind is Kind.NO and dialogue is not None and dialogue.about.if_yes:
            return self.remembered("", Classification(("help",)), Answer(LEFT_ALONE))  # a later "yes" is to nothing
        waved_aside = reference.kind is Kind.NO or (reference.kind is Kind.UNDO and not reference.is_firm)
        nothing = NOTHING_ASKED if reference.kind is Kind.YES else NO_REFERENT
        return self.said("help", LEFT_ALONE if waved_aside else nothing)


def _known_elsewhere(manner: Manner, asked: Classification) -> str:
    """What is said to a question that other records answer than those of a portfolio; empty to any other."""
    if "schedule" in asked.intents:
        return ""
    if _WHETHER_PROMISED.match(manner.plain) and "timeline" not in asked.intents:
        return PROMISED
    return DECIDED if _WHO_APPROVED.search(manner.plain) else ""


def _in_english(plain: str, dialogue: Dialogue | None) -> str:
    """The English "yes" or "no" for that of a customer's language, after an offer; any other message as it is."""
    if dialogue is None or dialogue.language == "en" or not dialogue.about.if_yes:
        return plain
    from domain.thinking.said import yes_or_no  # noqa: PLC0415 - few customers need it

    return yes_or_no(plain, dialogue.language) or plain
