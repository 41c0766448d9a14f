"""A worker whose process ends at a write."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from botocore.exceptions import ClientError

from common.dynamo import dynamodb


class Killed(BaseException):
    """The process is gone: nothing of ours catches it."""


def killed_at(number: int, do: Callable[[], object], *, after: bool = False) -> bool:
    """Call `do`, killed before (or `after`) its write `number`, from 1; returns whether there was such a write."""
    client, writes = dynamodb(), 0

    def killing(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(**request: Any) -> Any:
            nonlocal writes
            writes += 1
            if writes != number:
                return real(**request)
            if after:
                with suppress(ClientError):
                    real(**request)
            raise Killed

        return call

    with pytest.MonkeyPatch.context() as patch:
        for name in ("transact_write_items", "update_item"):
            patch.setattr(client, name, killing(getattr(client, name)))
        try:
            do()
        except Killed:
            return True
    return False
