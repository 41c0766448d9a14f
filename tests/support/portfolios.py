"""Portfolios made by hand, for the assistant's pure rules."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

from domain.agents.records import Thread
from domain.pa.portfolio import Portfolio
from domain.projects.records import Accepted, Approval, Money, Project, Totals
from domain.projects.states import DeliverableKind, Phase, ProjectStatus, Role
from domain.vault.records import CredentialRequest

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def planned(likely: int, days: int = 50) -> Totals:
    """The totals of a brief: money in euros, days of effort."""
    return Totals(
        currency="EUR",
        low=likely * 8 // 10,
        likely=likely,
        high=likely * 12 // 10,
        days_low=days * 80,
        days_likely=days * 100,
        days_high=days * 120,
    )


def accepted(likely: int, **fields: Any) -> Accepted:
    """The estimate that was accepted when the project was submitted."""
    day = (NOW - timedelta(days=4)).date()
    of = {"rule_version": 2, "playbooks": "0", "eta": date(2026, 4, 3), "accepted_on": day}
    return Accepted(**planned(likely).model_dump(), **of | fields)


def project(name: str = "Bakery", **fields: Any) -> Project:
    """A project under way, which needs nothing."""
    return Project(
        **{
            "id": f"prj_{name.lower().replace(' ', '_')}",
            "account_id": "acc_1",
            "name": name,
            "status": ProjectStatus.ACTIVE,
            "phase": Phase.PLANNING,
            "plan": planned(8_000),
            "unassigned_days": 5_000,
            "unassigned_cost": 8_000,
            "accepted": accepted(8_000),
            "spent": 1_000,
            "progress_percent": 25,
            "created_at": NOW - timedelta(days=5),
            "submitted_at": NOW - timedelta(days=4),
            "updated_at": NOW - timedelta(hours=1),
        }
        | fields
    )


def draft(name: str = "Bike shop", **fields: Any) -> Project:
    """A project whose intake is not submitted."""
    nothing = {
        "plan": None,
        "unassigned_days": 0,
        "unassigned_cost": 0,
        "accepted": None,
        "spent": 0,
        "progress_percent": 0,
    }
    return project(name, status=ProjectStatus.DRAFT, phase=Phase.INTAKE, submitted_at=None, **nothing, **fields)


def approval(of: Project, title: str = "Roadmap", *, waited: timedelta = timedelta(hours=5)) -> Approval:
    return Approval(
        id=f"apr_{of.id}_{title}",
        project_id=of.id,
        deliverable_id=f"dlv_{title}",
        deliverable_kind=DeliverableKind.ROADMAP,
        title=title,
        revision=1,
        content_hash="0" * 64,
        created_at=NOW - waited,
    )


def request(
    of: Project, name: str = "Hosting", *, waited: timedelta = timedelta(days=2), **fields: Any
) -> CredentialRequest:
    return CredentialRequest(
        **{
            "id": f"crq_{of.id}_{name}",
            "account_id": "acc_1",
            "project_id": of.id,
            "project_name": of.name,
            "name": name,
            "type": "token",
            "reason": "The release plan needs it.",
            "how_to_obtain": "Ask your host.",
            "blocks": DeliverableKind.ROADMAP,
            "deliverable_id": "dlv_1",
            "requested_by": Role.CTO,
            "priority": "high",
            "created_at": NOW - waited,
        }
        | fields
    )


def thread(of: Project, unread: int, *, excerpt: str = "The **Roadmap** is ready. More below.") -> Thread:
    return Thread(
        project_id=of.id,
        account_id="acc_1",
        unread=unread,
        last_reply_at=NOW - timedelta(hours=3),
        last_reply_excerpt=excerpt,
    )


def portfolio(*projects: Project, **open_items: Any) -> Portfolio:
    nothing = {"approvals": (), "credential_requests": (), "threads": ()}
    return Portfolio(projects=projects, timezone="Europe/Berlin", now=NOW, **(nothing | open_items))


def ceiling(amount: int) -> Money:
    return Money(amount=amount, currency="EUR")
