"""Playbooks without their knowledge: titles, efforts and signs; and all playbooks together."""

from collections.abc import Mapping
from typing import Annotated, Any, Self

from pydantic import ConfigDict, Field, StringConstraints, model_validator

from common.model import Model
from common.wording import HUNDREDTHS

Stems = tuple[str, ...]
Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300)]
Days = Annotated[float, Field(ge=0, le=100)]


class Effort(Model):
    """The effort of one role for a usual thing of this kind: low and high, in hundredths of a day."""

    low: int = Field(ge=0)
    high: int = Field(ge=0)

    @model_validator(mode="before")
    @classmethod
    def _from_a_pair_of_days(cls, value: Any) -> Any:
        if isinstance(value, list):
            low, high = value
            return {"low": round(low * HUNDREDTHS), "high": round(high * HUNDREDTHS)}
        return value

    @model_validator(mode="after")
    def _low_is_not_above_high(self) -> Self:
        if self.low > self.high:
            raise ValueError("low is above high")
        return self


class Efforts(Model):
    """The effort of each role; None for a role that has none."""

    model_config = ConfigDict(extra="forbid")

    cpo: Effort | None = None
    cdo: Effort | None = None
    cto: Effort | None = None
    cmo: Effort | None = None


class Signs(Model):
    """The words, as stems, by which we recognise that an entry is about a topic.

    Attributes:
        strong: one of them is enough. Several stems stand next to each other in this order.
        weak: counts only beside others.
        pairs: two or more words within six, in any order, are enough. A group has the words that may stand for one.
    """

    model_config = ConfigDict(extra="forbid")

    strong: tuple[Stems, ...] = ()
    weak: tuple[Stems, ...] = ()
    pairs: tuple[tuple[Stems, ...], ...] = ()


class Playbook(Model):
    """What a topic is called, its effort and its signs. `about` says in a sentence what belongs to it."""

    model_config = ConfigDict(extra="forbid")

    title: Line
    about: Line
    effort: Efforts
    signs: Signs = Signs()


class Platform(Playbook):
    """A system on which a product runs, such as the web.

    `share` is what it adds where another platform comes first, in percent of the design and building of all must-haves.
    """

    share: int = Field(default=0, ge=0, le=100)


class Playbooks(Model):
    """All playbooks by their ids, in the order in which they are shown. `version` is a digest of their files."""

    version: str
    kinds: Mapping[str, Playbook]
    guides: Mapping[str, Playbook]
    systems: Mapping[str, Playbook]
    platforms: Mapping[str, Platform]
    foundation: Mapping[str, Playbook]
