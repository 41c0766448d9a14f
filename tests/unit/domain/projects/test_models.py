from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from pydantic import ValidationError

from domain.projects.records import Project
from domain.projects.requests import CreateProject, DecideApproval

NOW = datetime(2026, 3, 2, 9, 30, 15, 123_000, tzinfo=UTC)


@pytest.mark.parametrize(
    ("row", "currency"),
    [
        ({"ceiling": {"amount": 9_000, "currency": "GBP"}}, "GBP"),
        ({"ceiling": None}, "EUR"),
        ({"ceiling": {"amount": 9_000, "currency": "GBP"}, "currency": "EUR"}, "EUR"),
    ],
)
def test_draft_of_the_first_edition_is_in_the_currency_of_its_ceiling(row: dict[str, Any], currency: str) -> None:
    old = {"id": "prj_1", "account_id": "acc_1", "name": "Shop", "created_at": NOW, "updated_at": NOW}
    unused = {"accepted_total": None, "remaining_working_days": None, "documents_percent": 12}

    assert Project.model_validate({**old, **unused, **row}).currency == currency


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"name": "  "},
        {"name": "x" * 121},
        {"name": "a\nb"},
        {"name": "a", "colour": "red"},
        {"name": "a", "description": "x" * 4001},
        {"name": "a", "deadline": "tomorrow"},
        {"name": "a", "deadline": 1_800_000_000},
        {"name": "a", "budget_ceiling": {"amount": -1, "currency": "EUR"}},
        {"name": "a", "budget_ceiling": {"amount": 5, "currency": "eur"}},
    ],
)
def test_create_project_refuses_a_body_that_is_not_as_published(body: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        CreateProject.model_validate(body)


@pytest.mark.parametrize("comment", [None, "", "   "])
def test_decide_approval_needs_a_comment_when_changes_are_requested(comment: str | None) -> None:
    with pytest.raises(ValidationError):
        DecideApproval.model_validate({"decision": "request_changes", "comment": comment})
    assert DecideApproval.model_validate({"decision": "approve", "comment": None}).comment is None
