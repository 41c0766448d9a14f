"""A task's time is changed by what a follow-up says, read by the schedules' own grammar, or asked back."""

from __future__ import annotations

import pytest

from domain.pa.records import Task
from domain.pa.rescheduling import CannotReschedule, rescheduled
from domain.pa.schedule import read_schedule
from portfolios import NOW

ZONE = "Europe/Berlin"
WEEKLY, SINGLE = "Send me the status every Monday at 8am", "Remind me on 3 December at 3pm to read the plan"
DAYS = "Tell me what is blocked every Monday, Wednesday and Friday at 06:45"


def task_of(text: str) -> Task:
    reading = read_schedule(text, now=NOW, timezone=ZONE)
    return Task.model_validate(
        {
            "id": "tsk_1",
            "account_id": "acc_1",
            "text": text,
            "task": reading.task,
            "schedule": reading.schedule and reading.schedule.to_plain(),
            "schedule_text": reading.text,
            "timezone": ZONE,
            "created_at": NOW,
            "updated_at": NOW,
        }
    )


@pytest.mark.parametrize(
    ("text", "change", "schedule"),
    [
        (WEEKLY, "make that 9", "every Monday at 09:00"),
        (WEEKLY, "only on weekdays please", "every weekday at 08:00"),
        (WEEKLY, "I meant Tuesday", "every Tuesday at 08:00"),
        (WEEKLY, "Thursdays at noon rather", "every Thursday at 12:00"),
        (WEEKLY, "no, not eight, quarter past eight", "every Monday at 08:15"),
        (WEEKLY, "add Friday", "every Monday and Friday at 08:00"),
        (DAYS, "not fri", "every Monday and Wednesday at 06:45"),
        (SINGLE, "make that four", "once, on Thursday 3 December 2026 at 16:00"),
        (SINGLE, "on the 4th", "once, on Friday 4 December 2026 at 15:00"),
    ],
)
def test_said_time_takes_the_place_of_the_old_one_and_the_rest_stays(text: str, change: str, schedule: str) -> None:
    task = task_of(text)

    reading = read_schedule(rescheduled(task, change, now=NOW, timezone=ZONE), now=NOW, timezone=ZONE)

    assert reading.text.startswith(f"{schedule} (")
    assert reading.task == task.task


@pytest.mark.parametrize(
    ("text", "change"),
    [
        (WEEKLY, "one hour later"),
        (WEEKLY, "on Friday if it is done"),
        (WEEKLY, "tomorrow"),
        (WEEKLY, "08:00/08:20"),
        (WEEKLY, "not Mondays"),
        (WEEKLY, "better not"),
    ],
)
def test_change_that_may_mean_something_else_is_asked_back(text: str, change: str) -> None:
    with pytest.raises(CannotReschedule):
        rescheduled(task_of(text), change, now=NOW, timezone=ZONE)
