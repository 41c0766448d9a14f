"""A comment that the rules do not understand, read by a model: clause by clause an edit, an offer, or why not.

Code keeps what matters: every word of the comment is in a clause, days and amounts are read out of the customer's own
words, and nothing is added that the customer has not written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, Field, JsonValue

from common.telemetry import logger
from domain.language.text import typed_sentences
from domain.projects.documents import edits
from domain.projects.documents.brief import LISTS
from domain.projects.documents.comment_forms import day_in, edit_in, shift_in
from domain.projects.documents.comments import Clause, read_comment
from domain.projects.documents.draft import Draft
from domain.projects.documents.edits import Edit
from domain.projects.documents.matching import tokens
from domain.projects.documents.readings import Decline, Offer, Rewrite
from domain.projects.documents.written import Piece, entries_of, plans_of
from domain.projects.phases import spec_of
from domain.projects.questionnaire import question_of
from domain.thinking.flaws import Failure, Flaw
from domain.thinking.prompts import patch as prompt
from domain.thinking.section_check import LONGEST_ITEM
from domain.thinking.sections import FIRST_TRY, Block, Desk, check_of, product, shown
from domain.thinking.task import Task

_MAX_TOKENS = 4_000
_MOST_CLAUSES = 40
_AMOUNT = re.compile(r"(?:[€$£]|\b[A-Z]{3})?\s?\d[\d.,]*k?(?:\s?(?:[€$£]|[A-Z]{3}\b))?", re.IGNORECASE)
# What may stand between the clauses of a comment without asking for anything.
_BETWEEN = re.compile(
    r"\W|\d{1,2}[.)]\s|\b(?:and|but|also|then|please|plus|as well|too|finally|first(?:ly)?|second(?:ly)?|next|so|or|"
    r"thanks?|thank you|hi|hello|ok|okay|hmm?|well|oh|otherwise|apart from that|by the way)\b",
    re.IGNORECASE,
)
_UNCLEAR = "it is not clear what this asks for; say it as one change."
_QUESTION = "A question, not a change: ask it in the conversation."
_SENTENCE_WORDS = 3

Does = Literal[
    "add", "drop", "replace", "refine", "move", "deadline", "ceiling", "tone", "approver", "mention", "shorten",
    "write", "offer", "question", "praise", "context", "cannot",
]  # fmt: skip


class ReadPart(BaseModel):
    """A clause as a model reads it; which fields count depends on `does`."""

    words: Annotated[str, Field(max_length=1_000)]
    does: Does
    to: str = ""
    entry: str = ""
    before: str = ""
    section: str = ""
    old: str = ""
    text: Annotated[str, Field(max_length=600)] = ""
    blocks: Annotated[list[Block], Field(max_length=12)] = []


class Patch(BaseModel):
    """All clauses of a comment."""

    clauses: Annotated[list[ReadPart], Field(max_length=_MOST_CLAUSES)]


def read_patch(desk: Desk, comment: str, draft: Draft, today: date) -> tuple[Clause, ...]:
    """The clauses of the comment. What a model failed on twice is read as the rules would. Raises `ModelFailed`."""
    reader = Reader(comment, draft)
    task = task_of(comment, draft, today)
    answer = desk.ask(task, FIRST_TRY)
    flaws = reader.flaws(answer)
    if flaws:
        logger.info("patch_refused", flaws=[flaw.flaw.value for flaw in flaws])
        answer = desk.ask(_again(task, answer, flaws))
    return reader.clauses(answer)


def task_of(comment: str, draft: Draft, today: date) -> Task[Patch]:
    """The task of reading a comment."""
    written: dict[str, list[JsonValue]] = {
        section.heading: [block.model_dump(mode="json", exclude={"of"}) for block in section.blocks]
        for section in draft.holding
    }
    return Task(
        name="patch",
        version=prompt.VERSION,
        instructions=prompt.TEXT,
        data={
            "comment": comment,
            "document": spec_of(draft.kind).title,
            "sections": {section.heading: written.get(section.heading, []) for section in draft.sections()},
            "brief": shown(draft),
            "product": product(draft),
            "platform_names": list(question_of("platforms").options),
            "tones": list(question_of("tone").options),
            "today": today.isoformat(),
        },
        output=Patch,
        max_tokens=_MAX_TOKENS,
    )


@dataclass(frozen=True, slots=True)
class Reader:
    """Turns what a model read in a comment into clauses with edits."""

    comment: str
    draft: Draft

    def clauses(self, patch: Patch) -> tuple[Clause, ...]:
        """The clauses in the order of the comment. What the model left out is a clause without an edit."""
        found: list[Clause] = []
        end = 0
        for start, stop, part in self._placed(patch):
            found += self._left_out(end, start)
            found.append(Clause(self._said[start:stop], self._edit(part)))
            end = max(end, stop)
        return (*found, *self._left_out(end, len(self._said)))

    def flaws(self, patch: Patch) -> tuple[Failure, ...]:
        """What is wrong with the model's reading, for it to be mended."""
        placed = self._placed(patch)
        there = [part for _, _, part in placed]
        found = [Failure(Flaw.QUOTE, part.words) for part in patch.clauses if part not in there]
        found += [Failure(Flaw.LENGTH, clause.text) for clause in self.clauses(patch) if clause.edit is None]
        return (*found, *(failure for part in there for failure in self._of_part(part)))

    @property
    def _said(self) -> str:
        return " ".join(self.comment.split())

    def _placed(self, patch: Patch) -> list[tuple[int, int, ReadPart]]:
        """Each part with its place; without those whose words are not in the comment, or lie across others'."""
        said, placed = self._said.casefold(), []
        taken: list[tuple[int, int]] = []
        for part in patch.clauses:
            words = " ".join(part.words.split()).casefold()
            starts = [match.start() for match in re.finditer(re.escape(words), said)] if words else []
            spans = [(start, start + len(words)) for start in starts]
            free = [span for span in spans if all(span == one or not _overlap(span, one) for one in taken)]
            # A second clause with the same words is the next place that has them, if there is one.
            fresh = [span for span in free if span not in taken] or free
            if fresh and len(_sentences(part.words)) <= 1:
                taken.append(fresh[0])
                placed.append((*fresh[0], part))
        return sorted(placed, key=lambda entry: entry[0])

    def _left_out(self, start: int, stop: int) -> Iterator[Clause]:
        """What the model has no clause for, as the rules read it."""
        rest = self._said[start:stop] if start < stop else ""
        if _BETWEEN.sub("", rest):
            yield from read_comment(rest) or (Clause(rest.strip(" ,;.-"), None),)

    def _of_part(self, part: ReadPart) -> Iterator[Failure]:
        if part.does == "write":
            yield from check_of(self.draft).of_blocks([block.of(self.draft) for block in part.blocks])
        if part.does in _GROUNDED and (strange := self._strange(part)):
            yield Failure(Flaw.NAME, ", ".join(sorted(strange)))

    def _strange(self, part: ReadPart) -> frozenset[str]:
        """Words of meaning that neither the comment nor the entry has. Platforms are a closed list."""
        if part.to == "platforms":
            return frozenset()
        entry = entries_of(self.draft.brief).get(part.entry)
        return tokens(part.text) - tokens(self.comment) - tokens(entry.text if entry else "")

    def _edit(self, part: ReadPart) -> Edit:
        if any(self._of_part(part)):
            return Decline("what the model wrote for it could not be confirmed; say it as one change.")
        return _MAKERS[part.does](part, self.draft) or Decline(_UNCLEAR)


def _again(task: Task[Patch], answer: Patch, flaws: Sequence[Failure]) -> Task[Patch]:
    return Task(
        name="patch again",
        version=task.version,
        instructions=f"{task.instructions}\n{prompt.AGAIN}",
        data={
            **task.data,
            "refused": answer.model_dump(mode="json"),
            "flaws": [f"{flaw.flaw.value}: {flaw.words}" for flaw in flaws],
        },
        output=Patch,
        max_tokens=task.max_tokens,
    )


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _sentences(words: str) -> list[str]:
    """The sentences of a clause that say something by themselves."""
    return [one for one in typed_sentences(words) if len(re.findall(r"\w+", one)) >= _SENTENCE_WORDS]


def _add(part: ReadPart, _draft: Draft) -> Edit | None:
    known = part.to in LISTS or (part.to == "platforms" and part.text.lower() in question_of("platforms").options)
    text = part.text.lower() if part.to == "platforms" else part.text
    return edits.Add(part.to, text) if known and text else None


def _drop(part: ReadPart, draft: Draft) -> Edit | None:
    if part.to == "platforms":
        return edits.Drop(part.text) if part.text.lower() in draft.brief.platforms else None
    target = part.entry if part.entry in entries_of(draft.brief) else part.section
    return edits.Drop(target) if target else None


def _replace(part: ReadPart, draft: Draft) -> Edit | None:
    known = part.entry in entries_of(draft.brief)
    return edits.Replace(part.old or part.entry, part.text, part.entry) if known and part.text else None


def _refine(part: ReadPart, draft: Draft) -> Edit | None:
    return edits.Refine(part.entry, part.text) if part.entry in entries_of(draft.brief) and part.text else None


def _move(part: ReadPart, draft: Draft) -> Edit | None:
    known = {*entries_of(draft.brief), ""}
    return edits.Move(part.entry, part.before or None) if part.entry and {part.entry, part.before} <= known else None


def _deadline(part: ReadPart, _draft: Draft) -> Edit:
    day, shift = day_in(part.words), shift_in(part.words)
    if day is None and shift is None:
        return Decline("no day is named that code can read; name it with its year, such as 2027-03-01.")
    return edits.MoveDeadline(day, None if day else shift)


def _ceiling(part: ReadPart, _draft: Draft) -> Edit:
    amount = _AMOUNT.search(part.words)
    edit = edit_in(f"budget to {amount.group().strip()}") if amount else None
    return edit or Decline("no amount is named that code can read; name it in full, such as 20,000 EUR.")


def _tone(part: ReadPart, _draft: Draft) -> Edit | None:
    tone = part.text.lower()
    return edits.SetTerm("tone", tone) if tone in question_of("tone").options else None


def _write(part: ReadPart, draft: Draft) -> Edit | None:
    blocks = tuple(block.of(draft) for block in part.blocks)
    plan = next((plan for plan in plans_of(draft.kind) if plan.heading == part.section), None)
    if plan is not None and plan.per:
        items = [item for item in draft.brief.active(plan.per) if item.id in {block.about for block in blocks}]
        if any(check_of(draft).failures(Piece(plan, tuple(items)), blocks)):
            return None
    elif any(block.about for block in blocks):
        return None
    return Rewrite(part.section, blocks) if blocks else None


def _cannot(part: ReadPart, draft: Draft) -> Edit:
    unfit = not part.text or any(check_of(draft).of_text(part.text, LONGEST_ITEM))
    return Decline(_UNCLEAR if unfit else part.text)


_GROUNDED = frozenset({"add", "replace", "refine", "mention", "offer", "approver"})
_MAKERS: Mapping[str, Callable[[ReadPart, Draft], Edit | None]] = {
    "add": _add,
    "drop": _drop,
    "replace": _replace,
    "refine": _refine,
    "move": _move,
    "deadline": _deadline,
    "ceiling": _ceiling,
    "tone": _tone,
    "approver": lambda part, _: edits.SetTerm("approver", part.text) if part.text else None,
    "mention": lambda part, _: edits.Mention(part.text) if part.text else None,
    "shorten": lambda _part, _draft: edits.Shorten(),
    "write": _write,
    "offer": lambda part, _: Offer(part.text or part.words),
    "question": lambda _part, _draft: Decline(_QUESTION),
    "praise": lambda _part, _draft: Decline("Nothing to change.", is_open=False),
    "context": lambda _part, _draft: Decline("Read together with the point beside it.", is_open=False),
    "cannot": _cannot,
}
