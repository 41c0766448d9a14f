"""`atrium-verify` on exports: a clean one passes, and whatever is altered in one is found."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from copy import deepcopy
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from atrium import NIGHTLY
from atrium_verify import events
from atrium_verify.export import verified
from briefs import submitted_project
from common.settings import settings
from common.signing import public_key
from domain.agents.speaking import reply_to
from domain.audit.chaining import chaining_service
from domain.events.filing import filing_service
from domain.events.log import commit, recording
from domain.events.records import EventType, happened
from domain.projects.documents.requests import AddLine
from domain.projects.documents.service import DocumentService
from domain.projects.requests import ApprovalDecision, CreateProject, DecideApproval
from house import furnished
from origins import HERE

BYTES_FLIPPED = 40 if NIGHTLY else 10  # of each file

VERIFY = Path(__file__).parents[4] / "verify"
QUESTIONS = ("What is the budget?", "When will it be done?", "What needs me?")


@pytest.fixture
def export(desk, ada, bucket):
    """The bytes of a small export, with events and a security log."""
    project = desk.projects.create(ada.account_id, CreateProject(name="Taverna"))
    for question in QUESTIONS:
        told = happened(EventType.MESSAGE_RECEIVED, ada.account_id, desk.clock(), (question,), subject_id=project.id)
        commit(recording([told]))
        desk.clock.advance(seconds=1)
    chaining_service().chain_all(ada.account_id)
    filing_service().file_all(ada.account_id)
    desk.exports.ask(ada, HERE)
    return bucket.only()


def files_of(export):
    with zipfile.ZipFile(io.BytesIO(export)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(files):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    made.seek(0)
    return made


def rows(files, ending):
    (name,) = [name for name in files if name.endswith(ending)]
    return [json.loads(line) for line in files[name].splitlines()]


def altered(value):
    """Every copy of a JSON value in which one field, or one entry, is another or gone."""
    if isinstance(value, dict | list):
        for name in list(value) if isinstance(value, dict) else range(len(value)):
            fewer = deepcopy(value)
            del fewer[name]
            yield fewer
            for one in altered(value[name]):
                changed = deepcopy(value)
                changed[name] = one
                yield changed
    else:
        yield value + 1 if isinstance(value, int) else f"{value}x"


def test_clean_export_passes_and_the_command_says_so(export, tmp_path):
    (tmp_path / "export.zip").write_bytes(export)

    outcome = verified(io.BytesIO(export), public_key(settings.audit_key_id))
    command = [sys.executable, "-m", "atrium_verify", str(tmp_path / "export.zip")]
    said = subprocess.run(command, cwd=VERIFY, capture_output=True, text=True, check=False)

    assert outcome.problems == []
    assert outcome.events >= len(QUESTIONS)
    assert outcome.entries >= 1
    assert (said.returncode, said.stdout.startswith("The export is whole:")) == (0, True), said


def test_any_altered_byte_of_any_file_is_found(export):
    files = files_of(export)
    for name, content in files.items():
        for position in range(0, len(content), max(1, len(content) // BYTES_FLIPPED)):
            flipped = bytearray(content)
            flipped[position] ^= 1
            assert verified(packed({**files, name: bytes(flipped)})).problems, (name, position)


def test_byte_altered_in_the_zip_itself_is_found_or_changes_nothing(export):
    files = files_of(export)
    found = 0
    for position in range(0, len(export), max(1, len(export) // (10 * BYTES_FLIPPED))):
        flipped = bytearray(export)
        flipped[position] ^= 1

        problems = verified(io.BytesIO(bytes(flipped))).problems

        found += bool(problems)
        assert problems or files_of(bytes(flipped)) == files, position  # such as the hour that stands beside a name
    assert found > 6 * BYTES_FLIPPED


def test_any_file_that_is_gone_or_new_is_found(export):
    files = files_of(export)
    for gone in files:
        assert verified(packed({name: one for name, one in files.items() if name != gone})).problems, gone
    assert verified(packed({**files, "more.jsonl": b"{}\n"})).problems


def test_any_altered_removed_or_moved_event_is_found_by_the_chain_alone(export):
    files = files_of(export)
    told = rows(files, "events.jsonl")
    manifest = json.loads(files["manifest.json"])
    account_id, ends = manifest["account_id"], manifest["events"]
    assert list(events.problems(told, account_id, ends)) == []

    forgeries = [*altered(told), told[::-1], [*told, told[-1]]]
    forgeries = [one for one in forgeries if all("sequence" in event for event in one)]

    missed = [one for one in forgeries if not broken(partial(events.problems, one, account_id, ends))]
    assert len(forgeries) > 50
    assert missed == []


def broken(check):
    try:
        return bool(list(check()))
    except (KeyError, TypeError, ValueError):
        return True


def test_another_key_is_found(export):
    other = public_key(settings.audit_key_id)[:-8] + "AAAAAAA="

    assert broken(lambda: verified(io.BytesIO(export), other).problems)


def documents_in(export):
    return {name: content for name, content in files_of(export).items() if "/documents/" in name}


def test_export_has_the_texts_of_all_revisions_with_their_lines_and_comments(desk, ada, bucket, aws, clock):
    house = furnished(aws, clock)
    house = replace(house, turns=replace(house.turns, speak=reply_to))
    project_id = submitted_project(house.projects, ada.account_id)
    house.run_all()

    def exported():
        bucket.clear()
        chaining_service().chain_all(ada.account_id)
        filing_service().file_all(ada.account_id)
        clock.advance(hours=1)
        desk.exports.ask(ada, HERE)
        return bucket.only()

    first = exported()
    approval = house.projects.list_approvals(ada.account_id, project_id).approvals[-1]
    document, comment = approval.deliverable_id, "R1.1: Please add gift cards as a must-have."
    changes = DecideApproval(decision=ApprovalDecision.REQUEST_CHANGES, comment=comment)
    house.projects.decide(ada, project_id, approval.id, changes, HERE)
    house.run_all()
    line = AddLine(section="notes", text="Vouchers come first")
    DocumentService(house.projects.store, clock).add_line(ada.account_id, project_id, document, line)
    export = exported()
    texts, after = documents_in(first), documents_in(export)

    assert verified(io.BytesIO(export)).problems == []
    assert texts.items() < after.items()
    (added,) = after.keys() - texts.keys()
    assert added.endswith("-revision-2.md")
    assert b"gift cards" in after[added]
    assert b"Vouchers come first" in after[added]
    (text,) = [
        one
        for one in rows(files_of(export), "/lines.jsonl")
        if (one["deliverable_id"], one["revision"]) == (document, 2)
    ]
    lines = [line for part in text["parts"] for line in part["lines"] if line["text"] == "Vouchers come first"]
    assert [(line["section"], line["origin"], line["state"]) for line in lines] == [("notes", "customer", "kept")]
    assert [one["text"] for one in text["comments"]] == [comment]
    assert "content" not in text  # a file of its own
    files = files_of(first)
    for name, content in texts.items():  # each is compared as long as its project stands
        assert verified(packed({**files, name: content + b"x"})).problems
