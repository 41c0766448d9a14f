"""What of a model's answer may be shown: each claim is read by code, and one that fails is dropped alone (ADR 20).

A sentence either states or talks. One that states holds references to statements and linking words of a closed list.
One that talks holds none, and nothing that would state something: no figure, date, state, deed, name or commitment.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from domain.thinking.facts import Sheet, Words
from domain.thinking.languages import LANGUAGES, words_of
from domain.thinking.names import ROLES, foreign_names
from domain.thinking.prose import (
    NOUN,
    STATEMENT,
    UNKNOWN,
    Sentence,
    is_in,
    is_small,
    only_links,
    pattern,
    sentences_of,
    strange_parts,
    without_idioms,
)
from domain.thinking.render import REFERENCE, Claim

MOST_CLAIMS = 12
LONGEST_CLAIM = 600
_MOST_SENTENCES = 4
_MARKUP = re.compile(r"[<>{}\[\]`*_#|~^\\=]|&\w+;")
_LINK = re.compile(
    r"://|www\.|@|\.(?:com|org|net|io|de|fr|app|dev|eu)\b|\w{2,}\.\w{2,}|(?<!\w)[/\w.-]*/[\w.-]*|"
    r"\b(?:dot|punkt|punto|ponto|point|kropka|prick) (?:com|org|net|de|io|eu|app|example|dev|co)\b|\(at\)"
)
_HARMLESS_SLASH = re.compile(r"\b(?:and/or|und/oder|et/ou|y/o|e/o|e/ou|en/of|i/lub|och/eller|og/eller)\b")
_QUOTED = re.compile(r"[\"“”„«»‹›]|(?<!\w)'(?=\w)|(?<=\w)'(?!\w)")
_SPACED = re.compile(r"\b\w(?:[\s.·-]\w){3,}\b")
_TOUCHING = re.compile(rf"{STATEMENT}\s*{STATEMENT}")
_STATING_MARKS = re.compile(r"[?\"“”„«»‹›…/&+]")


class Flaw(StrEnum):
    """Why a claim is not shown."""

    LENGTH = "length"
    CONTROL = "control"
    MARKUP = "markup"
    REFERENCE = "reference"
    LANGUAGE = "language"
    STATEMENT = "statement"
    NUMBER = "number"
    DATE = "date"
    STATE = "state"
    COMMITMENT = "commitment"
    DEED = "deed"
    POLARITY = "polarity"
    NAME = "name"
    QUOTE = "quote"
    LINK = "link"
    SECRET = "secret"  # noqa: S105 - the name of a flaw, not a secret


@dataclass(frozen=True, slots=True)
class Failure:
    """One flaw of a claim, and the words that show it."""

    flaw: Flaw
    words: str


@dataclass(frozen=True, slots=True)
class Checked:
    """An answer after the check: what may be shown, in order, and why each other claim may not be."""

    kept: tuple[Claim, ...]
    dropped: tuple[tuple[Claim, tuple[Failure, ...]], ...]


@dataclass(frozen=True, slots=True)
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
        if any(_is_unseen(letter) for letter in bare):
            yield Failure(Flaw.CONTROL, "a character that is not seen, or not of this language")
        if found := _MARKUP.search(bare):
            yield Failure(Flaw.MARKUP, found.group())
        for match in REFERENCE.finditer(text):
            if self.sheet.find(match[1]) is None:
                yield Failure(Flaw.REFERENCE, match.group())
        if not any(letter.isalpha() for letter in bare) and not REFERENCE.search(text):
            yield Failure(Flaw.LENGTH, "no words")

    def _of_sentence(self, sentence: Sentence, *, opinion: bool) -> Iterator[Failure]:
        if UNKNOWN in sentence.text:
            yield Failure(Flaw.REFERENCE, sentence.text)
        elif sentence.states:
            yield from self._of_stating(sentence)
        else:
            yield from self._of_talking(sentence, opinion=opinion)

    def _of_stating(self, sentence: Sentence) -> Iterator[Failure]:
        if mark := _STATING_MARKS.search(sentence.text):
            yield Failure(Flaw.POLARITY, mark.group())
        if NOUN in sentence.text or _TOUCHING.search(sentence.text) or not only_links(sentence, self.language):
            yield Failure(Flaw.STATEMENT, sentence.text)

    def _of_talking(self, sentence: Sentence, *, opinion: bool) -> Iterator[Failure]:
        if not is_in(sentence, self.language):
            yield Failure(Flaw.LANGUAGE, sentence.text)
        if figure := next((letter for letter in sentence.text if _is_figure(letter)), None):
            yield Failure(Flaw.NUMBER, figure)
        if link := _LINK.search(_HARMLESS_SLASH.sub(" ", sentence.text.lower())) or _SPACED.search(sentence.text):
            yield Failure(Flaw.LINK, link.group())
        if (mark := _QUOTED.search(sentence.text)) and not self._said_by_customer(sentence.text):
            yield Failure(Flaw.QUOTE, mark.group())
        for name in foreign_names(sentence.text, self.language, self.question):
            yield Failure(Flaw.NAME, name)
        yield from self._of_titles(sentence)
        yield from self._of_words(sentence, opinion=opinion)

    def _of_words(self, sentence: Sentence, *, opinion: bool) -> Iterator[Failure]:
        """What a sentence that talks may not say, by the lists of its language; deeds by those of every language."""
        plain = without_idioms(sentence.plain, self.language)
        asks = "?" in plain
        kinds = [Flaw.NUMBER, Flaw.DATE, Flaw.STATE, Flaw.COMMITMENT, Flaw.POLARITY]
        for flaw in kinds:
            if found := pattern(self.language, flaw).search(plain):
                yield Failure(flaw, found.group())
        weighs = (opinion or asks) and pattern(self.language, "modal").search(plain)
        if not weighs and (found := pattern(self.language, "weak").search(plain)):
            yield Failure(Flaw.STATE, found.group())
        if not opinion and not asks:
            yield from self._of_assertions(sentence, plain)
        if NOUN in plain and not (asks or weighs) and (found := pattern(self.language, "beside").search(plain)):
            yield Failure(Flaw.STATE, found.group().replace(NOUN, "…"))
        for kind, flaw in (("past", Flaw.DEED), ("deed", Flaw.DEED), ("secret", Flaw.SECRET)):
            if (found := pattern(self.language, kind).search(plain)) and not self._is_for_the_vault(flaw, plain):
                yield Failure(flaw, found.group())
        yield from self._of_other_languages(sentence)

    def _of_other_languages(self, sentence: Sentence) -> Iterator[Failure]:
        """Deeds and secrets in a clause that may be in another language than the answer."""
        clauses = " , ".join(strange_parts(sentence, self.language))
        for language in LANGUAGES:
            for flaw in (Flaw.DEED, Flaw.SECRET):
                if found := pattern(language, flaw).search(clauses):
                    yield Failure(flaw, found.group())

    def _of_assertions(self, sentence: Sentence, plain: str) -> Iterator[Failure]:
        """What only an opinion may have: a denial, or a sentence about how something is."""
        if found := pattern(self.language, "negation").search(plain):
            yield Failure(Flaw.POLARITY, found.group())
        if found := pattern(self.language, "assertion").search(plain):
            yield Failure(Flaw.STATE, found.group())
        if not self._addresses_somebody(sentence) or self._acts(plain):
            yield Failure(Flaw.STATE, sentence.text)

    def _addresses_somebody(self, sentence: Sentence) -> bool:
        """Whether a sentence speaks to the customer or of the speaker; one that does neither states.

        Languages that leave the pronoun out list no persons: there is nothing to look for.
        """
        if not words_of(self.language)["prose"].get("persons") or only_links(sentence, self.language):
            return True
        return any(pattern(self.language, kind).search(sentence.plain) for kind in ("persons", "modal"))

    def _acts(self, plain: str) -> bool:
        """Whether a noun's reference is followed by what may be its verb: a word that is no small one.

        In German and Dutch a verb stands behind any noun: "ich kann Ihnen {{f7}} erklären".
        """
        if words_of(self.language)["prose"].get("verb_last"):
            return False
        return any(not is_small(word, self.language) for word in re.findall(rf"{NOUN} ([^\W\d_]+)", plain))

    def _is_for_the_vault(self, flaw: Flaw, plain: str) -> bool:
        """Whether a secret is only spoken of as something for the vault."""
        if flaw is not Flaw.SECRET or not pattern(self.language, "vault").search(plain):
            return False
        return not pattern(self.language, "here").search(plain)

    def _said_by_customer(self, text: str) -> bool:
        quoted = re.findall(r"[\"“„«‹]\s*(.+?)\s*[\"”“»›]", text)
        return bool(quoted) and all(words.lower() in self.question.lower() for words in quoted)

    def _of_titles(self, sentence: Sentence) -> Iterator[Failure]:
        """The sheet's own titles, names and customer's words, written out instead of referred to."""
        for fact in self.sheet:
            if fact.is_statement or not isinstance(fact.value, Words) or fact.value.text in ROLES:
                continue
            words = fact.value.text
            several = " " in words.strip()
            text, sought = (sentence.plain, words.lower()) if several else (sentence.text, words)
            if re.search(rf"(?<!\w){re.escape(sought)}(?!\w)", text) and words.lower() not in self.question.lower():
                yield Failure(Flaw.NAME, words)


def _is_unseen(letter: str) -> bool:
    """Control, format and private characters, unusual blanks, and letters of other scripts that look like ours."""
    category = unicodedata.category(letter)
    if category[0] == "C" or category in {"Mn", "Me", "Zl", "Zp", "So", "Lm"}:
        return True
    if category == "Zs":
        return letter not in " \u00a0\u202f"
    return category[0] == "L" and letter > "\u024f"


def _is_figure(letter: str) -> bool:
    """A digit, a fraction, a Roman numeral in one character, a currency or percent sign."""
    return unicodedata.numeric(letter, None) is not None or unicodedata.category(letter) == "Sc" or letter in "%‰°"
