"""Money is asked before it is spent: the ceiling, the quote, the comment that changes nothing."""

from __future__ import annotations

import pytest

from briefs import ANSWERS
from common.errors import InvalidRequest
from domain.audit.log import NOWHERE
from domain.projects.errors import AlreadyDecided, NothingToApply, OverCeiling
from domain.projects.records import Money
from domain.projects.requests import (
    ApprovalDecision,
    CreateProject,
    DecideApproval,
    IntakeAnswers,
    QuoteChanges,
    SubmitProject,
    UpdateProject,
)
from domain.projects.states import ApprovalStatus, ProjectStatus
from house import ME

HIGH, LOW = Money(amount=1_000_000, currency="EUR"), Money(amount=100, currency="EUR")
CHANGE = "add a must-have: gift cards"
PRAISE = "the colours of my grandmother's kitchen"


def submitted(house, *, ceiling=None, accept=False):
    """A project under way, as far as its first documents, which wait for approval."""
    project_id = house.projects.create("acc_1", CreateProject(name="Tearoom", budget_ceiling=ceiling)).id
    answers = {name: value for name, value in ANSWERS.items() if name != "budget_ceiling"}
    house.projects.answer_intake("acc_1", project_id, IntakeAnswers(answers=answers))
    house.projects.submit("acc_1", project_id, SubmitProject(accept_over_ceiling=accept))
    house.run_all()
    return project_id


def pending(house, project_id):
    approvals = house.projects.list_approvals("acc_1", project_id).approvals
    return sorted((one for one in approvals if one.status is ApprovalStatus.PENDING), key=lambda one: one.title)


def request_changes(house, project_id, approval, comment):
    decision = DecideApproval(decision=ApprovalDecision.REQUEST_CHANGES, comment=comment)
    house.projects.decide(ME, project_id, approval.id, decision, NOWHERE)
    house.run_all()


def budget(house, project_id):
    return house.projects.describe("acc_1", project_id).budget


def document(house, project_id, approval):
    return house.projects.get_deliverable("acc_1", project_id, approval.deliverable_id)


def revised(house, project_id, times):
    """The approval of the first document after so many revisions."""
    approval = pending(house, project_id)[0]
    for number in range(times):
        request_changes(house, project_id, approval, f"add a must-have: gift card number {number}")
        approval = next(one for one in pending(house, project_id) if one.deliverable_id == approval.deliverable_id)
    return approval


def test_estimate_over_the_ceiling_is_submitted_only_when_that_is_accepted(house):
    project_id = house.projects.create("acc_1", CreateProject(name="Tearoom")).id
    house.projects.answer_intake(
        "acc_1", project_id, IntakeAnswers(answers=ANSWERS | {"budget_ceiling": {"amount": 100, "currency": "EUR"}})
    )

    with pytest.raises(OverCeiling) as caught:
        house.projects.submit("acc_1", project_id)

    over = house.projects.get_estimate("acc_1", project_id).over_ceiling
    assert f"{over.over} EUR over your ceiling of 100 EUR" in caught.value.message
    assert house.projects.get("acc_1", project_id).status is ProjectStatus.DRAFT
    assert house.projects.submit("acc_1", project_id, SubmitProject(accept_over_ceiling=True)).status == "active"


def test_accepted_estimate_is_what_may_be_spent(house):
    project_id = submitted(house, ceiling=LOW, accept=True)

    assert len(pending(house, project_id)) == 3
    assert budget(house, project_id).spent > 100


def test_first_revision_is_included_and_the_next_costs_what_was_quoted(house):
    project_id = submitted(house)
    approval = pending(house, project_id)[0]
    before = budget(house, project_id).spent

    first = house.projects.quote("acc_1", project_id, approval.id, QuoteChanges(comment=CHANGE))
    approval = revised(house, project_id, 1)
    after_first = budget(house, project_id).spent
    second = house.projects.quote("acc_1", project_id, approval.id, QuoteChanges(comment=CHANGE))
    request_changes(house, project_id, approval, "add a must-have: vouchers")

    assert (first.included, first.cost, after_first) == (True, 0, before)
    assert (second.included, second.cost > 0) == (False, True)
    assert budget(house, project_id).spent == before + second.cost


def test_quote_changes_nothing_and_tells_the_points_apart(house):
    project_id = submitted(house)
    approval = pending(house, project_id)[0]

    quote = house.projects.quote("acc_1", project_id, approval.id, QuoteChanges(comment=f"{CHANGE}. {PRAISE}"))

    assert [(point.text, point.applied) for point in quote.points] == [(f"{CHANGE}.", True), (PRAISE, False)]
    assert quote.nothing_to_apply is False
    assert pending(house, project_id)[0] == approval


def test_quote_without_a_comment_is_the_price_alone(house):
    project_id = submitted(house)
    approval = revised(house, project_id, 1)

    quote = house.projects.quote("acc_1", project_id, approval.id, QuoteChanges())

    assert (quote.points, quote.nothing_to_apply, quote.cost > 0) == ((), False, True)


def test_decided_approval_is_not_quoted(house):
    project_id = submitted(house)
    approval = pending(house, project_id)[0]
    house.projects.decide(ME, project_id, approval.id, DecideApproval(decision=ApprovalDecision.APPROVE), NOWHERE)

    with pytest.raises(AlreadyDecided):
        house.projects.quote("acc_1", project_id, approval.id, QuoteChanges(comment=CHANGE))


def test_comment_in_which_nothing_can_be_applied_is_refused_with_examples_and_decides_nothing(house):
    project_id = submitted(house)
    approval = revised(house, project_id, 1)
    before, spent = document(house, project_id, approval), budget(house, project_id).spent
    quote = house.projects.quote("acc_1", project_id, approval.id, QuoteChanges(comment=PRAISE))

    with pytest.raises(NothingToApply) as refused:
        request_changes(house, project_id, approval, PRAISE)

    assert (quote.nothing_to_apply, quote.cost) == (True, 0)
    assert refused.value.code == "NOTHING_TO_APPLY"
    assert PRAISE in refused.value.message
    assert quote.examples
    assert all(f"“{one}”" in refused.value.message for one in quote.examples)
    assert document(house, project_id, approval) == before
    assert budget(house, project_id).spent == spent
    assert pending(house, project_id)[0] == approval


def test_each_example_of_a_quote_can_be_requested(house):
    project_id = submitted(house)
    for approval in pending(house, project_id):
        examples = house.projects.quote("acc_1", project_id, approval.id, QuoteChanges(comment=PRAISE)).examples

        assert len(examples) >= 3
        for example in examples:
            quote = house.projects.quote("acc_1", project_id, approval.id, QuoteChanges(comment=example))
            assert [point.applied for point in quote.points] == [True], example
            assert quote.examples == ()


def test_first_example_is_about_what_the_comment_names(house):
    project_id = submitted(house)
    approval = pending(house, project_id)[0]

    quote = house.projects.quote("acc_1", project_id, approval.id, QuoteChanges(comment="Drop the card payment"))

    assert quote.nothing_to_apply is True
    assert quote.examples[0] == "drop R2"


def test_refused_comment_can_be_put_right_and_the_answer_names_the_approval_that_follows(house):
    project_id = submitted(house)
    approval = pending(house, project_id)[0]
    with pytest.raises(NothingToApply):
        request_changes(house, project_id, approval, PRAISE)

    body = DecideApproval(decision=ApprovalDecision.REQUEST_CHANGES, comment=CHANGE)
    decided = house.projects.decide(ME, project_id, approval.id, body, NOWHERE)
    house.run_all()

    following = next(one for one in pending(house, project_id) if one.deliverable_id == approval.deliverable_id)
    assert (decided.next_approval_id, approval.next_approval_id) == (following.id, None)
    assert (following.revision, following.next_approval_id) == (2, None)


def test_team_stops_at_the_ceiling_asks_once_and_goes_on_when_it_is_raised(house):
    project_id = submitted(house)
    approval = revised(house, project_id, 1)
    spent = budget(house, project_id).spent
    house.projects.change_ceiling(
        "acc_1", project_id, UpdateProject(budget_ceiling=Money(amount=spent, currency="EUR"))
    )
    house.run_all()
    quote = house.projects.quote("acc_1", project_id, approval.id, QuoteChanges(comment=CHANGE))

    request_changes(house, project_id, approval, "add a must-have: vouchers")
    house.ask(project_id, "Where do we stand?")
    house.run_all()

    assert quote.over_ceiling is True
    assert budget(house, project_id).spent == spent
    stops = [one for one in house.conversation(project_id) if one.content.startswith("The next text, of ")]
    assert len(stops) == 1
    assert budget(house, project_id).stopped_at_ceiling is True
    other = next(one for one in pending(house, project_id) if one.revision == 1)
    free = house.projects.quote("acc_1", project_id, other.id, QuoteChanges(comment=CHANGE))
    assert (free.included, free.over_ceiling) == (True, True)
    assert document(house, project_id, approval).revision == 2

    house.projects.change_ceiling("acc_1", project_id, UpdateProject(budget_ceiling=HIGH))
    house.run_all()

    assert document(house, project_id, approval).revision == 3
    assert budget(house, project_id).spent == spent + quote.cost
    assert budget(house, project_id).stopped_at_ceiling is False


def test_ceiling_set_last_counts_also_after_an_estimate_was_accepted_over_another(house):
    project_id = submitted(house, ceiling=LOW, accept=True)
    spent = budget(house, project_id).spent
    house.projects.change_ceiling(
        "acc_1", project_id, UpdateProject(budget_ceiling=Money(amount=spent, currency="EUR"))
    )
    for approval in pending(house, project_id):
        house.projects.decide(ME, project_id, approval.id, DecideApproval(decision=ApprovalDecision.APPROVE), NOWHERE)
    house.run_all()

    assert house.projects.get("acc_1", project_id).phase == "design"
    assert (budget(house, project_id).spent, budget(house, project_id).stopped_at_ceiling) == (spent, True)


def test_ceiling_in_another_currency_than_the_estimate_is_refused(house):
    project_id = submitted(house)

    with pytest.raises(InvalidRequest):
        house.projects.change_ceiling(
            "acc_1", project_id, UpdateProject(budget_ceiling=Money(amount=9_000, currency="USD"))
        )

    assert house.projects.get("acc_1", project_id).ceiling is None


def test_quote_says_when_a_model_may_read_more_and_what_that_costs_at_most(house, monkeypatch):
    project_id = submitted(house)
    approval = revised(house, project_id, 1)
    monkeypatch.setenv("MODEL", "openai:some-model")

    unread = house.projects.quote("acc_1", project_id, approval.id, QuoteChanges(comment=PRAISE))
    read = house.projects.quote("acc_1", project_id, approval.id, QuoteChanges(comment=CHANGE))

    assert (unread.read_by_model, unread.nothing_to_apply, unread.cost > 0) == (True, False, True)
    assert [point.applied for point in unread.points] == [False]
    assert read.read_by_model is False
