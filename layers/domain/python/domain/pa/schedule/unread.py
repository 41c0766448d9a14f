"""What sounds like time and no rule has read: shapes notice it, weights tell whether it says when to run (ADR 50).

A thing that holds time words ("the Monday call", "last week") is blotted out before the grammar reads. A vague time, a
condition, an hour that the grammar doesn't know: said of when to run it is asked back; in the words of the task ("the
invoices for October", "before they close") it is left alone.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from domain.pa.schedule import said_parts as parts
from domain.pa.schedule.placing import READER, TASK, features_among
from domain.pa.schedule.reading import ScheduleUnclearError
from domain.pa.schedule.said import Said
from domain.pa.schedule.said_parts import Filler, Immediately, Placed, Unread
from domain.pa.schedule.tokens import DROPPED, HIDDEN, looks_misspelt
from domain.pa.schedule.vocabulary import FUNCTION_WORDS, POLITE, REQUESTS, shape, shapes, words

EVENT = "it waits for an event, not for a time"
SURE = 3.0  # by how much the log-odds of being the task's must exceed those of the others
_HOURS = (parts.Times, parts.Window, parts.Elapsed, parts.After, parts.SameTime)
# These say no more than that something recurs, which is fine once it is said how.
_HARMLESS = words("regularly regular recurring periodic periodically repeatedly repeat often routinely always")
_PARTS = words("morning afternoon evening night noon midnight sunrise sunset")
_BEFORE_A_PART = r"\w+days?|this|that|every|tomorrow|today|at|in|by|on|the|same"
_LETTERS = frozenset(["M", "T", "W", "F", "S", "MO", "TU", "WE", "TH", "FR", "SA", "SU"])


def hide_things(text: str) -> str:
    """`text` (plain) with every thing blotted out, character for character."""
    if shape("things", "assent").fullmatch(re.sub(r"(?m)^>.*", " ", text)):
        text = re.sub(r"(?m)^>", " ", text)  # what is quoted is what is asked for
    if shape("things", "form").search(text):
        text = shape("things", "labels").sub(lambda found: "," + DROPPED * (len(found[0]) - 1), text)
    for _, pattern in shapes("things", "things"):
        text = pattern.sub(lambda found: HIDDEN * len(found[0]), text)
    if not shape("things", "rhythm").search(text):
        for _, pattern in shapes("things", "periods"):
            text = pattern.sub(lambda found: HIDDEN * len(found[0]), text)
    return text


def refuse_reminder(text: str) -> None:
    """Refuses, where no time was read, to remind or to tell when something happens.

    Raises:
        ScheduleUnclearError: `text`, plain and with things hidden, asks for it.
    """
    if found := shape("things", "reminded_at").search(text):
        raise ScheduleUnclearError(next(filter(None, found.groups())), EVENT)
    for _, pattern in shapes("things", "asked_to_be_told"):
        if found := pattern.search(text):
            raise ScheduleUnclearError(found[0].strip(" ,;:")[:60].replace(HIDDEN, "…"), "it does not say when")


def unread_of(
    said: Said, runs: Sequence[Said], visible: str, kept: Sequence[Placed]
) -> Iterator[tuple[Placed, ScheduleUnclearError]]:
    """What was not read, each with its refusal; in `visible` things are hidden, `kept` says when to run."""
    scheduled = any(not isinstance(item.part, Immediately | Filler) for item in kept)
    hour = any(time.hour_or_midnight for times in said.only_these(*kept).of(parts.Times) for time in times.spoken)
    for start, end, error in _noticed(visible, scheduled=scheduled, hour=hour):
        places = [place for place, token in enumerate(said.tokens) if token.start < end and start < token.end]
        if places:
            yield Placed(Unread("noticed"), places[0], places[-1] + 1), error
    things = frozenset(at for item in said.placed if item not in kept for at in range(item.first, item.last))
    yield from _leftovers(said, kept, things, scheduled=scheduled)


def _noticed(text: str, *, scheduled: bool, hour: bool) -> Iterator[tuple[int, int, ScheduleUnclearError]]:
    """Where `text`, plain and with things hidden, names no time ("every now and then") or what has to happen first.

    `scheduled`: it says when to run, so that only what plainly is a condition may put that in doubt; `hour`: exactly
    when, so that what it precedes ("at 6:30 before the lorries go out") changes nothing.
    """
    for why, pattern in shapes("things", "vague"):
        for found in pattern.finditer(text):
            yield found.start(), found.end(), ScheduleUnclearError(found[0], why)
    for sentence in re.finditer(r"[^.!?\n]+", text):
        stated = shape("things", "stated").match(sentence[0])
        for found in shape("things", "condition" if scheduled else "dependence").finditer(sentence[0]):
            checked = found[0].startswith("if") and shape("things", "checked").search(sentence[0][: found.start()])
            rest = sentence[0][found.start() :]
            aside = hour and rest.startswith("before") and "," not in rest
            if not stated and not checked and not aside:
                words = rest.split(",")[0][:60]
                at = sentence.start() + found.start()
                yield at, at + len(words), ScheduleUnclearError(words, EVENT)


def is_of_the_task(said: Said, runs: Sequence[Said], unread: Placed) -> bool:
    """Whether it surely says nothing of when to run."""
    odds = dict(READER.likelihoods([[unread_features(said, runs, unread)]]))
    return odds.pop(TASK) > max(odds.values()) + SURE


def unread_features(said: Said, runs: Sequence[Said], unread: Placed) -> set[int]:
    """What the weights count of it, beside the stretches that were read."""
    own = said.only_these(unread)
    return features_among(own, sorted([*runs, own], key=lambda run: run.first))


def _leftovers(
    said: Said, kept: Sequence[Placed], things: frozenset[int], *, scheduled: bool
) -> Iterator[tuple[Placed, ScheduleUnclearError]]:
    """The time words that no rule has read, each with its refusal. `things`: the places of the task's own times."""
    read = {place for part in kept for place in range(part.first, part.last)} | things
    shown: list[str] = []
    starts: list[int] = []
    for place, token in enumerate(said.tokens):
        mark = "‹¤›" if place in things else "‹›"
        if place not in read:
            harmless = (scheduled and token.text in _HARMLESS) or (place > 0 and _opens_a_name(said, place))
            mark = "also" if harmless else token.text if token.text.isdigit() else said.shown(place)
            if _may_be_slip(said, place, read, scheduled=scheduled):
                yield Placed(Unread("slip"), place, place + 1), ScheduleUnclearError(token.text)
        elif shown[-1:] == [mark]:
            continue
        starts.append(place)
        shown.append(mark)
    line = " ".join(shown)
    place_at = [place for place, word in zip(starts, shown, strict=True) for _ in range(len(word) + 1)]
    sections = ["shapes", "shapes_beside_a_schedule" if scheduled else "shapes_without_a_schedule"]
    sections += ["shapes_where_no_hour_is_read"] * (scheduled and not said.has(*_HOURS))
    for _, pattern in itertools.chain.from_iterable(shapes("leftovers", section) for section in sections):
        for found in pattern.finditer(line):
            words = re.sub("[‹›§¤_\n]", "", line[max(found.start() - 1, 0) : found.end()])
            places = [place_at[at] for at in range(found.start(), found.end()) if not line[at].isspace()]
            own = [place for place in places if place not in read] or places or [place_at[found.start() - 1]]
            yield Placed(Unread("leftover"), own[0], own[-1] + 1), ScheduleUnclearError(words)


def _opens_a_name(said: Said, place: int) -> bool:
    """Whether it is the Night of "send the Night Bus figures", but not of "Monday Night"."""
    token, before, after = said.tokens[place], said.token_at(place - 1), said.token_at(place + 1)
    titled = token.capital and after.capital and after.text not in FUNCTION_WORDS | REQUESTS
    return titled and token.text in _PARTS and not re.fullmatch(_BEFORE_A_PART, before.text)


def _may_be_slip(said: Said, place: int, read: set[int], *, scheduled: bool) -> bool:
    """Whether a word looks like a misspelt part ("montly") of the schedule beside it, or where adverbs stand.

    Beside the schedule a weekday's letter, minutes, and initials ("at 9 LT") are no less suspicious.
    """
    token, before, after = said.tokens[place], said.token_at(place - 1), said.token_at(place + 1)
    closes = after.kind in {"end", "mark"}
    behind, beside = place - 1 in read, scheduled and bool({place - 1, place + 1} & read)
    letter = token.capital and token.text.upper() in _LETTERS and (place + 1 in read or closes)
    minutes = behind and re.fullmatch(r"\d{1,2} [0-5]\d", f"{before.text} {token.text}")
    initials = behind and closes and re.fullmatch("[A-Z]{2,5}", said.source[token.start : token.end])
    edge = (closes or before.kind in {"end", "mark"} or before.text in POLITE) and not (token.capital and place)
    slip = token.kind == "word" and (beside or edge) and looks_misspelt(token.text)
    return slip or (beside and bool(letter or minutes or initials))
