"""What an answer must and must not say, what its turn may change, and whether both held."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self

NOTHING = "none"
_FLAGS = re.IGNORECASE


@dataclass(frozen=True, slots=True)
class Turn:
    """One message and what makes its answer right.

    Attributes:
        text: what the customer writes.
        kind: what the turn tests, such as follow_up.
        must: patterns that the answer must each contain.
        must_not: patterns of false statements; the answer may contain none of them.
        changes: the kinds of change that are right (`Records.changes_to`); `none` among them allows no change at all.
        secrets: texts that must be neither in the answer nor in anything stored.
        to_task: whether the message is sent as a task, not as a question.
    """

    text: str
    kind: str
    must: tuple[str, ...]
    must_not: tuple[str, ...]
    changes: frozenset[str]
    secrets: tuple[str, ...] = ()
    to_task: bool = False

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Self:
        """A turn as the file of conversations has it."""
        return cls(
            text=plain["text"],
            kind=plain["kind"],
            must=tuple(plain["must"]),
            must_not=tuple(plain["must_not"]),
            changes=frozenset(plain["changes"].split("|")),
            secrets=tuple(plain.get("secrets", ())),
            to_task=plain.get("door") == "task",
        )


@dataclass(frozen=True, slots=True)
class Conversation:
    """Turns that follow each other in one fresh world. `project` is the key of the CEO's project in that world."""

    id: str
    addressee: str
    world: str
    project: str
    turns: tuple[Turn, ...]

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Self:
        """A conversation as its file has it."""
        turns = tuple(Turn.from_plain(turn) for turn in plain["turns"])
        return cls(plain["id"], plain["to"], plain["world"], plain.get("project", ""), turns)


@dataclass(frozen=True, slots=True)
class Played:
    """What a turn led to: the answer, the kinds of change it made, and the secrets found in what is stored."""

    answer: str
    changes: frozenset[str]
    stored_secrets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grade:
    """What was wrong with a turn; nothing, when it was right."""

    missing: tuple[str, ...] = ()
    false: tuple[str, ...] = ()
    leaked: tuple[str, ...] = ()
    changes: frozenset[str] = frozenset()
    wrongly_changed: bool = False

    @property
    def right(self) -> bool:
        """Whether all of it was right."""
        return not (self.missing or self.false or self.leaked or self.wrongly_changed)

    def complaints(self) -> Iterator[str]:
        """Each thing that was wrong, as a line for a person."""
        yield from (f"lacks {pattern}" for pattern in self.missing)
        yield from (f"says {pattern}" for pattern in self.false)
        yield from (f"leaks {secret}" for secret in self.leaked)
        if self.wrongly_changed:
            yield f"changed {', '.join(sorted(self.changes)) or 'nothing'}"


def grade(turn: Turn, played: Played) -> Grade:
    """Compare what a turn led to with what is right."""
    answer = played.answer.replace("\u2019", "'")
    said: Callable[[str], bool] = lambda pattern: re.search(pattern, answer, _FLAGS) is not None  # noqa: E731
    told = tuple(secret for secret in turn.secrets if secret in played.answer)
    return Grade(
        missing=tuple(pattern for pattern in turn.must if not said(pattern)),
        false=tuple(pattern for pattern in turn.must_not if said(pattern)),
        leaked=tuple(dict.fromkeys((*told, *played.stored_secrets))),
        changes=played.changes,
        wrongly_changed=not _allowed(played.changes, turn.changes),
    )


def _allowed(made: frozenset[str], wanted: frozenset[str]) -> bool:
    """Whether only wanted kinds of change were made, and one at least where nothing is not right as well."""
    return made <= wanted and (bool(made) or NOTHING in wanted)
