"""A project's work items at one moment, for code that describes them in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime

from common.services import frozen
from domain.projects.records import Project
from domain.work_items import rules
from domain.work_items.records import ItemState, WorkItem
from domain.work_items.rules import Surroundings


@frozen
class Board:
    """A project's items at one moment. `awaited`: the names of its unanswered requests for access, by their ids."""

    project: Project
    items: tuple[WorkItem, ...]
    now: datetime
    awaited: Mapping[str, str] = field(default_factory=dict)

    @property
    def around(self) -> Surroundings:
        """What the states of the items depend on: the project, all of its items, and `awaited`."""
        return Surroundings(self.project, {item.id: item for item in self.items}, self.awaited.keys())

    def state(self, item: WorkItem) -> ItemState:
        """The item's state at `now`, worked out by `rules.state_of`."""
        return rules.state_of(item, self.around, self.now)

    def in_state(self, *states: ItemState) -> tuple[WorkItem, ...]:
        """The items that are in one of `states` at `now`, in the board's order."""
        around = self.around
        return tuple(item for item in self.items if rules.state_of(item, around, self.now) in states)
