"""Where the comment of a customer who wants a document changed begins and ends: it is kept in their own words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from domain.agents.brain.sentences import Sentence
from domain.language.text import QUOTE

MAX_COMMENT_LENGTH = 4_000
_MARK = re.compile("[,:\n\"\u201c\u201e\u00ab]|\\s['-]|[-\u2013\u2014]\\s|\u2013|\u2014")
_SAYING = re.compile(
    r"\b(?:saying|and (?:say|tell (?:them|him|her))|n tell (?:them|him|her)|"
    r"with (?:the|this|my|our)(?: following)? (?:remark|note|comment|words?))$"
)
_QUOTES = "\"\u201c\u201d\u201e\u00ab\u00bb' "
_INTRODUCED = re.compile(
    r"(?i)\s*(?:(?:and )?(?:namely|comment|note|remark|reason|because|saying|as follows|"
    r"(?:my|our|the|this|with (?:the|this|my|our)) (?:comment|note|remark|reason|words|change)s?(?: is| are)?)\b"
    r"[\s,:-]*)+"
)


def openings(sentence: Sentence) -> Iterator[int]:
    """The places of words that a comment may begin with: behind a mark or "saying", at a quotation or "because"."""
    words = sentence.words
    for place in range(1, len(words)):
        gap = sentence.message[words[place - 1].end : words[place].start]
        before = " ".join(word.text for word in words[max(0, place - 4) : place])
        if (
            _MARK.search(gap)
            or QUOTE in {words[place].text, words[place - 1].text}
            or _SAYING.search(before)
            or words[place].text == "because"
        ):
            yield place


def text_behind(sentence: Sentence, place: int) -> str:
    """The comment from that word on, without what only introduces it, and without its quotation marks."""
    words = sentence.words
    text = sentence.message[words[place - 1].end : sentence.end].lstrip(" ,:-\u2013\u2014")
    return without_introduction(text).strip()


def without_introduction(text: str) -> str:
    """`text` without what only introduces it: "my comment:", "namely"."""
    return text[match.end() :] if (match := _INTRODUCED.match(text)) else text


def tidied(comment: str) -> str | None:
    """The comment without quotation marks around it, within its bound; None where nothing is left."""
    return comment.strip()[:MAX_COMMENT_LENGTH].strip().strip(_QUOTES) or None
