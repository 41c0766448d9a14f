"""Commands that take more than one request: the intake, approvals, documents as files, claiming, submitting."""

from __future__ import annotations

import base64
import io
import json
import re
import sys
import zipfile
from pathlib import Path
from typing import Any

from atrium_client.command import output
from atrium_client.command.running import Run
from atrium_client.errors import Conflict, InvalidRequest, NotFound

# What the archive may bring onto a disk: a name without a folder, 20 MB at most.
_FILE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.md")
MOST_BYTES = 20_000_000


def intake(run: Run, project: str, file: str | None, given: list[str] | None) -> Any:
    """Send the answers in `file` (JSON) and `given` (ID=ANSWER), if any; returns the intake, and what is missing."""
    asked = run.atrium.raw("projects.get_intake", project_id=project)
    said = _read_json(file) if file else {}
    types = {one["id"]: one["type"] for one in asked["questions"]}
    for name, _, text in (one.partition("=") for one in given or []):
        if name not in types:
            raise InvalidRequest("USAGE", f"Give QUESTION=ANSWER, with a question of {', '.join(types)}.")
        if types[name] in {"list", "multi_choice"}:
            said.setdefault(name, []).append(text)
        else:
            said[name] = _parsed(text) if types[name] in {"boolean", "money"} else text
    if said:
        asked = run.atrium.raw("projects.answer_intake", project_id=project, body={"answers": said})
    missing = ", ".join(asked["missing"])
    return asked, f"Missing: {missing}" if missing else f"Complete.\nNext: atrium projects submit {project}"


def approve(
    run: Run, project: str, documents: list[str] | None, everything: bool, changes: str | None, no_hand_out: bool
) -> list[dict[str, Any]]:
    """Approve `documents` or `everything`, or send them back for `changes`; returns these. With neither, what waits."""
    found = run.atrium.raw("projects.list_approvals", project_id=project)["approvals"]
    waiting = [one for one in found if one["status"] == "pending"]
    chosen = waiting if everything else _named(waiting, documents or [], "id", "deliverable_id", "kind", "title")
    given = {"decision": "request_changes" if changes else "approve", "comment": changes}
    decided = []
    for one in chosen:
        body = given | {"content_hash": one["content_hash"], "hand_out_work": False if no_hand_out else None}
        decided.append(run.atrium.raw("projects.decide_approval", project_id=project, approval_id=one["id"], body=body))
    return decided if documents or everything else waiting


def show_document(run: Run, project: str, document: str) -> Any:
    """A document with its text, by its id, kind or title. Raises `NotFound`: the project has no such document."""
    there = run.atrium.raw("projects.get_project", project_id=project)["deliverables"]
    (one,) = _named(there, [document], "id", "kind", "title")
    return run.atrium.raw("projects.get_deliverable", project_id=project, deliverable_id=one["id"])


def _named(things: list[dict[str, Any]], names: list[str], *fields: str) -> list[dict[str, Any]]:
    """The things that have these names in one of `fields`. Raises `NotFound`, whose message lists what there is."""
    by_name = {str(one[field]).casefold(): one for one in things for field in fields}
    if missing := [name for name in names if name.casefold() not in by_name]:
        raise NotFound(
            "NOT_FOUND", f"No {missing[0]} here, but {', '.join(one['kind'] for one in things) or 'nothing'}."
        )
    return [by_name[name.casefold()] for name in names]


def pull(run: Run, project: str, to: str | None) -> list[dict[str, Any]]:
    """Write a project's documents into the folder `to` (`docs`); returns path and bytes of each. Skips unsafe names."""
    with output.waiting("Fetching the documents …"):
        archive = run.atrium.raw("projects.get_archive", project_id=project)
    folder, written = Path(to or "docs"), []
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(archive["content"]))) as packed:
        for entry in packed.infolist():
            if not _FILE.fullmatch(entry.filename) or entry.file_size > MOST_BYTES:
                run.say(f"Left out: {entry.filename}")
                continue
            (folder / entry.filename).write_bytes(packed.read(entry))
            written.append({"file": str(folder / entry.filename), "bytes": entry.file_size})
    return written


def take_next(run: Run, project: str, worker: str | None, lease: int | None) -> Any:
    """Claim the first ready item and store the claim; returns the item and a text. Raises `NotFound`: none is ready."""
    for one in run.atrium.rows("work.list_work_items", "items", project_id=project, state="ready"):
        body = {"worker": worker, "lease_minutes": lease}
        try:
            claimed = run.atrium.raw("work.claim_work_item", work_id=one["id"], body=body)
        except Conflict:
            continue  # somebody was faster
        run.claim_file(one["id"]).write_text(claimed["claim_id"])
        return claimed, f"Claimed {one['id']} until {claimed['lease_until']}.\nNext: atrium work form {one['id']}"
    raise NotFound("NOTHING_READY", "No item is ready.")


def form(run: Run, item: str) -> None:
    """Print an empty submission for an item, as the JSON that `submit` takes."""
    asked = run.atrium.raw("work.get_work_item", work_id=item)["item"]["criteria"]
    evidence = [{"criterion": one["id"], "text": "", "met": True, "link": None} for one in asked]
    output.write_json({"summary": "", "links": [], "evidence": evidence}, 2)


def submit(run: Run, item: str, file: str | None, claim: str) -> Any:
    """Submit an item's work, a JSON object in `file` or on standard input. Raises `InvalidRequest`: no such object."""
    return run.atrium.raw("work.submit_work", work_id=item, body=_read_json(file or "-") | {"claim_id": claim})


def _parsed(text: str, kind: type = object) -> Any:
    try:
        found = json.loads(text)
    except ValueError as error:
        raise InvalidRequest("USAGE", f"This is no JSON: {error}") from error
    if not isinstance(found, kind):
        raise InvalidRequest("USAGE", "Give one JSON object.")
    return found


def _read_json(file: str) -> Any:
    return _parsed(sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8"), dict)
