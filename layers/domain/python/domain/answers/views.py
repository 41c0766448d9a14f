"""What callers see of the facts that an answer tells."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Self

from common.envelope import View
from domain.answers.facts import Fact, Topic


class FactView(View):
    """A thing on record that an answer tells: its sentence, and the field `path` of the record it rests on."""

    id: str
    text: str
    record: str
    path: str

    @classmethod
    def all_of(cls, facts: Iterable[Fact]) -> list[Self]:
        """The views of facts, in their order."""
        return [cls(id=one.id, text=one.text, record=one.record, path=one.path) for one in facts]

    def fact(self, as_of: datetime) -> Fact:
        """The fact again, as it was told."""
        return Fact(self.id, Topic.PROGRESS, self.record, self.text, self.record, self.path, as_of)
