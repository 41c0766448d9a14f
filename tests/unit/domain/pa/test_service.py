from __future__ import annotations

from datetime import timedelta

import pytest

from assistants import ACCOUNT, ASKER, OTHER_ACCOUNT, put_copies, utc
from briefs import ANSWERS, submitted_project
from common.dynamo import dynamodb
from common.errors import InvalidRequest, NotFound
from common.settings import settings
from domain.agents.store import conversation_store
from domain.answers.projects import project_sheet
from domain.pa.models import AskAssistant, AssignTask, UpdateTask
from domain.projects.errors import ChangedSince
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
    assert {action.ids[0] for action in asked.actions} == named
    assert {one.id.partition(".")[0] for one in asked.facts} == {"needs"}


def test_summary_puts_each_project_once_under_its_most_urgent_concern(office):
    held = submitted_project(office.projects, ACCOUNT, name="Held")
    moving = submitted_project(office.projects, ACCOUNT, name="Moving")
    office.projects.change_status(ACCOUNT, held, ChangeProjectStatus(action=StatusAction.PAUSE))

    summary = office.assistant.summarise_projects(ACCOUNT)

    assert [(item.id, item.priority, item.reason) for item in summary.needs_attention] == [
        (held, "medium", "the project is on hold")
    ]
    (on_track,) = summary.on_track
    assert (on_track.id, on_track.progress) == (moving, 0)
    assert on_track.eta == office.projects.list_page(ACCOUNT, status=None, limit=1, cursor=None).projects[0].eta
    assert office.assistant.describe_status(ACCOUNT).summary == "1 project is under way. 1 project needs you."


@pytest.mark.parametrize("text", ["How is everything?", "What needs me first?", "Which projects are there?"])
def test_answer_costs_seven_queries_and_the_chat_however_many_messages_there_are(office, project_id, text):
    table = conversation_store().table
    for number in range(30):
        table.put_new({"pk": f"PROJECT#{project_id}", "sk": f"MSG#msg_{number:03}", "content": "x" * 1000})
    called = []
    dynamodb().meta.events.register("before-call.dynamodb.*", lambda model, **_: called.append(model.name), "count")

    office.ask(text)

    dynamodb().meta.events.unregister("before-call.dynamodb.*", unique_id="count")
    chat = ["TransactWriteItems", "UpdateItem"]
    assert sorted(called) == [*["Query"] * 7, *chat]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("What does the Bakery cost?", "money.likely"),
        ("What will the Bakery cost?", "money.likely"),
        ("When is the Bakery done?", "dates.estimate"),
    ],
)
def test_draft_is_told_by_the_facts_of_its_estimate(office, project_id, text, first):
    office.projects.answer_intake(ACCOUNT, project_id, IntakeAnswers(answers=ANSWERS))
    facts = project_sheet(office.projects.plan(ACCOUNT, project_id), office.clock())

    answered = office.ask(text)

    assert answered.response.startswith(facts.say(first))
    assert (answered.facts[0].id, answered.facts[0].record) == (first, project_id)


@pytest.mark.parametrize(
    "text", ["ceiling 20k for Bakery", "Bakery: ceiling 20k", "please set the ceiling to 20k in bakery."]
)
def test_line_that_names_its_project_is_a_card_of_that_project(office, project_id, text):
    office.projects.create(ACCOUNT, CreateProject(name="Vet clinic"))

    (card,) = office.ask(text).cards

    assert (card.kind, card.project_id) == ("set_ceiling", project_id)
    assert card.request.path == f"/projects/{project_id}"


def test_task_asked_for_in_words_is_a_card_that_does_nothing_by_itself(office):
    answered = office.ask("Remind me every Friday at 3pm to call the baker")

    (card,) = answered.cards
    assert (card.kind, card.state, card.request.method, card.request.path) == ("add_task", "open", "POST", "/pa/task")
    assert "every Friday at 15:00 (Europe/Berlin)" in card.summary
    assert answered.response.startswith("I have done nothing yet.")
    assert office.tasks.list_scheduled(ACCOUNT) == []

    office.tasks.assign(ACCOUNT, AssignTask.model_validate(card.request.body))

    (task,) = office.tasks.list_scheduled(ACCOUNT)
    assert task.next_run_at == utc("2026-03-06 14:00")
    (asked,) = office.assistant.list_asked(ACCOUNT, limit=1, before=None).messages
    assert [one.state for one in asked.answer.cards] == ["done"]


def test_unclear_schedule_makes_no_card_and_says_what_was_not_read(office):
    answered = office.ask("Remind me regularly to call the baker")

    assert answered.cards == []
    assert "regularly" in answered.response
    assert office.tasks.list_scheduled(ACCOUNT) == []


@pytest.mark.parametrize("text", ["Which tasks run every Monday?", "What is scheduled?"])
def test_question_about_tasks_lists_them_and_takes_on_none(office, text):
    task = office.assign(MONDAY)

    answered = office.ask(text)

    assert [one.record for one in answered.facts] == [task.id]
    assert "next run Mon 9 Mar 2026, 09:00" in answered.response
    assert answered.cards == []


@pytest.mark.parametrize(
    ("text", "kind", "path"),
    [
        ("pause the monday report", "pause_task", ""),
        ("Please delete the weekly budget report", "delete_task", ""),
        ("run the monday report", "run_task", "/run"),
        ("skip the status report", "skip_run", "/skip"),
        ("change the status report to Tuesdays at 10", "change_task", ""),
    ],
)
def test_command_about_a_task_is_a_card_on_that_task(office, text, kind, path):
    tasks = {"monday": office.assign(MONDAY), "budget": office.assign(FRIDAY)}
    meant = tasks["budget" if "budget" in text else "monday"]

    answered = office.ask(text)

    (card,) = answered.cards
    assert (card.kind, card.request.path) == (kind, f"/pa/tasks/{meant.id}{path}")
    assert [office.task(task.id) for task in tasks.values()] == list(tasks.values())


@pytest.mark.parametrize(
    "text",
    [
        "delete the wednesday report",
        "pause the monday report until Friday",
        "delete the monday report and the friday report",
        "cancel the report",
    ],
)
def test_command_that_names_no_one_task_makes_no_card(office, text):
    tasks = [office.assign(MONDAY), office.assign(FRIDAY)]

    answered = office.ask(text)

    assert answered.cards == []
    assert answered.response.startswith("I did nothing about")
    assert [office.task(task.id) for task in tasks] == tasks


@pytest.mark.parametrize("text", ["don't delete the monday report", "yes", "if something is stuck, pause the report"])
def test_other_words_are_no_command(office, text):
    task = office.assign(MONDAY)

    answered = office.ask(text)

    assert (answered.cards, office.task(task.id)) == ([], task)


def test_card_is_outdated_once_its_task_was_changed_otherwise(office):
    task = office.assign(MONDAY)
    (card,) = office.ask("change the status report to Tuesdays at 10").cards

    office.tasks.update(ACCOUNT, task.id, UpdateTask(when="every Friday at 8"))

    with pytest.raises(ChangedSince):
        office.tasks.update(ACCOUNT, task.id, UpdateTask.model_validate(card.request.body))
    assert office.cards.list_open(ACCOUNT).cards == ()


def test_card_that_was_put_aside_is_not_listed_any_more(office):
    office.assign(MONDAY)
    (card,) = office.ask("pause the monday report").cards

    dismissed = [office.cards.dismiss(ACCOUNT, card.id).state for _ in range(2)]

    assert (dismissed, office.cards.list_open(ACCOUNT).cards) == (["dismissed", "dismissed"], ())


def test_card_of_the_tenant_next_door_is_not_found(office):
    office.assign(MONDAY)
    (card,) = office.ask("pause the monday report").cards

    with pytest.raises(NotFound):
        office.cards.dismiss(OTHER_ACCOUNT, card.id)
    assert office.cards.list_open(OTHER_ACCOUNT).cards == ()


def test_secret_in_a_question_is_refused_and_not_repeated(office):
    secret = "AKIA" + "IOSFODNN7EXAMPL3"

    with pytest.raises(InvalidRequest) as refused:
        office.assistant.ask(ASKER, AskAssistant(message=f"Is {secret} still good?"))

    assert secret not in refused.value.message + str(refused.value.problems)


def test_projects_completed_in_the_last_thirty_days_are_told(office, monkeypatch):
    now = office.clock()
    done = project("Done", status="completed", completed_at=now - timedelta(days=30))
    long_done = project("Long done", status="completed", completed_at=now - timedelta(days=31))
    monkeypatch.setattr(type(office.reader), "read", lambda *_, **__: portfolio(done, long_done))

    summary = office.assistant.summarise_projects(ACCOUNT)

    assert [one.name for one in summary.completed_recently] == ["Done"]


def test_unread_messages_are_counted_in_the_status_and_need_nobody(office, monkeypatch):
    bakery = project()
    monkeypatch.setattr(type(office.reader), "read", lambda *_, **__: portfolio(bakery, threads=(thread(bakery, 3),)))

    assert office.assistant.describe_status(ACCOUNT).unread_messages == 3
    assert office.assistant.summarise_projects(ACCOUNT).needs_attention == []


def test_password_told_to_the_assistant_is_cut_out_and_said(office):
    answer = office.ask("my password is hunter2trombone. What needs me?")

    assert "deposit it in the vault" in answer.response
    assert "hunter2trombone" not in answer.response


def test_password_in_a_task_is_refused_and_nothing_stored(office):
    with pytest.raises(InvalidRequest) as caught:
        office.assign("every Monday at 9am log in, my password is hunter2trombone")

    assert "hunter2trombone" not in caught.value.message
    assert office.tasks.list_scheduled("acc_1") == []


def test_conversations_tell_the_latest_message_and_how_many_are_unread(office, monkeypatch):
    bakery, shop, gone = project("Bakery"), project("Shop"), project("Gone")
    threads = [thread(shop, 0, excerpt="All is **well**."), thread(gone, 1), thread(bakery, 2)]
    monkeypatch.setattr(type(office.reader), "read", lambda *_, **__: portfolio(bakery, shop, threads=tuple(threads)))

    told = office.assistant.list_conversations(ACCOUNT).conversations

    assert [(one.project_name, one.unread, one.last_reply) for one in told] == [
        ("Shop", 0, "All is well."),
        ("Bakery", 2, "The Roadmap is ready."),
    ]
    assert told[1].last_reply_at == threads[2].last_reply_at
