"""A customer's message as sentences: their plain words, what each does and asks, and what is only quoted in them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice

from domain.agents.brain import telling
from domain.agents.brain.asked_for import AskedFor, asked_for
from domain.agents.brain.reader import READER, REFERS, Act, Field, Topic
from domain.language.names import ProjectNames
from domain.language.reading import ReadSentence, read_text
from domain.language.text import MASK, Word, tidy
from domain.language.words import expand, word_set

MAX_SENTENCES = 120
_ASKING = word_set(
    "what how when who whom whose which why where is are was were do does did can could should shall will would may "
    "might must has have had am"
)
_WRITTEN_OUT = {"cannot": "can not", "signoff": "sign off", "lets": "let us", "let's": "let us"}
# A quotation without its end runs to the end of the message: nothing in it is taken for said.
_QUOTATION = re.compile(
    r"'''.*?(?:'''|\Z)|^[ \t]*>[^\n]*|\"[^\"]*(?:\"|\Z)|"
    r"[\u201c\u201e][^\u201d\u201c]*(?:[\u201d\u201c]|\Z)|\u00ab[^\u00bb]*(?:\u00bb|\Z)|(?<!\w)'[^'\n]*'(?!\w)",
    re.DOTALL | re.MULTILINE,
)
# A line that hands over to somebody else's words.
_REPORT = re.compile(
    r"^(?=[^\n]*:[ \t]*\n)[^\n]*\b(?:wrote|writes|said|says|asked|asks|told|sent|forwarded|message|mail|email|"
    r"example|reads|quote|translate|repeat|instructions?|prompt|script|template)\b[^\n]*\n",
    re.IGNORECASE | re.MULTILINE,
)


@dataclass(frozen=True)
class Sentence:
    """One sentence of `message`, which is tidy. `read` has its words and tokens; `project` is the project's name."""

    message: str
    read: ReadSentence
    project: str = ""

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """Its words, with one for each name of the project."""
        return self.read.named("project")

    @property
    def start(self) -> int:
        """Where its first word begins in the message."""
        return self.words[0].start

    @property
    def end(self) -> int:
        """Where its last word ends."""
        return self.words[-1].end

    @property
    def text(self) -> str:
        """In the customer's own words, on one line."""
        return " ".join(self.message[self.start : self.end].split())

    @cached_property
    def plain(self) -> str:
        """In lower case, contractions written out, a comma before what a mark or bracket sets apart."""
        return plain_of(self.read.sentence.words)

    @property
    def unnamed(self) -> str:
        """`plain`, with "project" where the project is named."""
        return plain_of(self.words)

    @property
    def is_question(self) -> bool:
        """Whether it has the form of one."""
        is_told = self.plain.endswith((" yes or no", " or not"))
        return self.read.sentence.question or is_told or self.plain.partition(" ")[0].strip(",") in _ASKING

    @cached_property
    def odds(self) -> Mapping[str, float]:
        """How likely each act and each topic is."""
        return READER.likelihoods([self.read.features])

    @cached_property
    def told(self) -> Mapping[str, float]:
        """How likely it tells each order, a wish, or to take one back."""
        return telling.odds_of([(self.words, self.read.sentence.question)])

    @cached_property
    def act(self) -> Act:
        """What it does: the likeliest act, or to tell a wish where that is sure."""
        if self.told[Act.WISH] > telling.SURE and not self.read.sentence.question:
            return Act.WISH
        return max(Act, key=lambda act: self.odds[act])

    @cached_property
    def asked_for(self) -> AskedFor:
        """The figure or the particular that it asks for."""
        return asked_for([self.read.features])

    @property
    def asks_for_its_own(self) -> bool:
        """Whether it asks for a figure, or in a question's form for a particular, whatever it seems to do."""
        return self.asked_for.is_figure or (bool(self.asked_for) and self.is_question)

    @property
    def refers(self) -> bool:
        """Whether it only makes sense after what was said before it."""
        return self.odds[REFERS] > 0

    @property
    def field(self) -> Field | None:
        """The part of the brief that it asks to be told, where that is clear."""
        likeliest = max(Field, key=lambda field: self.odds[field])
        return likeliest if self.odds[likeliest] > 0 else None

    @property
    def topics(self) -> tuple[Topic, ...]:
        """What it asks about: the likeliest topic if it is near; all likely ones where it asks several things."""
        ranked = sorted(Topic, key=lambda topic: -self.odds[topic])
        likely = [topic for topic in ranked if self.odds[topic] > 0 and topic is not Topic.STATUS]
        if len(likely) > 1 and _SEVERAL.search(TAG.sub("", self.plain)):
            return tuple(likely)
        return tuple(topic for topic in ranked[:1] if self.odds[topic] > _FAR)


_FAR = -2.0  # log-odds below which a topic is not near
_SEVERAL = re.compile(r",| and | plus ")
# What asks to confirm, behind a sentence: "…, right?".
TAG = re.compile(
    r",? (?:right|correct|yes or no|yes|yeah|no|or no|or not|or nah|ok|true|is that (?:right|correct)|"
    r"(?:is|are|was|do|does|did|have|has|will|can) not (?:it|we|they|you|he|she)|"
    r"(?:is|are|do|does|did|have|has) (?:it|we|you))$"
)


@lru_cache(maxsize=8)  # several rules read the same message in a turn
def sentences_of(message: str, project_name: str = "") -> tuple[Sentence, ...]:
    """The sentences of `message` that say something, in order, at most 120; a project's name decides nothing."""
    text = tidy(message)
    spoken = re.sub(r"(?<![\s,:])\n(?=[^\S\n]*[^\W_])", ";", _masked(text))
    found = read_text(spoken, ProjectNames([project_name] if project_name else []))
    return tuple(Sentence(text, read, project_name) for read in islice(found, MAX_SENTENCES))


def plain_words(text: str) -> str:
    """`text` as plain words, whatever sentences it has."""
    return " ".join(sentence.plain for sentence in sentences_of(text))


def plain_of(words: Sequence[Word]) -> str:
    """The plain words that these stand for."""
    said: list[str] = []
    for word in words:
        if said and word.opens_segment:
            said[-1] += ","
        said += _WRITTEN_OUT[word.text].split() if word.text in _WRITTEN_OUT else expand(word.text)
    return " ".join(said)


def _masked(message: str) -> str:
    """`message` with quotations blotted out; after "Ana wrote:" and a new line, all that follows is hers."""
    text = _QUOTATION.sub(lambda quotation: _blotted(quotation[0]), message)
    report = _REPORT.search(text)
    return text[: report.end()] + _blotted(text[report.end() :]) if report else text


def _blotted(text: str) -> str:
    return re.sub(r"[^\n]", MASK, text)
