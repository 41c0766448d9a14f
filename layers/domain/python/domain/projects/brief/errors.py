"""What the brief refuses (HTTP status 409)."""

from __future__ import annotations

from common.errors import Conflict


class EntryDropped(Conflict):
    """The entry was dropped. Its id is never given to another."""

    def __init__(self, entry_id: str) -> None:
        super().__init__(f"{entry_id} is no longer in the brief. Add a new entry.")


class SaysTheSame(Conflict):
    """Another entry of the same type has the same words."""

    def __init__(self, entry_id: str) -> None:
        super().__init__(f"{entry_id} says the same already.")


class TooManyEntries(Conflict):
    """The list is full."""

    code = "LIMIT_REACHED"

    def __init__(self, most: int, kind: str) -> None:
        super().__init__(f"A brief has at most {most} entries of the type {kind}.")
