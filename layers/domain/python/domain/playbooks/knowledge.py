"""The shape of a playbook's knowledge: the lines of which documents are made.

A line may have slots in braces: the id of a choice of its own playbook, `{entry}` for the customer's words, and
`{actor}` for who does it. A slot is filled with a phrase, so a line reads well with any answer (a test reads them).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, StringConstraints

from common.model import Model

SLOT = re.compile(r"\{([a-z_]+)\}")
Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=300)]
Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{1,30}$")]
Role = Literal["cpo", "cdo", "cto", "cmo"]
Month = Annotated[str, StringConstraints(pattern=r"^20\d\d-\d\d$")]


class Piece(Model):
    """A part of a playbook. An attribute that is not known is a mistake in the file."""

    model_config = ConfigDict(extra="forbid")


class Failure(Piece):
    """What goes wrong, and what happens then: two clauses without a full stop."""

    when: Text
    then: Text


class Choice(Piece):
    """What the customer decides, and the answer that is proposed: a phrase that fits where `{id}` stands."""

    id: Name
    ask: Text
    proposed: Text


class Datum(Piece):
    """Data that is stored, what of it is about people, and how long it is kept."""

    what: Text
    personal: Text
    keep: Text


class Risk(Piece):
    """What may go wrong with the product, the sign of it, and the answer."""

    what: Text
    sign: Text
    then: Text


class Claim(Piece):
    """What may be said to the public once `proof` was measured."""

    text: Text
    proof: Text


class ScreenText(Piece):
    """A text of the screen, and where it stands."""

    where: Text
    text: Text


class Wording(Piece):
    """The word that people use, and the one to avoid."""

    say: Text
    avoid: Text


class LaunchStep(Piece):
    """A step before (negative) or after the day of the launch."""

    day: int = Field(ge=-60, le=90)
    what: Text
    who: Role


class Duty(Piece):
    """What a rule demands of people, by when, and whose task it is."""

    what: Text
    before: Text
    owner: Role


class Access(Piece):
    """An access to another system: its type in the vault, least rights, where it is made, what to try it on first."""

    name: Text
    type: Literal["api_key", "password", "token", "ssh_key", "oauth", "certificate", "other"]
    least: Text
    where: Text
    sandbox: Text
    needed_for: Text

    @property
    def steps(self) -> tuple[str, ...]:
        """Where somebody creates it, with which rights, and what to try it on first."""
        return f"Create it here: {self.where}.", f"Rights: {self.least}.", f"For first tests, use {self.sandbox}."

    @property
    def how_to_obtain(self) -> str:
        """The steps in one line."""
        return " ".join(self.steps)


class Stack(Piece):
    """What a product can be built on. `suits` and `strains` are kinds that speak for it and against it."""

    name: Text
    take: Text
    when: Text
    why: Text
    strains_at: Text
    suits: tuple[str, ...] = ()
    strains: tuple[str, ...] = ()


class Knowledge(Piece):
    """What is known of one topic beyond its name, signs and effort. Tests say which parts each family must have.

    Attributes:
        criteria: what is done when somebody can show it; each can be run as a test.
        each: what is said again for every further must-have of the kind.
        flow: the steps of whoever uses it.
        build: how an engineer makes it right.
        after: kinds that it stands on, which are built first.
        duties: what a rule demands of people.
        design: what a rule demands of screens and texts.
        limits: bounds of another system that shape the work; each with its month in `checked`.
        parts, release, operation: of a platform.
        source: where facts were read, and `checked` in which month.
    """

    criteria: tuple[Text, ...] = ()
    each: tuple[Text, ...] = ()
    flow: tuple[Text, ...] = ()
    failures: tuple[Failure, ...] = ()
    choices: tuple[Choice, ...] = ()
    data: tuple[Datum, ...] = ()
    build: tuple[Text, ...] = ()
    risks: tuple[Risk, ...] = ()
    tests: tuple[Text, ...] = ()
    claims: tuple[Claim, ...] = ()
    words: tuple[Wording, ...] = ()
    texts: tuple[ScreenText, ...] = ()
    launch: tuple[LaunchStep, ...] = ()
    watch: tuple[Text, ...] = ()
    out_of_scope: tuple[Text, ...] = ()
    after: tuple[str, ...] = ()
    duties: tuple[Duty, ...] = ()
    design: tuple[Text, ...] = ()
    architecture: tuple[Text, ...] = ()
    access: tuple[Access, ...] = ()
    limits: tuple[Text, ...] = ()
    stacks: tuple[Stack, ...] = ()
    parts: tuple[Text, ...] = ()
    release: tuple[Text, ...] = ()
    operation: tuple[Text, ...] = ()
    source: tuple[Text, ...] = ()
    checked: Month | None = None

    def lines(self) -> Iterator[str]:
        """Every text that a document may show, for code that compares or checks them."""
        for name in type(self).model_fields:
            for one in getattr(self, name) or () if name not in {"source", "checked", "after"} else ():
                if isinstance(one, str):
                    yield one
                    continue
                yield from (text for key, text in one if isinstance(text, str) and key not in _NAMES)

    def in_short(self) -> Knowledge:
        """What a second kind adds to an entry: the first lines of most parts, and the choices that these need."""
        parts: dict[str, Any] = {name: getattr(self, name)[:most] for name, most in _SHORT.items()}
        short = self.model_copy(update={**parts, "choices": ()})
        needed = {slot for line in short.lines() for slot in SLOT.findall(line)}
        return short.model_copy(update={"choices": tuple(one for one in self.choices if one.id in needed)})


_NAMES = frozenset({"id", "type", "who", "owner"})
_SHORT = {
    "criteria": 4,
    "flow": 4,
    "failures": 3,
    "build": 1,
    "risks": 1,
    "tests": 1,
    "claims": 1,
    "words": 1,
    "texts": 1,
    "launch": 1,
    "watch": 1,
    "out_of_scope": 0,
}
