"""What the security log says of webhooks: the host alone, because a whole URL may hold a key."""

from __future__ import annotations

from domain.audit.log import by_caller
from domain.events.records import EventType
from domain.webhooks.models import CreateEndpoint, RotateSecret, UpdateEndpoint
from doors import session_caller
from security_logs import ACCOUNT, ORIGIN, noted

BY = by_caller(session_caller(), ORIGIN)
URL = "http://localhost:9/services/T0/secret?token=abc"


def test_each_change_of_a_webhook_is_noted_without_its_path(webhooks, clock):
    service = webhooks.service
    made = service.create(ACCOUNT, CreateEndpoint(url=URL, types=[EventType.REPORT_READY]), by=BY)
    clock.advance(seconds=1)
    service.update(ACCOUNT, made.id, UpdateEndpoint(description="CI"), by=BY)
    clock.advance(seconds=1)
    service.rotate(ACCOUNT, made.id, RotateSecret(), by=BY)
    clock.advance(seconds=1)
    service.delete(ACCOUNT, made.id, by=BY)

    assert noted() == [
        ("webhook_changed", f"Webhook to localhost: {done}", "usr_1", "203.0.113.9", "curl/8")
        for done in ("created", "changed", "secret rotated", "deleted")
    ]
