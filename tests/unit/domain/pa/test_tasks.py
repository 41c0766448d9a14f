from __future__ import annotations

from datetime import timedelta

import pytest
from botocore.exceptions import ClientError
from pydantic import ValidationError

from assistants import ACCOUNT, OTHER_ACCOUNT, put_copies, utc
from briefs import submitted_project
from common.errors import InvalidRequest, NotFound, Unavailable
from common.idempotency import Attempt, do_once
from common.settings import settings
from domain.pa.eventbridge import occasion_of
from domain.pa.mailed import mailed_report
from domain.pa.models import AssignTask, ReadSchedule, SkipRun, UpdateTask
from domain.pa.records import TaskKind, TaskStatus, Trigger
from domain.pa.tasks import MAX_SCHEDULED_TASKS, TaskEnded, TooManyTasks
from domain.projects.errors import ChangedSince
from doors import CONTEXT

WEEKLY = "Send me a status report every Monday at 9am"
KEY = "AKIA" + "IOSFODNN7EXAMPL3"
PAUSE, RESUME = UpdateTask(status=TaskStatus.PAUSED), UpdateTask(status=TaskStatus.ACTIVE)


def update(office, task, request):
    return office.tasks.update(ACCOUNT, task.id, request)


def test_weekly_task_is_accepted_with_three_next_runs_across_the_clock_change(office):
    office.clock.moment = utc("2026-03-21 12:00")

    accepted = office.tasks.assign(ACCOUNT, AssignTask(task=WEEKLY))

    assert (accepted.status, accepted.scheduled) == ("accepted", True)
    assert accepted.message == (
        "Scheduled every Monday at 09:00 (Europe/Berlin). Next: Mon 23 Mar 2026, 09:00; Mon 30 Mar 2026, 09:00; "
        "Mon 6 Apr 2026, 09:00. It tells you how your projects stand."
    )
    assert [(run.utc, run.local) for run in accepted.schedule.next_runs] == [
        (utc("2026-03-23 08:00"), "2026-03-23T09:00+01:00"),
        (utc("2026-03-30 07:00"), "2026-03-30T09:00+02:00"),
        (utc("2026-04-06 07:00"), "2026-04-06T09:00+02:00"),
    ]
    assert office.armed_at() == [utc("2026-03-23 08:00")]
    stored = office.task(accepted.task_id)
    assert (stored.task, stored.next_run_at) == ("Send me a status report", utc("2026-03-23 08:00"))
    in_tokyo = office.assign(WEEKLY, timezone="Asia/Tokyo")
    assert (in_tokyo.timezone, in_tokyo.next_run_at) == ("Asia/Tokyo", utc("2026-03-23 00:00"))


def test_mails_of_a_task_are_switched_without_touching_its_runs(office):
    task = office.assign(WEEKLY)
    armed = office.armed_at()

    off, again = (update(office, task, UpdateTask(mail=False)) for _ in "12")

    assert (task.mail, off.mail, again.mail) == (True, False, False)
    assert (off.status, off.next_run_at, office.armed_at()) == (TaskStatus.ACTIVE, task.next_run_at, armed)
    assert office.task(task.id).version == task.version + 1
    both = update(office, task, UpdateTask(mail=True, status=TaskStatus.PAUSED))
    assert (both.mail, both.status) == (True, TaskStatus.PAUSED)


def test_report_for_a_mail_says_whether_its_task_wants_it_even_when_the_task_is_gone(office):
    task = office.assign(WEEKLY)
    office.fire_and_run()
    (report,) = office.reports(task.id)
    before = mailed_report(ACCOUNT, report.id)
    update(office, task, UpdateTask(mail=False))
    switched_off = mailed_report(ACCOUNT, report.id)
    office.tasks.delete(ACCOUNT, task.id)

    assert (before.title, before.content, before.wanted) == (report.title, report.content, True)
    assert switched_off.wanted is False
    assert mailed_report(ACCOUNT, report.id).wanted
    with pytest.raises(NotFound):
        mailed_report(OTHER_ACCOUNT, report.id)


def test_task_without_a_schedule_runs_at_once_and_is_done(office):
    accepted = office.tasks.assign(ACCOUNT, AssignTask(task="Summarise all my projects"))
    office.run_delivered()

    assert (accepted.scheduled, accepted.schedule) == (False, None)
    assert office.armed() == []
    assert office.task(accepted.task_id).status is TaskStatus.DONE
    (report,) = office.reports()
    assert (report.task_id, report.succeeded) == (accepted.task_id, True)
    for asked in (PAUSE, RESUME):
        with pytest.raises(TaskEnded):
            office.tasks.update(ACCOUNT, accepted.task_id, asked)


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"task": "Every Monday look into the mailbox, the password is Hunter2!blue"}, "task"),
        ({"task": f"Every Monday check AWS with {KEY}"}, "task"),
        ({"when": f"every day at {KEY}"}, "when"),
        ({"when": "every 14 minutes"}, "when"),
        ({"when": "regularly"}, "when"),
    ],
    ids=["password in the task", "key in the task", "key in the schedule", "too often", "unclear"],
)
def test_secret_or_bad_rhythm_is_refused_in_a_new_task_and_in_a_change_and_nothing_is_stored(office, asked, field):
    task = office.assign("Check my projects every 15 minutes")

    for attempt in (
        lambda: office.tasks.assign(ACCOUNT, AssignTask(**{"task": "Report", **asked})),
        lambda: update(office, task, UpdateTask(**asked)),
    ):
        with pytest.raises(InvalidRequest) as refused:
            attempt()
        assert refused.value.code == ("SCHEDULE_UNCLEAR" if asked == {"when": "regularly"} else "VALIDATION_ERROR")
        assert [one.field for one in refused.value.problems] == [field]
        told = refused.value.message + str(refused.value.problems)
        assert not [secret for secret in ("Hunter2!blue", KEY) if secret in told]
    assert office.store.list_scheduled(ACCOUNT) == [task]


def test_hundred_and_first_scheduled_task_is_refused_until_one_is_deleted(office):
    first = office.assign("Send me a report every day at 9:00")
    put_copies(settings.pa_table, first.id, MAX_SCHEDULED_TASKS - 1)

    with pytest.raises(TooManyTasks) as refused:
        office.tasks.assign(ACCOUNT, AssignTask(task=WEEKLY))
    assert refused.value.code == "LIMIT_REACHED"
    assert office.tasks.assign(ACCOUNT, AssignTask(task="Summarise all my projects")).scheduled is False

    done = office.assign("Summarise all my projects")
    office.run_delivered()
    with pytest.raises(TooManyTasks):
        update(office, done, UpdateTask(when="every Friday at 8"))

    office.tasks.delete(ACCOUNT, first.id)
    assert office.tasks.assign(ACCOUNT, AssignTask(task=WEEKLY)).scheduled is True


def test_example_unknown_and_foreign_projects_have_no_reports(office, project_id):
    example = submitted_project(office.projects, ACCOUNT, example=True)

    with pytest.raises(InvalidRequest, match="An example project has no reports"):
        office.tasks.assign(ACCOUNT, AssignTask(task=WEEKLY, project_id=example))
    for account_id, named in ((ACCOUNT, "prj_unknown"), (OTHER_ACCOUNT, project_id)):
        with pytest.raises(NotFound):
            office.tasks.assign(account_id, AssignTask(task=WEEKLY, project_id=named))


def test_pausing_disarms_and_resuming_arms_the_next_occurrence_from_now_and_catches_up_none(office):
    task = office.assign(WEEKLY)

    paused, again = (update(office, task, PAUSE) for _ in range(2))
    assert paused == again
    assert (paused.status, paused.next_run_at, paused.schedule.next_runs) == (TaskStatus.PAUSED, None, [])
    assert (office.armed(), office.task(task.id).version) == ([], task.version + 1)

    office.clock.advance(days=15)
    resumed = update(office, task, RESUME)
    assert resumed.status is TaskStatus.ACTIVE
    assert office.armed_at() == [resumed.next_run_at] == [utc("2026-03-23 08:00")]
    assert (office.overdue.sweep(), office.run_states(task.id)) == (0, [])


def test_one_shot_resumed_after_its_time_is_done(office):
    task = office.assign("Send me a status report tomorrow at 9")
    update(office, task, PAUSE)
    office.clock.advance(days=2)

    assert update(office, task, RESUME).status is TaskStatus.DONE
    assert office.armed() == []


def test_deleting_disarms_and_keeps_the_reports(office):
    task = office.assign(WEEKLY)
    office.fire_and_run()

    deleted = office.tasks.delete(ACCOUNT, task.id)

    assert (deleted.id, deleted.deleted) == (task.id, True)
    assert office.armed() == []
    assert len(office.reports()) == 1
    with pytest.raises(NotFound):
        office.tasks.get(ACCOUNT, task.id)


@pytest.mark.parametrize("paused", [False, True])
def test_run_now_makes_a_report_also_while_paused_and_leaves_the_schedule_alone(office, paused):
    task = office.assign(WEEKLY)
    if paused:
        update(office, task, PAUSE)
    armed = office.armed_at()

    office.tasks.run_now(ACCOUNT, task.id)
    office.run_delivered()

    assert len(office.reports(task.id)) == 1
    assert office.armed_at() == armed
    assert office.task(task.id).status is (TaskStatus.PAUSED if paused else TaskStatus.ACTIVE)


def test_run_asked_for_again_before_it_ended_is_the_same_run(office):
    task = office.assign(WEEKLY)

    for _ in range(6):
        office.clock.advance(seconds=1)
        office.tasks.run_now(ACCOUNT, task.id)
    office.run_delivered()
    assert len(office.reports(task.id)) == 1

    office.clock.advance(seconds=1)
    office.tasks.run_now(ACCOUNT, task.id)
    office.run_delivered()
    assert len(office.reports(task.id)) == 2


def test_of_requests_for_a_run_at_the_same_time_one_starts_it(office, monkeypatch):
    task = office.assign(WEEKLY)
    first = office.task(task.id)
    rivals = [lambda: office.tasks.run_now(ACCOUNT, task.id)]

    def read_before_the_rival_writes(*_arguments):
        if rivals:
            rivals.pop()()
            return first
        return office.store.store.get_task(ACCOUNT, task.id)

    monkeypatch.setattr(office.store, "get_task", read_before_the_rival_writes, raising=False)
    office.tasks.run_now(ACCOUNT, task.id)
    monkeypatch.undo()
    office.run_delivered()

    assert len(office.reports(task.id)) == 1


def test_run_that_could_not_be_started_may_be_asked_for_again_at_once(office, monkeypatch):
    task = office.assign(WEEKLY)

    def refuse(*_arguments):
        raise Unavailable

    monkeypatch.setattr(type(office.tasks.scheduler), "deliver", refuse)
    with pytest.raises(Unavailable):
        office.tasks.run_now(ACCOUNT, task.id)
    monkeypatch.undo()
    office.tasks.run_now(ACCOUNT, task.id)

    assert len(office.delivered()) == 1


def test_run_that_could_not_be_started_is_started_by_a_repetition_under_its_key(office, monkeypatch):
    task = office.assign(WEEKLY)
    attempt = Attempt(scope="acc_1 key_1 run", key="first", payload=b"")

    def run():
        return do_once(attempt, lambda: {"id": office.tasks.run_now(ACCOUNT, task.id).id}, CONTEXT)

    def refuse(*_arguments):
        raise Unavailable

    with monkeypatch.context() as down:
        down.setattr(type(office.tasks.scheduler), "deliver", refuse)
        with pytest.raises(Unavailable):
            run()

    assert [run(), run()] == [{"id": task.id}] * 2
    assert len(office.delivered()) == 1


def test_run_that_was_lost_does_not_keep_the_task_from_running_for_ever(office):
    task = office.assign(WEEKLY)
    office.tasks.run_now(ACCOUNT, task.id)
    office.delivered()

    office.clock.advance(minutes=10)
    office.tasks.run_now(ACCOUNT, task.id)

    assert len(office.delivered()) == 1


def test_task_is_kept_and_swept_up_when_the_scheduler_is_down(office, monkeypatch):
    def refuse(**_request):
        raise ClientError({"Error": {"Code": "ThrottlingException"}}, "CreateSchedule")

    monkeypatch.setattr("domain.pa.eventbridge._scheduler", lambda: type("Down", (), {"create_schedule": refuse}))
    task = office.assign("Send me a status report in 2 hours")
    monkeypatch.undo()
    assert office.armed() == []

    office.clock.advance(hours=2, minutes=3)
    assert office.overdue.sweep() == 1
    office.run_delivered()

    assert len(office.reports(task.id)) == 1


def test_pages_of_tasks_and_reports_follow_one_another(office):
    tasks = [office.assign("Send me a report every day at 9:00") for _ in range(5)]
    for _ in range(5):
        office.fire_and_run()

    first = office.tasks.list_page(ACCOUNT, limit=3, cursor=None)
    second = office.tasks.list_page(ACCOUNT, limit=3, cursor=first.next_cursor)
    newest = office.tasks.list_reports(ACCOUNT, limit=3, before=None, task_id=None)
    older = office.tasks.list_reports(ACCOUNT, limit=3, before=newest.next_cursor, task_id=None)

    assert [task.id for task in first.tasks + second.tasks] == [task.id for task in reversed(tasks)]
    assert (first.has_more, second.has_more) == (True, False)
    assert len({report.id for report in newest.reports + older.reports}) == 5
    assert (newest.has_more, older.has_more) == (True, False)


def test_task_is_moved_to_other_times_and_its_id_and_runs_stay(office):
    task = office.assign(WEEKLY)

    changed = update(office, task, UpdateTask(when="every Friday at 8", kind="money"))

    assert (changed.id, changed.kind) == (task.id, "money")
    assert changed.schedule.text == "every Friday at 08:00 (Europe/Berlin)"
    assert office.armed_at() == [changed.next_run_at]


def test_task_that_was_moved_to_a_later_time_does_not_run_at_the_earlier_one(office):
    task = office.assign(WEEKLY)
    earlier = occasion_of(ACCOUNT, task.id, task.next_run_at, Trigger.SCHEDULE)

    moved = update(office, task, UpdateTask(when=f"on {task.next_run_at + timedelta(days=3):%d %B %Y} at 9"))
    office.clock.moment = task.next_run_at
    office.runs.run(earlier)

    assert (office.reports(task.id), office.task(task.id).next_run_at) == ([], moved.next_run_at)


def test_next_run_and_no_other_is_left_out_once_and_those_after_it_stay(office):
    task = office.assign(WEEKLY)

    with pytest.raises(ChangedSince):
        office.tasks.skip(ACCOUNT, task.id, SkipRun(due_at=utc("2026-03-10 08:00")))
    assert office.task(task.id) == task
    skipped = [office.tasks.skip(ACCOUNT, task.id, SkipRun(due_at=task.next_run_at)).next_run_at for _ in range(2)]

    assert skipped == [utc("2026-03-16 08:00")] * 2
    assert office.armed_at() == [utc("2026-03-16 08:00")]


@pytest.mark.parametrize(
    ("request_", "fields", "told"),
    [
        (UpdateTask, {}, "at least one of task, when"),
        (UpdateTask, {"mail": None}, "at least one of task, when"),
        (UpdateTask, {"status": "paused", "mail": None}, "at least one of task, when"),
        (AssignTask, {"task": "Look", "kind": "check"}, "waiting_hours with the kind check"),
        (AssignTask, {"task": "Look", "waiting_hours": 3}, "waiting_hours with the kind check"),
        (AssignTask, {"task": "Look", "kind": "money", "waiting_hours": 3}, "waiting_hours with the kind check"),
        (ReadSchedule, {}, "Give task or when"),
    ],
)
def test_request_that_lacks_something_is_refused_and_told_what(request_, fields, told):
    with pytest.raises(ValidationError, match=told):
        request_(**fields)


def test_check_that_finds_nothing_makes_no_report(office):
    task = office.assign("Look whether something waits", kind="check", waiting_hours=48)

    office.run_delivered()

    assert office.reports(task.id) == []
    assert [state for _, state in office.run_states(task.id)] == ["succeeded"]


@pytest.mark.parametrize(
    ("asked", "task", "kind"),
    [
        ({"task": "What needs me?", "when": "every Monday at 9am"}, "What needs me?", TaskKind.NEEDS_ME),
        ({"task": "every Monday at 9am, tell me what needs me"}, "tell me what needs me", TaskKind.NEEDS_ME),
        ({"when": "every Monday at 9am"}, None, None),
    ],
    ids=["task and when", "task alone", "when alone"],
)
def test_schedule_is_read_with_its_next_runs_and_nothing_is_assigned(office, asked, task, kind):
    office.clock.moment = utc("2026-03-21 12:00")

    read = office.tasks.read_schedule(ACCOUNT, ReadSchedule(**asked))

    assert (read.task or None, read.kind, read.note) == (task, kind, "")
    assert [run.local for run in read.schedule.next_runs[:2]] == ["2026-03-23T09:00+01:00", "2026-03-30T09:00+02:00"]
    assert office.tasks.read_schedule(ACCOUNT, ReadSchedule(task="Status report", when="now")).schedule is None
    assert (office.tasks.list_page(ACCOUNT, limit=10, cursor=None).tasks, office.armed_at()) == ([], [])
