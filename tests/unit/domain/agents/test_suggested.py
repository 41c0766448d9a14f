"""Each question that the pages suggest is answered where they suggest it, by the fact that it asks for."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import emulated
from briefs import ANSWERS, submitted_project
from common.clock import utc_now
from common.ids import new_id
from domain.agents.answering import answering
from domain.agents.records import Message
from domain.agents.speaking import Said, reply_to
from domain.projects.requests import CreateProject, IntakeAnswers
from domain.projects.states import ProjectStatus
from domain.work.queue import WorkItem
from house import ME

NEXT = json.loads((Path(__file__).parents[4] / "web" / "src" / "lib" / "next-questions.json").read_text())
ANSWERED = {
    "draft": ["needs.intake", "progress.next"],
    "complete": ["money.likely", "dates.e", "progress.next"],
    "approvals": ["needs."],
    "credential": ["access."],
    "on_hold": ["progress.next"],
    "active": ["progress.next", "dates.expected", "money.", "money.spent"],
    "completed": ["money.", "documents.all"],
}
"""For each kind of question, how the id of the first fact of each answer begins."""


def facts_of(project_id: str):
    facts, _ = answering().read(WorkItem(ME.account_id, project_id, project_id))
    return facts


@pytest.fixture
def projects(house, clock):
    """The facts of projects that stand as the pages suppose, by kind of question."""

    def write() -> dict[str, str]:
        draft = house.projects.create(ME.account_id, CreateProject(name="Bakery")).id
        complete = house.projects.create(ME.account_id, CreateProject(name="Bakery")).id
        house.projects.answer_intake(ME.account_id, complete, IntakeAnswers(answers=ANSWERS))
        running = submitted_project(house.projects, ME.account_id)
        house.run_all()
        return {"draft": draft, "complete": complete, "active": running}

    return {kind: facts_of(one) for kind, one in emulated.remembered("projects to ask about", clock, write).items()}


def standing(facts, status):
    return replace(facts, project=facts.project.model_copy(update={"status": status}))


@pytest.mark.parametrize("kind", NEXT)
def test_each_suggested_question_is_answered_where_it_is_suggested(house, projects, kind):
    running = projects["active"]
    facts = {
        "on_hold": standing(running, ProjectStatus.ON_HOLD),
        "completed": standing(running, ProjectStatus.COMPLETED),
    }.get(kind) or projects.get(kind, running)

    first = [reply_to(Said(asked(one), (), facts)).facts[0].id for one in NEXT[kind]]

    assert [one.startswith(begins) for one, begins in zip(first, ANSWERED[kind], strict=True)] == [True] * len(first), (
        first
    )


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("What is the budget and when are we done?", {"money.", "dates."}),
        ("HOW IS IT GOING AND WHAT DOES IT COST?", {"progress.", "money."}),
        ("Which documents are there, and what does it cost?", {"document.", "money."}),
    ],
)
def test_each_of_two_questions_is_answered(house, projects, text, ids):
    found = reply_to(Said(asked(text), (), projects["active"])).facts

    assert {begins for begins in ids for one in found if one.id.startswith(begins)} == ids, [one.id for one in found]


def test_note_in_several_sentences_is_kept_whole(house, projects):
    text = "Note: the deadline is 1 May. The budget is 20000. Anna approves the documents."

    assert reply_to(Said(asked(text), (), projects["active"])).note == text


def asked(text: str) -> Message:
    now = utc_now()
    return Message(
        id=new_id("msg", now),
        account_id="acc_1",
        project_id="prj_1",
        sender_type="customer",
        content=text,
        created_at=now,
    )
