"""What nobody has said is asked, with the person who can say it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.projects.documents.brief import brief_from
from domain.projects.documents.compose import compose
from domain.projects.states import DeliverableKind


def test_a_deadline_before_the_documents_is_called_too_tight(begin: Callable[..., Any]) -> None:
    from_saas = {
        "goal": "g", "audience": ["a"], "success_measure": ["m 1"], "must_haves": ["Search"], "platforms": ["web"],
        "approver": "Ana", "deadline": "2026-03-10",
    }  # fmt: skip
    roadmap = begin("Late", from_saas).written_on().text(DeliverableKind.ROADMAP)

    assert "The deadline, 2026-03-10, is 7 working days before the documents are done on 2026-03-19." in roadmap
    assert "move it, or withdraw must-haves" in roadmap
    assert "| 1 | **R1** Search | open |" in roadmap


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
    for question in ("M1: which number counts", "By which day must it be out?", "What is the most it may cost?"):
        assert question in brief
    assert "R1: the wording alone does not say how it works" in scope


def test_declined_access_is_an_open_point_with_somebody_to_do_the_steps(restaurant: Any) -> None:
    brief = brief_from(
        restaurant.project, restaurant.intake.answers, restaurant.deliverables, declined_access=("domain",)
    )

    text = compose(DeliverableKind.LAUNCH_PLAN, brief, revision=1, comment=None).content

    assert "Domain: access was declined; who on your side does the steps that need it?" in text
    assert "access declined: your registrar's contact changes the records" in text
