"""What a caller sends to change a brief: each change by itself, and lists of them for a what-if."""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, StrictBool, StringConstraints, model_validator

from common.envelope import RequestModel
from common.fields import ONLY_NUMBERS
from domain.projects.brief.records import BriefEntryType, Existing, Platform, Size, Tone
from domain.projects.dates import Day
from domain.projects.records import Money
from domain.projects.text import Name, line, paragraphs

MOST_KINDS = 2
MOST_CHANGES = 50
MOST_TEAM = 20
Rate = Annotated[int, Field(ge=1, le=1_000_000), ONLY_NUMBERS]
TeamSize = Annotated[int, Field(ge=1, le=MOST_TEAM), ONLY_NUMBERS]
TopicId = Annotated[str, StringConstraints(max_length=40)]
EntryId = Annotated[str, StringConstraints(pattern="^[RAMICX][1-9][0-9]{0,3}$")]
Text = Annotated[str, line(300)]


class DayRates(RequestModel):
    """What a working day of each role costs, in whole units of the project's currency."""

    CPO: Rate
    CDO: Rate
    CTO: Rate
    CMO: Rate


class EntryReading(RequestModel):
    """What an entry is taken to be. A field that is left out stays as it is, or is read from the words.

    `kinds`: of a must-have at most two kinds; of another system its one playbook; of a rule its one guide.
    """

    kinds: list[TopicId] | None = Field(None, max_length=MOST_KINDS)
    audiences: list[EntryId] | None = Field(None, max_length=20, description="Ids such as A1.")
    systems: list[EntryId] | None = Field(None, max_length=20, description="Ids such as I2.")
    rules: list[EntryId] | None = Field(None, max_length=20, description="Ids such as C1.")
    size: Size | None = None


class AddEntry(EntryReading):
    """POST …/brief/entries: a new line of the brief, the last of its type."""

    type: BriefEntryType
    text: Text


class ChangeEntry(EntryReading):
    """PATCH …/brief/entries/:entryId. `position` counts from 1 within the active entries of its type."""

    text: Text | None = None
    position: int | None = Field(None, ge=1, le=20)
    was: str | None = Field(None, max_length=300, description="The text as you read it; another one is refused.")

    @model_validator(mode="after")
    def _names_something(self) -> Self:
        if all(getattr(self, name) is None for name in _FIELDS_OF_AN_ENTRY):
            raise ValueError(f"Give at least one of {', '.join(_FIELDS_OF_AN_ENTRY)}, not null")
        return self


_FIELDS_OF_AN_ENTRY = ("text", "kinds", "audiences", "systems", "rules", "size", "position")


class _Named(RequestModel):
    """A request with at least one field; null clears a field that may be empty."""

    @model_validator(mode="after")
    def _names_something(self) -> Self:
        if not self.named:
            raise ValueError(f"Give at least one of {', '.join(self._names())}")
        return self

    @property
    def named(self) -> dict[str, Any]:
        """The fields that were given, null ones too."""
        return {name: getattr(self, name) for name in self._names() if name in self.model_fields_set}

    @classmethod
    def _names(cls) -> list[str]:
        return [name for name in cls.model_fields if name not in {"op", "was"}]


class BriefAsRead(RequestModel):
    """Fields of a brief as a caller read them; null for none."""

    goal: str | None = Field(None, max_length=2_000)
    platforms: list[Platform] | None = Field(None, max_length=8)
    existing: list[Existing] | None = Field(None, max_length=5)
    personal_data: StrictBool | None = None
    tone: Tone | None = None
    approver: str | None = Field(None, max_length=200)


class ChangeBrief(BriefAsRead, _Named):
    """PATCH …/brief: what is said once for the whole product; null clears an answer that is not required.

    `was`: fields as you read them; if one of them is another now, nothing is changed.
    """

    goal: Annotated[str, paragraphs(2_000)] | None = None
    approver: Annotated[str, line(200)] | None = None
    was: BriefAsRead | None = None


class Limits(RequestModel):
    """The limits of a project as a caller read them; null for none."""

    deadline: Day | None = None
    budget_ceiling: Money | None = None


class UpdateProject(_Named):
    """PATCH /projects/:id. Null removes a deadline or a ceiling, and goes back to the published day rates.

    `was`: the limits as you read them; if one of them is another now, nothing is changed.
    """

    name: Name | None = None
    deadline: Day | None = None
    budget_ceiling: Money | None = None
    day_rates: DayRates | None = None
    team_size: TeamSize | None = Field(None, description="How many people work at once.")
    was: Limits | None = None


class AddEntryOp(AddEntry):
    """As POST …/brief/entries."""

    op: Literal["add_entry"]


class ChangeEntryOp(ChangeEntry):
    """As PATCH …/brief/entries/:entryId."""

    op: Literal["change_entry"]
    id: EntryId


class DropEntryOp(RequestModel):
    """As DELETE …/brief/entries/:entryId."""

    op: Literal["drop_entry"]
    id: EntryId


class ChangeBriefOp(ChangeBrief):
    """As PATCH …/brief."""

    op: Literal["change_brief"]


class ChangeProjectOp(UpdateProject):
    """As PATCH /projects/:id."""

    op: Literal["change_project"]


ChangeOp = AddEntryOp | ChangeEntryOp | DropEntryOp | ChangeBriefOp | ChangeProjectOp


class WhatIf(RequestModel):
    """POST …/what-if: changes as the routes take them, one after the other. Nothing is done."""

    changes: list[Annotated[ChangeOp, Field(discriminator="op")]] = Field(min_length=1, max_length=MOST_CHANGES)
