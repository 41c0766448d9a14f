"""The knowledge of a playbook: the lines from which documents are made.

A line may have slots in braces: the id of a choice of its own playbook, `{entry}` for the customer's words, and
`{actor}` for who does it. A slot is filled with a phrase, so a line reads well with any answer (a test reads them).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, StringConstraints, TypeAdapter

from common.model import Model
from domain.playbooks.library import SLOT

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=300)]
Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{1,30}$")]
Role = Literal["cpo", "cdo", "cto", "cmo"]
Month = Annotated[str, StringConstraints(pattern=r"^20\d\d-\d\d$")]


class Piece(Model):
    """A part of a playbook. An unknown attribute is a mistake in the file, and reading it fails."""

    model_config = ConfigDict(extra="forbid")


class Failure(Piece):
    """What goes wrong (`when`), and what the product then does: two clauses without a full stop."""

    when: Text
    then: Text


class Choice(Piece):
    """A question that the customer decides, and the proposed answer: a phrase that fits where `{id}` stands."""

    id: Name
    ask: Text
    proposed: Text


class Datum(Piece):
    """Data that the product stores, which part of it is about people, and how long it is kept."""

    what: Text
    personal: Text
    keep: Text


class Risk(Piece):
    """What may go wrong with the product, the sign by which people notice, and what to do then."""

    what: Text
    sign: Text
    then: Text


class Claim(Piece):
    """A sentence that may be published once `proof` was measured."""

    text: Text
    proof: Text


class ScreenText(Piece):
    """A text on a screen of the product, and where it stands."""

    where: Text
    text: Text


class Wording(Piece):
    """A word to use for a thing, and the word to avoid."""

    say: Text
    avoid: Text


class LaunchStep(Piece):
    """A step of the launch, so many days before (negative) or after it, and the role that does it."""

    day: int = Field(ge=-60, le=90)
    what: Text
    who: Role


class Duty(Piece):
    """What a rule demands of people, by when, and which role sees to it."""

    what: Text
    before: Text
    owner: Role


class Access(Piece):
    """An access to another system: its type in the vault, least rights, where to create it, and a sandbox for tests."""

    name: Text
    type: Literal["api_key", "password", "token", "ssh_key", "oauth", "certificate", "other"]
    least: Text
    where: Text
    sandbox: Text
    needed_for: Text

    @property
    def steps(self) -> tuple[str, ...]:
        """Three sentences: where to create the access, with which rights, and what to try it on first."""
        return f"Create it here: {self.where}.", f"Rights: {self.least}.", f"For first tests, use {self.sandbox}."

    @property
    def how_to_obtain(self) -> str:
        """The three sentences of `steps` in one line."""
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
        criteria: what a person can show when the work is done; each can be run as a test.
        each: lines that are repeated for every further must-have of the kind.
        flow: the steps of the person who uses it.
        build: how an engineer makes it right.
        after: kinds that must be built before it.
        duties: what a rule demands of people.
        design: what a rule demands of screens and texts.
        limits: bounds of another system that shape the work; each with its month in `checked`.
        parts, release, operation: lines about a platform.
        source: where we read the facts, and `checked` the month when we last read them.
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
        """Yield every text that a document may show, for code that compares or checks the texts."""
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


type Library = Mapping[str, Mapping[str, Knowledge]]
LIBRARY: TypeAdapter[Library] = TypeAdapter(Mapping[str, Mapping[str, Knowledge]])
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
