"""Plain promises of access: that a sentence gives one, and the one day that it can mean."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from datetime import date, timedelta
from itertools import pairwise

from domain.agents.brain.answers.about_dates import exact_days
from domain.agents.brain.doubts import is_doubtful
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.sentences import Sentence
from domain.language.words import word_set
from domain.projects.documents.matching import tokens
from domain.receipts.tracing import named_day

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_NEAR = {"today": 0, "tonight": 0, "tomorrow": 1}
# What leaves open whether or when it comes, or says that it doesn't.
_OPEN = re.compile(
    r"\b(?:or|between|around|about|roughly|earliest|after(?! tomorrow)|probabl\w+|likely|maybe|perhaps|might|may|could|"
    r"should|would|hop(?:e|es|ing)|try|tries|trying|think|guess|next|if|unless|whether|once|depend\w*|not|never|no|cannot|"
    r"every|each)\b"
)
_GIVEN = re.compile(
    r"\b(?:get|you (?:will |shall )?have|receiv\w+|send\w*|giv\w+|com(?:e|es|ing)|arriv\w+|follow\w*|bring\w*|"
    r"deposit\w*|provid\w+|shar\w+|hand|put)\b"
)
# What the name of an access is followed by where the access is meant: "the hosting login", not "the hosting company".
_AFTER_NAME = word_set(
    """
    access login logins password passwords passphrase key keys api token tokens credential credentials account data
    details will shall comes arrives follows on by until till at in this next and too tomorrow today tonight
    """
)


def gives_access(sentence: Sentence, names: AbstractSet[str]) -> bool:
    """Whether somebody is to get something, and the words of `names` in the sentence name no more than an access."""
    if not _GIVEN.search(sentence.plain):
        return False
    words = sentence.plain.split()
    for word, after in pairwise(words):
        is_end = tokens(word) & names and not tokens(after) & names and not word.endswith(",")
        if is_end and not (after.strip(",") in _AFTER_NAME or after.isdigit()):
            return False
    return True


def promised_day(sentence: Sentence, facts: ProjectFacts) -> date | None:
    """The day, today or later, if the sentence names exactly one and promises plainly; days are those of UTC."""
    if is_doubtful(sentence) or _OPEN.search(sentence.plain):
        return None
    today, words = facts.now.date(), re.findall(r"\w+", sentence.plain)
    days = exact_days(sentence.plain, facts) | {today + timedelta(days=_NEAR[word]) for word in words if word in _NEAR}
    for number in (_WEEKDAYS.index(word) for word in words if word in _WEEKDAYS):
        ahead = (number - today.weekday()) % len(_WEEKDAYS)
        if {one.weekday() for one in days} == {number}:
            continue  # beside a date it is that date's weekday: "Monday, 23 March"
        if not ahead:
            return None  # said on that very day, it can mean two days
        days.add(today + timedelta(days=ahead))
    day = min(days, default=None)
    return named_day(day) if day is not None and len(days) == 1 and day >= today else None
