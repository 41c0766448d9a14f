"""The facts that a report is made from. They are stored with it as JSON, without floats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from common.clock import to_iso
from domain.pa.portfolio import Portfolio
from domain.pa.triage import Attention
from domain.projects import figures
from domain.projects.records import Project


def snapshot(portfolio: Portfolio, found: Sequence[Attention]) -> dict[str, Any]:
    """The facts at one moment. The next report compares its own with these to tell what changed."""
    return {
        "as_of": to_iso(portfolio.now),
        "projects": [_facts(project, portfolio) for project in portfolio.projects],
        "needs_attention": [
            {
                "project_id": item.first.project.id if item.first.project else None,
                "reason": item.reason,
                "priority": item.first.priority,
                "ids": list(item.ids),
            }
            for item in found
        ],
        "unread_messages": portfolio.unread,
    }


def _facts(project: Project, portfolio: Portfolio) -> dict[str, Any]:
    budget = figures.budget(project)
    eta = portfolio.eta_of(project)
    return {
        "id": project.id,
        "name": project.name,
        "status": project.status.value,
        "phase": project.phase.value,
        "progress": project.progress_percent,
        "currency": budget.currency,
        "ceiling": budget.ceiling,
        "likely": budget.likely,
        "spent": budget.spent,
        "unreported": budget.unreported,
        "remaining": budget.remaining,
        "forecast": budget.forecast,
        "eta": eta.isoformat() if eta else None,
        "deadline": project.deadline.isoformat() if project.deadline else None,
        "pending_approvals": len(portfolio.approvals_of(project)),
        "open_credential_requests": len(portfolio.requests_of(project)),
    }
