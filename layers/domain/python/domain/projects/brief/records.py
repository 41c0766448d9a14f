"""The stored records of a brief: its entries with their readings, and the days of effort that were read with them.

Days of effort are whole hundredths, so that nothing stored is ever a float. They are copied from the playbooks when an
entry is read, so that a new release never prices a project anew.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Literal, Self

from pydantic import Field

from common.fields import Instant
from domain.projects.records import Record
from domain.projects.states import Role

Platform = Literal["web", "ios", "android", "mobile", "desktop", "api", "internal_tool", "data_pipeline"]
Existing = Literal["source_repository", "hosting", "brand", "analytics", "domain"]
Tone = Literal["plain", "warm", "playful", "formal", "expert"]


class BriefEntryType(StrEnum):
    """Which list of the intake an entry belongs to."""

    MUST_HAVE = "must_have"
    AUDIENCE = "audience"
    MEASURE = "measure"
    OTHER_SYSTEM = "other_system"
    RULE = "rule"
    OUT_OF_SCOPE = "out_of_scope"


class EntryState(StrEnum):
    """Whether an entry counts: a proposed one does not yet, a dropped one no longer."""

    ACTIVE = "active"
    PROPOSED = "proposed"
    DROPPED = "dropped"


class EntryOrigin(StrEnum):
    """Who wrote an entry."""

    CUSTOMER = "customer"
    MODEL = "model"
    PLAYBOOK = "playbook"


class Size(StrEnum):
    """How large an entry is beside a usual one of its kind."""

    SMALL = "small"
    USUAL = "usual"
    LARGE = "large"


class Topic(Record):
    """A playbook as it was when an entry was read. `effort`: low and high days (in hundredths) of usual size, by role.

    `share` is in percent and counts for platforms alone: see `playbooks.records.Platform`.
    """

    id: str
    title: str
    effort: Mapping[Role, tuple[int, int]]
    share: int = 0


class Entry(Record):
    """One line of the brief, in the customer's words. Its id is never given to another entry.

    Attributes:
        topics: the playbooks it is read by: at most two kinds for a must-have, one system, or one guide for a rule.
        asked: the kind that the words hint at too weakly to state it. The customer is asked.
        corrected: a person or a model has set the topics; the words no longer decide.
        audiences, systems, rules: ids of the entries that a must-have is for, uses, and is bound by.
        linked: a person or a model has set these.
    """

    id: str
    type: BriefEntryType
    text: str
    state: EntryState = EntryState.ACTIVE
    origin: EntryOrigin = EntryOrigin.CUSTOMER
    topics: tuple[Topic, ...] = ()
    asked: str | None = None
    corrected: bool = False
    audiences: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    linked: bool = False
    size: Size = Size.USUAL


class Choice(Record):
    """A question that a playbook asks once for the whole project. Its id, such as D4, is never given to another.

    `topic` is the playbook's family and id, and `name` the choice's id there. Without an `answer`, `proposed` holds.
    """

    id: str
    topic: str
    name: str
    ask: str
    proposed: str
    answer: str | None = None

    @property
    def holds(self) -> str:
        """The answer that counts: the customer's, or else the proposed one."""
        return self.answer or self.proposed


class Brief(Record):
    """The brief of a project. Entries stand in the customer's order, the most important of a type first.

    Attributes:
        numbers: the last number that an entry's id was given, by type.
        answered: the lists that the customer has answered, an empty answer included.
        other: what a must-have counts as while nobody knows its kind.
        foundation: what every product needs, and what existing code adds.
        personal_guide: the guide for personal data, which counts unless a rule of the brief is read by it anyway.
        published_rates: the price list when the brief was begun, by currency; `day_rates` are the project's own.
        playbooks: the version of the playbooks that were read last.
        choices: what the playbooks of its entries ask; `last_choice` is the last number that was given.
    """

    project_id: str
    goal: str | None = None
    approver: str | None = None
    platforms: tuple[Topic, ...] = ()
    existing: tuple[Existing, ...] | None = None
    personal_data: bool | None = None
    tone: Tone | None = None
    entries: tuple[Entry, ...] = ()
    numbers: Mapping[BriefEntryType, int] = Field(default_factory=dict)
    answered: tuple[BriefEntryType, ...] = ()
    other: Topic
    foundation: tuple[Topic, ...]
    personal_guide: Topic
    published_rates: Mapping[str, Mapping[Role, int]]
    day_rates: Mapping[Role, int] | None = None
    team_size: int = 2
    playbooks: str
    choices: tuple[Choice, ...] = ()
    last_choice: int = 0
    updated_at: Instant

    @property
    def said_once(self) -> dict[str, Any]:
        """The fields that are said once for the whole product, in the form of a request; None where nobody answered."""
        return {
            "goal": self.goal,
            "platforms": [one.id for one in self.platforms] or None,
            "existing": list(self.existing) if self.existing is not None else None,
            "personal_data": self.personal_data,
            "tone": self.tone,
            "approver": self.approver,
        }

    def of_type(self, kind: BriefEntryType) -> tuple[Entry, ...]:
        """The active entries of a type, in their order."""
        return tuple(entry for entry in self.entries if entry.type is kind and entry.state is EntryState.ACTIVE)

    def find(self, entry_id: str) -> Entry | None:
        """The entry with this id, a dropped one too; None without one."""
        return next((entry for entry in self.entries if entry.id == entry_id), None)

    def entry(self, entry_id: str) -> Entry:
        """The entry with this id, which must be in the brief; it may be dropped."""
        return next(entry for entry in self.entries if entry.id == entry_id)

    def changed(self, now: Instant, **updates: Any) -> Self:
        """A copy of this brief with `updates`, updated at `now`."""
        return self.model_copy(update={**updates, "updated_at": now})
