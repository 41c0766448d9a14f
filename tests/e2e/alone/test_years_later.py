"""A year later: old entries of the security log are gone, and what stays verifies from a signed checkpoint.

It moves the clock by more than a year, so nearly all of these tests come before it.
"""

from __future__ import annotations

from contextlib import closing
from datetime import timedelta
from typing import Any

import pytest

from atrium import PASSWORD, Customer, wait_for
from atrium_verify.security_log import problems
from cloud_time import pass_time
from local.cloud import Cloud
from local.paths import Home

pytestmark = pytest.mark.nightly


def log_of(customer: Customer) -> dict[str, Any]:
    head = customer.by_session("GET", "/api/account/audit/head").data
    return {**head, "entries": customer.by_session("GET", "/api/account/audit?limit=100").data["entries"][::-1]}


def test_old_entries_leave_a_signed_checkpoint(cloud: Cloud, home: Home) -> None:
    with closing(Customer(cloud.base_url)) as customer:
        first = wait_for(lambda: (log := log_of(customer))["sequence"] == len(log["entries"]) > 1 and log)
        pass_time(cloud, home, timedelta(days=402))
        signed_in = {"email": customer.email, "password": PASSWORD}
        assert customer.by_session("POST", "/api/auth/login", signed_in).status == 200

        log = wait_for(lambda: (found := log_of(customer))["checkpoint"] and found)

        assert log["checkpoint"]["sequence"] == first["sequence"]
        assert log["checkpoint"]["hash"] == first["hash"]
        assert log["public_key"] == first["public_key"]
        assert list(problems(log, first["public_key"])) == []
        forged = {**log["checkpoint"], "hash": "0" * 64}
        assert list(problems({**log, "checkpoint": forged}, first["public_key"]))
