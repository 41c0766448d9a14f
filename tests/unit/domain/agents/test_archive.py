"""All documents of a project in one zip file."""

from __future__ import annotations

import base64
import hashlib
import io
import zipfile

from briefs import submitted_project
from domain.audit.log import NOWHERE
from domain.projects.documents.service import DocumentService
from domain.projects.requests import ApprovalDecision, DecideApproval
from house import ME


def files_in(view):
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(view.content, validate=True))) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_archive_has_every_written_document_byte_for_byte_and_an_index_that_says_which_are_approved(house):
    project_id = submitted_project(house.projects, "acc_1", name="Café: bread & ../butter <b>")
    house.run_all()
    approval = house.projects.list_approvals("acc_1", project_id).approvals[-1]
    house.projects.decide(ME, project_id, approval.id, DecideApproval(decision=ApprovalDecision.APPROVE), NOWHERE)
    house.run_all()

    view = house.projects.archive("acc_1", project_id)

    files = files_in(view)
    documents = house.projects.describe("acc_1", project_id).deliverables
    read = DocumentService(house.projects.store, house.clock).get
    written = [read("acc_1", project_id, one.id) for one in documents if one.revision]
    assert list(files)[:2] == ["index.md", "01-product-brief.md"]
    assert len(files) == len(written) + 1 == view.documents + 1 > 2
    assert {hashlib.sha256(text.encode()).hexdigest() for text in list(files.values())[1:]} == {
        one.content_hash for one in written
    }
    assert files["index.md"].startswith("# Café: bread & ../butter &lt;b&gt;\n")
    standing = {line.split(" | ")[0]: line.split(" | ")[2] for line in files["index.md"].splitlines() if "](" in line}
    assert list(standing.values()).count("approved") == 1
    assert standing["| [Product brief](01-product-brief.md)"] == "approved"
    assert view.filename == f"café-bread-butter-b-{house.clock().date()}.zip"
