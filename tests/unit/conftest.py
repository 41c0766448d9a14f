from __future__ import annotations

import os

from hypothesis import settings

from unit_fixtures import aws, clock, emulated_account, no_network, uncounted

# Properties hold for a handful of examples in every run, and for many each night.
settings.register_profile("default", max_examples=25)
settings.register_profile("nightly", max_examples=200)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

__all__ = ["aws", "clock", "emulated_account", "no_network", "uncounted"]
