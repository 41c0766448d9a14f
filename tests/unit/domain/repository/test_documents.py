from __future__ import annotations

import hashlib
from datetime import UTC, datetime

from domain.projects.records import Approval, Deliverable, Project
from domain.projects.states import DeliverableKind, Phase, Role
from domain.repository.documents import file_of

NOW = datetime(2026, 3, 5, 14, 0, tzinfo=UTC)
TEXT = "# Delivery plan\n\nBread first.\n"
HASH = hashlib.sha256(TEXT.encode()).hexdigest()


def made(name="Bakery"):
    about = {"project_id": "prj_1", "title": "Delivery plan", "revision": 2, "content_hash": HASH, "created_at": NOW}
    project = Project(id="prj_1", account_id="acc_1", name=name, created_at=NOW, updated_at=NOW)
    document = Deliverable(
        id="dlv_1",
        kind=DeliverableKind.DELIVERY_PLAN,
        phase=Phase.DEVELOPMENT,
        owner=Role.CTO,
        effort_hours=8,
        updated_at=NOW,
        **about,
    )
    approval = Approval(id="apr_1", deliverable_id="dlv_1", deliverable_kind=document.kind, decided_at=NOW, **about)
    return file_of(project, document, approval, TEXT)


def test_file_is_named_by_kind_and_says_what_was_approved():
    file = made()

    assert file.name == "docs/atrium/delivery-plan.md"
    assert file.content.decode() == (
        '---\nproject: "Bakery"\nproject_id: "prj_1"\ndocument: "delivery_plan"\nrevision: 2\napproval: "apr_1"\n'
        f'approved_at: "2026-03-05T14:00:00.000Z"\ncontent_hash: "{HASH}"\n---\n\n{TEXT}'
    )


def test_name_of_a_project_cannot_end_the_header_or_add_to_it():
    header, _, _ = made('Bread" \\ --- # : {x}').content.decode().partition("\n---\n\n")

    assert header.splitlines()[1] == 'project: "Bread\\" \\\\ --- # : {x}"'


def test_commit_names_document_revision_approval_and_hash():
    file = made()

    assert file.message.splitlines() == [
        "Delivery plan, revision 2, as approved",
        "",
        "Project: Bakery",
        "",
        "Atrium-Revision: dlv_1/2",
        "Atrium-Approval: apr_1",
        f"Atrium-Content-Hash: {HASH}",
    ]
    assert file.trailer in file.message.splitlines()
