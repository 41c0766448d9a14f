"""What editing a document refuses (HTTP status 409)."""

from __future__ import annotations

from common.errors import Conflict


class TooMuchText(Conflict):
    """The document is full."""

    code = "LIMIT_REACHED"

    def __init__(self) -> None:
        super().__init__("A document has at most 400 lines, 100 comments and 250 KB. Strike something first.")


class NotEditable(Conflict):
    """Nobody edits a document that is approved or not written."""


class TextChanged(Conflict):
    """Somebody has changed the text since it was read."""

    code = "TEXT_CHANGED"

    def __init__(self) -> None:
        super().__init__("Somebody changed this text after you read it. Read it again, then edit.")
