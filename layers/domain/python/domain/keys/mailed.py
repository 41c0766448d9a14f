"""What mails about an account's security say about API keys."""

from __future__ import annotations

from common.clock import utc_now
from domain.keys.store import key_store


def names_of_active_keys(account_id: str) -> list[str]:
    """The name and the prefix of each key that works now, as `name (prefix…)`, oldest first."""
    keys = key_store().list_active_keys(account_id, utc_now())
    return [f"{key.name} ({key.prefix}…)" for key in sorted(keys, key=lambda key: key.created_at)]
