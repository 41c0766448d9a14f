"""The texts of replaced revisions are kept, and cost a turn nothing but the newest ones."""

from __future__ import annotations

import pytest

from briefs import submitted_project
from common.errors import NotFound
from domain.agents.directory import directory
from domain.agents.team import states_of
from domain.audit.log import NOWHERE
from domain.projects.documents.render import hash_of
from domain.projects.documents.service import document_service
from domain.projects.requests import ApprovalDecision, DecideApproval
from domain.projects.states import DeliverableState
from house import ME

CHANGE = DecideApproval(decision=ApprovalDecision.REQUEST_CHANGES, comment="Please add gift cards as a must-have.")


@pytest.fixture
def sent_back(house):
    """A project and its document that the customer sent back, with the first revision as it was."""
    project_id = submitted_project(house.projects, "acc_1", name="Tearoom")
    house.run_all()
    approval = house.projects.list_approvals("acc_1", project_id).approvals[-1]
    first = document_service().get("acc_1", project_id, approval.deliverable_id)
    house.projects.decide(ME, project_id, approval.id, CHANGE, NOWHERE)
    house.run_all()
    return project_id, first


@pytest.fixture
def revised(sent_back):
    """The same once the customer has presented it again."""
    project_id, first = sent_back
    document_service().present("acc_1", project_id, first.id)
    return sent_back


def test_document_sent_back_is_not_written_anew_by_the_team(house, sent_back):
    project_id, first = sent_back

    house.run_all()

    _, owned = house.projects.load("acc_1", project_id)
    document = next(one for one in owned.deliverables if one.id == first.id)
    assert (document.state, document.revision) == (DeliverableState.CHANGES_REQUESTED, 1)
    assert all(one.revision == 1 for one in owned.approvals)
    team = states_of(house.projects.describe("acc_1", project_id), None, directory().team, now=house.clock())
    owner = next(member for member in team if member.role == document.owner)
    assert (owner.state, owner.focus.startswith("Your approval of: ")) == ("waiting", True)


def test_owner_of_a_document_sent_back_waits_for_the_customers_edits_once_nothing_else_is_in_review(house, sent_back):
    project_id, first = sent_back
    approve = DecideApproval(decision=ApprovalDecision.APPROVE)
    for approval in house.projects.list_open_approvals("acc_1"):
        house.projects.decide(ME, project_id, approval.id, approve, NOWHERE)
    house.run_all()

    team = states_of(house.projects.describe("acc_1", project_id), None, directory().team, now=house.clock())

    owner = next(member for member in team if member.role == first.owner)
    assert (owner.state, owner.focus) == ("waiting", f"Your edits of: {first.title}")


def test_both_revisions_are_read_with_their_texts(house, revised):
    project_id, first = revised

    old, new = (house.projects.get_revision("acc_1", project_id, first.id, number) for number in (1, 2))

    assert (old.content, old.comment) == (first.content, None)
    assert CHANGE.comment not in old.content
    assert CHANGE.comment in new.content
    assert [hash_of(one.content) for one in (old, new)] == [old.content_hash, new.content_hash]
    assert new.comment == CHANGE.comment


def test_revision_that_nobody_wrote_or_another_account_owns_is_not_found(house, revised):
    project_id, first = revised

    for account, number in (("acc_1", 3), ("acc_2", 1)):
        with pytest.raises(NotFound):
            house.projects.get_revision(account, project_id, first.id, number)


def test_what_a_project_owns_is_read_without_texts_unless_they_are_asked_for(house, revised):
    project_id, first = revised
    rows = house.projects.store.table.query_all("pk = :pk", {"pk": f"PROJECT#{project_id}"})

    _, owned = house.projects.load("acc_1", project_id)
    _, with_texts = house.projects.load("acc_1", project_id, texts=True)

    fields = ("deliverables", "approvals", "decisions", "notes", "events")
    texts = [row for row in rows if row["sk"].startswith("PAST#")]
    written = [one for one in owned.deliverables if one.revision]
    assert len(texts) == len(written) + 1
    assert len(rows) - len(texts) == 1 + sum(len(getattr(owned, name)) for name in fields)
    assert {one.content for one in owned.deliverables} == {""}
    assert {hash_of(one.content) for one in with_texts.deliverables if one.revision} == {
        one.content_hash for one in written
    }
    newest = house.projects.get_revision("acc_1", project_id, first.id, 2)
    assert newest.content in {one.content for one in with_texts.deliverables}
