from __future__ import annotations

import os
import re
import signal
import time
from collections import deque
from types import FrameType

from patterns import attacks, patterns

# A message may have as many characters.
_LONGEST = 10_000
_SHORT = 1_000
# Far more than any takes, for a busy machine counts more seconds for the same work; an explosion takes minutes.
_MOST_SECONDS = 1.0
# What grows like the text is fine on a slow machine, too. What grows like its square costs a hundred times as much.
_MOST_GROWTH = 30
_QUICK_SECONDS = 0.001
_EVERY = 1 if os.environ.get("ATRIUM_TEST_NIGHTLY") else 9


class _TooSlowError(Exception):
    pass


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise _TooSlowError


def _seconds(pattern: re.Pattern[str], text: str, limit: float, *, anywhere: bool) -> float:
    """CPU seconds to read a text; the limit and more where it takes longer."""
    signal.setitimer(signal.ITIMER_VIRTUAL, limit)
    begun = time.process_time()
    try:
        if anywhere:
            deque(pattern.finditer(text), maxlen=0)
        else:
            pattern.match(text)
            pattern.fullmatch(text)
    except _TooSlowError:
        return limit + 1
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return time.process_time() - begun


def _is_slow(pattern: re.Pattern[str], start: str, repeated: str, *, anywhere: bool) -> bool:
    short, long = (f"{start}{repeated * (length // len(repeated))}\x01" for length in (_SHORT, _LONGEST))
    once = _seconds(pattern, short, _MOST_SECONDS, anywhere=anywhere)
    if once < _QUICK_SECONDS:
        return False
    limit = max(_MOST_SECONDS, once * _MOST_GROWTH)
    # The least of three is what it takes undisturbed.
    return once > _MOST_SECONDS or all(_seconds(pattern, long, limit, anywhere=anywhere) > limit for _ in range(3))


def test_pattern_reads_repeats_of_its_own_words_in_time_that_grows_like_the_text() -> None:
    before = signal.signal(signal.SIGVTALRM, _stop)
    slow: dict[str, tuple[str, str]] = {}
    try:
        for pattern, (module, anywhere) in patterns().items():
            for start, repeated in list(attacks(pattern))[::_EVERY]:
                name = f"{module}: {pattern.pattern[:120]}"
                if name not in slow and _is_slow(pattern, start, repeated, anywhere=anywhere):
                    slow[name] = start, repeated
    finally:
        signal.signal(signal.SIGVTALRM, before)

    assert slow == {}


def test_patterns_are_those_of_modules_of_tables_and_of_the_grammar() -> None:
    found = patterns()

    assert {module for module, _ in found.values()} >= {
        "common.fields",
        "domain.keys.secret_shapes",
        "domain.schedules.tokens",
        "functions_web",
    }
