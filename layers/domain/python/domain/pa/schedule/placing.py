"""Which words of time say when to run, and which belong to the task or to what is told besides (ADR 50).

A run is an unbroken stretch of schedule words. Weights that were learned from marked texts (`data/placed`) read each by
the words around it; where they are not sure of one, the customer is asked. So is each word that sounds like time and
that no rule has read: shapes notice it, and the weights tell whether it is of the task ("the invoices for October").

A thing that holds time words ("the Monday call", "last week") is blotted out before the grammar reads.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from domain.language.learned import Reader, places_of
from domain.pa.schedule import said_parts as parts
from domain.pa.schedule.plan import RUN, SENTENCE_END, Said
from domain.pa.schedule.reading import ScheduleUnclearError
from domain.pa.schedule.said_parts import Days, Placed
from domain.pa.schedule.tokens import DROPPED, HIDDEN, looks_misspelt
from domain.pa.schedule.vocabulary import FUNCTION_WORDS, POLITE, REQUESTS, family, shape, shapes, words

BUCKETS = 1 << 17
SCHEDULE, TASK, DOUBT = "schedule", "task", "doubt"
READER = Reader((SCHEDULE, TASK, DOUBT), Path(__file__).with_name("placing.bin"))
SURE, CERTAIN = 2.0, 1.3  # by how much the log-odds of schedule and task must differ, and the likelier exceed doubt
_SURELY_TASK = 3.5  # by how much those of the task must exceed all others, where words of time were not read
MOST_RUNS = 50  # each is read beside all others; no task that a person means has as many
_SORTS = {name: words(family(name)) for name in ("events", "authoring", "reviewing", "tasking", "past", "requests")}
_NEAR, _MOST = 4, 3  # up to how many words count as near, and up to how many sentences and runs are told apart
_COURTESIES = words("please kindly hi hello hey ok okay so and then also well oh , thanks")
_ASK_BEHIND = _COURTESIES | words("^ : ; - you i i'd can could would to • :")


def schedule_of(said: Said, runs: Sequence[Said], plain: str) -> Said:
    """The parts that say when to run; `runs` are the stretches of `said`.

    Raises `ScheduleUnclearError`: a part could as well belong to the task, or the sentence does not ask for one.
    """
    if len(runs) > MOST_RUNS:
        raise runs[0].unclear("it may be several tasks; give me one at a time")
    kept: list[Said] = []
    for run in runs:
        limits = _limits(run) and any(other.recurs for other in kept)
        odds = {SCHEDULE: SURE, TASK: 0.0, DOUBT: 0.0} if limits else READER.likelihoods([[features_among(run, runs)]])
        sure = min(abs(odds[SCHEDULE] - odds[TASK]) - SURE, max(odds[SCHEDULE], odds[TASK]) - odds[DOUBT] - CERTAIN)
        run.refuse_if(run.forms != ["now"] and sure < 0, "is it when to run, or a part of the task?")
        kept += [run] * (odds[SCHEDULE] > odds[TASK])
    timed = [run for run in kept if run.forms != ["now"]]
    if timed and any(item.part == parts.NOW for run in kept for item in run.placed):
        raise said.unclear("it says both now and another time")
    # Schedules in two sentences may be two tasks; "Could you make it 8am?" is only small talk.
    whole = [run for run in kept if run.has(Days, parts.Times, parts.Window)]
    busy = {run.sentence for run in whole if any(_tells(word) for word in (*run.beside(-1), *run.beside(1)))}
    said.refuse_if(len(busy) > 1, "it may be several tasks; give me one at a time")
    chosen = said.only_these(*(item for run in kept for item in run.placed))
    hour = bool(chosen.placed) and {*chosen.forms} <= {"Times", "Zone"}
    said.refuse_if(hour and shape("things", "on_a_day").search(plain), "should it run on that day?")
    return chosen


def _limits(run: Said) -> bool:
    """Whether it ends a sentence as an exception or an end, set off by a comma: "…, but not on Sundays"."""
    apart = run.token_at(run.first - 1).text == "," or run.tokens[run.first].text == ","
    closes = all(word in POLITE for word in run.beside(1))
    return apart and closes and all(isinstance(item.part, parts.Except | parts.Until) for item in run.placed)


def runs_of(said: Said) -> list[Said]:
    """The stretches of schedule words, in order; a colon or the end of a sentence parts two."""
    runs: list[list[parts.Placed]] = []
    for item in said.placed:
        if runs and _continues(said, runs[-1], item):
            runs[-1].append(item)
        else:
            runs.append([item])
    return [said.only_these(*items) for items in runs]


_LIMITS = frozenset({"ahead", "during", "Start", "Until"})


def _continues(said: Said, run: Sequence[parts.Placed], item: parts.Placed) -> bool:
    """Whether a part is of a run, and does not begin its own: "… for today, every Monday", "…: quarterly numbers".

    What is told for a time, "the plan for tomorrow, on Friday", is judged apart from when to run.
    """
    gap = {said.tokens[place].text for place in range(run[-1].last, item.first)}
    owned = said.token_at(run[0].first - 1).text in {"for", "of", "in"}
    told = "," in gap and any(map(_tells, said.only_these(*run).beside(-1)))
    begins = parts.repeats(item.part) or (owned and "," in gap and said.tokens[item.first].text == "on")
    apart = (owned or told) and begins and all(parts.form_of(other.part) in _LIMITS for other in run)
    period = isinstance(item.part, Days) and item.part.form == "period"
    named = ":" in gap and isinstance(item.part, Days) and item.part.adjective
    chained = said.chained(run[-1], item) or (gap == {"of"} and period)
    return chained and not (apart or named or gap & SENTENCE_END)


def features_among(run: Said, runs: Sequence[Said]) -> set[int]:
    """What the weights count of a run: what it says, the words around it, and where it stands.

    The closest counts twice, the second time together with what the run says.
    """
    left, right = run.beside(-1), run.beside(1)
    before = [run.shown(run.first - step) for step in range(1, _NEAR)]
    after = [run.shown(run.last + step) for step in range(_NEAR - 1)]
    whole = ["^", *left, RUN, *right]
    bare = [word for word in whole[1:] if word not in _COURTESIES]
    asks = any(word in REQUESTS and last in _ASK_BEHIND for last, word in itertools.pairwise(whole))
    telling = list(filter(_tells, (*left, *right)))
    sorts, opening = list(map(_sort_of, before)), list(map(_sort_of, telling[:1]))
    lefts = {_sort_of(word) for word in left}
    near = [f"b {before[0]}", f"a {after[0]}", f"bs {sorts[0]}", f"as {_sort_of(after[0])}"]
    near += [f"opening {opening}", f"opening {opening} & b {before[0]}", f"opening {opening} & bs {sorts[:2]}"]
    near += [*(f"ls {sort}" for sort in lefts), *(f"ls {sort} & {opening}" for sort in lefts)]
    near += {f"rs {_sort_of(word)}" for word in right}
    near += [f"first {run.tokens[run.first].text}", f"sorts {list(map(_sort_of, bare[:2]))}"]
    near += [f"asks {asks}", f"asks {asks} & begins {bare[:1]}", f"capital {run.token_at(run.last).capital}"]
    ahead, behind = ([*itertools.takewhile(_goes_on, side)] for side in (reversed(left), right))
    told = bool({*behind} - POLITE) and len(behind) < len(right) and not REQUESTS & {*behind}
    near += ["told beside"] * told + ["told before"] * (bool({*ahead} - POLITE) and not REQUESTS & {*left})
    near += ["opens"] * ({*ahead} <= POLITE | {RUN}) + ["closes"] * ({*behind} <= POLITE | {RUN})
    near += ["asked before"] * bool(REQUESTS & {*left}) + ["asked behind"] * bool(REQUESTS & {*right})
    near += ["asked next"] * bool(REQUESTS & {*right[:1]}) + ["alone"] * (len(runs) == 1)
    others = [other for other in runs if other is not run]
    full = any(other.has(parts.Times) and (other.recurs or other.single) for other in others)
    near += [f"full {full}", f"recur {any(other.recurs for other in others)}"]
    near += ["adjective"] * all(isinstance(item.part, Days) and item.part.adjective for item in run.placed)
    far = [*(f"l {word}" for word in left), *(f"r {word}" for word in right)]
    far += [f"b2 {before[1]}", f"a2 {after[1]}", f"around {before[0]} {after[0]}"]
    for length in range(1, _NEAR):
        far += [f"b {before[:length]}", f"a {after[:length]}", f"begins {bare[:length]}", f"opens {telling[:length]}"]
    end = run.last + len(right)
    far += [f"later {run.shown(place)}" for place in range(end + 1, min(end + 1 + _NEAR, len(run.tokens)))]
    sentences = sum(token.text in SENTENCE_END for token in run.tokens)
    far += [f"sentence {min(run.sentence, _MOST)} of {min(sentences, _MOST)}"]
    far += [f"run {min(runs.index(run), _MOST)} of {min(len(runs), _NEAR)}"]
    far += [f"behind {min(len(left) // 2, _NEAR)}", f"before {min(len(right) // 2, _NEAR)}"]
    kind = f"{run.recurs} {run.single} {run.has(parts.Times)}"
    own = [kind, "kinds " + "+".join(run.forms), *(f"kind {form}" for form in run.forms)]
    return places_of([*near, *(f"{one} & {kind}" for one in near), *own, *far], BUCKETS)


def _goes_on(word: str) -> bool:
    return word not in {",", ":", ";", "-", "(", ")"}


def _tells(word: str) -> bool:
    """Whether it says more than politeness."""
    return word.isalpha() and word not in POLITE


def _sort_of(word: str) -> str:
    """What sort of word it is: of the tables that list it, the first."""
    return next((name for name, listed in _SORTS.items() if word in listed), word if word in FUNCTION_WORDS else "")


EVENT = "it waits for an event, not for a time"
# These say no more than that something recurs, which is fine once it is said how.
_HARMLESS = words("regularly regular recurring periodic periodically repeatedly repeat often routinely always")


def hide_things(text: str) -> str:
    """`text` (plain) with every thing blotted out, character for character."""
    if shape("things", "assent").fullmatch(re.sub(r"(?m)^>.*", " ", text)):
        text = re.sub(r"(?m)^>", " ", text)  # what is quoted is what is asked for
    if shape("things", "form").search(text):
        text = shape("things", "labels").sub(lambda found: "," + DROPPED * (len(found[0]) - 1), text)
    for section in ("things", "periods"):
        if section == "things" or not shape("things", "rhythm").search(text):
            for _, pattern in shapes("things", section):
                text = pattern.sub(lambda found: HIDDEN * len(found[0]), text)
    return text


def refuse_reminder(text: str) -> None:
    """Refuses, where no time was read, to remind or to tell when something happens (`text` is visible)."""
    for why, pattern in shapes("things", "asked_to_be_told"):
        if found := pattern.search(text):
            words = next(filter(None, found.groupdict().values()), found[0])
            raise ScheduleUnclearError(words.strip(" ,;:")[:60].replace(HIDDEN, "…"), why)


def unread_of(said: Said, visible: str, kept: Sequence[Placed]) -> Iterator[tuple[Placed, ScheduleUnclearError]]:
    """What was not read, each with its refusal; in `visible` things are hidden, `kept` says when to run."""
    scheduled = any(not isinstance(item.part, parts.Word) for item in kept)
    hour = any(time.hour is not None for times in said.only_these(*kept).of(parts.Times) for time in times.spoken)
    told = max((said.tokens[item.last - 1].end for item in kept), default=0) if hour else len(visible)
    for start, end, error in _noticed(visible, scheduled=scheduled, told=told):
        places = [place for place, token in enumerate(said.tokens) if token.start < end and start < token.end]
        if places:
            yield Placed(parts.UNREAD, places[0], places[-1] + 1), error
    running = frozenset(kept)
    things = frozenset(at for item in said.placed if item not in running for at in range(item.first, item.last))
    yield from _leftovers(said, kept, things, scheduled=scheduled)


def _noticed(text: str, *, scheduled: bool, told: int) -> Iterator[tuple[int, int, ScheduleUnclearError]]:
    """Where `text`, plain and with things hidden, names no time ("every now and then") or what has to happen first.

    `scheduled`: it says when to run, so that only what plainly is a condition may put that in doubt; `told`: where
    it has said exactly when, so that what this precedes ("at 6:30 before the lorries go out") changes nothing.
    """
    for why, pattern in shapes("things", "vague"):
        for found in pattern.finditer(text):
            yield found.start(), found.end(), ScheduleUnclearError(found[0], why)
    for sentence in re.finditer(r"[^.!?\n]+", text):
        stated = shape("things", "stated").match(sentence[0])
        for found in shape("things", "condition" if scheduled else "dependence").finditer(sentence[0]):
            checked = found[0].startswith("if") and shape("things", "checked").search(sentence[0][: found.start()])
            rest = sentence[0][found.start() :]
            at, words = sentence.start() + found.start(), rest.split(",")[0][:60]
            aside = told <= at and rest.startswith("before") and "," not in rest
            if not stated and not checked and not aside:
                yield at, at + len(words), ScheduleUnclearError(words, EVENT)


def is_of_the_task(said: Said, runs: Sequence[Said], unread: Placed) -> bool:
    """Whether it surely says nothing of when to run."""
    odds = dict(READER.likelihoods([[unread_features(said, runs, unread)]]))
    return odds.pop(TASK) > max(odds.values()) + _SURELY_TASK


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
            harmless = scheduled and token.text in _HARMLESS
            mark = "also" if harmless else token.text if token.text.isdigit() else said.shown(place)
            if _may_be_slip(said, place, read, scheduled=scheduled):
                yield Placed(parts.UNREAD, place, place + 1), ScheduleUnclearError(token.text)
        elif shown[-1:] == [mark]:
            continue
        starts.append(place)
        shown.append(mark)
    timed = not {"Times", "Window", "same time", "elapsed", "after"}.isdisjoint(said.forms)
    line = " ".join(shown)
    place_at = [place for place, word in zip(starts, shown, strict=True) for _ in range(len(word) + 1)]
    sections = ["shapes", "shapes_beside_a_schedule" if scheduled else "shapes_without_a_schedule"]
    sections += ["shapes_where_no_hour_is_read"] * (scheduled and not timed)
    for _, pattern in itertools.chain.from_iterable(shapes("leftovers", section) for section in sections):
        for found in pattern.finditer(line):
            words = re.sub("[‹›§¤_\n]", "", line[max(found.start() - 1, 0) : found.end()])
            places = [place_at[at] for at in range(found.start(), found.end()) if not line[at].isspace()]
            own = [place for place in places if place not in read] or places or [place_at[found.start() - 1]]
            yield Placed(parts.UNREAD, own[0], own[-1] + 1), ScheduleUnclearError(words)


def _may_be_slip(said: Said, place: int, read: set[int], *, scheduled: bool) -> bool:
    """Whether it looks misspelt ("montly"), beside the schedule or among adverbs; or minutes, or initials ("9 LT")."""
    token, before, after = said.tokens[place], said.token_at(place - 1), said.token_at(place + 1)
    beside = scheduled and bool({place - 1, place + 1} & read)
    closes = after.kind in {"end", "mark"}
    edge = (closes or before.kind in {"end", "mark"} or before.text in POLITE) and not (token.capital and place)
    minutes = re.fullmatch(r"\d{1,2} [0-5]\d", f"{before.text} {token.text}")
    initials = closes and re.fullmatch("[A-Z]{2,5}", said.source[token.start : token.end])
    slip = token.kind == "word" and (beside or edge) and looks_misspelt(token.text)
    return slip or (beside and place - 1 in read and bool(minutes or initials))
