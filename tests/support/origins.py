"""Where the requests of tests come from."""

from __future__ import annotations

from common.caller import Origin

HERE = Origin("127.0.0.1", "the tests", "req_1")
