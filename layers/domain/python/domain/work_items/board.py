"""A project's work items at one moment, for code that tells of them."""

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
    """A project's items at one moment. `awaited`: the names of the requests for access that nobody has answered."""

    project: Project
    items: tuple[WorkItem, ...]
    now: datetime
    awaited: Mapping[str, str] = field(default_factory=dict)

    @property
    def around(self) -> Surroundings:
        """What the state of an item depends on."""
        return Surroundings(self.project, {item.id: item for item in self.items}, self.awaited.keys())

    def state(self, item: WorkItem) -> ItemState:
        """The state in which an item is now."""
        return rules.state_of(item, self.around, self.now)

    def in_state(self, *states: ItemState) -> tuple[WorkItem, ...]:
        """The items that are in one of these states."""
        around = self.around
        return tuple(item for item in self.items if rules.state_of(item, around, self.now) in states)
