"""What is asked about work, by learned weights; the figures are in docs/language.md."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from domain.projects.states import Role
from domain.work_items.asking import READER, About, asked_in
from domain.work_items.records import Deed, DeedKind, WorkItem
from tools.intents.questions import WORK

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
LARGEST_WEIGHTS = 200_000


def item(package: str, title: str, *workers: str) -> WorkItem:
    return WorkItem(
        id=f"wrk_{package}",
        account_id="acc_1",
        project_id="prj_1",
        project_name="Bakery",
        package=package,
        origin="plan",
        title=title,
        what="It is built.",
        criteria=(),
        owner=Role.CTO,
        history=tuple(Deed(kind=DeedKind.CLAIMED, worker=worker, at=NOW) for worker in workers),
        created_at=NOW,
        updated_at=NOW,
    )


ITEMS = (
    item("W1", "Foundation", "codex-2", "maria"),
    item("W2", "R1 Online table booking"),
    item("W3", "R2 Gift vouchers paid by card"),
)


def test_weights_were_learned_from_the_questions_as_they_are_and_stay_small():
    assert READER.weights().learned_from == WORK.learned_from(), "the questions have changed: make intents"
    assert READER.path.stat().st_size <= LARGEST_WEIGHTS


@pytest.mark.parametrize(
    ("question", "about", "packages", "workers"),
    [
        ("Who is working on what right now?", About.WHO, [], []),
        ("Who has R2?", About.WHO, ["W3"], []),
        ("Why can't W2 start?", About.BLOCKED, ["W2"], []),
        ("When will the table booking be finished?", About.WHEN, ["W2"], []),
        ("What did codex do this week?", About.DID, [], ["codex-2"]),
        ("Why did Maria give the foundation back?", About.FREED, ["W1"], ["maria"]),
        ("Which submissions came back and why?", About.RETURNED, [], []),
        ("How much work is left?", About.LEFT, [], []),
        ("What should an agent take next?", About.FREE, [], []),
        ("Accept W1", About.ORDER, ["W1"], []),
        ("would codex have had the same trouble", About.DID, [], ["codex-2"]),
        ("did marias thing go thru ok?", About.FREED, [], ["maria"]),
    ],
)
def test_question_about_work_is_read_with_the_items_and_workers_that_it_names(question, about, packages, workers):
    asked = asked_in(question, ITEMS, ["Bakery"])

    assert (asked.about[0], [one.package for one in asked.items], list(asked.workers)) == (about, packages, workers)


@pytest.mark.parametrize(
    "question",
    [
        "How much did we spend?",
        "Approve the roadmap",
        "What does R1 cost?",
        "When is the launch?",
        "Drop R2",
        "Hello",
        "",
    ],
)
def test_anything_else_is_not_read_as_about_work(question):
    assert asked_in(question, ITEMS, ["Bakery"]).about == ()
