"""Makes a document a file of the repository, and writes the message of its commit. Pure."""

from __future__ import annotations

import json
from datetime import datetime

from common.clock import to_iso
from common.services import frozen
from domain.projects.records import Approval, Deliverable, Project

FOLDER = ("docs", "atrium")
BRANCH = "atrium/documents"


@frozen
class RepositoryFile:
    """An approved revision, ready to be committed.

    Attributes:
        path: the names of its folders, outermost first, and its own.
        content: the whole file.
        message: the message of the commit.
        trailer: the line of the message by which the commit of this revision is known again.
        at: when the revision was approved.
    """

    path: tuple[str, ...]
    content: bytes
    message: str
    trailer: str
    at: datetime

    @property
    def name(self) -> str:
        """The path as one text, with slashes."""
        return "/".join(self.path)


def file_of(project: Project, document: Deliverable, approval: Approval, text: str) -> RepositoryFile:
    """The file of the document's approved revision: a header in YAML, then the text that `content_hash` names."""
    at = approval.decided_at or approval.created_at
    header = {
        "project": project.name,
        "project_id": project.id,
        "document": document.kind.value,
        "revision": approval.revision,
        "approval": approval.id,
        "approved_at": to_iso(at),
        "content_hash": approval.content_hash,
    }
    # A text in JSON's notation is the same text in YAML's, whatever a customer has put into a project's name.
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in header.items()]
    trailer = f"Atrium-Revision: {document.id}/{approval.revision}"
    message = [f"{document.title}, revision {approval.revision}, as approved", "", f"Project: {project.name}"]
    trailers = [trailer, f"Atrium-Approval: {approval.id}", f"Atrium-Content-Hash: {approval.content_hash}"]
    return RepositoryFile(
        path=(*FOLDER, f"{document.kind.value.replace('_', '-')}.md"),
        content="\n".join(("---", *lines, "---", "", text)).encode(),
        message="\n".join((*message, "", *trailers, "")),
        trailer=trailer,
        at=at,
    )
