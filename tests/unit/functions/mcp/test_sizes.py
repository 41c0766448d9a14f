"""What the tools cost a model: the list, and the answers to what is asked every day.

A token is counted as four bytes of JSON. A tokenizer of a large model (o200k) finds 4.2 bytes a token in this list.
"""

from __future__ import annotations

import json

import pytest

from briefs import submitted_project
from common.caller import Caller
from domain.pa.models import AssignTask
from domain.pa.tasks import task_service
from domain.projects.service import project_service
from doors import key_caller
from interface import SCOPES
from protocol import call_tool, listed, text_of
from tables import for_each

BYTES_PER_TOKEN = 4
MOST_LISTED, MOST_ANSWERED = 8_700, 400
EVERYBODY = key_caller(*SCOPES)


def tokens(shown: object) -> int:
    text = shown if isinstance(shown, str) else json.dumps(shown, ensure_ascii=False, separators=(",", ":"))
    return len(text.encode()) // BYTES_PER_TOKEN


def test_list_of_every_tool_is_small(uncounted):
    assert tokens(listed(caller=EVERYBODY)) <= MOST_LISTED


@pytest.fixture
def account(account_id) -> tuple[Caller, dict[str, str]]:
    """Five projects at work, a task, a conversation: a key of every scope, and the ids that tools take."""
    caller = key_caller(*SCOPES, account_id=account_id)
    projects = [submitted_project(project_service(), account_id, name=f"Bakery {number}") for number in range(5)]
    task = task_service().assign(account_id, AssignTask(task="every Monday at 9am report what needs my attention"))
    for number in range(3):
        question = {"project_id": projects[0], "message": f"Question {number}: where do we stand?", "wait": 0}
        call_tool("ask_ceo_agent", question, caller=caller)
    return caller, {"project_id": projects[0], "task_id": task.task_id}


@for_each(
    ("name", "ids"),
    [
        *(("get_status", ()), ("get_status", ("project_id",)), ("list_project_agents", ("project_id",))),
        *(("list_messages", ("project_id",)), ("list_projects", ()), ("get_project", ("project_id",))),
        *(("get_project_estimate", ("project_id",)), ("list_approvals", ("project_id",)), ("list_inbox", ())),
        *(("list_pa_tasks", ()), ("get_pa_task", ("task_id",)), ("list_pa_reports", ()), ("list_credentials", ())),
        *(("list_credential_requests", ()), ("get_dashboard_usage", ())),
    ],
)
def test_answer_of_every_day_is_small(account, name, ids):
    caller, known = account

    result = call_tool(name, {one: known[one] for one in ids}, caller=caller)

    assert result["isError"] is False, text_of(result)
    assert tokens(text_of(result)) <= MOST_ANSWERED, text_of(result)
