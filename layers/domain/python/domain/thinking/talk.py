"""The sentences of a claim that talk: they hold no statement, and may state nothing by themselves either.

What they may not say, whatever stands around it, is listed in the languages' files. Such lists leak, as ADR 20 says:
what breaks no rule is judged by weights that were learned from labelled talk (`talking.py`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from common.services import frozen
from domain.thinking.facts import FactKind, Sheet, Words
from domain.thinking.flaws import Failure, Flaw
from domain.thinking.languages import LANGUAGES
from domain.thinking.names import ROLES, foreign_names
from domain.thinking.prose import NOUN, WORD, Sentence, is_in, pattern, strange_parts, without_idioms
from domain.thinking.talking import READER, most_stating, states_nothing

LINK = re.compile(
    r"://|www\.|@|\.(?:com|org|net|io|de|fr|app|dev|eu)\b|(?<!\w)\w{2,}+\.\w{2,}|(?<![/\w.-])[/\w.-]*/[\w.-]*|"
    r"\b(?:dot|punkt|punto|ponto|point|kropka|prick) (?:com|org|net|io|eu|app|example|dev|co)\b|"
    r"\b(?:dot|punkt) de\b|\(at\)"
)
_HARMLESS_SLASH = re.compile(r"\b(?:and/or|und/oder|et/ou|y/o|e/o|e/ou|en/of|i/lub|och/eller|og/eller)\b")
QUOTED = re.compile(r"[\"“”„«»‹›]|(?<!\w)'(?=\w)(?![stn]\b)")  # Dutch has "'s avonds" and "'t"
# What no sentence that talks may say in any language, by lists of the languages' files.
_FORBIDDEN = (Flaw.DEED, Flaw.SECRET)
# Lists of what often states something, and what it states; the weights must be surer of a sentence that has it.
_DOUBTFUL = {"number": Flaw.NUMBER, "span": Flaw.DATE, "state": Flaw.STATE, "commitment": Flaw.COMMITMENT}
SPACED = re.compile(r"\b\w(?:[\s.·-]\w){3,}\b")


@frozen
class Talk:
    """Reads sentences that talk, with the words of the answer's language and of the customer's question."""

    sheet: Sheet
    language: str
    question: str

    def failures(self, sentence: Sentence, *, opinion: bool) -> Iterator[Failure]:
        """Every flaw of a sentence without a statement.

        The weights judge what breaks no rule; a word that often states something makes them judge more strictly.
        """
        plain = without_idioms(sentence.plain, self.language)
        names = list(foreign_names(sentence.text, self.language, self.question))
        first = [name for name in names if self._only_begins(name, sentence)]
        dates = [date.group() for date in pattern(self.language, Flaw.DATE).finditer(plain)]
        found = list(self._of_rules(sentence, plain, [name for name in names if name not in first], dates))
        doubtful = list(self._of_doubtful_words(sentence, plain, first, dates))
        if found:
            yield from (*found, *doubtful)
            return
        own = self._customers_words()
        if not states_nothing(sentence.plain, opinion=opinion, own=own, in_doubt=bool(doubtful)):
            word = most_stating(sentence.plain, opinion=opinion)
            why = Failure(Flaw.STATE, f"{sentence.text.replace(NOUN, '…')} (above all: {word})")
            yield from doubtful or [why]

    def _of_rules(
        self, sentence: Sentence, plain: str, names: Sequence[str], dates: Sequence[str]
    ) -> Iterator[Failure]:
        if not is_in(sentence, self.language):
            yield Failure(Flaw.LANGUAGE, sentence.text)
        if figure := next((letter for letter in sentence.text if is_figure(letter)), None):
            yield Failure(Flaw.NUMBER, figure)
        if link := LINK.search(_HARMLESS_SLASH.sub(" ", sentence.text.lower())) or SPACED.search(sentence.text):
            yield Failure(Flaw.LINK, link.group())
        if (mark := QUOTED.search(sentence.text)) and not self._said_by_customer(sentence.text):
            yield Failure(Flaw.QUOTE, mark.group())
        for name in (*names, *self._unknown_beginning(sentence)):
            yield Failure(Flaw.NAME, name)
        yield from self._of_titles(sentence)
        for flaw in _FORBIDDEN:
            if (found := pattern(self.language, flaw).search(plain)) and not self._is_for_the_vault(flaw, plain):
                yield Failure(flaw, found.group())
        if date := next((date for date in dates if not self._is_asked(date)), None):
            yield Failure(Flaw.DATE, date)
        yield from self._of_other_languages(sentence)

    def _of_doubtful_words(
        self, sentence: Sentence, plain: str, first: Sequence[str], dates: Sequence[str]
    ) -> Iterator[Failure]:
        """Words that often state something, by the lists of its language, and English ones where it may be English.

        `first`: what may be a name and begins it; `dates`: of the customer's words, as any other breaks a rule.
        """
        yield from (Failure(Flaw.NAME, name) for name in first)
        yield from (Failure(Flaw.DATE, date) for date in dates[:1])
        for language, text in ((self.language, plain), ("en", self._english_parts(sentence))):
            for words, flaw in _DOUBTFUL.items():
                if found := pattern(language, words).search(text):
                    yield Failure(flaw, found.group())

    def _customers_words(self) -> frozenset[str]:
        said = (fact.value.text for fact in self.sheet if fact.kind is FactKind.TEXT and isinstance(fact.value, Words))
        return frozenset(WORD.findall(" ".join((self.question, *said)).lower()))

    def _of_other_languages(self, sentence: Sentence) -> Iterator[Failure]:
        """Deeds and secrets where a clause may be in another language than the answer, and English figures and days."""
        clauses = " , ".join(strange_parts(sentence, self.language, most=1))
        listed = [(flaw, language, clauses) for language in LANGUAGES for flaw in _FORBIDDEN]
        listed.append((Flaw.DATE, "en", self._english_parts(sentence)))
        for flaw, language, text in listed:
            if language != self.language and (found := pattern(language, flaw).search(text)):
                yield Failure(flaw, found.group())

    def _english_parts(self, sentence: Sentence) -> str:
        """The clauses of an answer in another language that may be English."""
        return " , ".join(strange_parts(sentence, self.language)) if self.language != "en" else ""

    def _unknown_beginning(self, sentence: Sentence) -> Iterator[str]:
        """The first word of an English sentence, which has its capital anyway, where no labelled talk knows it."""
        first = WORD.match(sentence.text)
        known = (READER.weights().words, self._customers_words()) if self.language == "en" else ()
        if first and known and not any(first[0].lower() in words for words in known):
            yield first[0]

    def _is_asked(self, words: str) -> bool:
        """Whether the customer's question has these words."""
        return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", self.question.lower()) is not None

    def _only_begins(self, name: str, sentence: Sentence) -> bool:
        """Whether a name may be an ordinary word, which has its capital because it begins the sentence."""
        word, words = name.lower(), READER.weights().words
        return sentence.text.startswith(name) and word in words and not pattern("en", "first_names").fullmatch(word)

    def _is_for_the_vault(self, flaw: Flaw, plain: str) -> bool:
        """Whether a secret is only spoken of as something for the vault."""
        if flaw is not Flaw.SECRET or not pattern(self.language, "vault").search(plain):
            return False
        return not pattern(self.language, "here").search(plain)

    def _said_by_customer(self, text: str) -> bool:
        quoted = re.findall(r"[\"“„«‹]([^\"”“„»«›‹\n]+)[\"”“»›]", text)
        return bool(quoted) and all(words.strip().lower() in self.question.lower() for words in quoted)

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


def is_figure(letter: str) -> bool:
    """A digit, a fraction, a Roman numeral in one character, a currency or percent sign."""
    return unicodedata.numeric(letter, None) is not None or unicodedata.category(letter) == "Sc" or letter in "%‰°"
