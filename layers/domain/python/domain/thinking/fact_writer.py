"""Writes the facts of a project's sheet one after the other, and numbers them."""

from __future__ import annotations

from domain.agents.brain.protocol import ProjectFacts
from domain.projects.states import Role
from domain.thinking.facts import Fact, FactKind, Noun, Source, Term, Value, Words, kind_of
from domain.thinking.render import clause_of

EVERYBODY = frozenset(Role)


class FactWriter:
    """Adds facts about one project; `written` is what its sheet will hold."""

    def __init__(self, facts: ProjectFacts) -> None:
        self.facts = facts
        self.written: list[Fact] = []
        self._source = Source(facts.project.id, str(facts.project.version))

    def add(
        self,
        key: str,
        value: Value | None,
        *,
        name: Words | Term | None = None,
        kind: FactKind | None = None,
        label: str | None = None,
        source: Source | None = None,
        roles: frozenset[Role] = EVERYBODY,
    ) -> None:
        """Add the fact that `value` is the `key` of the project; nothing when there is no value."""
        if value is None:
            return
        noun = Noun(key, name)
        self.written.append(
            Fact(
                f"f{len(self.written) + 1}",
                kind or kind_of(value),
                label or clause_of(noun, "…", "en"),
                noun,
                value,
                source or self._source,
                roles,
                self.facts.project.id,
            )
        )

    def add_text(self, key: str, text: str, label: str, source: Source) -> None:
        """Add words of the customer's, or of a decision."""
        self.add(key, Words(text), kind=FactKind.TEXT, label=label, source=source)
