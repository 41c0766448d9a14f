"""What of a section that a model wrote may stand in a document: normative prose about the product, and no more.

Such prose says "is", "must" and "not", unlike a claim of an answer (`check.py`). It may say nothing that only records
know: figures, dates, names, how the project stands, what was done or found out. Entries of the brief are references.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from common.services import frozen
from domain.language.text import typed_sentences
from domain.projects.documents.written import REFERENCE, Piece
from domain.projects.records import WrittenBlock
from domain.thinking.check import MARKUP, is_unseen
from domain.thinking.flaws import Failure, Flaw
from domain.thinking.names import foreign_names
from domain.thinking.prose import HARMLESS, NOUN, Sentence, is_in, pattern, without_idioms
from domain.thinking.talk import LINK, QUOTED, SPACED, is_figure

LANGUAGE = "en"
LONGEST_TEXT, LONGEST_ITEM = 900, 420
MOST_ITEMS, MOST_BLOCKS = 10, 12
_FEWEST_WORDS = 4
_FEWEST_ITEMS = 2  # of a list that had more, when some of them may not stand
_FIGURE = re.compile(r"\S*[^\W_]\S*|\S+")
_QUOTATION = re.compile(r"[\"“”„«»‹›'](.+?)[\"“”„«»‹›']")
_CLAUSE = re.compile(r"([,;:]|\band\b|\bbut\b)")
_CRITERION = re.compile(
    r"\bgiven\b.*\bwhen\b.*\bthen\b|\b(?:must|cannot|can't|never|only|always|no|not|nobody|nothing|none)\b",
    re.IGNORECASE,
)


@frozen
class SectionCheck:
    """The check of what a model wrote for a piece of a document.

    Attributes:
        entries: the ids of the brief that hold.
        words: the customer's own words for them.
    """

    entries: frozenset[str]
    words: str = ""

    def failures(self, piece: Piece, blocks: Sequence[WrittenBlock]) -> tuple[Failure, ...]:
        """Everything that is wrong with the blocks of a piece; nothing when they may stand."""
        return tuple(dict.fromkeys((*self._of_shape(piece, blocks), *self.of_blocks(blocks))))

    def passing(self, piece: Piece, blocks: Sequence[WrittenBlock]) -> tuple[WrittenBlock, ...]:
        """What of the blocks may stand without the rest: whole blocks, and lists less the items that break a rule.

        Steps follow from each other, and items from the text above them: where one of those is wrong, the block goes.
        """
        common = self._common(blocks)
        kept = []
        for block in blocks:
            items = tuple(item for item in block.items if not any(self._of_item(item, piece, common)))
            fewest = len(block.items) if piece.plan.form == "steps" else min(_FEWEST_ITEMS, len(block.items))
            if len(items) >= fewest and not (block.text and any(self.of_text(block.text, LONGEST_TEXT, common))):
                kept.append(block.model_copy(update={"items": items}))
        about = {block.about for block in kept}
        rest = replace(piece, entries=tuple(item for item in piece.entries if item.id in about))
        return () if self.failures(rest, kept) else tuple(kept)

    def of_blocks(self, blocks: Sequence[WrittenBlock]) -> Iterator[Failure]:
        """What is wrong with the prose of some blocks."""
        common = self._common(blocks)
        for block in blocks:
            yield from self.of_text(block.text, LONGEST_TEXT, common) if block.text else ()
            for item in block.items:
                yield from self.of_text(item, LONGEST_ITEM, common)

    def of_text(self, text: str, longest: int, common: str = "") -> Iterator[Failure]:
        """What is wrong with one text. What `common` has in lower case is no name, also where a sentence begins."""
        bare = unicodedata.normalize("NFC", REFERENCE.sub(" ", text))
        if not text.strip() or len(text) > longest:
            yield Failure(Flaw.LENGTH, text[:40])
        if any(is_unseen(letter) for letter in bare):
            yield Failure(Flaw.CONTROL, "a character that is not seen, or not of this language")
        if found := MARKUP.search(bare):
            yield Failure(Flaw.MARKUP, found.group())
        for match in REFERENCE.finditer(text):
            if match[1] not in self.entries:
                yield Failure(Flaw.REFERENCE, match.group())
        for sentence in typed_sentences(REFERENCE.sub(NOUN, text)):
            yield from self._of_sentence(Sentence(sentence.strip().replace("’", "'")), common)

    def _of_item(self, item: str, piece: Piece, common: str) -> Iterator[Failure]:
        yield from self.of_text(item, LONGEST_ITEM, common)
        if piece.plan.form == "criteria" and not _CRITERION.search(item):
            yield Failure(Flaw.STATE, item)

    def _common(self, blocks: Sequence[WrittenBlock]) -> str:
        """The words in lower case of the customer and of the blocks: they are no names at a sentence's beginning."""
        texts = [self.words, *(text for block in blocks for text in (block.text, *block.items))]
        return " ".join(word for text in texts for word in re.findall(r"\b[a-zäöüß]+\b", text))

    def _of_shape(self, piece: Piece, blocks: Sequence[WrittenBlock]) -> Iterator[Failure]:
        """Whether there is a block for each entry and for no other, and whether criteria can be checked."""
        about = [block.about for block in blocks if block.about]
        for missing in (id_ for id_ in piece.ids if id_ not in about):
            yield Failure(Flaw.LENGTH, f"nothing about {missing}")
        if len(set(about)) < len(about) or not set(about) <= set(piece.ids) or (piece.ids and None in _abouts(blocks)):
            yield Failure(Flaw.REFERENCE, "one block for each entry that was named, and no others")
        if not blocks or len(blocks) > MOST_BLOCKS or any(len(block.items) > MOST_ITEMS for block in blocks):
            yield Failure(Flaw.LENGTH, "too few or too many blocks or items")
        for block in blocks:
            if not (block.text or block.items) or (piece.plan.form != "text" and not block.items):
                yield Failure(Flaw.LENGTH, "an empty block, or a list without items")
            if piece.plan.form == "criteria":
                yield from (Failure(Flaw.STATE, item) for item in block.items if not _CRITERION.search(item))
        yield from _repeated(blocks)

    def _of_sentence(self, sentence: Sentence, common: str) -> Iterator[Failure]:
        plain = _without("harmless", without_idioms(sentence.plain, LANGUAGE))
        timed = self._without_hours(plain)
        if len(sentence.words) >= _FEWEST_WORDS and not is_in(sentence, LANGUAGE):
            yield Failure(Flaw.LANGUAGE, sentence.text)
        for figure in _FIGURE.findall(sentence.text):
            if any(map(is_figure, figure)):
                yield Failure(Flaw.NUMBER, figure)
        if link := LINK.search(sentence.plain) or SPACED.search(sentence.text):
            yield Failure(Flaw.LINK, link.group())
        if QUOTED.search(sentence.text):
            yield Failure(Flaw.QUOTE, " ".join(_QUOTATION.findall(sentence.text)) or sentence.text)
        for name in foreign_names(_without_terms(sentence.text), LANGUAGE, common):
            yield Failure(Flaw.NAME, name)
        # Every word is named: the second try is the last, and it can only mend what it is told.
        listed = ("number", Flaw.NUMBER, plain), ("date", Flaw.DATE, timed), ("span", Flaw.DATE, timed)
        for words, flaw, text in (*listed, ("commitment", Flaw.COMMITMENT, plain)):
            yield from (Failure(flaw, found.group()) for found in pattern(LANGUAGE, words).finditer(text))
        yield from (Failure(Flaw.DATE, found.group()) for found in _listed("times").finditer(timed))
        for kind, flaw in (("person", Flaw.DEED), ("claim", Flaw.DEED), ("amount", Flaw.NUMBER)):
            yield from (Failure(flaw, found.group()) for found in _listed(kind).finditer(plain))
        yield from self._of_the_project(plain)

    def _without_hours(self, plain: str) -> str:
        """The sentence without the times that a product lives by: an evening round, what the brief calls yearly.

        In a clause about the project, the former are dates like all others.
        """
        for word in set(_listed("rhythm").findall(self.words.casefold())):
            plain = re.sub(rf"\b{word}\b", HARMLESS, plain)
        return "".join(
            part if _listed("project").search(part) or _listed("opening").search(part) else _without("hours", part)
            for part in _CLAUSE.split(plain)
        )

    def _of_the_project(self, plain: str) -> Iterator[Failure]:
        """A clause about the project, or about an entry as a piece of work, that says how it stands."""
        for clause in _CLAUSE.split(plain):
            of_project = _listed("project").search(clause) and _listed("standing").search(clause)
            if (of_project or _listed("entry").search(clause)) and not _listed("conditional").search(clause):
                yield Failure(Flaw.STATE, clause.replace(NOUN, "…").strip())
            if (found := _listed("settled").search(clause)) and not _listed("premise").search(clause[: found.start()]):
                yield Failure(Flaw.DEED, found.group())


def _abouts(blocks: Sequence[WrittenBlock]) -> set[str | None]:
    return {block.about for block in blocks}


def _repeated(blocks: Sequence[WrittenBlock]) -> Iterator[Failure]:
    """Texts that stand there twice once the entries are masked: such a text is about none of them."""
    seen: set[str] = set()
    for text in (text for block in blocks for text in (block.text, *block.items) if text):
        masked = " ".join(REFERENCE.sub("@", text.casefold()).split())
        if masked in seen:
            yield Failure(Flaw.STATEMENT, f"said twice: {text[:60]}")
        seen.add(masked)


def _without(kind: str, plain: str) -> str:
    return _listed(kind).sub(HARMLESS, plain)


def _without_terms(text: str) -> str:
    return _terms().sub("term", text)


@cache
def _terms() -> re.Pattern[str]:
    words = sorted(map(re.escape, _words()["terms"].split()), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)")


@cache
def _listed(kind: str) -> re.Pattern[str]:
    lines = [line.strip() for line in _words()[kind].splitlines() if line.strip()]
    return re.compile(rf"(?<!\w)(?:{'|'.join(lines)})(?!\w)")


@cache
def _words() -> Mapping[str, str]:
    return tomllib.loads(Path(__file__).with_name("section_words.toml").read_text(encoding="utf-8"))
