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
from atrium_verify import events, receipts, records
from atrium_verify.canonical import without_nulls
from atrium_verify.export import verified
from briefs import submitted_project
from common.settings import settings
from common.signing import public_key
from domain.agents.brain.rules import RuleBrain
from domain.agents.store import conversation_store
from domain.audit.chaining import chaining_service
from domain.events.filing import filing_service
from domain.events.log import commit, recording
from domain.events.records import EventType, happened
from domain.projects.requests import ApprovalDecision, CreateProject, DecideApproval
from house import furnished
from origins import HERE
from receipted import answered

BYTES_FLIPPED = 40 if NIGHTLY else 10  # of each file

VERIFY = Path(__file__).parents[4] / "verify"
QUESTIONS = ("What is the budget?", "When is it done?", "What waits for me?")


@pytest.fixture
def export(desk, aws):
    """The bytes of a small export, with events, a security log, answers and their receipts."""
    for one in aws("s3").list_objects_v2(Bucket="exports").get("Contents", []):
        aws("s3").delete_object(Bucket="exports", Key=one["Key"])
    ada = desk.sign_up()
    project = desk.projects.create(ada.account_id, CreateProject(name="Taverna"))
    for question in QUESTIONS:
        said, receipt = answered("planning", question, ada.account_id, project.id)
        told = happened(
            EventType.MESSAGE_RECEIVED,
            ada.account_id,
            desk.clock(),
            (question,),
            subject_id=said.id,
            receipt_hash=receipt.sha256,
        )
        store = conversation_store()
        commit([*store.saying(said), store.keeping(receipt), *recording([told])])
        desk.clock.advance(seconds=1)
    chaining_service().chain_all(ada.account_id)
    filing_service().file_all(ada.account_id)
    desk.exports.ask(ada, HERE)
    (key,) = [one["Key"] for one in aws("s3").list_objects_v2(Bucket="exports")["Contents"]]
    return aws("s3").get_object(Bucket="exports", Key=key)["Body"].read()


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


def test_clean_export_passes_and_its_figures_are_recomputed(export):
    outcome = verified(io.BytesIO(export), public_key(settings.audit_key_id))

    assert outcome.problems == []
    assert (outcome.answers, outcome.open) == (len(QUESTIONS), 0)
    assert outcome.figures > 20
    assert outcome.events >= len(QUESTIONS)
    assert outcome.entries >= 1


def test_command_says_so(export, tmp_path):
    (tmp_path / "export.zip").write_bytes(export)

    said = subprocess.run(
        [sys.executable, "-m", "atrium_verify", str(tmp_path / "export.zip")],
        cwd=VERIFY,
        capture_output=True,
        text=True,
        check=False,
    )

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


@pytest.mark.nightly
def test_any_altered_field_of_a_receipt_or_answer_is_found_by_the_receipt_alone(export):
    files = files_of(export)
    answers = {row["id"]: row for row in rows(files, "conversation.jsonl")}
    for receipt in rows(files, "receipts.jsonl"):
        row = answers[receipt["subject_id"]]
        texts = {"content": row["content"]} | {
            f"contributions.{number}": one["summary"] for number, one in enumerate(row["contributions"])
        }
        assert list(receipts.problems(receipt, texts)) == []
        forged = [one for one in altered(receipt) if not broken(partial(receipts.problems, one, texts))]
        assert forged == []
        for name, text in texts.items():
            for position in range(0, len(text), 1 if NIGHTLY else 7):
                other = text[:position] + chr(ord(text[position]) ^ 1) + text[position + 1 :]
                assert list(receipts.problems(receipt, {**texts, name: other}))


def test_another_key_is_found(export):
    other = public_key(settings.audit_key_id)[:-8] + "AAAAAAA="

    assert broken(lambda: verified(io.BytesIO(export), other).problems)


def test_receipt_that_was_written_anew_is_found_by_the_events(export):
    files = files_of(export)
    (name,) = [name for name in files if name.endswith("receipts.jsonl")]
    told = rows(files, "receipts.jsonl")
    told[0]["at"] = "2020-01-01T00:00:00.000Z"
    fields = {key: value for key, value in told[0].items() if key != "sha256"}
    told[0]["sha256"] = receipts.sha256(receipts.canonical(fields))
    forged = b"".join(json.dumps(row).encode() + b"\n" for row in told)

    problems = verified(packed({**files, name: forged})).problems

    assert any("another than the one that the events tell of" in problem for problem in problems)


class Bakery:
    """A project at work, whose CEO answers by the rules; its account is exported as often as one likes."""

    def __init__(self, desk, aws, clock):
        self.desk, self.s3, self.clock = desk, aws("s3"), clock
        house = furnished(aws, clock)
        self.house = replace(house, turns=replace(house.turns, brain=RuleBrain()))
        self.ada = desk.sign_up()
        self.project_id = submitted_project(house.projects, self.ada.account_id)
        self.house.run_all()
        for question in QUESTIONS:
            self.house.ask(self.project_id, question, self.ada)
            self.house.run_all()

    def approve_one(self):
        self.decide(DecideApproval(decision=ApprovalDecision.APPROVE))

    def decide(self, decision):
        projects = self.house.projects
        approval = projects.list_approvals(self.ada.account_id, self.project_id).approvals[-1]
        projects.decide(self.ada, self.project_id, approval.id, decision, HERE)
        self.house.run_all()

    def export(self):
        for one in self.s3.list_objects_v2(Bucket="exports").get("Contents", []):
            self.s3.delete_object(Bucket="exports", Key=one["Key"])
        chaining_service().chain_all(self.ada.account_id)
        filing_service().file_all(self.ada.account_id)
        self.clock.advance(hours=1)
        self.desk.exports.ask(self.ada, HERE)
        (key,) = [one["Key"] for one in self.s3.list_objects_v2(Bucket="exports")["Contents"]]
        return self.s3.get_object(Bucket="exports", Key=key)["Body"].read()


@pytest.fixture
def bakery(desk, aws, clock):
    return Bakery(desk, aws, clock)


def forged(files, name, content):
    """The problems of an export with another file, but for those that the file's own hash shows."""
    problems = verified(packed({**files, name: content})).problems
    return [one for one in problems if one != f"{name} is not as it was written."]


def test_record_that_a_receipt_rests_on_is_compared_with_the_exports(bakery):
    export = bakery.export()
    outcome = verified(io.BytesIO(export))
    files = files_of(export)
    (name,) = [name for name in files if name.endswith("/project.jsonl")]
    project = json.loads(files[name])

    assert (outcome.problems, outcome.records >= len(QUESTIONS)) == ([], True)
    for field in ("name", "spent", "remaining_working_days"):
        other = {**project, field: project[field] * 2 + type(project[field])(1)}
        problems = forged(files, name, json.dumps(other).encode())
        assert any(f"The project {project['id']} is not as it was for msg_" in one for one in problems), field
    told = forged(files, name, json.dumps({**project, "spent": 7}).encode())
    assert any(f"Its spent is 7, and was {project['spent']}." in one for one in told)


def test_every_value_of_a_compared_record_counts(bakery):
    files = files_of(bakery.export())
    compared = 0
    for receipt in rows(files, "prj_" + bakery.project_id[4:] + "/receipts.jsonl"):
        for file in ("project", "intake", "documents", "approvals", "decisions"):
            for row in map(without_nulls, rows(files, f"{bakery.project_id}/{file}.jsonl")):
                name = f"intake_{bakery.project_id}" if file == "intake" else row["id"]
                exported = {name: (records.state_of(row), row)}
                pairs = list(records.comparable(receipt, exported))
                compared += len(pairs)
                for other in altered(row) if pairs else ():
                    if records.leaves(other) == records.leaves(row) and records.state_of(other) == exported[name][0]:
                        assert list(records.problems(receipt, {name: (exported[name][0], other)})), other
    assert compared > len(QUESTIONS)


def test_record_that_has_changed_since_is_not_called_forged(bakery):
    before = verified(io.BytesIO(bakery.export()))

    bakery.approve_one()
    after = verified(io.BytesIO(bakery.export()))

    assert (before.problems, after.problems) == ([], [])
    assert 0 < after.records < before.records, "what has changed is not compared"


def test_export_has_the_texts_of_replaced_revisions(bakery):
    texts = documents_in(bakery.export())
    comment = "Please add gift cards as a must-have."

    bakery.decide(DecideApproval(decision=ApprovalDecision.REQUEST_CHANGES, comment=comment))
    after = documents_in(bakery.export())

    assert texts.items() < after.items()
    (added,) = after.keys() - texts.keys()
    assert added.endswith("-revision-2.md")
    assert b"gift cards" in after[added]


def documents_in(export):
    return {name: content for name, content in files_of(export).items() if "/documents/" in name}


def test_text_of_a_document_is_compared_as_long_as_its_project_stands(bakery):
    export = bakery.export()
    files, by_text = files_of(export), documents_in(export)
    assert by_text
    for name, content in by_text.items():
        assert verified(packed({**files, name: content + b"x"})).problems
