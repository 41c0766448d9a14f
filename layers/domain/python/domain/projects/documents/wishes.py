"""What a customer can ask of a document in a comment."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Shorten:
    """Keep the essential sections only."""


@dataclass(frozen=True, slots=True)
class Detail:
    """Gather what the brief says about `topic` in a section of its own."""

    topic: str


@dataclass(frozen=True, slots=True)
class Mention:
    """State `text`, a sentence of the customer, in the document."""

    text: str


@dataclass(frozen=True, slots=True)
class Add:
    """Add `text` to one of the brief's lists, or to the platforms."""

    to: str
    text: str


@dataclass(frozen=True, slots=True)
class Drop:
    """Take out whatever `target` names: an entry of the brief or a section."""

    target: str


@dataclass(frozen=True, slots=True)
class Replace:
    """Put `new` where `old` is named; only in the entry `item_id` when it is given."""

    old: str
    new: str
    item_id: str | None = None


@dataclass(frozen=True, slots=True)
class Refine:
    """`text` now belongs to the entry with this id."""

    item_id: str
    text: str


@dataclass(frozen=True, slots=True)
class MoveDeadline:
    """To a day, or by some days or weeks from the present deadline; both None clears it."""

    day: date | None = None
    shift_days: int | None = None


@dataclass(frozen=True, slots=True)
class SetCeiling:
    """The most it may cost; `currency` None means the estimate's."""

    amount: int
    currency: str | None


@dataclass(frozen=True, slots=True)
class SetTone:
    """One of the questionnaire's tones."""

    tone: str


@dataclass(frozen=True, slots=True)
class SetApprover:
    """Who approves from now on."""

    name: str


@dataclass(frozen=True, slots=True)
class AnswerInConversation:
    """Something to be answered in the conversation, not changed in a document."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """Not understood; it becomes an open point."""


LayoutWish = Shorten | Detail | Mention
EntryWish = Add | Drop | Replace | Refine
TermWish = MoveDeadline | SetCeiling | SetTone | SetApprover
Wish = LayoutWish | EntryWish | TermWish | AnswerInConversation | Unclear
