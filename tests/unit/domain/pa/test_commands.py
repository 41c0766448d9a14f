from __future__ import annotations

import pytest

from domain.pa.commands import Verb, meant_by, ones_named, read_command
from domain.pa.manner import is_question
from domain.pa.records import Task
from domain.pa.schedule import read_schedule
from portfolios import NOW


def task(text: str) -> Task:
    reading = read_schedule(text, now=NOW, timezone="Europe/Berlin")
    return Task(
        id=f"tsk_{len(text)}",
        account_id="acc_1",
        text=text,
        task=reading.task,
        schedule=reading.schedule.to_plain(),
        schedule_text=reading.text,
        timezone=reading.timezone,
        created_at=NOW,
        updated_at=NOW,
    )


MONDAY = task("Send me a status report every Monday at 9am")
FRIDAY = task("Send me a budget report every Friday at 3pm")
CHECK_IN = task("daily check-in at 17:00")
MONTHLY = task("Summarise what the Vet clinic spent on the first of the month")
TASKS = [MONDAY, FRIDAY, CHECK_IN, MONTHLY]


@pytest.mark.parametrize(
    ("text", "verb", "meant"),
    [
        ("pause the monday report", Verb.PAUSE, [MONDAY]),
        ("Please pause the Monday status report.", Verb.PAUSE, [MONDAY]),
        ("stop sending me the weekly budget report", Verb.PAUSE, [FRIDAY]),
        ("Could you please delete my daily check-in?", Verb.DELETE, [CHECK_IN]),
        ("cancel the friday thing", Verb.DELETE, [FRIDAY]),
        ("unsubscribe me from the monthly one", Verb.DELETE, [MONTHLY]),
        ("resume the check-in", Verb.RESUME, [CHECK_IN]),
        ("I'd like you to restart the vet clinic report", Verb.RESUME, [MONTHLY]),
        ("run the budget report now", Verb.RUN, [FRIDAY]),
        ("delete the weekly report", Verb.DELETE, [MONDAY, FRIDAY]),
        ("cancel the report", Verb.DELETE, [MONDAY, FRIDAY]),
        ("pause all my tasks", Verb.PAUSE, TASKS),
        ("delete the wednesday report", Verb.DELETE, []),
        ("delete the marketing digest", Verb.DELETE, []),
        (f"delete {CHECK_IN.id}", Verb.DELETE, [CHECK_IN]),
    ],
)
def test_command_means_the_tasks_that_fit_all_its_words(text, verb, meant):
    command = read_command(text)

    assert command is not None
    assert (command.verb, command.qualified) == (verb, False)
    assert meant_by(command, TASKS) == meant


@pytest.mark.parametrize(
    "text",
    [
        "pause the monday report until Friday",
        "delete the monday report and the check-in",
        "pause the monday report and delete the check-in",
        "delete everything except the monday report",
        "cancel the check-in if Bakery is done",
        "pause the report tomorrow",
    ],
)
def test_command_with_a_condition_a_time_or_a_second_order_is_qualified(text):
    command = read_command(text)

    assert command is not None
    assert command.qualified


@pytest.mark.parametrize(
    "text",
    [
        "don't delete the monday report",
        "Did the monday report run?",
        "which tasks are paused?",
        "what happens when I delete a task",
        "send me a report every monday",
        "the monday report was paused",
        "never stop sending me the report",
        "",
    ],
)
def test_question_negation_and_statement_are_no_commands(text):
    assert read_command(text) is None


@pytest.mark.parametrize(
    "text", ["What did I ask you to do every week", "is there anything every monday", "When does it run"]
)
def test_question_is_told_from_an_order(text):
    assert is_question(text)
    assert not is_question("Send me a status report every Monday at 9am")
    assert not is_question("Can you send me a status report every Monday?")


@pytest.mark.parametrize(
    ("text", "verb", "meant"),
    [
        ("ditch the Friday one", Verb.DELETE, [FRIDAY]),
        ("and scrap the check-in", Verb.DELETE, [CHECK_IN]),
        ("thank you, now delete the Monday report, Sam does this already", Verb.DELETE, [MONDAY]),
        ("great, thanks. please pause the check-in, I am away", Verb.PAUSE, [CHECK_IN]),
        ("hold the budget one", Verb.PAUSE, [FRIDAY]),
        ("bin the clinic one because Ana writes it", Verb.DELETE, [MONTHLY]),
    ],
)
def test_command_beside_thanks_or_a_reason_means_the_task_it_names(text, verb, meant):
    command = read_command(text)

    assert command is not None
    assert (command.verb, command.qualified) == (verb, False)
    assert meant_by(command, TASKS) == meant


@pytest.mark.parametrize("text", ["hold on a second", "hold on", "hold the line please", "thank you so much"])
def test_courtesy_is_no_command(text):
    assert read_command(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "pause it, but only on Fridays",
        "delete it, not the other one",
        "pause it until Friday",
        "cancel the report, wait, don't",
        "pause the Monday report, then delete it",
        "pause it, delete the other one",
    ],
)
def test_command_that_is_bounded_or_countered_is_qualified(text):
    command = read_command(text)

    assert command is not None
    assert command.qualified


def test_short_clause_or_another_name_behind_a_command_is_no_reason():
    assert read_command("cancel it, that Friday one") == read_command("cancel it that Friday one")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("move the budget one to 10", [FRIDAY]),
        ("when is the clinic one?", [MONTHLY]),
        ("change the Monday report to Tuesdays", [MONDAY]),
        ("shift the report to 9", []),
        ("cancel the first one", []),
        ("how are things", []),
    ],
)
def test_task_is_named_by_any_of_its_words_but_not_by_an_ordinal(text, named):
    assert ones_named(text, TASKS) == named
