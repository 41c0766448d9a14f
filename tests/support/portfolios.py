"""Portfolios made by hand, for the assistant's pure rules."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

from domain.agents.records import Thread
from domain.pa.portfolio import Portfolio
from domain.projects.records import Approval, Estimate, Money, Project
from domain.projects.states import DeliverableKind, Phase, ProjectStatus, Role
from domain.vault.records import CredentialRequest

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def estimated(total: int) -> Estimate:
    return Estimate(
        rule_version=1,
        currency="EUR",
        total=total,
        low=total,
        high=total,
        lines=(),
        phases=(),
        working_days=20,
        computed_on=NOW.date(),
        eta=date(2026, 3, 30),
    )


def project(name: str = "Bakery", **fields: Any) -> Project:
    """A project under way, which needs nothing."""
    return Project(
        **{
            "id": f"prj_{name.lower().replace(' ', '_')}",
            "account_id": "acc_1",
            "name": name,
            "status": ProjectStatus.ACTIVE,
            "phase": Phase.PLANNING,
            "estimate": estimated(8_000),
            "spent": 1_000,
            "progress_percent": 25,
            "remaining_working_days": 10,
            "created_at": NOW - timedelta(days=5),
            "submitted_at": NOW - timedelta(days=4),
            "updated_at": NOW - timedelta(hours=1),
        }
        | fields
    )


def draft(name: str = "Bike shop", **fields: Any) -> Project:
    """A project whose intake is not submitted."""
    nothing = {"estimate": None, "spent": 0, "progress_percent": 0, "remaining_working_days": None}
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
