"""Links to the dashboard where a person deposits a secret, so that it never passes through an assistant (ADR 14)."""

from __future__ import annotations

from datetime import datetime, timedelta
from urllib.parse import quote

from common.ids import new_id
from common.settings import settings

LASTS = timedelta(hours=1)


def deposit_link(project_id: str, *, name: str, kind: str, now: datetime) -> str:
    """A link, good for an hour, to the vault's deposit dialog, in which all but the secret is filled in."""
    return _link("deposit", (project_id, kind, name), now)


def fulfill_link(request_id: str, *, now: datetime) -> str:
    """A link, good for an hour, to the vault's dialog that answers a request of the team for access."""
    return _link("fulfill", (request_id,), now)


def _link(what: str, told: tuple[str, ...], now: datetime) -> str:
    """A link with `told`, the time of its end, and an idempotency key: the dialog deposits once. It signs nobody in.

    Everything stands behind the #, so that no server's log holds it.
    """
    until = str(int((now + LASTS).timestamp()))
    path = "/".join(quote(part, safe="") for part in ("vault", what, *told, until, new_id("dep", now)))
    return f"{settings.public_url or ''}/app/#/{path}"
