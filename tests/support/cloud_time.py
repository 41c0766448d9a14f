"""The clock of a deployed cloud, moved forward, and the sweep that finds what that made due."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime, timedelta

from local import clock
from local.cloud import Cloud
from local.paths import Home


def shown(home: Home) -> datetime:
    """What the cloud's clock shows: tests before may have moved it."""
    return datetime.now(UTC) + clock.offset(home)


def sweep(cloud: Cloud) -> None:
    """Run the sweep once, which must not fail."""
    with closing(cloud.client("lambda")) as client:
        answer = client.invoke(FunctionName=cloud.resources["SweepFunction"], Payload=b"{}")
    assert "FunctionError" not in answer, answer["Payload"].read()


def pass_time(cloud: Cloud, home: Home, by: timedelta) -> None:
    """Move the clock, and run the sweep."""
    clock.advance(home, by)
    sweep(cloud)
