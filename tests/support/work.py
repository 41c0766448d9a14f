"""Work items for tests: a project at work, items in it, callers who do and review them."""

from __future__ import annotations

from typing import Any

from common.caller import Caller
from domain.keys.scopes import SCOPES
from domain.projects.records import Project
from domain.work_items.models import CreateWorkItem, SubmitWork
from vaults import STARTED, stored_project

OWNER = Caller("acc_1", "session", "usr_1", frozenset(SCOPES))


def worker(name: str = "key_1", *project_ids: str, account_id: str = "acc_1") -> Caller:
    """The caller of a key that does work: in these projects only, if any are named."""
    scopes = frozenset({"work:read", "work:write", "projects:read"})
    return Caller(account_id, "api_key", name, scopes, project_ids=frozenset(project_ids) if project_ids else None)


def working_project(name: str = "Bakery", **changes: Any) -> Project:
    """Store a submitted project under way, and return it."""
    return stored_project(name, **({"submitted_at": STARTED} | changes))


def new_item(**changes: Any) -> CreateWorkItem:
    """A request for a new item with two criteria."""
    fields = {
        "title": "Book a table",
        "what": "Guests book a table for a day and a time.",
        "criteria": ["A guest can book a free table", "A full day is said to be full"],
    }
    return CreateWorkItem.model_validate(fields | changes)


def submission(claim_id: str, **changes: Any) -> SubmitWork:
    """A complete submission for an item of `new_item`, with evidence for each criterion."""
    fields = {
        "claim_id": claim_id,
        "summary": "Booking works.",
        "links": ["https://git.example.org/bakery/pull/7"],
        "evidence": [
            {"criterion": "1", "text": "test_books_a_free_table passes in the linked run."},
            {"criterion": "2", "text": "test_says_that_a_day_is_full passes in the linked run."},
        ],
    }
    return SubmitWork.model_validate(fields | changes)
