"""The worked example of docs/estimate.md is what the product says."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from domain.projects.brief.views import EstimateView, estimate_view
from domain.projects.rates import DAY_RATES
from plans import ANSWERS, an_answered_draft

PAGE = (Path(__file__).parents[5] / "docs" / "estimate.md").read_text()
TODAY = datetime(2026, 11, 30, tzinfo=UTC).date()
MORE: dict[str, Any] = {
    "must_haves": [
        "patients can book, move and cancel appointments online",
        "therapists see their day on a phone",
        "reminder by SMS the day before",
        "front desk can block times and enter phone bookings",
        "patients fill in a medical history form before the first visit",
    ],
    "deadline": "2027-04-01",
    "budget_ceiling": {"amount": 40_000, "currency": "EUR"},
}


@pytest.fixture(scope="module")
def published() -> EstimateView:
    shown = estimate_view(an_answered_draft({**ANSWERS, **MORE}), today=TODAY)
    assert shown is not None
    return shown


def test_every_line_of_the_example_is_the_estimates(published: EstimateView) -> None:
    for line in published.basis:
        row = f"| {line.entry or ''} | {line.text or '–'} | {line.kind} | {line.days:g} | {line.cost:,} |"
        assert row in PAGE


def test_every_sentence_of_the_example_is_the_estimates(published: EstimateView) -> None:
    said = published.said

    for sentence in (said.cost, said.effort, said.ceiling, said.to_fit, said.dates, said.deadline):
        assert sentence
        assert sentence in PAGE


def test_published_day_rates_are_the_ones_that_count() -> None:
    for currency, rates in DAY_RATES.items():
        assert f"| {currency} | {' | '.join(str(rates[role]) for role in ('CPO', 'CDO', 'CTO', 'CMO'))} |" in PAGE
