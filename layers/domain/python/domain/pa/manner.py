"""The manner of a message: the kind of answer it wants, whatever it is about. Learned from labelled ones (ADR 15)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from common.services import frozen
from domain.language.learned import Reader
from domain.language.names import ProjectNames
from domain.language.reading import read_text

MANNERS = (
    *("plain", "how_many", "oldest", "newest", "first", "last", "least", "most", "since", "phases", "build"),
    *("advice", "unrecorded", "order", "how_to", "what_if", "request"),
    *("greeting", "thanks", "farewell", "fine", "wellbeing", "who", "praise", "blame", "idle"),
)
READER = Reader(MANNERS, Path(__file__).with_name("manner.bin"))
_YES_NO = re.compile(
    r"(?:and |so |ok |hi |hello |please |but )*(?:is|are|was|were|do|does|did|have|has|had|will|can|could|am|should"
    r"|any|anything|anybody|anyone|isn't|aren't|hasn't|haven't)\b"
    r"|(?:(?:hi|hello|hey|morning)(?: \w+)?,? )?(?:all|everything) (?:ok|okay|good|fine|well|right|in order|clear)$"
)
_TOLD_YES_NO = re.compile(r"\byes ?(?:or|/|-) ?no\b")
# "Can you list …" asks for the list.
_POLITE = re.compile(r"(?:and |so |hi |hello )*(?:(?:can|could|will|would) (?:you|i|we) (?:please )?\w+|do you know)")
_CIRCUMSTANCES = re.compile(
    r"^(?:while|when|now that|since|although|(?:even )?though|as long as|during)\b[^,]*,"
    r"| (?:while|when|now that|although|(?:even )?though|as long as|during)\b.*"
)
_QUESTION = re.compile(
    r"(?:and |so |but )*(?:what|which|when|why|who|where|how|did|do|does|have|has|had|is|are|was|am|should)\b"
)


@frozen
class Manner:
    """The plain words of a message, and the odds of each manner; `kind` is the likeliest."""

    plain: str = ""
    odds: Mapping[str, float] | None = None
    told_yes_no: bool = False
    """The message says "yes or no"."""

    @property
    def kind(self) -> str:
        """One of MANNERS."""
        return max(self.odds, key=self.odds.__getitem__) if self.odds else "plain"

    @property
    def is_sure(self) -> bool:
        """Whether the likeliest is more likely than not."""
        return self.odds is not None and self.odds[self.kind] > 0

    @property
    def yes_no(self) -> bool:
        """Whether it is answered by yes or no."""
        return self.told_yes_no or (_YES_NO.match(self.question) is not None and _POLITE.match(self.plain) is None)

    @property
    def question(self) -> str:
        """The plain words without the circumstances: "is it costing us anything", of "… while it is on hold"."""
        return _CIRCUMSTANCES.sub("", self.plain).strip(" ,")

    def mentions(self, pattern: str) -> bool:
        """Whether these words stand in it."""
        return re.search(pattern, self.plain) is not None


def read_manner(message: str, project_names: Sequence[str]) -> Manner:
    """The manner of `message`."""
    plain = plain_words(message)
    asked = _TOLD_YES_NO.sub(" ", plain).strip(" :,-")
    read = [one.features for one in read_text(message, ProjectNames(project_names))]
    if not read:
        return Manner(asked, told_yes_no=asked != plain)
    return Manner(asked, READER.likelihoods(read), told_yes_no=asked != plain)


def plain_words(text: str) -> str:
    """Lower case, single blanks, no closing punctuation."""
    return " ".join(text.lower().replace("\u2019", "'").split()).strip(" .!?,;:")


def is_question(text: str) -> bool:
    """Whether the text begins like a question. A time in a question is no schedule."""
    return _QUESTION.match(plain_words(text)) is not None
