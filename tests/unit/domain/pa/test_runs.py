from __future__ import annotations

import pytest

from assistants import ACCOUNT, Killed, utc
from common.errors import Conflict, NotFound, Unavailable
from domain.pa.eventbridge import RunScheduler
from domain.pa.models import SkipRun, UpdateTask
from domain.pa.records import MAX_FAILURES, TaskStatus
from domain.pa.store import AssistantStore

HOURLY = "Check my projects every hour from 9:00 to 17:00"
DAILY = "Send me a status report every day at 9:00"
WEEKLY = "Send me a status report every Monday at 9am"
PAUSE, RESUME = UpdateTask(status=TaskStatus.PAUSED), UpdateTask(status=TaskStatus.ACTIVE)
WRITES = ("claim_run", "save_task", "finish_run")


@pytest.fixture
def begun(office):
    """A weekly task whose worker died within its first run, and the occasion of that run."""
    task = office.assign(WEEKLY)
    occasion = office.fire()
    office.store.dies_before = 2
    with pytest.raises(Killed):
        office.runs.run(occasion)
    office.store.dies_before = None
    return task, occasion


def test_occasion_delivered_twice_makes_one_report_and_is_counted_once(office):
    task = office.assign(WEEKLY)
    occasion = office.fire()

    office.runs.run(occasion)
    office.runs.run(occasion)

    assert len(office.reports()) == 1
    assert office.run_states(task.id) == [("03-09 08:00", "succeeded")]
    assert office.armed_at() == [utc("2026-03-16 08:00")]
    day = office.clock().date()
    assert sum(row.measure("task_runs") for row in office.runs.usage.list_rows(ACCOUNT, day, day)) == 1


def test_second_worker_waits_while_the_first_holds_the_lease(office, begun):
    with pytest.raises(Conflict):
        office.runs.run(begun[1])

    assert office.reports() == []


@pytest.mark.parametrize("text", [WEEKLY, "Send me a status report on Monday at 9am"])
@pytest.mark.parametrize("dies_before", range(len(WRITES)))
@pytest.mark.parametrize("recovery", ["redelivery", "sweep"])
def test_worker_killed_before_any_write_loses_neither_report_nor_chain(office, text, dies_before, recovery):
    task = office.assign(text)
    occasion = office.fire()
    office.store.dies_before = dies_before
    with pytest.raises(Killed):
        office.runs.run(occasion)
    office.store.dies_before = None

    office.clock.advance(minutes=5)
    if recovery == "redelivery":
        office.runs.run(occasion)
    else:
        assert office.overdue.sweep() >= 1
        office.run_delivered()

    assert office.store.writes[:dies_before] == list(WRITES[:dies_before])
    assert len(office.reports(task.id)) == 1
    assert office.run_states(task.id) == [("03-09 08:00", "succeeded")]
    assert office.armed_at() == ([utc("2026-03-16 08:00")] if task.recurring else [])
    office.clock.advance(minutes=10)
    assert office.overdue.sweep() == 0


def test_run_that_was_begun_is_finished_although_its_task_was_paused_meanwhile(office, begun):
    task, occasion = begun
    office.tasks.update(ACCOUNT, task.id, PAUSE)

    office.clock.advance(minutes=5)
    office.runs.run(occasion)

    assert office.run_states(task.id) == [("03-09 08:00", "succeeded")]
    assert (office.task(task.id).status, office.armed()) == (TaskStatus.PAUSED, [])


def test_run_that_was_begun_ends_without_a_report_when_its_task_was_deleted(office, begun):
    task, _ = begun
    office.tasks.delete(ACCOUNT, task.id)

    office.clock.advance(minutes=5)
    office.overdue.sweep()
    office.run_delivered()

    assert office.run_states(task.id) == [("03-09 08:00", "failed")]
    assert office.overdue.sweep() == 0


@pytest.mark.parametrize("stop", ["pause", "delete"])
def test_occasion_of_a_paused_or_deleted_task_does_not_run(office, stop):
    task = office.assign(WEEKLY)
    occasion = office.fire()
    office.tasks.update(ACCOUNT, task.id, PAUSE) if stop == "pause" else office.tasks.delete(ACCOUNT, task.id)

    office.runs.run(occasion)

    assert (office.run_states(task.id), office.reports(), office.armed()) == ([], [], [])


def test_occasion_that_was_skipped_while_its_message_was_under_way_does_not_run(office):
    task = office.assign(WEEKLY)
    occasion = office.fire()
    office.tasks.skip(ACCOUNT, task.id, SkipRun(due_at=occasion.moment))

    office.runs.run(occasion)

    assert (office.run_states(task.id), office.reports()) == ([], [])
    assert office.armed_at() == [utc("2026-03-16 08:00")]


def test_two_runs_that_were_skipped_stay_left_out(office):
    task = office.assign(WEEKLY)
    occasion = office.fire()
    for moment in (occasion.moment, utc("2026-03-16 08:00")):
        left = office.tasks.skip(ACCOUNT, task.id, SkipRun(due_at=moment))

    office.runs.run(occasion)

    assert office.run_states(task.id) == []
    assert left.schedule.next_runs[0].utc == left.next_run_at == utc("2026-03-23 08:00")


def test_run_that_was_skipped_stays_left_out_when_its_task_is_paused_and_resumed(office):
    task = office.assign(WEEKLY)
    office.tasks.skip(ACCOUNT, task.id, SkipRun(due_at=task.next_run_at))

    office.tasks.update(ACCOUNT, task.id, PAUSE)
    resumed = office.tasks.update(ACCOUNT, task.id, UpdateTask(status=TaskStatus.ACTIVE))

    assert resumed.next_run_at == utc("2026-03-16 08:00")
    assert office.armed_at() == [utc("2026-03-16 08:00")]


@pytest.mark.parametrize("found_by", ["sweep", "late delivery"])
def test_only_the_latest_of_the_missed_occurrences_is_caught_up_and_each_has_a_record(office, found_by):
    task = office.assign(DAILY)
    late = office.fire()
    office.clock.moment = utc("2026-03-06 12:00")

    if found_by == "sweep":
        assert office.overdue.sweep() == 1
    for _ in range(2):
        office.runs.run(late)
        office.run_delivered()
        office.overdue.sweep()
    office.run_delivered()

    assert office.run_states(task.id) == [
        ("03-03 08:00", "missed"),
        ("03-04 08:00", "missed"),
        ("03-05 08:00", "missed"),
        ("03-06 08:00", "succeeded"),
    ]
    assert len(office.reports(task.id)) == 1
    assert office.armed_at() == [utc("2026-03-07 08:00")]


def test_one_shot_missed_for_days_is_caught_up_once(office):
    task = office.assign("Send me a status report tomorrow at 9")
    office.fire()
    office.clock.advance(days=3)

    office.overdue.sweep()
    office.run_delivered()

    assert office.run_states(task.id) == [("03-03 08:00", "succeeded")]
    assert office.task(task.id).status is TaskStatus.DONE


def test_many_missed_occurrences_keep_the_latest_and_count_the_others(office, monkeypatch):
    monkeypatch.setattr("domain.pa.occurrences.MISSED_KEPT", 3)
    task = office.assign(DAILY)
    office.fire()
    office.clock.moment = utc("2026-03-12 12:00")

    office.overdue.sweep()

    runs, _ = office.store.list_runs(task, limit=100, cursor=None)
    assert [f"{run.due_at:%m-%d}" for run in reversed(runs)] == ["03-09", "03-10", "03-11"]
    assert runs[-1].note.endswith("6 more before this one were missed too.")


def test_sweep_leaves_alone_what_is_only_just_due(office):
    office.assign(WEEKLY)
    office.fire()
    office.clock.advance(seconds=30)

    assert office.overdue.sweep() == 0


@pytest.mark.parametrize("again", [RESUME, UpdateTask(when="every Friday at 8")], ids=["resumed", "given other times"])
def test_fifth_failure_in_a_row_stops_the_task_until_it_is_resumed_or_moved(office, again):
    task = office.assign(DAILY)
    office.reader.failures = MAX_FAILURES
    for _ in range(MAX_FAILURES):
        office.fire_and_run()

    stopped = office.task(task.id)
    assert (stopped.status, stopped.failures, stopped.next_run_at) == (TaskStatus.FAILED, MAX_FAILURES, None)
    assert office.armed() == []
    assert [state for _, state in office.run_states(task.id)] == ["failed"] * MAX_FAILURES
    latest, *earlier = office.reports(task.id)
    assert not any(report.succeeded or report.data for report in [latest, *earlier])
    assert all("**We could not make this report.**" in report.content for report in [latest, *earlier])
    assert "This task failed 5 times in a row and has stopped" in latest.content
    assert all("The next run tries again" in report.content for report in earlier)
    assert "stopped after 5 failures in a row" in office.ask("What is scheduled?").response

    office.tasks.update(ACCOUNT, task.id, again)
    office.fire_and_run()

    assert (office.task(task.id).status, office.task(task.id).failures) == (TaskStatus.ACTIVE, 0)
    assert office.reports(task.id)[0].succeeded


def test_success_between_failures_begins_the_count_anew(office):
    task = office.assign(DAILY)
    office.reader.failures = MAX_FAILURES - 1
    for _ in range(MAX_FAILURES):
        office.fire_and_run()
    office.reader.failures = 1
    office.fire_and_run()

    assert (office.task(task.id).status, office.task(task.id).failures) == (TaskStatus.ACTIVE, 1)


@pytest.mark.parametrize("down", ["reader", "scheduler"])
def test_outage_fails_no_run_but_leaves_it_to_the_next_delivery(office, monkeypatch, down):
    task = office.assign(WEEKLY)
    occasion = office.fire()

    def refuse(*_arguments, **_options):
        raise Unavailable

    with monkeypatch.context() as outage:
        outage.setattr(*((type(office.reader), "read") if down == "reader" else (RunScheduler, "arm")), refuse)
        with pytest.raises(Unavailable):
            office.runs.run(occasion)
    assert office.reports() == []

    office.clock.advance(minutes=2)
    office.runs.run(occasion)
    assert office.run_states(task.id) == [("03-09 08:00", "succeeded")]
    assert (len(office.reports()), office.armed_at()) == (1, [utc("2026-03-16 08:00")])


def test_task_deleted_before_its_run_is_claimed_breaks_nothing_off(office, monkeypatch):
    task = office.assign(WEEKLY)
    occasion = office.fire()
    find_run = AssistantStore.find_run

    def delete_and_find(store, account_id, task_id, run_id):
        monkeypatch.setattr(AssistantStore, "find_run", find_run)
        office.tasks.delete(ACCOUNT, task.id)
        return find_run(store, account_id, task_id, run_id)

    monkeypatch.setattr(AssistantStore, "find_run", delete_and_find)
    office.runs.run(occasion)

    assert len(office.reports()) == 1  # as of one that is deleted while it runs
    assert office.armed() == []


def test_task_deleted_while_it_runs_leaves_its_report(office, monkeypatch):
    task = office.assign(WEEKLY)
    occasion = office.fire()
    read = type(office.reader).read

    def delete_and_read(reader, account_id, *, timezone, with_work=False):
        office.tasks.delete(ACCOUNT, task.id)
        return read(reader, account_id, timezone=timezone, with_work=with_work)

    monkeypatch.setattr(type(office.reader), "read", delete_and_read)
    office.runs.run(occasion)

    assert len(office.reports()) == 1
    with pytest.raises(NotFound):
        office.task(task.id)
