"""A project's figures stay true whatever becomes of its work: handed out, done, changed, cancelled."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from domain.projects import figures
from domain.projects.brief.changing import Plan
from domain.projects.documents.composing import compose
from domain.projects.documents.development import packages
from domain.projects.documents.trade import Trade
from domain.projects.records import Deliverable, Project
from domain.projects.states import DeliverableKind, DeliverableState, Phase
from domain.work_items import rules
from domain.work_items.handing_out import HandedOut, Source, hand_out
from domain.work_items.records import ItemState, WorkItem
from plans import ANSWERS, NOW, a_submission, changed

TODAY = NOW.date()


def in_development(answers: dict[str, Any]) -> tuple[Plan, Any]:
    """A project whose documents of planning, design and development are approved, before anything is handed out."""
    plan, deliverables = a_submission({**ANSWERS, **answers})
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


def handed_out(plan: Plan, documents: tuple[Deliverable, ...], items: tuple[WorkItem, ...] = ()) -> HandedOut:
    """What comes of the approved texts of a plan."""
    trade, kinds = Trade(plan, TODAY), {one.kind: one for one in documents}
    written, scope = (compose(kinds[kind], trade) for kind in (DeliverableKind.DELIVERY_PLAN, DeliverableKind.SCOPE))
    return hand_out(Source(plan, documents, written, scope, items), NOW)


@pytest.mark.usefixtures("emulated_account")
def test_handing_out_changes_no_figure_and_a_must_have_added_later_is_added_to_what_is_left() -> None:
    plan, documents = in_development({})
    before, count = told(plan.project), len(packages(Trade(plan, TODAY)))

    done = handed_out(plan, documents)
    after = changed(Plan(done.project, plan.brief), {"op": "add_entry", "type": "must_have", "text": "pay by card"})

    handed, now = done.project, after.project
    assert told(handed) == before
    assert handed.work_items == handed.open_work_items == count == len(done.items)
    assert handed.plan is not None
    assert now.plan is not None
    assert (handed.item_days, handed.item_cost) == (handed.plan.days_likely, handed.plan.likely)
    more = now.plan.likely - handed.plan.likely
    assert more > 0
    assert (figures.budget(now).forecast or 0) - (figures.budget(handed).forecast or 0) == more
    more = now.plan.days_likely - handed.plan.days_likely
    assert figures.remaining_days(now) - figures.remaining_days(handed) == more


@pytest.mark.usefixtures("emulated_account")
def test_handing_out_a_large_brief_changes_no_figure() -> None:
    large = {"integrations": ["Stripe", "SAP"], "platforms": ["web", "ios", "api"], "existing": ["source_repository"]}
    plan, documents = in_development(large)

    assert told(handed_out(plan, documents).project) == told(plan.project)


@pytest.mark.usefixtures("emulated_account")
def test_package_that_was_struck_and_is_in_the_plan_again_counts_again() -> None:
    plan, documents = in_development({})
    done = handed_out(plan, documents)
    first, *others = done.items
    struck = first.changed(NOW, state=ItemState.CANCELLED, ended_at=NOW)
    without = done.project.changed(NOW, **rules.counted(done.project, (first, struck)))

    again = handed_out(Plan(without, plan.brief), documents, (struck, *others))

    assert told(again.project) == told(done.project) != told(without)


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
