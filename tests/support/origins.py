"""The origins of the requests that tests make."""

from __future__ import annotations

from common.caller import Origin

HERE = Origin("127.0.0.1", "the tests", "req_1")
