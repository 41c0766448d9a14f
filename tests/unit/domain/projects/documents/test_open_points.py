"""What nobody has said is asked, with the person who can say it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from domain.projects.documents.brief import brief_from
from domain.projects.documents.compose import compose
from domain.projects.questionnaire import QUESTIONS
from domain.projects.states import DeliverableKind


def test_a_deadline_before_the_documents_is_called_too_tight(begin: Callable[..., Any]) -> None:
    from_saas = {
        "goal": "g", "audience": ["a"], "success_measure": ["m 1"], "must_haves": ["Search"], "platforms": ["web"],
        "approver": "Ana", "deadline": "2026-03-10",
    }  # fmt: skip
    roadmap = begin("Late", from_saas).written_on().text(DeliverableKind.ROADMAP)

    assert re.search(r"The deadline is \d+ working days before the least of the build outlook: move it", roadmap)


def test_an_estimate_over_the_ceiling_is_an_open_point(restaurant: Any) -> None:
    over = restaurant.project.estimate.total - 9000

    assert f"The estimate is EUR {over:,} over the ceiling" in restaurant.text(DeliverableKind.PRODUCT_BRIEF)


def test_what_nobody_said_is_an_open_point_and_not_invented(begin: Callable[..., Any]) -> None:
    answers = {
        "goal": "g", "audience": ["a"], "success_measure": ["People like it"], "must_haves": ["Weird weather"],
        "platforms": ["web"], "approver": "Sam",
    }  # fmt: skip
    story = begin("Moss", answers).written_on()

    brief, scope = story.text(DeliverableKind.PRODUCT_BRIEF), story.text(DeliverableKind.SCOPE)
    assert "M1 (People like it): which number counts as success, and by when?" in brief
    assert "By which day must it be out?" in brief
    assert "without a deadline" in story.text(DeliverableKind.ROADMAP)
    assert "Acceptance criteria for R1 are still to be written: describe one use on Web from start to end." in scope


def test_every_question_nobody_answered_is_asked_in_the_product_brief(begin: Callable[..., Any]) -> None:
    answers = {
        "goal": "g", "audience": ["a"], "success_measure": ["1"], "must_haves": ["b"], "platforms": ["web"],
        "approver": "Sam",
    }  # fmt: skip
    story = begin("Moss", answers).written_on().finished()

    for question in (one.prompt for one in QUESTIONS if not one.required):
        assert [kind for (kind, _), text in story.texts.items() if question in text] == [DeliverableKind.PRODUCT_BRIEF]


def test_what_a_comment_answered_is_no_open_point_any_more(begin: Callable[..., Any]) -> None:
    answers = {
        "goal": "g", "audience": ["a"], "success_measure": ["1"], "must_haves": ["b"], "platforms": ["web"],
        "approver": "Sam",
    }  # fmt: skip
    story = begin("Moss", answers).written_on().revised(DeliverableKind.PRODUCT_BRIEF, "The deadline is 2026-12-01")

    assert "By which day must it be out?" not in story.text(DeliverableKind.PRODUCT_BRIEF)


def test_declined_access_is_an_open_point_with_somebody_to_do_the_steps(restaurant: Any) -> None:
    brief = brief_from(
        restaurant.project, restaurant.intake.answers, restaurant.deliverables, declined_access=("domain",)
    )

    text = compose(DeliverableKind.LAUNCH_PLAN, brief, revision=1, comment=None).content

    assert "Domain: access was declined; who on your side does the steps that need it?" in text
    assert "| Domain | exists, access declined |" in text
