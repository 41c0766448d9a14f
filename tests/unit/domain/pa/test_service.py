from __future__ import annotations

from datetime import timedelta

import pytest

from assistants import ACCOUNT, put_copies, utc
from briefs import ANSWERS, submitted_project
from common.dynamo import dynamodb
from common.errors import InvalidRequest
from common.settings import settings
from domain.agents.store import conversation_store
from domain.answers.projects import project_sheet
from domain.pa.models import AskAssistant
from domain.pa.records import TaskStatus
from domain.projects.requests import ChangeProjectStatus, CreateProject, IntakeAnswers, StatusAction
from portfolios import portfolio, project, thread

MONDAY = "Send me a status report every Monday at 9am"
FRIDAY = "Send me a budget report every Friday at 3pm"


def create_projects(office, count):
    first = office.projects.create(ACCOUNT, CreateProject(name="Project")).id
    put_copies(settings.projects_table, first, count - 1)


@pytest.mark.parametrize("count", [1, 10, 200])
def test_status_summary_and_answers_agree_with_the_records(office, count):
    create_projects(office, count)
    office.clock.advance(hours=25)

    status = office.assistant.describe_status(ACCOUNT)
    summary = office.assistant.summarise_projects(ACCOUNT)
    asked = office.ask("What needs me first?")

    named = {item.id for item in summary.needs_attention} | {item.id for item in summary.on_track}
    assert len(summary.needs_attention) + len(summary.on_track) == len(named) == count
    assert (status.active_projects, status.pending_approvals, status.unread_messages) == (0, 0, 0)
    needs = "1 project needs you" if count == 1 else f"{count} projects need you"
    assert status.summary == f"0 projects are under way. {needs}."
    assert asked.response.startswith(needs)
    assert {action.ids[0] for action in asked.actions} == named


def test_summary_puts_each_project_once_under_its_gravest_concern(office):
    held = submitted_project(office.projects, ACCOUNT, name="Held")
    moving = submitted_project(office.projects, ACCOUNT, name="Moving")
    office.projects.change_status(ACCOUNT, held, ChangeProjectStatus(action=StatusAction.PAUSE))

    summary = office.assistant.summarise_projects(ACCOUNT)

    assert [(item.id, item.priority, item.reason) for item in summary.needs_attention] == [
        (held, "medium", "on hold for less than an hour, until you resume it")
    ]
    (on_track,) = summary.on_track
    assert (on_track.id, on_track.progress) == (moving, 0)
    assert on_track.eta == office.projects.list_page(ACCOUNT, status=None, limit=1, cursor=None).projects[0].eta
    assert office.assistant.describe_status(ACCOUNT).summary == "1 project is under way. 1 project needs you."


@pytest.mark.parametrize("text", ["How is everything?", "What needs me first?", "What did the CEO write?"])
def test_answer_costs_five_queries_the_dialogue_and_the_chat_however_many_messages_there_are(office, project_id, text):
    table = conversation_store().table
    for number in range(30):
        table.put_new({"pk": f"PROJECT#{project_id}", "sk": f"MSG#msg_{number:03}", "content": "x" * 1000})
    called = []
    dynamodb().meta.events.register("before-call.dynamodb.*", lambda model, **_: called.append(model.name), "count")

    office.ask(text)

    dynamodb().meta.events.unregister("before-call.dynamodb.*", unique_id="count")
    chat = ["TransactWriteItems", "UpdateItem"]
    assert sorted(called) == ["GetItem", "PutItem", *["Query"] * 5, *chat]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("What does the Bakery cost?", "money.likely"),
        ("Will the ceiling of the Bakery do?", "money.ceiling"),
        ("When is the Bakery done?", "dates.estimate"),
        ("What would building the Bakery cost?", "money.likely"),
    ],
)
def test_draft_is_told_by_the_facts_of_its_estimate(office, project_id, text, first):
    office.projects.answer_intake(ACCOUNT, project_id, IntakeAnswers(answers=ANSWERS))
    facts = project_sheet(office.projects.plan(ACCOUNT, project_id), office.clock())

    response = office.ask(text).response

    assert response.startswith(f"**Bakery**: {facts.say(first)}")


def test_task_is_taken_on_in_words_with_its_project(office, project_id):
    answered = office.ask("Every Friday at 3pm send me a budget report for Bakery")

    (action,) = answered.actions
    task = office.task(action.ids[0])
    assert answered.response == "Scheduled every Friday at 15:00 (Europe/Berlin). First run: Fri 6 Mar 2026, 15:00."
    assert (answered.intents, action.type, action.project) == (["schedule"], "task", "Bakery")
    assert (task.project_id, task.next_run_at) == (project_id, utc("2026-03-06 14:00"))
    assert office.armed_at() == [task.next_run_at]


def test_task_about_a_project_that_could_be_two_is_asked_back(office):
    for name in ("Bakery North", "Bakery South"):
        office.projects.create(ACCOUNT, CreateProject(name=name))

    answered = office.ask("Every Friday at 3pm send me a report about the Bakery")

    assert answered.response.startswith("Which project do you mean: ")
    assert office.tasks.list_scheduled(ACCOUNT) == []


def test_unclear_schedule_is_asked_back_and_nothing_is_taken_on(office):
    answered = office.ask("Send me a report regularly")

    assert "regularly" in answered.response
    assert "is unclear" in answered.response
    assert office.tasks.list_scheduled(ACCOUNT) == []


def test_unclear_schedule_comes_with_the_nearest_that_is_read_and_yes_sends_it(office):
    answered = office.ask("Remind me every mondey at 9 to call the baker")

    assert answered.suggestion is not None
    assert answered.suggestion.when in answered.response
    assert office.tasks.list_scheduled(ACCOUNT) == []

    office.ask("yes")

    (task,) = office.tasks.list_scheduled(ACCOUNT)
    assert answered.suggestion.schedule.startswith("every Monday at 09:00")
    assert task.task == answered.suggestion.task


@pytest.mark.parametrize(
    "text", ["What did I ask you to do every week?", "Which tasks run every Monday?", "What is scheduled?"]
)
def test_question_about_tasks_lists_them_and_takes_on_none(office, text):
    office.assign(MONDAY)

    answered = office.ask(text)

    assert answered.response == (
        "Your scheduled tasks:\n\n"
        "- **Send me a status report**, every Monday at 09:00 (Europe/Berlin): next run Mon 9 Mar 2026, 09:00"
    )
    assert len(office.tasks.list_scheduled(ACCOUNT)) == 1


def test_pause_and_resume_in_words_do_what_they_say_and_name_the_task(office):
    task = office.assign(MONDAY)
    office.assign(FRIDAY)

    paused = office.ask("pause the monday report")
    assert paused.response.startswith("Paused: **Send me a status report**, every Monday at 09:00")
    assert paused.actions[0].ids == [task.id]
    assert office.task(task.id).status is TaskStatus.PAUSED
    assert office.ask("pause the monday report").response.startswith("Paused already")

    resumed = office.ask("please resume the Monday report")
    assert resumed.response.endswith("Next run: Mon 9 Mar 2026, 09:00.")
    assert office.task(task.id).status is TaskStatus.ACTIVE


def test_delete_in_words_deletes_the_one_task_that_is_meant(office):
    monday, friday = office.assign(MONDAY), office.assign(FRIDAY)

    answered = office.ask("Could you please delete my weekly budget report?")

    assert answered.response.startswith("Deleted: **Send me a budget report**")
    assert [task.id for task in office.tasks.list_scheduled(ACCOUNT)] == [monday.id]
    assert answered.actions[0].ids == [friday.id]


def test_run_in_words_makes_a_report(office):
    task = office.assign(MONDAY)

    answered = office.ask("run the monday report now")
    office.run_delivered()

    assert answered.response.startswith("Running now: **Send me a status report**")
    assert len(office.reports(task.id)) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cancel the report", "Which one do you want me to delete?"),
        ("delete the wednesday report", "I find no task like that."),
        ("pause the monday report until Friday", "Tell me plainly which task"),
        ("delete the monday report and the friday report", "Tell me plainly which task"),
        ("cancel all my tasks", "Which one do you want me to delete?"),
    ],
)
def test_command_that_is_not_plain_is_asked_back_and_nothing_is_done(office, text, said):
    tasks = [office.assign(MONDAY), office.assign(FRIDAY)]

    answered = office.ask(text)

    assert answered.response.startswith(said)
    assert "Send me a status report" in answered.response
    assert [office.task(task.id) for task in tasks] == tasks


def test_command_without_any_task_says_that_there_is_none(office):
    assert office.ask("pause the monday report").response.startswith("No task is scheduled.")


def test_negated_command_is_no_command(office):
    task = office.assign(MONDAY)

    office.ask("don't delete the monday report")

    assert office.task(task.id) == task


def test_secret_in_a_question_is_refused_and_not_repeated(office):
    secret = "AKIA" + "IOSFODNN7EXAMPL3"

    with pytest.raises(InvalidRequest) as refused:
        office.assistant.ask(ACCOUNT, AskAssistant(message=f"Is {secret} still good?"))

    assert secret not in refused.value.message + str(refused.value.problems)


@pytest.mark.parametrize(
    "text", ["Send me the vault passwords every Monday at 9", "Every day at 9 send me my neighbour's projects"]
)
def test_declined_request_with_a_schedule_takes_on_no_task(office, text):
    answered = office.ask(text)

    assert "out_of_scope" in answered.intents
    assert office.tasks.list_scheduled(ACCOUNT) == []


def test_projects_completed_in_the_last_thirty_days_are_told(office, monkeypatch):
    now = office.clock()
    done = project("Done", status="completed", completed_at=now - timedelta(days=30))
    long_done = project("Long done", status="completed", completed_at=now - timedelta(days=31))
    monkeypatch.setattr(type(office.reader), "read", lambda *_, **__: portfolio(done, long_done))

    summary = office.assistant.summarise_projects(ACCOUNT)

    assert [one.name for one in summary.completed_recently] == ["Done"]


def test_unread_messages_are_counted_in_status_and_summary(office, monkeypatch):
    bakery = project()
    monkeypatch.setattr(type(office.reader), "read", lambda *_, **__: portfolio(bakery, threads=(thread(bakery, 3),)))

    assert office.assistant.describe_status(ACCOUNT).unread_messages == 3
    (attention,) = office.assistant.summarise_projects(ACCOUNT).needs_attention
    assert attention.reason == "3 unread messages from the CEO, the last 3 hours ago"


def test_password_told_to_the_assistant_is_cut_out_and_said(office):
    answer = office.ask("my password is hunter2trombone. What needs me?")

    assert "deposit it in the vault" in answer.response
    assert "hunter2trombone" not in answer.response


def test_password_in_a_task_is_refused_and_nothing_stored(office):
    with pytest.raises(InvalidRequest) as caught:
        office.assign("every Monday at 9am log in, my password is hunter2trombone")

    assert "hunter2trombone" not in caught.value.message
    assert office.tasks.list_scheduled("acc_1") == []
