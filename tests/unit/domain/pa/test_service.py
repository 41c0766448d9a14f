from __future__ import annotations

from dataclasses import replace

import pytest

from assistants import ACCOUNT, ASKER, put_copies
from common.errors import InvalidRequest, NotFound
from common.settings import settings
from domain.answers.deeds import MOST_LINES
from domain.pa.models import AskAssistant, UpdateTask
from domain.projects.errors import ChangedSince
from domain.projects.requests import CreateProject

MONDAY = "Send me a status report every Monday at 9am"
FRIDAY = "Send me a budget report every Friday at 3pm"


@pytest.mark.parametrize("count", [1, 200])
def test_status_summary_and_answers_agree_with_the_records(office, count):
    first = office.projects.create(ACCOUNT, CreateProject(name="Project")).id
    put_copies(settings.projects_table, first, count - 1)
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
    assert {one.id.partition(".")[0] for one in asked.facts} - {"inbox"} == {"needs"}
    assert ("200 items need you." in asked.response) is (count == 200)


@pytest.mark.parametrize("text", ["ceiling 20k for Bakery", "please set the ceiling to 20k in bakery."])
def test_line_that_names_its_project_is_a_card_of_that_project(office, project_id, text):
    office.projects.create(ACCOUNT, CreateProject(name="Vet clinic"))

    (card,) = office.ask(text).cards

    assert (card.kind, card.project_id) == ("set_ceiling", project_id)
    assert card.request.path == f"/projects/{project_id}"


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
    ("text", "is_refused"),
    [
        ("delete the wednesday report", True),
        ("pause the monday report until Friday", True),
        ("delete the monday report and the friday report", True),
        ("cancel the report", True),
        ("don't delete the monday report", False),
        ("if something is stuck, pause the report", False),
    ],
)
def test_what_is_no_command_for_one_task_makes_no_card(office, text, is_refused):
    tasks = [office.assign(MONDAY), office.assign(FRIDAY)]

    answered = office.ask(text)

    assert answered.cards == []
    assert answered.response.startswith("I did nothing about") is is_refused
    assert [office.task(task.id) for task in tasks] == tasks


def test_card_is_outdated_once_its_task_was_changed_otherwise(office):
    task = office.assign(MONDAY)
    (card,) = office.ask("change the status report to Tuesdays at 10").cards

    office.tasks.update(ACCOUNT, task.id, UpdateTask(when="every Friday at 8"))

    with pytest.raises(ChangedSince):
        office.tasks.update(ACCOUNT, task.id, UpdateTask.model_validate(card.request.body))
    assert office.cards.list_open(ACCOUNT).cards == ()


def test_card_of_a_project_that_was_deleted_is_not_there_any_more(office, project_id):
    (card,) = office.ask("ceiling 20k for Bakery").cards

    def deleted(_account_id, asked):
        raise NotFound(asked)

    with pytest.raises(NotFound, match="No such card"):
        replace(office.cards, facts_of=deleted).dismiss(ACCOUNT, card.id)
    assert office.cards.list_open(ACCOUNT).cards == (card,)


def test_key_in_a_question_is_refused_and_a_password_is_cut_out_and_neither_is_repeated(office):
    key = "AKIA" + "IOSFODNN7EXAMPL3"

    with pytest.raises(InvalidRequest) as refused:
        office.ask(f"Is {key} still good?")
    answer = office.ask("my password is hunter2trombone. What needs me?")

    assert key not in refused.value.message + str(refused.value.problems)
    assert "deposit it in the vault" in answer.response
    assert "hunter2trombone" not in answer.response


def test_question_names_the_key_that_asked_it_and_an_older_one_nobody(office):
    office.assistant.ask(replace(ASKER, name="Standup bot"), AskAssistant(message="What needs me first?"))
    office.assistant.chat.keep_answer(ACCOUNT, "And now?", office.ask("And now?"), office.clock())
    latest, asked, first = office.assistant.list_asked(ACCOUNT, limit=3, before=None).messages

    assert (first.sender.kind, first.sender.id, first.sender.name, first.sender.worker) == (
        *("api_key", "key_1", "Standup bot"),
        False,
    )
    assert (asked.sender.name, latest.sender) == (None, None)


def test_message_of_many_lines_makes_twenty_cards(office):
    office.projects.create(ACCOUNT, CreateProject(name="Bakery"))

    assert len(office.ask("\n".join(["ceiling 20k for Bakery"] * 101)).cards) == MOST_LINES
