"""Links to the dashboard where a person deposits a secret, so that it never passes through an assistant (ADR 39)."""

from __future__ import annotations

from datetime import datetime, timedelta
from urllib.parse import quote, urlencode

from common.clock import to_iso
from common.ids import new_id
from common.settings import settings

LASTS = timedelta(hours=1)


def deposit_link(project_id: str, *, name: str, kind: str, now: datetime) -> str:
    """The page of the vault with the deposit dialog, filled in but for the secret."""
    return _link("deposit", project_id, {"name": name, "type": kind}, now)


def fulfill_link(request_id: str, *, now: datetime) -> str:
    """The page of the vault with the dialog that answers a request of the team."""
    return _link("fulfill", request_id, {}, now)


def _link(what: str, target_id: str, prefilled: dict[str, str], now: datetime) -> str:
    """`once` makes the deposit happen once: the dialog sends it as its idempotency key. A link lets nobody in.

    Everything stands behind the #, so that no server's log holds it.
    """
    told = {**prefilled, "until": to_iso(now + LASTS), "once": new_id("dep", now)}
    page = f"/app/#/vault/{what}/{quote(target_id, safe='')}?{urlencode(told, quote_via=quote)}"
    return f"{settings.public_url or ''}{page}"
