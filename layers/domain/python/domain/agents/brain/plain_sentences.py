"""A customer's message as sentences of plain words, with what is only quoted told apart from what is said."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache

from domain.agents.brain.naming import mentions_in

MAX_SENTENCES = 120
QUOTE = "quotation"
_MASK = "\u25a1"

_CONTRACTIONS = {
    "what's": "what is", "whats": "what is", "how's": "how is", "hows": "how is", "where's": "where is",
    "who's": "who is", "when's": "when is", "whens": "when is",
    "wheres": "where is", "it's": "it is", "that's": "that is", "there's": "there is",
    "let's": "let us", "lets": "let us",
    "don't": "do not", "dont": "do not", "doesn't": "does not", "didn't": "did not", "won't": "will not",
    "can't": "can not", "cannot": "can not", "isn't": "is not", "aren't": "are not", "wasn't": "was not",
    "haven't": "have not", "hasn't": "has not", "shouldn't": "should not", "wouldn't": "would not",
    "couldn't": "could not", "i'm": "i am", "im": "i am", "we're": "we are", "you're": "you are", "i've": "i have",
    "we've": "we have", "i'd": "i would", "we'd": "we would", "i'll": "i will", "we'll": "we will", "pls": "please",
    "plz": "please", "signoff": "sign off", "greenlight": "green light", "u": "you", "thx": "thanks",
}  # fmt: skip
_QUESTION_OPENERS = frozenset(
    {"what", "how", "when", "who", "whom", "whose", "which", "why", "where", "is", "are", "was", "were", "do", "does"}
    | {"did", "can", "could", "should", "shall", "will", "would", "may", "might", "must", "has", "have", "had", "am"}
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """`text` in the customer's own words; `plain` in lower case, with `, : -` as the only marks and quotations masked.

    `start` and `end` are the place of `text` in the message, the mark after it not included.
    """

    text: str
    plain: str
    is_question: bool
    start: int
    end: int

    @property
    def words(self) -> tuple[str, ...]:
        """The plain words, without marks."""
        return tuple(word for word in re.split(r"[\s,:-]+", self.plain) if word)


def sentences_of(message: str) -> tuple[Sentence, ...]:
    """The sentences of `message` that say something, in order, at most 120."""
    spoken = _masked(message)
    found: list[Sentence] = []
    for match in _sentence_pattern().finditer(spoken):
        sentence = _sentence(message, match)
        if sentence.words:
            found.append(sentence)
        if len(found) == MAX_SENTENCES:
            break
    return tuple(found)


def _sentence(message: str, match: re.Match[str]) -> Sentence:
    plain = plain_words(match["body"])
    opener = plain.split(" ", 1)[0].strip(",:-")
    return Sentence(
        text=" ".join(message[match.start("body") : match.end("body")].split()),
        plain=plain,
        is_question="?" in match["end"] or opener in _QUESTION_OPENERS,
        start=match.start("body"),
        end=match.end("body"),
    )


def plain_words(text: str) -> str:
    """`text` in lower case without accents, contractions written out; marks other than `, : -` become blanks."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(character for character in decomposed if not unicodedata.combining(character))
    bare = re.sub(rf"{_MASK}+", f" {QUOTE} ", bare.replace("\u2019", "'").replace("\u2018", "'"))
    bare = re.sub(r"\s[\u2013\u2014-]+\s", " - ", bare)
    bare = re.sub(r"(?<=\w)-(?=\w)", " ", bare)
    tokens = re.sub(r"([,:])", r" \1 ", re.sub(r"[^\w\s,:'-]", " ", bare)).split()
    expanded = (_CONTRACTIONS.get(token, token.removesuffix("'s").replace("'", "")) for token in tokens)
    return re.sub(r" (?=[,:])", "", " ".join(word for word in expanded if word))


def _masked(message: str) -> str:
    """`message` with quotations blotted out, character by character; the name of a document is no quotation."""
    text = _quotation_pattern().sub(_blot, message)
    report = _report_pattern().search(text)
    if report is None:
        return text
    # "Ana wrote:" and a new line: all that follows is hers.
    return text[: report.end()] + re.sub(r"[^\n]", _MASK, text[report.end() :])


def _blot(match: re.Match[str]) -> str:
    whole = match.group()
    words = tuple(plain_words(whole.strip("\"'`\u201c\u201d\u201e\u00ab\u00bb\u2018\u2019 ")).split())
    named = mentions_in(words)
    if named.mentions and not named.other_words:
        return " " + whole[1:-1] + " " if len(whole) > 1 else whole
    return re.sub(r"[^\n]", _MASK, whole)


@cache
def _sentence_pattern() -> re.Pattern[str]:
    return re.compile(r"(?P<body>[^\n]+?)(?P<end>(?<![.!?;])[.!?;]++(?=\s|$)|\n|$)")


@cache
def _quotation_pattern() -> re.Pattern[str]:
    """A quotation without its end runs to the end of the message: nothing in it is taken for said."""
    return re.compile(
        r"```.*?(?:```|\Z)|`[^`\n]*`|^[ \t]*>[^\n]*|\"[^\"]*(?:\"|\Z)|"
        r"[\u201c\u201e][^\u201d\u201c]*(?:[\u201d\u201c]|\Z)|\u00ab[^\u00bb]*(?:\u00bb|\Z)|"
        r"(?<!\w)['\u2018][^'\u2019\n]*['\u2019](?!\w)",
        re.DOTALL | re.MULTILINE,
    )


@cache
def _report_pattern() -> re.Pattern[str]:
    """A line that hands over to somebody else's words."""
    return re.compile(
        r"^(?=[^\n]*:[ \t]*\n)[^\n]*\b(?:wrote|writes|said|says|asked|asks|told|sent|forwarded|message|mail|email|"
        r"example|reads|quote|translate|repeat|instructions?|prompt|script|template)\b[^\n]*\n",
        re.IGNORECASE | re.MULTILINE,
    )
