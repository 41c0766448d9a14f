"""Plans made through the product's own rules: a project with its brief, as drafts or submitted."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from domain.projects import lifecycle
from domain.projects.brief.changing import Plan, apply_all
from domain.projects.brief.requests import WhatIf
from domain.projects.records import Deliverable, Project
from domain.projects.requests import CreateProject

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)  # a Monday
PROJECT_ID = "prj_01JNB3ZK8R5V6W7X8Y9Z0A1B2C"
ANSWERS: dict[str, Any] = {
    "goal": "A practice whose phone stops ringing",
    "audience": ["patients", "therapists", "front desk"],
    "success_measure": ["30 % fewer calls within 3 months"],
    "must_haves": [
        "patients can book, move and cancel appointments online",
        "reminder by SMS the day before",
        "patients fill in a medical history form before the first visit",
    ],
    "out_of_scope": ["online payments"],
    "platforms": ["web"],
    "integrations": ["Google Calendar"],
    "constraints": ["health data stays in the EU", "GDPR"],
    "personal_data": True,
    "approver": "Dr. Ines Weber",
}


def a_draft(**fields: Any) -> Plan:
    """A new project with an empty brief."""
    request = CreateProject.model_validate({"name": "Practice", **fields})
    return lifecycle.create(request, project_id=PROJECT_ID, account_id="acc_1", now=NOW)


def an_answered_draft(answers: dict[str, Any] | None = None, **fields: Any) -> Plan:
    """A draft whose intake is complete."""
    return lifecycle.answer(a_draft(**fields), ANSWERS if answers is None else answers, now=NOW)


def a_submission(answers: dict[str, Any] | None = None, **fields: Any) -> tuple[Plan, tuple[Deliverable, ...]]:
    """The plan of a project that was just submitted, and its ten documents."""
    plan = an_answered_draft(answers, **fields)
    submission = lifecycle.submit(plan, now=NOW, accept_over_ceiling=True)
    return Plan(submission.project, plan.brief), submission.deliverables


def a_submitted_plan(answers: dict[str, Any] | None = None, **fields: Any) -> Plan:
    """The plan of a project that was just submitted."""
    return a_submission(answers, **fields)[0]


def changed(plan: Plan, *changes: dict[str, Any], now: datetime = NOW) -> Plan:
    """The plan after changes as the what-if takes them, with its totals."""
    asked = WhatIf.model_validate({"changes": changes}).changes
    return lifecycle.changed(apply_all(plan, asked, now=now), now)


def an_archive(**fields: Any) -> Project:
    """A project as the first edition stored it while it was under way."""
    row = {
        "id": PROJECT_ID,
        "account_id": "acc_1",
        "name": "Practice",
        "status": "active",
        "phase": "planning",
        "ceiling": {"amount": 9_000, "currency": "GBP"},
        "estimate": {"rule_version": 1, "currency": "GBP", "total": 7_430, "low": 6_687, "high": 8_545},
        "spent": 1_840,
        "progress_percent": 25,
        "held_at_ceiling": False,
        "created_at": NOW,
        "updated_at": NOW,
        "submitted_at": NOW,
    }
    return Project.model_validate({**row, **fields})
