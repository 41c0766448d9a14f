"""From text to tokens in one spelling. Offsets are the customer's, so that the task can be cut out of it afterwards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from common.services import frozen
from domain.language.spelling import Speller
from domain.language.tables import pair_table
from domain.language.words import is_known
from domain.pa.schedule.vocabulary import (
    DAY,
    KNOWN,
    MONTH,
    MONTHS,
    NUMBER,
    PART,
    RANK,
    SPELLINGS,
    UNIT,
    WEEKDAYS,
    words,
)

HIDDEN, DROPPED = "\0", "\1"

_LOOKALIKES = str.maketrans("‘’‚`´“”„«»–—‑−\u00a0\u202f\u2009", "'''''\"\"\"\"\"----   ")
_LEXICON = re.compile(r"""
  (?P<thing>\0+)
| (?P<dropped>\x01+|(?:(?<!,\ )\b(?:um|uh|uhm|erm|er(?=,))|\blet's\ say|(?<=every\ )(?:bloody|damn|freaking))\b,?)
| (?P<iso>\d{4}-\d{1,2}-\d{1,2}(?![\w-]))
| (?P<date>\d{1,4}/\d{1,2}/\d{1,4}(?!\w)|\d{1,2}[.-]\d{1,2}[.-]\d{4}(?!\w)|\d{1,2}/\d{1,2}(?![\w/]))
| (?P<clock>\d{1,2}(?:[:.]\d{2})?\s?[ap](?:\.m\b\.?|m\b)
    |\d{1,2}(?:[:.]\d{2})?\s?uhr\b|\d{1,2}\sh\s[0-5]\d\b|\d{1,2}(?::\d{2})?\s[ap]\sm\b|\d{1,2}:\d{2}[ap]\b|\d{1,2}:\d{2}(?::\d{2})?(?!\d)|\d{1,2}h\d{2}\b)
| (?P<ordinal>\d{1,2}(?:st|nd|rd|th)\b)
| (?P<number>\d+(?:[.,]\d+)*)
| (?P<zone>(?:africa|america|antarctica|arctic|asia|atlantic|australia|europe|indian|pacific|etc)/[a-z_]+(?:/[a-z_]+)?)
| (?P<short>(?:mon|tues?|weds?|thurs?|thu|fri|sat|sun)\.(?=\s*(?:and|at|&|,|to|-|\d)))
| (?P<word>[ap]\.m\b\.?|[ap]\ m\b|[^\W\d_]+(?:['-][^\W\d_]+)*)
| (?P<mark>\S|\n)
""", re.VERBOSE)  # fmt: skip
# Words that are more often no weekday or month: they need a neighbour that makes them one.
_DOUBTFUL = words("sat sun wed mon mar may march")
_BEFORE_DAY = words(
    "on every each next this until till from and , / to - through last first at of in by since starting"
)
_AFTER_DAY = words("at @ , noon and & + / - to")
# Beside one of these a slip is mended that elsewhere could be another word.
_BESIDE = re.compile(
    rf"{DAY}s?|{UNIT}|{PART}|\d.*|every|daily|weekly|monthly|at|@|on|other|noon|midnight|last|week(?:day|end)s?|today"
    "|tomorrow|this"
)
# Weekdays as letters, where a time or the end follows: "M/W/F", "TTh", "Mo-Fr", "m/w/f".
_DAY_OF = {name[:2]: name for name in WEEKDAYS} | dict(zip("mtwrf", WEEKDAYS, strict=False))
_LETTER = f"(?:{'|'.join(f'{name[:2]}(?:{name[2:]}|{name[2]}s?)?' for name in map(str.title, WEEKDAYS))}|[MTWRF])"
_LETTERS = re.compile(
    rf"(?<![\w'/&.-])(?:(?:{_LETTER}(?:\s*[/,&+–-]\s*(?:and\s+)?|\s+and\s+|\s+))+{_LETTER}"
    r"|mwf|tth|tuth|mtwthf?|(?:(?:th|tu|[mtwf])[/-])+(?:th|tu|[mtwf])"
    r"|(?=[MTWRF]\w*\s*(?:at\b|@|\d|noon))(?!MT\b)M?(?:Tu|T(?!h))?W?(?:Th|R)?F?(?:Sa)?(?:Su)?)(?![\w'/&])"
    r"(?=\s*(?:$|[.,:;)!–-]|at\b|@|in the\b|\d|noon\b|midnight\b|mornings?\b|afternoons?\b|evenings?\b))"
)
_SHORT_NAME = 3
_MARKS = {"@": "at", "&": "and", "+": "and"}
_ARTICLES = words("the a an our my your this")
_DAYS = frozenset(WEEKDAYS) | {f"{day}s" for day in WEEKDAYS}
_LONG_MONTH = 7  # letters; "march" and "june" resemble other words
_DISTINCT = _DAYS | {"tomorrow"} | {name for name in MONTHS if len(name) >= _LONG_MONTH}
_SPANNING = words("in every next for past last within over than")
_SHORTEST = 4


@frozen
class Token:
    """`text` is lower case, corrected and in the one spelling; `start` and `end` are offsets into the source."""

    kind: str
    text: str
    start: int
    end: int
    capital: bool = False


END = Token("end", "", 0, 0)


_TURN = (
    r"(?:no|nope|sorry|actually|rather|correction|i mean|i meant|make (?:that|it)|scratch that|strike that"
    r"|hang on|hold on|oops|wait)"
)
_TURNED = rf"(?: (?:[,.;(-]|oh|or))*(?: {_TURN}(?: (?:[,.:;-]|better|to))*)+ (?:(?:on|at|every|in) )?(?:the )?"
_TIME = r"(?:\d{1,2}(?::\d\d)?(?:am|pm)?_?|noon|midnight)(?: o'clock)?"
_DAY = rf"{DAY}s?|today|tomorrow|day|weekday|weekend|week|morning|evening"
# "18-Dec-2026", "4. December", "2026-12-24T14:00Z".
_WRITTEN_DATE = re.compile(
    rf"\b[0-3]?\d(?:\. ?|-)(?:{MONTH}|[a-z]{{3}}(?=-))(?:-(?=20\d\d\b))?|(?<=\d-\d\d)t(?=\d\d:\d)"
)
_NOT_THAT = rf"(?:{_TIME}) (?P<old>\( (?:and )?not (?:at )?{_TIME}(?: [^()]*)? \) )"
# What can be taken back, if a thing of the same kind follows: "Monday at 9, no, Tuesday at 10".
_TAKEN_BACK = tuple(
    rf"(?<!\S)(?P<old>(?:{thing}){_TURNED})(?=(?:{thing})(?: |$))"
    for thing in (
        rf"(?:{_DAY}) (?:at )?{_TIME}", rf"(?:{RANK}|last) (?:{_DAY}) of (?:the|every) month",
        rf"{RANK} {MONTH}|{NUMBER} {MONTH}|{MONTH} (?:{NUMBER}|{RANK})",
        rf"{NUMBER} {UNIT}", _TIME, _DAY, RANK,
    )
)  # fmt: skip


def plain(text: str) -> str:
    """The text in lower case with plain quotes, dashes and spaces, of the same length."""
    lowered = "".join(low if len(low := char.lower()) == 1 else char for char in text.translate(_LOOKALIKES))
    return _WRITTEN_DATE.sub(lambda found: re.sub("[.-]|^t$", " ", found[0]), lowered)


def tokens_of(text: str, hidden: str) -> tuple[Token, ...]:
    """The tokens of `hidden`, which is `plain(text)` with what is quoted or taken back blotted out."""
    letters: list[Token] = []
    for found in _LETTERS.finditer(text):
        names = list(re.finditer(_LETTER, found[0], re.IGNORECASE))
        if hidden[found.start()] >= " " and len(names) > 1 and any(len(name[0]) < _SHORT_NAME for name in names):
            letters += _days_of(names, found)
            hidden = hidden[: found.start()] + DROPPED * len(found[0]) + hidden[found.end() :]
    tokens = [
        token
        for found in _LEXICON.finditer(hidden)
        for token in _split(found, capital=text[found.start()].isupper())
        if token.kind != "dropped"
    ]
    return tuple(_one_spelling(sorted([*tokens, *letters], key=lambda token: token.start)))


def _days_of(names: list[re.Match[str]], found: re.Match[str]) -> Iterator[Token]:
    """Weekdays that stand as letters, with "and" or "-" between them."""
    for place, name in enumerate(names):
        start, end = found.start() + name.start(), found.start() + name.end()
        if place:
            gap = found[0][names[place - 1].end() : name.start()]
            yield Token("word", "-" if re.search("[–-]", gap) else "and", start, start)
        yield Token("word", f"{_DAY_OF[name[0][:2].lower()]}s", start, end, capital=True)


def without_corrected(text: str, hidden: str) -> str:
    """`hidden` with what was taken back ("Monday, no, ") blotted out by `DROPPED`, character for character."""
    if not re.search(_TURN, hidden):
        return hidden
    for pattern in (*_TAKEN_BACK, _NOT_THAT):
        tokens = tokens_of(text, hidden)
        line = " ".join(token.text for token in tokens)
        for found in re.finditer(pattern, line):
            first, last = (tokens[line.count(" ", 0, at)].start for at in found.span("old"))
            hidden = hidden[:first] + DROPPED * (last - first) + hidden[last:]
    return hidden


def _split(found: re.Match[str], *, capital: bool) -> list[Token]:
    kind, text, start = found.lastgroup or "mark", found[0], found.start()
    if kind == "short":
        return [Token("word", text[:-1], start, start + len(text), capital)]
    if kind == "clock":
        hour, *minute = re.findall(r"\d+", text)
        marker = "am" if "a" in text else "pm" if "p" in text else ""
        text = f"{hour}:{minute[0]}{marker}" if minute else f"{hour}{marker}"
    elif kind == "word" and "-" in text and text not in SPELLINGS and all(map(_stands_alone, text.split("-"))):
        # "mon-fri" is two words with a dash between them, "nine-thirty" two numbers
        numbers = _kind_of(SPELLINGS.get(text.split("-")[0], "")) == "number"
        return [
            Token("mark" if piece[0] == "-" else kind, piece[0], start + piece.start(), start + piece.end(), capital)
            for piece in re.finditer("-|[^-]+", text)
            if piece[0] != "-" or not numbers
        ]
    return [Token(kind, text, start, found.end(), capital)]


def _stands_alone(part: str) -> bool:
    """Whether it is a day, a month or a number in letters, of which two may be joined by a dash."""
    meant = SPELLINGS.get(part, part)
    return meant in _DAYS or meant in MONTHS or part in {"to", "through", "thru"} or _kind_of(meant) == "number"


def _one_spelling(tokens: list[Token]) -> list[Token]:
    """The tokens in the spelling of the grammar, slips of the keyboard put right where a schedule word can stand."""
    spelt: list[Token] = []
    for place, token in enumerate(tokens):
        after = tokens[place + 1] if place + 1 < len(tokens) else END
        last = spelt[-1] if spelt else END
        text = token.text
        if token.kind == "number" and after.kind == "word" and SPELLINGS.get(after.text) == "minutes":
            spelt.append(token)
        elif token.kind == "word" and last.kind == "number" and after.text != "from" and _measures(spelt, token):
            spelt[-1] = replace(last, kind="clock", text=last.text.rstrip("_") + re.sub(r"\W", "", text), end=token.end)
        elif token.kind == "word":
            spelt += _words_for(token, spelt, after)
            # "thirty five" and "twenty first", as they are dictated, are one number
            joined = re.fullmatch(r"([2-5])0_ ([1-9])((?:st|nd|rd|th)?_)", " ".join(one.text for one in spelt[-2:]))
            if joined:
                spelt[-2:] = [replace(spelt[-1], text="".join(joined.groups()), start=spelt[-2].start)]
        else:
            spelt.append(replace(token, text=_MARKS.get(token.text, token.text)))
    return spelt


def _measures(before: list[Token], token: Token) -> bool:
    """Whether a word makes a time of day of the number before it: "9 am", "nine p.m.", the h of "at 17h"."""
    number, earlier = before[-1], before[-2] if len(before) > 1 else END
    if len(number.text) > len("12_"):
        return False
    if token.text == "h" and (number.end == token.start or earlier.text == "at"):
        return earlier.text not in _SPANNING
    spelt = number.text.endswith("_") and earlier.kind != "number"
    if spelt and int(number.text[:-1]) > 12:  # noqa: PLR2004 - "thirteen p.m." may be misheard
        return False
    return re.fullmatch(r"[ap][. ]?m\.?", token.text) is not None


def _words_for(token: Token, before: list[Token], after: Token) -> list[Token]:
    last = before[-1] if before else END
    if token.text in {"day", "days"} and last.text in {"business", "working", "work"}:
        before.pop()
        return [replace(token, text=f"week{token.text}", start=last.start)]
    following = SPELLINGS.get(after.text, after.text)
    if token.text in {"n", "an"} and following in _DAYS and (last.text in _DAYS or last.kind in {"clock", "number"}):
        return [replace(token, text="and")]
    text = _mended(token, before, after)
    if text in _DOUBTFUL and not _is_dated(token, before, after):
        return [replace(token, text=f"_{text}")]
    if last.end == token.start and last.kind == "number":
        ahead = len(before) > 1 and before[-2].text in {"in", "every"}
        text = ({"h": "hours", "m": "minutes"} | ({"d": "days", "w": "weeks"} if ahead else {})).get(text, text)
    return [replace(token, text=word, kind=_kind_of(word)) for word in SPELLINGS.get(text, text).split()]


def _kind_of(word: str) -> str:
    return "number" if re.fullmatch(NUMBER, word) else "ordinal" if re.fullmatch(RANK, word) else "word"


def _is_dated(token: Token, before: list[Token], after: Token) -> bool:
    """Whether "may", "sun" and their like are a month and a weekday here."""
    last = before[-1] if before else END
    if last.text in _BEFORE_DAY:
        return True
    if token.text in MONTHS:
        return token.capital or last.kind in {"ordinal", "number"}
    closing = token.capital and last.kind == "word" and after.kind in {"mark", "end"} and token.text != "sun"
    timed = after.kind in {"clock", "number", "ordinal"} or after.text in _AFTER_DAY or closing
    return timed or (token.text == "mar" and last.kind == "number")


def _mended(token: Token, before: list[Token], after: Token) -> str:
    """The word meant: a slip in a distinct word anywhere, in another schedule word only beside a second one."""
    word, last = token.text, before[-1].text if before else ""
    next_word = SPELLINGS.get(after.text, after.text)
    next_word = next_word if is_known(next_word) else _speller(distinct=True).nearest(next_word) or next_word
    jumbled = word[:1] == "e" and set("evry") == set(word) and len(word) <= len("every")  # "ervy", "evrey"
    if next_word in _DAYS and (jumbled or (word in {"ever", "very"} and not before)):
        return "every"
    word = meant if (meant := pair_table("shorthand").get(word, "")) in KNOWN else word
    if len(word) < _SHORTEST or word in SPELLINGS or word in KNOWN or "'" in word or is_known(word):
        return word
    if found := _speller(distinct=True).nearest(word):
        return found
    beside = _BESIDE.fullmatch(last) or _BESIDE.fullmatch(next_word) or (not last and looks_misspelt(next_word))
    inside = last in _ARTICLES and (len(before) == 1 or before[-2].text not in {"in", "on", "until"})
    named = token.capital and bool(before)
    return (_speller(distinct=False).nearest(word) or word) if beside and not inside and not named else word


@cache
def _speller(*, distinct: bool) -> Speller:
    return Speller(sorted(_DISTINCT if distinct else KNOWN))


def looks_misspelt(word: str) -> bool:
    """Whether a word is no word we know and close to a schedule word."""
    return len(word) >= _SHORTEST and word not in KNOWN and not is_known(word) and nearest(word) != word


def nearest(word: str) -> str:
    """The schedule word that a word could be a slip of, wherever it stands; the word itself where there is none."""
    small = word.lower()
    return word if small in KNOWN or small in SPELLINGS else _speller(distinct=False).nearest(small) or word
