"""A project's figures stay true whatever becomes of its work: handed out, done, changed, cancelled."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.projects import figures
from domain.projects.brief.changing import Plan
from domain.projects.documents.composing import compose
from domain.projects.documents.development import packages
from domain.projects.documents.trade import Trade
from domain.projects.records import Deliverable, Project
from domain.projects.states import DeliverableKind, DeliverableState, Phase
from domain.work_items.handing_out import HandedOut, Source, hand_out
from plans import ANSWERS, NOW, a_submission, changed

TODAY = NOW.date()
MUST_HAVES = ["book appointments", "pay by card", "a chat with therapists", "see bills", "Qwertz", "sign in"]


def in_development(answers: dict[str, Any], **limits: Any) -> tuple[Plan, Any]:
    """A project whose documents of planning, design and development are approved, before anything is handed out."""
    plan, deliverables = a_submission({**ANSWERS, **answers}, **limits)
    approved = tuple(
        item if item.phase is Phase.LAUNCH else item.model_copy(update={"state": DeliverableState.APPROVED})
        for item in deliverables
    )
    begun = plan.project.model_copy(update={"phase": Phase.DEVELOPMENT, "hand_out_work": True})
    return Plan(figures.with_figures(begun, approved), plan.brief), approved


def told(project: Project) -> tuple[Any, ...]:
    """What a customer sees of the project's progress, effort, money and date."""
    return (
        figures.progress_percent(project),
        figures.remaining_days(project),
        figures.budget(project),
        figures.dates(project, today=TODAY),
    )


def handed_out(plan: Plan, documents: tuple[Deliverable, ...]) -> HandedOut:
    """What comes of the approved texts of a plan."""
    trade, kinds = Trade(plan, TODAY), {one.kind: one for one in documents}
    texts = (compose(kinds[kind], trade) for kind in (DeliverableKind.DELIVERY_PLAN, DeliverableKind.SCOPE))
    return hand_out(Source(plan, documents, *texts), NOW)


@pytest.mark.usefixtures("emulated_account")
@given(
    must_haves=st.lists(st.sampled_from(MUST_HAVES), min_size=1, unique=True),
    integrations=st.sampled_from([[], ["Stripe", "SAP"]]),
    platforms=st.sampled_from([["web"], ["web", "ios", "api"]]),
    existing=st.sampled_from([[], ["source_repository"]]),
    team_size=st.integers(1, 4),
)
def test_handing_out_all_packages_changes_no_figure(team_size: int, **answers: Any) -> None:
    plan, documents = in_development(answers)
    plan = changed(plan, {"op": "change_project", "team_size": team_size})
    before, count = told(plan.project), len(packages(Trade(plan, TODAY)))

    done = handed_out(plan, documents)

    assert told(done.project) == before
    project = done.project
    assert project.plan is not None
    assert project.work_items == project.open_work_items == count == len(done.items)
    assert (project.item_days, project.item_cost) == (project.plan.days_likely, project.plan.likely)


@pytest.mark.usefixtures("emulated_account")
def test_a_must_have_added_after_handing_out_is_added_to_what_is_left() -> None:
    plan, documents = in_development({})
    plan = Plan(handed_out(plan, documents).project, plan.brief)

    after = changed(plan, {"op": "add_entry", "type": "must_have", "text": "pay by card"})

    before, now = plan.project, after.project
    assert before.plan is not None
    assert now.plan is not None
    assert now.plan.likely > before.plan.likely
    more = (figures.budget(now).forecast or 0) - (figures.budget(before).forecast or 0)
    assert more == now.plan.likely - before.plan.likely
    more = figures.remaining_days(now) - figures.remaining_days(before)
    assert more == now.plan.days_likely - before.plan.days_likely


def test_project_knows_since_when_what_was_sent_back_waits() -> None:
    plan, approved = in_development({})
    hours = (1, 3, 2)
    back = [
        item.model_copy(update={"state": DeliverableState.CHANGES_REQUESTED, "commented_at": NOW + timedelta(hours=at)})
        for item, at in zip(approved, hours, strict=False)
    ]

    sent_back = figures.with_figures(plan.project, [*back, *approved[3:]])

    assert (sent_back.documents_sent_back, sent_back.sent_back_at) == (3, NOW + timedelta(hours=3))
    assert figures.with_figures(sent_back, approved).sent_back_at is None
