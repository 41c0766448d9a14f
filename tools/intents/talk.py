"""A model's own words, labelled harmless or false: the sentences of `data/talk`, and those of the check's examples."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from domain.thinking.prose import NOUN, STATEMENT, UNKNOWN, Sentence, only_links, split
from domain.thinking.render import REFERENCE
from domain.thinking.talking import words_of

_DATA = Path(__file__).parents[2] / "data"
_EXAMPLES = _DATA / "thinking"
PATHS = (*sorted((_DATA / "talk").glob("*.txt")), _EXAMPLES / "replies.txt", _EXAMPLES / "tuning.txt")
# Which references are statements in the examples; in the other files none is.
_STATEMENTS = {"replies.txt": re.compile(r"f([1-6]|1[345]|19)|d1"), "tuning.txt": re.compile(r"f([1-6]|10)|d1")}
_NONE = re.compile(r"(?!)")
_NOUN = re.compile(r"f1?\d")
# False by a mark, a name or its language alone, whatever the rest says: rules see that, weights would learn nonsense.
_BY_RULE = {"control", "figure", "language", "length", "link", "markup", "name", "reference", "title"}


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence that talks, in lower case with NOUN for each reference."""

    plain: str
    opinion: bool
    harmless: bool


def read(path: Path) -> Iterator[Said]:
    """The talking sentences of a file. A false claim counts only if it is plain which of its sentences is false."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    if path.name == "replies.txt":
        lines = [line.partition("|")[2] for line in lines]
    for line in lines:
        language, label, text = (part.strip() for part in line.split("|", 2))
        if label in _BY_RULE:
            continue
        sentences = list(_sentences(text, _STATEMENTS.get(path.name, _NONE)))
        talk = [one for one in sentences if not one.states and UNKNOWN not in one.text]
        harmless = label == "harmless"
        if harmless or (len(talk) == 1 and _rest_is_right(sentences, language.rstrip("!"))):
            yield from (Said(one.plain, language.endswith("!"), harmless) for one in talk)


def seen_words(paths: Sequence[Path]) -> str:
    """The words that occur in the files, in the order of the alphabet."""
    return " ".join(sorted({word for path in paths for said in read(path) for word in words_of(said.plain)}))


def _sentences(text: str, statements: re.Pattern[str]) -> Iterator[Sentence]:
    def mark(match: re.Match[str]) -> str:
        return STATEMENT if statements.fullmatch(match[1]) else NOUN if _NOUN.fullmatch(match[1]) else UNKNOWN

    return split(REFERENCE.sub(mark, text))


def _rest_is_right(sentences: Sequence[Sentence], language: str) -> bool:
    """Whether nothing is false in the sentences that state."""
    return not any(UNKNOWN in one.text or (one.states and not only_links(one, language)) for one in sentences)
