from __future__ import annotations

import gc
import os

from hypothesis import settings

from unit_fixtures import aws, clock, emulated_account, no_network, uncounted

# Properties hold for a handful of examples in every run, and for many each night.
# None fails for its time: on a busy machine an example takes longer than hypothesis allows. What must be quick has
# tests that say so.
# By default the examples are the same in every run, so that a change is judged by what it changed.
settings.register_profile("default", max_examples=25, deadline=None, derandomize=True)
settings.register_profile("nightly", max_examples=200, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_collection_finish() -> None:
    """What collecting made stays until the end; not looking through it again for garbage saves a tenth of the time."""
    gc.collect()
    gc.freeze()


__all__ = ["aws", "clock", "emulated_account", "no_network", "uncounted"]
