"""The texts of all revisions are kept, and cost a list nothing."""

from __future__ import annotations

import pytest

from briefs import ANSWERS
from common.errors import NotFound
from domain.audit.log import NOWHERE
from domain.projects.documents.render import hash_of
from domain.projects.documents.service import DocumentService
from domain.projects.requests import ApprovalDecision, CreateProject, DecideApproval, IntakeAnswers
from house import ME

CHANGE = DecideApproval(decision=ApprovalDecision.REQUEST_CHANGES, comment="Please add gift cards as a must-have.")


@pytest.fixture
def revised(house):
    """A project and its document of two revisions, with the first as it was."""
    documents = DocumentService(house.projects.store, house.clock)
    project_id = house.projects.create("acc_1", CreateProject(name="Tearoom")).id
    house.projects.answer_intake("acc_1", project_id, IntakeAnswers(answers=ANSWERS))
    house.projects.submit("acc_1", project_id, None)
    house.run_all()
    approval = house.projects.list_approvals("acc_1", project_id).approvals[-1]
    first = documents.get("acc_1", project_id, approval.deliverable_id)
    house.projects.decide(ME, project_id, approval.id, CHANGE, NOWHERE)
    house.run_all()
    documents.present("acc_1", project_id, approval.deliverable_id)
    return project_id, first


def test_both_revisions_are_read_with_their_texts(house, revised):
    project_id, first = revised

    old, new = (house.projects.get_revision("acc_1", project_id, first.id, number) for number in (1, 2))

    assert (old.content, old.comment) == (first.content, None)
    assert CHANGE.comment not in old.content
    assert f"| c1 | all of it | {CHANGE.comment} |" in new.content
    assert [hash_of(one.content) for one in (old, new)] == [old.content_hash, new.content_hash]
    assert new.comment == CHANGE.comment


def test_revision_that_nobody_wrote_or_another_account_owns_is_not_found(house, revised):
    project_id, first = revised

    for account, number in (("acc_1", 3), ("acc_2", 1)):
        with pytest.raises(NotFound):
            house.projects.get_revision(account, project_id, first.id, number)


def test_worker_reads_texts_on_demand_alone(house, revised):
    project_id, first = revised
    table = house.projects.store.table
    rows = table.query_all("pk = :pk", {"pk": f"PROJECT#{project_id}"})

    _, owned = house.projects.load("acc_1", project_id)
    _, read = house.projects.load("acc_1", project_id, texts=True)

    fields = ("deliverables", "approvals", "decisions", "change_requests", "events")
    texts = sum(row["sk"].startswith("PAST#") for row in rows)
    assert texts == 4  # three documents, of one of them two revisions
    assert len(rows) - texts == 1 + sum(len(getattr(owned, name)) for name in fields)
    assert {one.content for one in owned.deliverables} == {""}
    assert sum(bool(one.content) for one in read.deliverables) == 3
    assert first.id in {one.id for one in read.deliverables}
