"""What of a model's answer may be shown: each claim is read by code, and one that fails is dropped alone (ADR 20).

A sentence either states or talks. One that states holds references to statements and linking words of a closed list.
One that talks holds none, and nothing that would state something: no figure, date, state, deed, name or commitment.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from common.services import frozen
from domain.thinking.facts import Sheet
from domain.thinking.flaws import Failure, Flaw
from domain.thinking.languages import LANGUAGES
from domain.thinking.prose import NOUN, STATEMENT, UNKNOWN, Sentence, only_links, pattern, sentences_of
from domain.thinking.render import REFERENCE, Claim
from domain.thinking.talk import Talk

MOST_CLAIMS = 12
LONGEST_CLAIM = 600
_MOST_SENTENCES = 4
MARKUP = re.compile(r"[<>{}\[\]`*_#|~^\\=]|&\w+;")
_BEGINS = re.compile(r"(?:^|[.!?:…]\s+)$")
_TOUCHING = re.compile(rf"{STATEMENT}\s*{STATEMENT}")
_STATING_MARKS = re.compile(r"[?\"“”„«»‹›…/&+]")


@frozen
class Checked:
    """An answer after the check: what may be shown, in order, and why each other claim may not be."""

    kept: tuple[Claim, ...]
    dropped: tuple[tuple[Claim, tuple[Failure, ...]], ...]


@frozen
class Check:
    """The check of one answer.

    Attributes:
        sheet: the facts that its author was given; a role's claims are checked against that role's slice.
        language: the one it was asked for. In a language that code cannot read, no claim passes.
        question: the customer's own words; names in it may be said back.
    """

    sheet: Sheet
    language: str
    question: str

    def answer(self, claims: Sequence[Claim]) -> Checked:
        """Each claim kept or dropped on its own; those beyond MOST_CLAIMS are dropped."""
        kept: list[Claim] = []
        dropped: list[tuple[Claim, tuple[Failure, ...]]] = []
        for claim in claims:
            failures = self.failures(claim)
            if not failures and len(kept) == MOST_CLAIMS:
                failures = (Failure(Flaw.LENGTH, "too many claims"),)
            if failures:
                dropped.append((claim, failures))
            else:
                kept.append(claim)
        return Checked(tuple(kept), tuple(dropped))

    def failures(self, claim: Claim) -> tuple[Failure, ...]:
        """Every flaw of the claim; none when it may be shown."""
        if self.language not in LANGUAGES:
            return (Failure(Flaw.LANGUAGE, self.language),)
        if unfit := tuple(self._of_form(claim)):
            return unfit
        sentences = tuple(sentences_of(claim.text, self.sheet))
        if len(sentences) > _MOST_SENTENCES:
            return (Failure(Flaw.LENGTH, "too many sentences"),)
        found = (failure for sentence in sentences for failure in self._of_sentence(sentence, opinion=claim.opinion))
        return tuple(dict.fromkeys(found))

    def _of_form(self, claim: Claim) -> Iterator[Failure]:
        """What no claim may have, whatever it says."""
        text = claim.text
        if not 1 <= len(text.strip()) <= LONGEST_CLAIM:
            yield Failure(Flaw.LENGTH, text[:40])
        bare = unicodedata.normalize("NFC", REFERENCE.sub(" ", text))
        if any(is_unseen(letter) for letter in bare):
            yield Failure(Flaw.CONTROL, "a character that is not seen, or not of this language")
        if found := MARKUP.search(bare):
            yield Failure(Flaw.MARKUP, found.group())
        for match in REFERENCE.finditer(text):
            fact = self.sheet.find(match[1])
            if fact is None:
                yield Failure(Flaw.REFERENCE, match.group())
            elif fact.answer is not None and not self._may_answer(text[: match.start()]):
                yield Failure(Flaw.POLARITY, match.group())
        if not any(letter.isalpha() for letter in bare) and not REFERENCE.search(text):
            yield Failure(Flaw.LENGTH, "no words")

    def _may_answer(self, before: str) -> bool:
        """Whether a yes or no may stand after `before`: it begins a sentence, and the question isn't a negative one.

        "Isn't it too much?" can be answered with yes and with no, and both may be misread.
        """
        if pattern(self.language, "negation").search(self.question.lower().replace("’", "'")):
            return False
        return _BEGINS.search(before) is not None and not any(
            fact.answer is not None for match in REFERENCE.finditer(before) if (fact := self.sheet.find(match[1]))
        )

    def _of_sentence(self, sentence: Sentence, *, opinion: bool) -> Iterator[Failure]:
        if UNKNOWN in sentence.text:
            yield Failure(Flaw.REFERENCE, sentence.text)
        elif sentence.states:
            yield from self._of_stating(sentence)
        else:
            yield from Talk(self.sheet, self.language, self.question).failures(sentence, opinion=opinion)

    def _of_stating(self, sentence: Sentence) -> Iterator[Failure]:
        if mark := _STATING_MARKS.search(sentence.text):
            yield Failure(Flaw.POLARITY, mark.group())
        if NOUN in sentence.text or _TOUCHING.search(sentence.text) or not only_links(sentence, self.language):
            yield Failure(Flaw.STATEMENT, sentence.text)


def is_unseen(letter: str) -> bool:
    """Control, format and private characters, unusual blanks, and letters of other scripts that look like ours."""
    category = unicodedata.category(letter)
    if category[0] == "C" or category in {"Mn", "Me", "Zl", "Zp", "So", "Lm"}:
        return True
    if category == "Zs":
        return letter not in " \u00a0\u202f"
    return category[0] == "L" and letter > "\u024f"
