"""Recovery codes: ten codes to keep on paper, each of which works once in place of a code of the lost app."""

from __future__ import annotations

from collections.abc import Callable

from common import one_time

COUNT = 10
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # without i, l, o, u, which people misread
_LENGTH, _GROUP = 16, 4
_MISREAD = str.maketrans({"i": "1", "l": "1", "o": "0", "-": None, " ": None})


def make(choose: Callable[[str], str]) -> list[str]:
    """Ten new codes such as `k3mz-07qp-x8vt-2hnc`; `choose` picks a random character of a text."""
    drawn = ["".join(choose(_ALPHABET) for _ in range(_LENGTH)) for _ in range(COUNT)]
    return ["-".join(code[at : at + _GROUP] for at in range(0, _LENGTH, _GROUP)) for code in drawn]


def hash_of(code: str) -> str:
    """The hash of a code as typed: case, dashes and misread letters do not matter. 80 random bits allow a fast hash."""
    return one_time.hash_of(code.lower().translate(_MISREAD))
