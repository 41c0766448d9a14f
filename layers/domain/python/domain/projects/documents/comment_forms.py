"""The edit that a clause of a comment asks for, where it fits one of the forms of the table as a whole."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date, datetime
from functools import cache

from domain.language.tables import read_table
from domain.projects.documents import edits
from domain.projects.documents.brief import LISTS
from domain.projects.questionnaire import PLATFORMS, TONES

_SIGNS = {"€": "EUR", "$": "USD", "£": "GBP"}
_MONEY = r"€|\$|£|eur|usd|gbp|chf|cad|aud|jpy"
_ID = r"[RAMICX]\d{1,2}"
_SLOTS = {
    "id": _ID,
    "other": _ID,
    "tone": r"\w+",
    "list": f"(?:{'|'.join(f'<{name}>' for name in LISTS)})s?",
    "amount": rf"(?P<before>{_MONEY})?\s?(?P<digits>\d[\d.,'\s]*\d|\d)(?P<thousands>k)?\s?(?P<after>{_MONEY})?",
}
_EDGES = re.compile(r"^[\s\"“”„'‘’:]*(?:(?:the|a|an|our|your)\s+)?|[\s\"“”„'‘’:,]+$", re.IGNORECASE)
_POINTING = "it|this|that|them|these|those"
# What follows “add” or “we need” names no must-have when it points elsewhere: “it sooner”, “R2”, “a section on …”, or
# belongs to an entry: “a criterion to R2”.
_NO_THING = re.compile(
    rf"(?:{_POINTING}|to|you|more|less|fewer|(?:new |short )?(?:section|chapter|paragraph|part|details?))\b"
    rf"|(?:acceptance )?criteri(?:on|a)\b|{_ID}$|.*\b(?:to|under) {_ID}\b",
    re.IGNORECASE,
)
_MOVING = re.compile(
    r"\b(?:move|push|bring|shift|postpone|extend|delay|later|earlier|sooner|back|forward)\b", re.IGNORECASE
)
_MONTH = "|".join((*calendar.month_name[1:], "Sept", *calendar.month_abbr[1:]))
_PLACE = r"\d{1,2}(?:st|nd|rd|th)?"
_DAY = re.compile(
    rf"(?<!\d)(?:\d{{4}}-\d\d-\d\d|\d{{1,2}}\. ?\d{{1,2}}\. ?\d{{4}}"
    rf"|(?:{_PLACE}\.? (?:of )?(?:{_MONTH})\b\.?|\b(?:{_MONTH})\.? {_PLACE})(?P<year>,? \d{{4}})?)(?!\d)",
    re.IGNORECASE,
)
_DAY_FORMS = ("%Y-%m-%d", "%d %b %Y", "%b %d %Y", "%d %m %Y")
_COUNTS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8, "ten": 10}
_SHIFT = re.compile(rf"\b(?P<count>\d{{1,3}}|{'|'.join(_COUNTS)}) (?P<unit>day|week)s?\b", re.IGNORECASE)
_EARLIER = re.compile(r"\b(?:earlier|sooner|forward|before|bring)\b", re.IGNORECASE)

type _Said = Mapping[str, str]


def edit_in(text: str) -> edits.Edit | None:
    """The edit that `text` asks for; None where it fits no form."""
    for pattern, name in _forms():
        if match := pattern.fullmatch(text):
            slots = {slot: words for slot, words in match.groupdict().items() if words is not None}
            said = {slot: words if slot == "sentence" else _EDGES.sub("", words) for slot, words in slots.items()}
            if all(said.values()) and (edit := _MAKERS[name]({**said, "clause": text})):
                return edit
    return None


@cache
def _words() -> dict[str, str]:
    """The lists of words by their names, each as the alternatives of a regular expression."""
    named = (line.partition(" = ") for line in read_table("comment_forms") if " = " in line)
    return {name: words.replace(" |", "|").replace("'", "['’]?") for name, _, words in named}


@cache
def _forms() -> tuple[tuple[re.Pattern[str], str], ...]:
    forms = (line.partition(": ") for line in read_table("comment_forms") if " = " not in line)
    return tuple((re.compile(_pattern(form), re.IGNORECASE), name) for name, _, form in forms)


def _pattern(form: str) -> str:
    """The regular expression of a form: [may be missing], (one|of), <words>, {slot}, … for anything."""
    text = re.sub(r" \[([^\]]*)\]$", r"(?: (\1))?", form)
    text = re.sub(r"\[([^\]]*)\]\* ", r"(?:(\1) )*", text)
    text = re.sub(r"\[([^\]]*)\] ", r"(?:(\1) )?", text)
    text = re.sub(r"\((?!\?)", "(?:", text).replace(" …", r"(?!\w).*").replace("'", "['’]?")
    text = re.sub(r"\{(\w+)\}", lambda slot: f"(?P<{slot[1]}>{_SLOTS.get(slot[1], '.+?')})", text)
    return re.sub(r"(?<!\?P)<(\w+)>", lambda name: f"(?:{_words()[name[1]]})", text)


def _meant(word: str, *names: str) -> str | None:
    """Which of the lists of words has `word`, in the singular or plural."""
    return next((name for name in names if re.fullmatch(f"(?:{_words()[name]})s?", word, re.IGNORECASE)), None)


def _addition(said: _Said) -> edits.Edit | None:
    text, noun = said["text"], said.get("list", "")
    if to := _meant(noun, *LISTS):
        return edits.Add(to, text)
    if platform := _meant(re.sub(r" (?:app|version|support)$", "", text), *PLATFORMS):
        return edits.Add("platforms", platform)
    return None if _meant(text, *LISTS) or _NO_THING.match(text) else edits.Add("requirements", text)


def _removal(said: _Said) -> edits.Edit | None:
    return None if re.fullmatch(_POINTING, said["target"], re.IGNORECASE) else edits.Drop(said["target"])


def _replacement(said: _Said) -> edits.Edit:
    item_id = said["id"].upper() if "id" in said else None
    if "old" in said:
        return edits.Replace(said["old"], said["new"], item_id)
    return edits.Replace(said["id"], edits.capital(said["new"]), item_id)


def _deadline(said: _Said) -> edits.Edit | None:
    days, shift = days_in(said["clause"]), shift_in(said["clause"])
    if len(days) > 1:  # "not on … but on …": which of them is not told by its place
        return None
    if not days and (shift is None or not _MOVING.search(said["clause"])):
        return None
    return edits.MoveDeadline(days[0] if days else None, None if days else shift)


def days_in(text: str, today: date | None = None) -> list[date]:
    """Every day that `text` names, in order; one without a year is the next such after `today`, if that is given."""
    found = []
    for match in _DAY.finditer(text):
        if match["year"] or not re.search("[a-z]", match[0], re.IGNORECASE):
            found.append(_day(match[0]))
        elif today:
            years = (_day(f"{match[0]} {year}") for year in (today.year, today.year + 1))
            found.append(next((day for day in years if day and day > today), None))
    return [day for day in found if day]


def _day(text: str) -> date | None:
    words = re.findall(r"\d{4}-\d\d-\d\d|\d+|(?<![a-z])[a-z]{3}", text, re.IGNORECASE)
    for form in _DAY_FORMS:
        with suppress(ValueError):
            return datetime.strptime(" ".join(words), form).date()  # noqa: DTZ007 - a day has no zone
    return None


def shift_in(text: str) -> int | None:
    """By how many calendar days `text` moves something: positive later, negative earlier, None when it does not say."""
    match = _SHIFT.search(text)
    if match is None:
        return None
    count = _COUNTS.get(match["count"].lower()) or int(match["count"])
    return count * (7 if match["unit"].lower() == "week" else 1) * (-1 if _EARLIER.search(text) else 1)


def _ceiling(said: _Said) -> edits.Edit:
    amount = int(re.sub(r"\D", "", said["digits"])) * (1_000 if "thousands" in said else 1)
    currency = said.get("before") or said.get("after")
    return edits.SetCeiling(amount, _SIGNS.get(currency, currency.upper()) if currency else None)


_MAKERS: Mapping[str, Callable[[_Said], edits.Edit | None]] = {
    "shorten": lambda _: edits.Shorten(),
    "mention": lambda said: edits.Mention(said["sentence"]),
    "move": lambda said: edits.Move(said["id"], said.get("other")),
    "replace": _replacement,
    "refine": lambda said: edits.Refine(said["id"].upper(), said.get("text") or edits.capital(said["sentence"])),
    "add": _addition,
    "requirement": lambda said: edits.Add("requirements", said["sentence"]),
    "deadline": _deadline,
    "no deadline": lambda _: edits.MoveDeadline(),
    "ceiling": _ceiling,
    "tone": lambda said: edits.SetTerm("tone", tone) if (tone := _meant(said["tone"], *TONES)) else None,
    "approver": lambda said: edits.SetTerm("approver", said["name"]),
    "drop": _removal,
}
