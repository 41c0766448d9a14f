from __future__ import annotations

from unit_fixtures import aws, clock, emulated_account, no_network, uncounted

__all__ = ["aws", "clock", "emulated_account", "no_network", "uncounted"]
