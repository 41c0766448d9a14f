"""The headers of a delivery, by Standard Webhooks: its id, the time, and a signature by each valid secret."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from standardwebhooks import Webhook


def signed_headers(secrets: Iterable[str], event_id: str, body: str, now: datetime) -> dict[str, str]:
    """The headers by name. During the grace of a rotation there are two secrets, and so two signatures."""
    at = now.astimezone(UTC)  # the library replaces the zone by UTC instead of converting
    signatures = [Webhook(secret).sign(event_id, at, body) for secret in secrets]
    return {
        "webhook-id": event_id,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(signatures),
    }
