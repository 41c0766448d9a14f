"""All documents of a project in one zip file, as Markdown, with an index."""

from __future__ import annotations

import base64
import io
import re
import zipfile
from collections.abc import Iterable
from datetime import datetime

from common.clock import to_iso
from domain.projects.documents.markdown import escaped
from domain.projects.models import ArchiveView
from domain.projects.records import Deliverable, Project
from domain.projects.states import DeliverableState, position_of

_LETTERS = re.compile(r"[^\w]+")
_LONGEST_NAME = 60


def archive_of(project: Project, deliverables: Iterable[Deliverable], *, now: datetime) -> ArchiveView:
    """A zip of `index.md` and each written document, numbered in order; `deliverables` come with their texts loaded."""
    written = sorted((one for one in deliverables if one.revision), key=lambda one: position_of(one.kind))
    texts = {"index.md": _index(project, written, now)} | {_name_of(one): one.content for one in written}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in texts.items():
            entry = zipfile.ZipInfo(name, now.timetuple()[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text)
    named = _LETTERS.sub("-", project.name.lower()).strip("-")[:_LONGEST_NAME] or "project"
    return ArchiveView(
        filename=f"{named}-{now.date()}.zip",
        content=base64.b64encode(packed.getvalue()).decode(),
        documents=len(written),
    )


def _name_of(document: Deliverable) -> str:
    return f"{position_of(document.kind) + 1:02}-{document.kind.value.replace('_', '-')}.md"


def _index(project: Project, written: Iterable[Deliverable], now: datetime) -> str:
    head = ["| Document | Revision | | Written | SHA-256 |", "|---|---|---|---|---|"]
    rows = [
        f"| [{one.title}]({_name_of(one)}) | {one.revision} | {_standing(one)} | {one.history[-1].at.date()} "
        f"| {one.content_hash} |"
        for one in written
    ]
    about = [f"# {escaped(project.name)}", *map(escaped, filter(str.strip, (project.description or "").splitlines()))]
    return "\n\n".join((*about, f"As it was on {to_iso(now)}.", "\n".join([*head, *rows]))) + "\n"


def _standing(document: Deliverable) -> str:
    return "approved" if document.state is DeliverableState.APPROVED else "not approved yet"
