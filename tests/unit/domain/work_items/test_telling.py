"""How the office tells of work: states of items as they are, and dates in the project's own sentences alone."""

from __future__ import annotations

from datetime import date

import pytest

from domain.projects import wording
from domain.work_items.asking import About, Asked
from domain.work_items.board import Board
from domain.work_items.telling import summary, tell
from portfolios import planned
from work import OWNER, new_item, working_project


@pytest.fixture
def board(work):
    project = working_project(plan=planned(10_000), deadline=date(2026, 3, 10))
    items = [work.create(OWNER, project.id, new_item(title=title, effort_days=3)) for title in ("Booking", "Menu")]
    work.cancel(OWNER, items[1].id, None)
    project = work.projects.get("acc_1", project.id)
    return Board(project, work.list_for_project("acc_1", project.id), work.now())


def test_summary_tells_states_and_when_all_is_likely_to_be_done(board):
    assert summary(board).headline == (
        f"0 of 1 work item is done; 1 ready. {wording.expected(board.project, board.now.date())}"
    )


def test_nobody_dates_a_single_item(board):
    told = tell(About.WHEN, Asked((About.WHEN,), board.items[:1], said="when is booking done"), board)

    assert told.headline.endswith(f". {wording.expected(board.project, board.now.date())}")
    assert told.holds is None


def test_whether_work_is_on_time_is_the_deadlines_sentence_and_no_yes_or_no(board):
    told = tell(About.LEFT, Asked((About.LEFT,), said="is the work on time"), board)

    assert told.headline.startswith(wording.deadline(board.project, board.now.date()))
    assert told.holds is None
