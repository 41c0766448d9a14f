"""The written documents as short passages, each a fact of its own, and which of them bear on a question.

A passage has the same id whenever the same documents are read, so that an answer which was stored before its worker
died still finds what it cites.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from common.services import frozen
from domain.agents.brain import slices
from domain.agents.brain.protocol import ProjectFacts
from domain.language.text import plain
from domain.projects.phases import spec_of
from domain.projects.states import DeliverableKind
from domain.thinking.facts import Fact, FactKind, Noun, Source, Words

_LONGEST = 320
_MOST = 999  # ids have at most four digits, and no project comes near
_HEADING_WEIGHT = 0.5
_TITLE_WEIGHT = 0.25
_MARKUP = re.compile(r"\\(?=[\\`*_\[\]|~#>+=-])|\*\*|^[>#\s]+|^[-*]\s+", re.MULTILINE)
_BORDER = re.compile(r"(?<!\\)\|")
_FEWEST_WORDS = 3
_FILLERS = frozenset(
    {"the", "a", "an", "of", "for", "with", "and", "or", "to", "in", "on", "at", "by", "from", "who", "which", "that"}
    | {"their", "our", "my", "is", "are", "be", "can", "will", "must", "should", "have", "section", "part", "list"}
)
_SHORTEST_PLURAL = 4
_RULE = re.compile(r"^\|[-|:\s]+\|$")


@frozen
class Passage:
    """A few lines of a document: of which kind, under which heading, and the fact that states them."""

    kind: DeliverableKind
    heading: str
    fact: Fact

    @property
    def text(self) -> str:
        """What it says."""
        return self.fact.value.text if isinstance(self.fact.value, Words) else ""


def passages_of(facts: ProjectFacts) -> tuple[Passage, ...]:
    """Every passage of every written document, in the order of the documents, numbered from `p1`."""
    found: list[Passage] = []
    for document in slices.documents_of(facts):
        source = Source(document.id, document.content_hash or str(document.revision))
        written = f", written on {document.history[-1].at.date()}" if document.history else ""
        for heading, text in _parts(facts.text_of(document)):
            place = f"{document.title}, {heading}" if heading else document.title
            fact = Fact(
                f"p{len(found) + 1}",
                FactKind.TEXT,
                f"a passage of {place}{written}",
                Noun("passage", Words(place)),
                Words(text),
                source,
                project_id=facts.project.id,
            )
            found.append(Passage(document.kind, heading, fact))
    return tuple(found[:_MOST])


def find_passages(passages: Sequence[Passage], query: str, *, limit: int) -> tuple[Passage, ...]:
    """The passages that share the rarest words with `query`, best first; none where no word is shared."""
    wanted = tokens(query)
    words = [tokens(passage.text) for passage in passages]
    spread = Counter(word for found in words for word in found & wanted)
    rarity = {word: math.log(1 + len(passages) / count) for word, count in spread.items()}
    scored = [
        (sum(rarity[word] for word in found & wanted) + _of_place(passage, wanted), -at)
        for at, (passage, found) in enumerate(zip(passages, words, strict=True))
    ]
    best = sorted((score for score in scored if score[0] > 0), reverse=True)[:limit]
    return tuple(passages[-at] for _, at in best)


def read_document(passages: Sequence[Passage], kind: DeliverableKind, section: str = "") -> tuple[Passage, ...]:
    """The passages of a document, or of those sections whose heading has a word of `section`."""
    own = [passage for passage in passages if passage.kind is kind]
    named = [passage for passage in own if tokens(section) & tokens(passage.heading)]
    return tuple(named or own)


def _of_place(passage: Passage, wanted: frozenset[str]) -> float:
    named = ((spec_of(passage.kind).title, _TITLE_WEIGHT), (passage.heading, _HEADING_WEIGHT))
    return sum(weight * len(tokens(words) & wanted) for words, weight in named)


def tokens(text: str) -> frozenset[str]:
    """The words of `text` that carry meaning: no case, no accents, no plural s, no fillers."""
    return frozenset(_stem(word) for word in re.findall(r"\w+", plain(text.casefold())) if word not in _FILLERS)


def _stem(word: str) -> str:
    is_plural = len(word) >= _SHORTEST_PLURAL and word.endswith("s") and not word.endswith("ss")
    return word[:-1] if is_plural else word


def _parts(content: str) -> Iterator[tuple[str, str]]:
    """Each heading with a text under it: a paragraph, a point of a list, a row of a table."""
    heading = ""
    for block in content.split("\n\n"):
        text = block
        if block.startswith("#"):
            first, _, text = block.partition("\n")
            heading = "" if first.startswith("# ") else _plain(first)
        is_cover = not heading and text.startswith("|")
        for line in () if is_cover else _lines(text):
            if text.startswith("|") or len(line.split()) >= _FEWEST_WORDS:
                yield heading, line if len(line) <= _LONGEST else line[: _LONGEST - 1].rsplit(" ", 1)[0] + "…"


def _lines(block: str) -> list[str]:
    lines = block.splitlines()
    if block.startswith("|"):
        head, *rows = [[_plain(cell) for cell in _BORDER.split(line)[1:-1]] for line in lines if not _RULE.match(line)]
        return [_row(head, row) for row in rows]
    return [_plain(line) for line in lines] if block.startswith("-") else [_plain(" ".join(lines))]


def _row(head: list[str], row: list[str]) -> str:
    """A row of a table as a line: what it is about, then its other cells: `W1 Foundation; Days of effort: 5 to 12`."""
    names = 2 if head[0] == "Id" else 1
    if names == 1 and len(head) == names + 1:
        return " – ".join(cell for cell in row if cell)
    rest = (f"{name}: {cell}" for name, cell in zip(head[names:], row[names:], strict=False) if cell)
    return "; ".join([" ".join(row[:names]), *rest])


def _plain(line: str) -> str:
    """A line without its markup."""
    return " ".join(_MARKUP.sub("", line).split()).removesuffix("–")
