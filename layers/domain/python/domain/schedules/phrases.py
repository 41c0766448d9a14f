"""Finds the phrases of time in a text: parts that follow one another with only little words between them."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from functools import cache
from importlib.resources import files

from domain.schedules.grammar import RULES, Found, Part
from domain.schedules.reading import refuse_if
from domain.schedules.tokens import Words
from domain.schedules.words import shape, table

_BETWEEN = frozenset({",", ";", "and", "(", ")", "-", "at", "on", "also", ":", "in", "then"})
_APART = frozenset({",", ";", "and"})
_NO_SEASON = frozenset({"uk", "utc", "gmt", "z", "et", "ct", "mt", "pt"})
_INITIALS = 4


class Phrases:
    """Finds phrases by the place of their first word. What was read at a place is kept."""

    def __init__(self, words: Words, today: date) -> None:
        """Find phrases in these words; `today` is the day from which "in 3 days" counts."""
        self.words, self.today = words, today
        self._read: dict[int, tuple[tuple[Part, ...], int]] = {}

    def at(self, first: int, last: int) -> list[Part]:
        """The parts of the longest phrase that begins at the word `first` and ends by the word `last`; [] if none."""
        found: list[Part] = []
        at, joined = first, False
        while at < last:
            said, end = self._part_at(at)
            if said and end <= last:
                says = any(token.text == "every" for token in self.words.tokens[at:end])
                found += [replace(part, first=at, last=end, joined=joined, every=says) for part in said]
                at, joined = end, False
            elif found and self.words.at(at) in _BETWEEN:
                joined |= self.words.at(at) in _APART
                at += 1
            else:
                break
        return found

    def _part_at(self, at: int) -> tuple[tuple[Part, ...], int]:
        """The parts read at a word, and the place after them. The longest reading wins; of equals, the earlier rule."""
        if at not in self._read:
            best, end = self._zone(at)
            for pattern, read in RULES:
                matched = self.words.match(at, pattern)
                found = read(matched[0], self.today) if matched and matched[1] > end else None
                if matched and found and not self._ranks_a_thing(found, at, matched[1]):
                    best, end = found if isinstance(found, tuple) else (found,), matched[1]
            self._read[at] = best, end
        return self._read[at]

    def _ranks_a_thing(self, found: Found, at: int, end: int) -> bool:
        """Whether the words are like "the second", which ranks a thing; "the 2nd" is a day of the month."""
        days = found.days if isinstance(found, Part) else None
        bare = days and days.unit == "month" and (days.again or (found.kind == "except" and days.bymonthday))  # type: ignore[union-attr]  # a part
        return bool(bare) and any(
            token.kind == "word" and re.fullmatch(shape("rank"), token.text) for token in self.words.tokens[at:end]
        )

    def _zone(self, at: int) -> tuple[tuple[Part, ...], int]:
        """Reads "UTC+2", "Berlin time", "9 ET", "(Europe/Paris)", "my time"; returns the place after it, too."""
        if found := self.words.match(at, r"(?:utc|gmt) (?P<sign>[+-]) (?P<hours>1[0-2]|\d)"):
            # IANA knows whole hours under the opposite sign.
            name = f"Etc/GMT{'+' if found[0]['sign'] == '-' else '-'}{found[0]['hours']}"
            return (Part("zone", name=name),), found[1]
        if found := self.words.match(at, "(?:my|our|local)(?: local)? time"):
            return (Part("zone"),), found[1]
        token, zones = self.words.tokens[at], table()["zones"]
        behind = re.fullmatch(r"\d.*|noon|midnight|\(|o'clock|day", self.words.at(at - 1)) is not None
        if token.kind == "zone":
            refuse_if(token.text not in _places(), token.text, "there is no such time zone", "9am Europe/Paris")
            return (Part("zone", name=_places()[token.text]),), at + 1
        if token.text in {*zones, *zones["shared"].split()} - {"shared"}:
            timed = self.words.match(at + 1, "(?:standard )?time")
            short = len(token.text) <= _INITIALS
            doubtful = behind and token.capital and not (short or timed)
            refuse_if(doubtful, token.text, "is that the time zone?", "at 9am Eastern time")
            season = token.text.upper() if short and token.text not in _NO_SEASON else ""
            part = Part("zone", name=zones.get(token.text), season=season)
            return ((part,), timed[1] if timed else at + 1) if timed or (short and behind) else ((), at)
        for length in (3, 2, 1) if token.capital else ():
            named = self.words.match(at, " ".join([r"[^\W\d_]+"] * length))
            place = _places().get(named[0][0].strip()) if named else None
            if place:
                timed = self.words.match(at + length, "time")
                closed = behind and not re.match(r"\w", self.words.at(at + length))
                return (
                    ((Part("zone", name=place),), timed[1] if timed else at + length) if timed or closed else ((), at)
                )
        return (), at


@cache
def _places() -> dict[str, str]:
    """The IANA name of each zone, by that name and by its city, both in lower case."""
    known = {name.lower(): name for name in (files("tzdata") / "zones").read_text().split() if "/" in name}
    own = ("etc/", "us/", "canada/", "brazil/", "chile/", "mexico/")
    return {
        name.rpartition("/")[2].replace("_", " "): known[name] for name in known if not name.startswith(own)
    } | known
