from __future__ import annotations

import io
import json
import zipfile

import pytest

from common.errors import NotFound, TooManyRequests
from domain.audit.records import THE_TEAM
from domain.leaving import archive as archive_module
from domain.leaving.archive import Archive, _Parts
from domain.leaving.exports import LATEST
from domain.leaving.models import CloseAccount
from domain.leaving.objects import Upload
from domain.leaving.records import ExportState
from domain.leaving.store import leaving_store
from domain.pa.chat import chat_store
from domain.pa.models import AssistantAnswer
from domain.projects.requests import CreateProject
from domain.usage.records import Answered
from domain.usage.service import UsageService
from domain.usage.store import usage_store
from domain.vault.requests import DepositCredential
from origins import HERE

VALUE = "an-octopus-in-the-vault-7731"


def zipped(bucket):
    return zipfile.ZipFile(io.BytesIO(bucket.only()))


def test_export_has_no_value_no_hash_and_no_name_that_leads_elsewhere(desk, ada, bucket):
    project = desk.projects.create(ada.account_id, CreateProject(name="../../../etc/passwd\\ C:\\x <b>" + "long" * 20))
    body = DepositCredential(name="../evil", type="password", value=VALUE)
    desk.deposits.deposit(ada.account_id, project.id, body, by=THE_TEAM)

    asked = desk.exports.ask(ada, HERE)

    files = zipped(bucket)
    assert bucket.names()[0].startswith(f"{ada.account_id}/exp_")
    text = "\n".join(files.read(name).decode() for name in files.namelist())
    assert desk.exports.get(ada.account_id, asked.id).status == "ready"
    assert "projects/etc-passwd-c-x-b-longlong" in "\n".join(files.namelist())
    assert all(len(name) < 150 and ".." not in name and "\\" not in name for name in files.namelist())
    assert json.loads(files.read("vault/credentials.jsonl"))["name"] == "../evil"
    assert not [secret for secret in (VALUE, "argon2", "password_hash", "ciphertext", "session") if secret in text]


def test_export_has_the_log_of_requests_the_usage_and_the_chat_with_the_assistant(desk, ada, bucket):
    usage = UsageService(usage_store(), desk.clock)
    usage.note(ada, Answered("GET", "/projects", None, 403, "FORBIDDEN", "req-1", 5))
    usage.note(ada, Answered("GET", "/projects", None, 200, "", "req-2", 5), nth=1)
    answer = AssistantAnswer(response="All is well.", actions=[], intents=["summary"])
    chat_store().keep_answer(ada.account_id, "How is everything?", answer, desk.clock())

    desk.exports.ask(ada, HERE)

    files = zipped(bucket)
    assert json.loads(files.read("refused-requests.jsonl"))["request_id"] == "req-1"
    assert json.loads(files.read("successful-requests.jsonl"))["request_id"] == "req-2"
    assert [json.loads(line).get("errors") for line in files.read("usage.jsonl").splitlines()] == [1]
    asked = json.loads(files.read("assistant.jsonl"))
    assert (asked["message"], asked["answer"]["response"]) == ("How is everything?", "All is well.")


def test_second_request_while_one_is_made_gets_the_first(desk, ada):
    desk.reachable = False

    first, second = desk.exports.ask(ada, HERE), desk.exports.ask(ada, HERE)

    assert (first.id, first.status) == (second.id, "waiting")


def test_exports_are_limited_and_the_limit_ends_with_the_day(desk, ada):
    for _ in range(5):
        desk.exports.ask(ada, HERE)
        desk.clock.advance(minutes=1)
    with pytest.raises(TooManyRequests):
        desk.exports.ask(ada, HERE)

    desk.clock.advance(days=1)
    assert desk.exports.ask(ada, HERE).id


def test_link_is_good_for_an_hour_at_most_and_the_file_is_gone_after_a_day(desk, ada, bucket):
    asked = desk.exports.ask(ada, HERE)
    assert "X-Amz-Expires=3600" in desk.exports.get(ada.account_id, asked.id).url
    desk.clock.advance(hours=23, minutes=50)
    assert "X-Amz-Expires=600" in desk.exports.get(ada.account_id, LATEST).url
    desk.clock.advance(minutes=10)
    assert desk.exports.get(ada.account_id, asked.id).url is None

    desk.worker.work(ada.account_id)

    assert bucket.names() == []
    with pytest.raises(NotFound):
        desk.exports.get(ada.account_id, asked.id)


def test_export_whose_day_is_over_leaves_a_later_one_where_it_is(desk, ada, bucket):
    desk.exports.ask(ada, HERE)
    desk.clock.advance(hours=12)
    later = desk.exports.ask(ada, HERE)
    desk.clock.advance(hours=12)

    desk.worker.work(ada.account_id)

    assert bucket.names() == [f"{ada.account_id}/{later.id}.zip"]


def test_another_accounts_export_is_not_found(desk, ada):
    asked = desk.exports.ask(ada, HERE)
    ben = desk.sign_up("ben@example.org", "Ben")

    for name in (asked.id, LATEST):
        with pytest.raises(NotFound):
            desk.exports.get(ben.account_id, name)


def test_export_that_waits_when_its_account_closes_is_never_made(desk, ada, bucket):
    desk.reachable = False
    desk.exports.ask(ada, HERE)
    desk.reachable = True

    desk.accounts.close(ada, CloseAccount(confirm="Ada"), HERE)

    assert bucket.names() == []


def test_export_that_cannot_be_made_fails_after_three_attempts(desk, ada, monkeypatch):
    desk.reachable = False
    asked = desk.exports.ask(ada, HERE)
    monkeypatch.setattr(Archive, "add_rows", lambda *_given: 1 / 0)
    for _ in range(3):
        with pytest.raises(ExceptionGroup):
            desk.worker.work(ada.account_id)
        assert desk.worker.work(ada.account_id) == 0, "called again before its time"
        desk.clock.advance(minutes=20)

    desk.worker.work(ada.account_id)

    assert leaving_store().get_export(ada.account_id, asked.id).state is ExportState.FAILED


def test_archive_of_any_size_keeps_one_part_in_memory(monkeypatch):
    monkeypatch.setattr(archive_module, "PART_BYTES", 10_000)
    files = Counting()
    parts = _Parts(files, Upload("key", "upload"))
    made = Archive(parts)

    rows = ({"pk": "x", "number": number, "text": f"{number * 7919:x}" * 9} for number in range(20_000))
    assert made.add_rows("conversation.jsonl", rows) == 20_000
    made.close()

    assert len(files.sizes) > 10
    assert set(files.sizes[:-1]) == {10_000}
    assert parts.size == sum(files.sizes)


class Counting:
    """S3, for which sizes are all that counts."""

    def __init__(self):
        self.sizes = []

    def add(self, _upload, _number, part):
        self.sizes.append(len(part))
        return "tag"

    def complete(self, _upload, tags):
        assert len(tags) == len(self.sizes)
