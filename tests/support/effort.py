"""Measures the processor time of reading texts, as ratios between texts, because machines differ and are busy."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable


def processor_seconds(call: Callable[[], object]) -> float:
    """Return the least CPU seconds of three calls, without the garbage collector's."""
    return min(_once(call) for _ in range(3))


def _once(call: Callable[[], object]) -> float:
    gc.disable()
    began = time.process_time()
    try:
        call()
        return time.process_time() - began
    finally:
        gc.enable()


def grows_like_its_text(read: Callable[[str], object], piece: str, *, longest: int) -> bool:
    """Tell whether four times the text takes less than eight times the time; quadratic reading takes sixteen."""
    short, long = ((piece * length)[:length] for length in (longest // 4, longest))
    read(piece)  # what is read and compiled once
    return processor_seconds(lambda: read(long)) < 8 * processor_seconds(lambda: read(short)) + 0.02
