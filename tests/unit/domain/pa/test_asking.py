"""What the assistant says waits: all that the inbox has, in as many words."""

from __future__ import annotations

import re
from datetime import date

import pytest

from domain.answers.answering import Before
from domain.pa.asking import Assistant
from domain.pa.records import Task
from domain.pa.triage import open_needs
from domain.projects.states import ProjectStatus
from portfolios import NOW, accepted, approval, ceiling, draft, planned, portfolio, project, request

BAKERY, CLINIC = project("Bakery orders"), project("Clinic")
HELD = project("Ski school planner", status=ProjectStatus.ON_HOLD)
VIEW = portfolio(
    BAKERY,
    CLINIC,
    HELD,
    approvals=tuple(approval(one, title) for one in (BAKERY, CLINIC, HELD) for title in ("Roadmap", "Scope")),
    credential_requests=(request(BAKERY), request(BAKERY, "Domain")),
)
ASKED = "What waits for me?"
TASK = Task(
    id="tsk_1", account_id="acc_1", text=ASKED, task=ASKED, timezone="UTC", created_at=NOW, updated_at=NOW
)  # fmt: skip


def answer_to(message: str) -> str:
    return (
        Assistant("acc_1", VIEW, (TASK,), lambda _: pytest.fail("no project is read")).reply(message, Before()).content
    )


@pytest.mark.parametrize("message", [ASKED, "What needs me first?", "What is waiting for me?", "Which items need me?"])
def test_what_waits_is_counted_and_listed_as_the_inbox_has_it(message):
    first, *listed = answer_to(message).replace("\n\n", "\n").splitlines()

    counts = [int(found[1]) if (found := re.search(r": .*?(\d+) (?:doc|cred)", one)) else 1 for one in listed]
    assert first == f"{len(open_needs(VIEW))} items need you. Most urgent: Bakery orders."
    assert sum(counts) == len(open_needs(VIEW))


def test_the_kind_that_is_asked_for_comes_first():
    said = answer_to("Which documents wait for me?")

    assert said.startswith("Bakery orders: 2 documents wait")
    assert "items need" not in said


def test_a_question_across_projects_is_answered_by_its_first_sentence():
    due = project("Clinic", deadline=date(2026, 6, 1), ceiling=ceiling(9_500))
    sooner = project(
        "Wine shop", deadline=date(2026, 5, 1), ceiling=ceiling(8_000), accepted=accepted(9_000, over_ceiling=True)
    )
    drawn = draft().model_copy(update={"plan": planned(7_000)})
    view = portfolio(BAKERY, due, sooner, drawn, approvals=(approval(sooner, "Scope"), approval(due, "Scope")))

    def first(question: str) -> str:
        answer = Assistant("acc_1", view, (), lambda _: pytest.fail("no project is read")).reply(question, Before())
        return answer.content.partition("\n")[0]

    assert first("Which of my projects needs me most urgently?").endswith("Most urgent: Wine shop.")
    assert first("What do my projects cost together?").startswith("The forecast for 3 submitted projects is EUR 27,000")
    assert first("Which deadline comes next?") == "Wine shop has the next deadline, 1 May 2026."
    assert first("Which project is over its ceiling?") == "Over the ceiling: Wine shop."
