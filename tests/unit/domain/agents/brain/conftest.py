"""A customer who asks about projects in every state."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from brain_stories import MAKERS, message, story
from domain.agents.brain.protocol import ProjectFacts, Reply
from domain.agents.brain.rules import RuleBrain


@pytest.fixture
def asking() -> Callable[..., Reply]:
    """The rules' reply to a text about one of the projects, named by its state or given as facts."""

    def ask(project: str | ProjectFacts, text: str, *, may_decide: bool = True) -> Reply:
        facts = story(project).facts if isinstance(project, str) else project
        return RuleBrain().answer(message(text, may_decide=may_decide), facts)

    return ask


@pytest.fixture(params=MAKERS)
def state(request: pytest.FixtureRequest) -> str:
    """Each of the states, one after another."""
    return str(request.param)
