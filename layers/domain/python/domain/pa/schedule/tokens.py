"""From text to tokens in one spelling, with the offsets of the customer's, and the cursor that grammar reads with."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import accumulate

from common.services import frozen
from domain.language.tables import pair_table
from domain.language.words import Speller, is_known
from domain.pa.schedule.vocabulary import DAY, KNOWN, MONTH, MONTHS, NUMBER, PART, RANK, SPELLINGS, UNIT, WEEKDAYS

HIDDEN, DROPPED = "\0", "\1"
_LETTERED, _MORE = "\2", "\3"  # a weekday that stands as a letter

_LOOKALIKES = str.maketrans("‘’‚`´“”„«»–—‑−\u00a0\u202f\u2009", "'''''\"\"\"\"\"----   ")
_LEXICON = re.compile(r"""
  (?P<thing>\0+)
| (?P<letter>\x02\x03*)
| (?P<dropped>\x01+|(?:(?<!,\ )\b(?:um|uh|uhm|erm|er(?=,))|\blet's\ say|(?<=every\ )(?:bloody|damn|freaking))\b,?)
| (?P<iso>\d{4}-\d{1,2}-\d{1,2}(?![\w-]))
| (?P<date>\d{1,4}/\d{1,2}/\d{1,4}(?!\w)|\d{1,2}[.-]\d{1,2}[.-]\d{4}(?!\w)|\d{1,2}/\d{1,2}(?![\w/]))
| (?P<clock>\d{1,2}(?:[:.]\d{2})?\s?[ap](?:\.m\b\.?|m\b)
    |\d{1,2}(?:[:.]\d{2})?\s?uhr\b|\d{1,2}\sh\s[0-5]\d\b|\d{1,2}(?::\d{2})?\s[ap]\sm\b|\d{1,2}:\d{2}[ap]\b|\d{1,2}:\d{2}(?::\d{2})?(?!\d)|\d{1,2}h\d{2}\b)
| (?P<ordinal>\d{1,2}(?:st|nd|rd|th)\b)
| (?P<number>\d+(?:[.,]\d+)*)
| (?P<zone>(?:africa|america|antarctica|arctic|asia|atlantic|australia|europe|indian|pacific|etc)/[a-z_]+(?:/[a-z_]+)?)
| (?P<word>(?:business|working|work)\ days?\b|[ap]\.m\b\.?|[ap]\ m\b|[^\W\d_]+(?:['-][^\W\d_]+)*)
| (?P<mark>\S|\n)
""", re.VERBOSE)  # fmt: skip
# Beside one of these a slip is mended that elsewhere could be another word.
_BESIDE = re.compile(
    rf"{DAY}s?|{UNIT}|{PART}|\d.*|every|daily|weekly|monthly|at|@|on|other|noon|midnight|last|week(?:day|end)s?|today"
    "|tomorrow|this"
)
# Weekdays as letters, where a time or the end follows: "M/W/F", "TTh", "Mo-Fr", "m/w/f".
_DAY_OF = {name[:2]: name for name in WEEKDAYS} | dict(zip("mtwrf", WEEKDAYS, strict=False))
_LETTER = f"(?:{'|'.join(f'{name[:2]}(?:{name[2:]}|{name[2]}s?)?' for name in map(str.title, WEEKDAYS))}|[MTWRF])"
_LETTERS = re.compile(
    rf"(?<![\w'/&.-])(?:(?:{_LETTER}(?:\s*[/,&+–-]\s*(?:and\s+)?|\s+and\s+|\s+)){{1,12}}{_LETTER}"
    r"|mwf|tth|tuth|mtwthf?|(?:(?:th|tu|[mtwf])[/-])+(?:th|tu|[mtwf])"
    r"|(?=[MTWRF]\w*\s*(?:at\b|@|\d|noon))(?!MT\b)M?(?:Tu|T(?!h))?W?(?:Th|R)?F?(?:Sa)?(?:Su)?)(?![\w'/&])"
    r"(?=\s*(?:$|[.,:;)!–-]|at\b|@|in the\b|\d|noon\b|midnight\b|mornings?\b|afternoons?\b|evenings?\b))"
)
_SHORT_NAME = 3
_DASH = "–"
_MARKS = {_DASH: "-", "@": "at", "&": "and", "+": "and"}
_ARTICLES = frozenset(["the", "a", "an", "our", "my", "your", "this"])
_LONG_MONTH = 7  # letters; "march" and "june" resemble other words
_DISTINCT = {*WEEKDAYS, *(f"{day}s" for day in WEEKDAYS), "tomorrow"} | {
    name for name in MONTHS if len(name) >= _LONG_MONTH
}
_SPANNING = frozenset(["in", "every", "next", "for", "past", "last", "within", "over", "than"])
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
    lowered = _WRITTEN_DATE.sub(lambda found: re.sub("[.-]|^t$", " ", found[0]), lowered)
    return re.sub(r"\b[^\W\d_]+(?:-[^\W\d_]+)+\b", _parted, lowered)


def tokens_of(text: str, hidden: str) -> tuple[Token, ...]:
    """The tokens of `hidden`, which is `plain(text)` with what is quoted or taken back blotted out."""
    for found in _LETTERS.finditer(text):
        names = list(re.finditer(_LETTER, found[0], re.IGNORECASE))
        if hidden[found.start()] >= " " and len(names) > 1 and any(len(name[0]) < _SHORT_NAME for name in names):
            for name in names:
                start, end = (found.start() + at for at in name.span())
                hidden = hidden[:start] + _LETTERED.ljust(end - start, _MORE) + hidden[end:]
    tokens = [_split(found, text) for found in _LEXICON.finditer(hidden)]
    return tuple(_one_spelling([token for token in tokens if token.kind != "dropped"]))


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


def _parted(found: re.Match[str]) -> str:
    """Days, months and numbers in letters that a hyphen joins: "mon-fri" with a dash, "nine-thirty" with a blank."""
    meant = [SPELLINGS.get(word, word) for word in found[0].split("-")]
    joined = all(re.fullmatch(f"{DAY}s?|{MONTH}|to|through|{NUMBER}", word) for word in meant)
    if found[0] in SPELLINGS or not joined:
        return found[0]
    return found[0].replace("-", " " if all(_kind_of(word) == "number" for word in meant) else _DASH)


def _split(found: re.Match[str], source: str) -> Token:
    kind, text, start = found.lastgroup or "mark", found[0], found.start()
    if kind == "letter":
        kind, text = "word", f"{_DAY_OF[source[start : found.end()][:2].lower()]}s"
    elif kind == "clock":
        hour, *minute = re.findall(r"\d+", text)
        marker = "am" if "a" in text else "pm" if "p" in text else ""
        text = f"{hour}:{minute[0]}{marker}" if minute else f"{hour}{marker}"
    return Token(kind, text, start, found.end(), capital=source[start].isupper())


def _one_spelling(tokens: list[Token]) -> list[Token]:
    """The tokens in the spelling of the grammar, slips of the keyboard put right where a schedule word can stand."""
    spelt: list[Token] = []
    for place, token in enumerate(tokens):
        after = tokens[place + 1] if place + 1 < len(tokens) else END
        last = spelt[-1] if spelt else END
        text = token.text
        if token.kind == "word" and last.kind == "number" and after.text != "from" and _measures(spelt, token):
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
    if token.text == "h":
        glued = number.end == token.start or earlier.text == "at"
        return glued and earlier.text not in _SPANNING and len(number.text) <= len("12_")
    # "thirteen p.m." may be misheard.
    most = 12 if number.text.endswith("_") and earlier.kind != "number" else 99
    return re.fullmatch(r"[ap][. ]?m\.?", token.text) is not None and whole(number.text) <= most


def _words_for(token: Token, before: list[Token], after: Token) -> list[Token]:
    last = before[-1] if before else END
    if token.text.startswith(("business", "work")) and " " in token.text:
        return [replace(token, text=f"week{token.text.split()[-1]}")]
    text = _mended(token, before, after)
    if last.end == token.start and last.kind == "number":
        ahead = len(before) > 1 and before[-2].text in {"in", "every"}
        text = ({"h": "hours", "m": "minutes"} | ({"d": "days", "w": "weeks"} if ahead else {})).get(text, text)
    return [replace(token, text=word, kind=_kind_of(word)) for word in SPELLINGS.get(text, text).split()]


def _kind_of(word: str) -> str:
    return "number" if re.fullmatch(NUMBER, word) else "ordinal" if re.fullmatch(RANK, word) else "word"


def _mended(token: Token, before: list[Token], after: Token) -> str:
    """The word meant: a slip in a distinct word anywhere, in another schedule word only beside a second one."""
    word, last = token.text, before[-1].text if before else ""
    next_word = SPELLINGS.get(after.text, after.text)
    next_word = next_word if is_known(next_word) else _speller(distinct=True).nearest(next_word) or next_word
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


type Rule[T] = Callable[[Cursor], T | None]


class Cursor:
    """Reads tokens from left to right. A rule that gives None may have moved `at`; `first_of` puts it back."""

    def __init__(self, tokens: Sequence[Token], at: int = 0) -> None:
        self.tokens, self.at = tokens, at
        self._line = " ".join(token.text for token in tokens)
        self._starts = [0, *accumulate(len(token.text) + 1 for token in tokens)]
        self._places = {end - 1: place for place, end in enumerate(self._starts)}

    def peek(self, ahead: int = 0) -> Token:
        """The token `ahead` of this place (negative: behind it), or the end."""
        place = self.at + ahead
        return self.tokens[place] if 0 <= place < len(self.tokens) else END

    def looks(self, pattern: str) -> re.Match[str] | None:
        """Whole tokens from here on, parted by single blanks, that a regular expression matches."""
        if self.at >= len(self.tokens):
            return None
        found = _compiled(pattern).match(self._line, self._starts[self.at])
        return found if found and found[0] and found.end() in self._places else None

    def eat(self, pattern: str) -> re.Match[str] | None:
        """Consumes what `looks` finds."""
        found = self.looks(pattern)
        if found:
            self.at = self._places[found.end()]
        return found


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{pattern})(?= |\Z)")


def reads[T](pattern: str, build: Callable[[re.Match[str]], T | None]) -> Rule[T]:
    """The rule that a pattern alone makes."""
    return lambda cursor: build(found) if (found := cursor.eat(pattern)) else None


def matching[T](pattern: str) -> Callable[[Callable[[re.Match[str]], T | None]], Rule[T]]:
    """Makes a function of the match such a rule."""
    return lambda build: reads(pattern, build)


def first_of[R](cursor: Cursor, *rules: Rule[R]) -> R | None:
    """What the first rule that understands this place makes of it; where none does, nothing is consumed."""
    begun = cursor.at
    for grammar in rules:
        if (found := grammar(cursor)) is not None:
            return found
        cursor.at = begun
    return None


def listed[T](
    cursor: Cursor, item: Rule[T], *, later: Rule[T] | None = None, lead: str = "", beside: str = ""
) -> list[T]:
    """Items joined by commas, "and" or "/", or by nothing before `beside`.

    All but the first may have a `lead`, or are read by `later`.
    """
    found = first_of(cursor, item)
    items: list[T] = []
    while found is not None:
        items.append(found)
        begun = cursor.at
        if not cursor.eat("[,;](?: (?:and|/))?|and|/") and not (beside and cursor.looks(beside)):
            break
        if lead:
            cursor.eat(lead)
        found = first_of(cursor, later or item)
        if found is None:
            cursor.at = begun
    return items


def whole(said: str | None) -> int:
    """The number that was said: "12", "12_" (spelt out), "12th", or an article, which is one."""
    return int(re.sub(r"\D", "", said or "") or 1)
