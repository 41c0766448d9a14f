"""The assistant's schedules really fire: in real time, and across days on a cloud whose clock is moved forward."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from atrium import NIGHTLY, Customer, wait_for
from cloud_time import shown, sweep
from local import clock
from local.cloud import Cloud
from local.paths import Home

BERLIN = ZoneInfo("Europe/Berlin")
WEEKLY = "Send me a status report every Monday at 9am"
MOMENT = timedelta(seconds=2)
SHORTLY = timedelta(seconds=5)
# A run that broke off, in a test before this one too, is delivered again when the queue's six minutes are over.
REDELIVERED_SECONDS = 400


def move_to(home: Home, moment: datetime) -> None:
    clock.advance(home, moment - shown(home))


def assign(customer: Customer, text: str, **fields: Any) -> dict[str, Any]:
    reply = customer.call("POST", "/pa/task", {"task": text, "timezone": "Europe/Berlin"} | fields)
    assert reply.status == 202
    return reply.data


def reports(customer: Customer, task_id: str) -> list[dict[str, Any]]:
    return customer.call("GET", f"/pa/reports?task_id={task_id}&limit=100").data["reports"]


def wait_for_reports(customer: Customer, task_id: str, count: int) -> list[dict[str, Any]]:
    return wait_for(
        lambda: found if len(found := reports(customer, task_id)) >= count else None, seconds=REDELIVERED_SECONDS
    )


def runs(customer: Customer, task_id: str) -> list[tuple[str, str]]:
    """(due, status), the earliest first."""
    found = customer.call("GET", f"/pa/tasks/{task_id}/runs?limit=100").data["runs"]
    return [(run["due_at"], run["status"]) for run in reversed(found)]


def armed(cloud: Cloud, task_id: str) -> list[dict[str, Any]]:
    scheduler, group = cloud.client("scheduler"), cloud.resources["ScheduleGroup"]
    found = scheduler.list_schedules(GroupName=group, NamePrefix=task_id)["Schedules"]
    return [scheduler.get_schedule(Name=one["Name"], GroupName=group) for one in found]


def wait_until_idle(cloud: Cloud) -> None:
    """Until the runs queue has nothing waiting and nothing under way."""
    sqs, url = cloud.client("sqs"), cloud.resources["RunsQueue"]
    counts = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"]

    def is_idle() -> bool:
        found = sqs.get_queue_attributes(QueueUrl=url, AttributeNames=counts)["Attributes"]
        return all(found[count] == "0" for count in counts)

    wait_for(is_idle, seconds=REDELIVERED_SECONDS)


def next_clock_change(after: datetime) -> date:
    """The day, in Berlin, on which the clock changes next."""
    days = (after.astimezone(BERLIN).date() + timedelta(days=ahead) for ahead in range(400))
    midnights = (datetime(day.year, day.month, day.day, tzinfo=BERLIN) for day in days)
    return next(at.date() for at in midnights if at.utcoffset() != (at + timedelta(days=1)).utcoffset())


def at_nine(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 9, tzinfo=BERLIN).astimezone(UTC)


def iso(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


@pytest.mark.nightly
def test_weekly_report_comes_at_nine_in_berlin_before_and_after_the_clock_change(cloud, home, customer):
    change = next_clock_change(shown(home) + timedelta(days=8))
    before, after = change - timedelta(days=6), change + timedelta(days=1)
    move_to(home, at_nine(before) - timedelta(minutes=1))

    accepted = assign(customer, WEEKLY)
    task_id = accepted["task_id"]
    coming = accepted["schedule"]["next_runs"]
    assert [run["utc"] for run in coming] == [iso(at_nine(day)) for day in (before, after, after + timedelta(days=7))]
    assert [run["local"][11:16] for run in coming] == ["09:00"] * 3
    assert len({run["local"][16:] for run in coming}) == 2

    clock.advance(home, timedelta(minutes=1))
    wait_for_reports(customer, task_id, 1)
    move_to(home, at_nine(after) + MOMENT)
    wait_for_reports(customer, task_id, 2)
    wait_until_idle(cloud)

    assert runs(customer, task_id) == [(iso(at_nine(before)), "succeeded"), (iso(at_nine(after)), "succeeded")]
    assert [report["due_at"] for report in reports(customer, task_id)] == [iso(at_nine(after)), iso(at_nine(before))]
    customer.call("DELETE", f"/pa/tasks/{task_id}")


def test_schedule_a_minute_ahead_fires_by_itself_when_it_is_due_and_not_before(cloud, home, customer):
    accepted = assign(customer, "Send me a status report in 1 minute")
    task_id, due = accepted["task_id"], accepted["schedule"]["next_runs"][0]["utc"]
    if not NIGHTLY:
        move_to(home, datetime.fromisoformat(due) - SHORTLY)
    while shown(home) < datetime.fromisoformat(due) - MOMENT:
        assert reports(customer, task_id) == []

    wait_for_reports(customer, task_id, 1)
    wait_until_idle(cloud)

    assert runs(customer, task_id) == [(due, "succeeded")]
    assert [report["due_at"] for report in reports(customer, task_id)] == [due]


@pytest.mark.nightly
def test_occurrence_that_fell_out_is_swept_up_and_only_the_latest_missed_one(cloud, home, customer):
    task_id = assign(customer, "Send me a status report every day at 9:00")["task_id"]
    (schedule,) = armed(cloud, task_id)
    cloud.client("scheduler").delete_schedule(Name=schedule["Name"], GroupName=cloud.resources["ScheduleGroup"])
    due = datetime.fromisoformat(json.loads(schedule["Target"]["Input"])["due_at"]).astimezone(BERLIN).date()
    missed, caught_up = [due, due + timedelta(days=1)], due + timedelta(days=2)
    move_to(home, at_nine(caught_up) + timedelta(hours=1))

    sweep(cloud)
    wait_for_reports(customer, task_id, 1)
    wait_until_idle(cloud)

    assert runs(customer, task_id) == [
        *((iso(at_nine(day)), "missed") for day in missed),
        (iso(at_nine(caught_up)), "succeeded"),
    ]
    assert len(reports(customer, task_id)) == 1
    (following,) = armed(cloud, task_id)
    assert json.loads(following["Target"]["Input"])["due_at"] == iso(at_nine(caught_up + timedelta(days=1)))
    customer.call("DELETE", f"/pa/tasks/{task_id}")


@pytest.mark.nightly
def test_paused_task_does_not_run_by_itself_but_when_told_to(cloud, home, customer):
    task_id = assign(customer, "Send me a status report every day at 9:00")["task_id"]
    paused = customer.call("PATCH", f"/pa/tasks/{task_id}", {"status": "paused"}).data
    assert (paused["status"], armed(cloud, task_id)) == ("paused", [])

    clock.advance(home, timedelta(days=1))
    started = customer.call("POST", f"/pa/tasks/{task_id}/run")
    wait_for_reports(customer, task_id, 1)
    wait_until_idle(cloud)

    assert started.status == 202
    assert [status for _, status in runs(customer, task_id)] == ["succeeded"]
    resumed = customer.call("PATCH", f"/pa/tasks/{task_id}", {"status": "active"}).data
    assert (resumed["status"], len(armed(cloud, task_id))) == ("active", 1)
    assert customer.call("DELETE", f"/pa/tasks/{task_id}").data == {"id": task_id, "deleted": True}
    assert armed(cloud, task_id) == []
    assert customer.call("GET", f"/pa/tasks/{task_id}").status == 404
    assert len(reports(customer, task_id)) == 1
