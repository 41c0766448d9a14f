"""Follow-ups: a message that changes one thing of the question answered before it is answered as that question."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from common.services import frozen
from common.wording import weekday_of
from domain.language.dialogue import ORDINALS
from domain.pa import phrases
from domain.pa.answers import OF_FIGURES, Answer, Reply
from domain.pa.commands import read_command
from domain.pa.dialogue import Dialogue
from domain.pa.follow_ups import ALONE, KEPT, OF_A_TASK, OF_ANSWERS, likeliest, odds_of
from domain.pa.formats import short_list
from domain.pa.intent import Classification, classify
from domain.pa.leads import COMPARING, record_named, told_since
from domain.pa.manner import Manner, plain_words, read_manner
from domain.pa.obeying import NO_REFERENT, OF_TASKS, Obeying
from domain.pa.replies import EMPTY
from domain.pa.subjects import SUBJECTS, Context, Entry
from domain.pa.triage import Concern, triage
from domain.projects.documents.markdown import escaped

DOUBTED = "What I said is read from your projects' records as they are now."
NOT_KEPT = (
    "No: nothing of it was stored as a task or a credential. Of what you write I keep the tasks you give me, and this"
    " chat for 30 days, where what looks like a password is cut out; credentials are kept in the vault alone."
)
BY_WEIGHT = "The order is by what holds work up: first access that is asked for, then approvals, then money and dates."
BY_RECORDS = "What the records say about it:"
_LISTED = ("credentials", "approvals")
_TOLD_WHOLE = frozenset({"summary", "project_status", "priorities", "blockers"})
_ASKS_NO_ORDER = frozenset({"difference", "facet", "pick"})
_BARE = 3
_SEVERAL = re.compile(r"\b(?:rest|others|ones|remaining|all|every\w*|'?em|them|any|else|two|three|each|both|they)\b")
_WHICH = re.compile(r"\b(?:which|what|who|whichever|should|would)\b")
_ORDINAL = re.compile(rf"\b(?P<last>last)\b|\b(?P<word>{'|'.join(ORDINALS)})\b|\b(?:number|nr|no|top) (?P<digit>\d)\b")
_REVISED = re.compile(r"\b(?:revis\w+|(?:second|new|newer) version)\b")
_TITLE = re.compile(r", revision (?P<number>\d+)")


@frozen
class FollowUp:
    """A message, what it asks by its own words, and what was asked before, of the projects spoken of."""

    message: str
    asked: Classification
    before: Classification
    dialogue: Dialogue


@frozen
class Following(Obeying):
    """Answers what refers to the answer before."""

    def followed(self, message: str, dialogue: Dialogue | None) -> Reply | None:
        """The answer to a follow-up; None for a message that stands alone, or refers to nothing that is known."""
        odds = odds_of(message, self.portfolio.names)
        has_topic = dialogue is not None and bool(set(dialogue.intents) - EMPTY)
        possible: Sequence[str] = OF_ANSWERS if has_topic else ("about", "reason", "again")
        label = likeliest(odds, (*possible, *OF_A_TASK, KEPT))
        if label == KEPT and odds[KEPT] > 0 and (kept := self._kept(dialogue)) is not None:
            return kept
        label = likeliest(odds, (*possible, *OF_A_TASK))
        of_task = self.of_task(message, label, dialogue, is_sure=odds.get(label, 0) > 0)
        if of_task is not None or read_command(message) is not None:
            return of_task
        label = likeliest(odds, possible)
        asked = classify(message, project_names=self.portfolio.names)
        if dialogue is None or not (has_topic or label == "about"):
            is_bare = len(message.split()) <= _BARE or asked.is_guess
            is_empty = not asked.projects and (is_bare or set(asked.intents) <= EMPTY)
            refers = label in {"reason", "again"} and odds[label] > 0
            return self.said("help", NO_REFERENT) if refers and is_empty else None
        if set(asked.refusals) - {"unrelated"} or label == ALONE:
            return None
        before = Classification(dialogue.intents if has_topic else ("project_status",), dialogue.about.names)
        said = FollowUp(message, asked, before, dialogue)
        if (record := self._record(said)) is not None:
            return record
        manner = read_manner(message, self.portfolio.names)
        is_order = manner.kind == "order" and manner.is_sure and label in _ASKS_NO_ORDER
        return None if is_order else self._answers()[label](said)

    def _kept(self, dialogue: Dialogue | None) -> Reply | None:
        """Whether what was said last is kept: a task is, nothing else."""
        newest = self.with_newest_task(dialogue, of_tasks=bool(dialogue and dialogue.intents == OF_TASKS.intents))
        known = self.tasks.list_scheduled(self.account_id)
        task = next((one for one in known if newest is not None and one.id == newest.task_id), None)
        if task is None:
            of_access = dialogue is not None and "credentials" in dialogue.intents and bool(self._credentials())
            return None if of_access else self.said("help", NOT_KEPT)  # whether one is deposited, the vault tells
        return self.remembered("", OF_TASKS, Answer(f"Yes: {phrases.task_line(task)}.", made=task.id))

    def _answers(self) -> Mapping[str, Callable[[FollowUp], Reply | None]]:
        return {
            "about": self._about,
            "other": self._other,
            "facet": self._facet,
            "pick": self._picked,
            "difference": self._facet,
            "since": self._since,
            "details": self._details,
            "reason": self._reason,
            "count": self._count,
            "again": self._again,
        }

    def _about(self, said: FollowUp) -> Reply | None:
        """The same question about the projects that the message names."""
        if said.asked.ambiguous:
            return self.answered(said.message, said.asked)
        asked = said.dialogue.asked
        named = said.asked.projects or self._named_in(said.message) or self.named(asked.strip(" .?!"))
        return self.answered(asked, replace(said.before, projects=tuple(named))) if named else None

    def _other(self, said: FollowUp) -> Reply | None:
        """The same question, or another that the message asks, about what the answer did not point at."""
        before, known = said.before.projects, self.portfolio.names
        if said.asked.projects:
            return self._facet(said)
        shown = [name for name in said.dialogue.about.shown if name in known and name not in before]
        others = shown if before and shown else [name for name in known if name not in before]
        if len(others) > 1 and not (before and _SEVERAL.search(said.message.lower())):
            return self.answered(said.message, replace(said.before, projects=(), ambiguous=(tuple(others),)))
        if set(said.asked.intents) <= _TOLD_WHOLE | EMPTY:
            asked = replace(said.before, projects=tuple(others))
            return self.answered(said.dialogue.asked, asked) if others else None
        return self._facet(replace(said, asked=replace(said.asked, projects=tuple(others))))

    def _facet(self, said: FollowUp) -> Reply | None:
        """What the message asks of the projects spoken of; the question before where it asks for nothing of its own."""
        if said.asked.ambiguous or "schedule" in said.asked.intents:
            return None
        asked = said.before if set(said.asked.intents) <= EMPTY else replace(said.asked, refusals=())
        return self.answered(said.message, replace(asked, projects=said.asked.projects or said.before.projects))

    def _picked(self, said: FollowUp) -> Reply | None:
        """The record that an ordinal counts, or that a superlative asks for."""
        if said.asked.projects:
            return self._facet(said)
        plain, entries = plain_words(said.message), self._recorded(said)
        if entries and _REVISED.search(plain):
            return self._answer(said, _revised(entries))
        place = _ORDINAL.search(plain)
        if place is not None and not (_WHICH.match(plain) and place["word"] in {"first", None}):
            number = len(entries) if place["last"] else ORDINALS.get(place["word"]) or int(place["digit"] or 0)
            if not 0 < number <= len(entries):
                return None
            entry = entries[number - 1]
            told = told_since(SUBJECTS[said.before.intents[0]], entry, Context(self.portfolio))
            return self._answer(said, f"{told}.\n\n- {entry.line}", (entry,))
        manner = read_manner(said.message, self.portfolio.names)
        if manner.kind not in COMPARING:
            return None
        intents = said.asked.intents if set(said.asked.intents) & OF_FIGURES else said.before.intents
        return self.answered(said.message, Classification(intents, said.dialogue.projects), manner)

    def _since(self, said: FollowUp) -> Reply:
        """Since when each record spoken of waits."""
        view, context = self.portfolio.only(said.before.projects), Context(self.portfolio)
        recorded = [told_since(SUBJECTS[said.before.intents[0]], entry, context) for entry in self._recorded(said)]
        needed = [
            f"{phrases.name_of(item.owner)}: {escaped(item.reason)}, since {weekday_of(item.since)}"
            for item in triage(view)
            if item.project is not None and item.concern is not Concern.UNREAD
        ]
        idle = [
            f"{phrases.name_of(one)} needs nothing of you; it was created on {weekday_of(one.created_at)}"
            for one in view.projects
        ]
        return self._answer(said, short_list(recorded or needed or idle))

    def _details(self, said: FollowUp) -> Reply:
        """The records that the answer counted, or only named the projects of, each by itself."""
        if entries := self._recorded(said):
            return self._answer(said, short_list(entry.line for entry in entries))
        whole = set(said.before.intents) & _TOLD_WHOLE
        return self.answered("", replace(said.before, intents=self._parts(said) if whole else said.before.intents))

    def _reason(self, said: FollowUp) -> Reply:
        """What the records give as a reason: what waits, and the figures or dates that were spoken of."""
        order = BY_WEIGHT if set(said.before.intents) & {"priorities", "blockers"} else BY_RECORDS
        figures_too = tuple(one for one in said.before.intents if one in OF_FIGURES)
        told = self.answered("", replace(said.before, intents=(*figures_too, *self._parts(said))), Manner())
        return replace(told, response=f"{order}\n\n{told.response}")

    def _parts(self, said: FollowUp) -> tuple[str, ...]:
        """What is asked to be told all that waits in the projects spoken of."""
        listed = [one for one in _LISTED if self._entries(one, said)]
        held = any(one.status != "active" for one in self.portfolio.only(said.before.projects).projects)
        return (*listed, *(("project_status",) if held or not listed else ()))

    def _count(self, said: FollowUp) -> Reply:
        """How many there are of what was told; of projects told as a whole, how much waits in them."""
        manner = Manner(plain_words(said.message), {"how_many": 1.0})
        whole = set(said.before.intents) & _TOLD_WHOLE and "project" not in said.message.lower()
        listed = tuple(one for one in _LISTED if whole and self._entries(one, said))
        named = tuple(one for one in listed if one in said.asked.intents)
        asked = replace(said.before, intents=named or listed or said.before.intents)
        return self.answered(said.dialogue.asked, asked, manner)

    def _record(self, said: FollowUp) -> Reply | None:
        """Since when a document or an access waits that the message names beside no project ("and the flows?")."""
        if said.asked.projects or len(said.message.split()) > _BARE:
            return None
        view = self.portfolio.only(said.before.projects)
        named = record_named(view, Manner(plain_words(said.message)))
        return self.answered(said.message, replace(said.before, intents=(named,))) if named else None

    def _again(self, said: FollowUp) -> Reply:
        told = self.answered("", said.before)
        return replace(told, response=f"{DOUBTED}\n\n{told.response}")

    def _recorded(self, said: FollowUp) -> list[Entry]:
        """The listed records of the last answer that are still there, in its order."""
        if said.before.intents not in {(one,) for one in _LISTED}:
            return []
        entries = {entry.full_name: entry for entry in self._entries(said.before.intents[0], said)}
        return [entries[name] for name in said.dialogue.records if name in entries]

    def _entries(self, intent: str, said: FollowUp) -> list[Entry]:
        return SUBJECTS[intent].entries(Context(self.portfolio.only(said.before.projects)))

    def _answer(self, said: FollowUp, told: str, entries: Sequence[Entry] = ()) -> Reply:
        """A text about records, after which "it" is still what it was, or the entries that it told of."""
        records = tuple(entry.full_name for entry in entries) or said.dialogue.records
        names = tuple(entry.project.name for entry in entries if entry.project) or said.before.projects
        found = Answer(told, shown=said.dialogue.about.shown, names=names, records=records)
        return self.remembered(said.dialogue.asked, said.before, found)

    def _named_in(self, message: str) -> tuple[str, ...]:
        """The one project that a word of the message names ("the kennels")."""
        found = {name for word in re.findall(r"\w{3,}", message.lower()) for name in self.named(word)}
        return tuple(found) if len(found) == 1 else ()


def _revised(entries: Sequence[Entry]) -> str:
    """Which documents are not the first revision."""
    revised = [entry for entry in entries if (found := _TITLE.search(entry.name)) and int(found["number"]) > 1]
    return short_list(entry.line for entry in revised) or "None of them: each is the first revision."
