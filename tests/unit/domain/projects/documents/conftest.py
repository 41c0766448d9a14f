"""Three briefs as different as customers are, and the documents that are written from them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import plans
from domain.projects.brief.changing import Plan
from domain.projects.documents.composing import compose
from domain.projects.documents.records import DocumentText
from domain.projects.documents.trade import Trade
from domain.projects.records import Deliverable
from domain.projects.states import DeliverableKind
from plans import NOW, a_submission, changed

STRANGERS = Path(__file__).parents[5] / "data" / "briefs" / "strangers.jsonl"
ANSWERS: dict[str, dict[str, Any]] = {
    "Ταβέρνα Ελλάδα": {
        **plans.ANSWERS,
        "goal": "A website that brings guests to our Greek restaurant in Köln.\nWe miss half of the telephone calls.",
        "must_haves": [
            "Online table booking with confirmation e-mail",
            "The menu with allergens, in German, English and Greek",
            "Opening hours and directions",
            "Gift vouchers paid by card",
            "Party enquiry form for companies",
        ],
        "integrations": ["OpenTable", "Stripe"],
        "deadline": "2026-06-30",
        "budget_ceiling": {"amount": 9000, "currency": "EUR"},
    },
    **{
        row["who"].split(",")[0]: row["answers"]
        for row in map(json.loads, STRANGERS.read_text(encoding="utf-8").splitlines()[:2])
    },
}


@dataclass(frozen=True)
class Story:
    """A project whose ten documents are written once."""

    plan: Plan
    deliverables: tuple[Deliverable, ...]
    texts: dict[DeliverableKind, DocumentText]

    def trade(self) -> Trade:
        return Trade(self.plan, NOW.date())

    def changed(self, *changes: dict[str, Any]) -> Story:
        """The brief changed, as the routes change it."""
        return replace(self, plan=changed(self.plan, *changes))

    def rewritten(self, kind: DeliverableKind) -> DocumentText:
        """The next revision of a document, from the brief as it stands."""
        document = next(item for item in self.deliverables if item.kind is kind)
        return compose(document, self.trade(), self.texts[kind])


def told(name: str, answers: dict[str, Any]) -> Story:
    plan, deliverables = a_submission(answers, name=name)
    texts = {item.kind: compose(item, Trade(plan, NOW.date())) for item in deliverables}
    return Story(plan, tuple(item.model_copy(update={"revision": 1}) for item in deliverables), texts)


_told = cache(lambda name: told(name, ANSWERS[name]))


@pytest.fixture(params=ANSWERS)
def story(request: pytest.FixtureRequest) -> Story:
    """Each of the three projects."""
    return _told(request.param)


@pytest.fixture
def restaurant() -> Story:
    return _told(next(iter(ANSWERS)))


@pytest.fixture
def tell() -> Callable[[str, dict[str, Any]], Story]:
    """The documents of a project with this name, from any answers."""
    return told
