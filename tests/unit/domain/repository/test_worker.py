from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from common.aws import client
from common.dynamo import Table
from common.errors import Conflict
from common.settings import settings
from domain.audit.records import THE_TEAM
from domain.projects import delivering
from domain.projects.documents.markdown import hash_of
from domain.projects.documents.records import DocumentText
from domain.projects.records import Approval, Deliverable
from domain.projects.service import ProjectService
from domain.projects.states import (
    ApprovalStatus,
    DeliverableKind,
    DeliverableState,
    DeliveryReason,
    DeliveryState,
    Phase,
    ProjectStatus,
    Role,
)
from domain.projects.store import project_store
from domain.repository.queue import repository_queue, sweep_repositories
from domain.repository.retrying import RetryService
from domain.repository.worker import RepositoryWorker
from domain.vault.cipher import vault_cipher
from domain.vault.deposits import DepositService
from domain.vault.opening import Opener
from domain.vault.requests import DepositCredential
from domain.vault.store import vault_store
from domain.vault.using import TeamUse
from domain.work.queue import WorkItem, WorkQueue
from doors import session_caller
from git_server import BRANCH, SECRET, USERNAME
from vaults import stored_project

ACCOUNT = "acc_1"
KINDS = {1: DeliverableKind.SCOPE, 2: DeliverableKind.ROADMAP}


class House:
    """A project with approved documents and the access to a repository, its worker and its sweep."""

    def __init__(self, server, wire, clock):
        self.server, self.clock = server, clock
        self.projects = ProjectService(project_store(), clock, WorkQueue(settings.ceo_queue_url))
        self.uses = TeamUse(vault_store(), Opener(vault_store(), vault_cipher()), clock)
        self.deposits = DepositService(vault_store(), vault_cipher(), self.projects, self.projects.queue, clock)
        self.worker = RepositoryWorker(self.projects, self.uses, wire, self.projects.queue, clock)
        self.project_id = stored_project().id
        self.credential = self.deposit()

    @property
    def item(self):
        return WorkItem(ACCOUNT, self.project_id, "")

    def deposit(self, **changes):
        fields = {"name": "Source repository", "type": "token", "value": SECRET, "username": USERNAME}
        body = DepositCredential.model_validate(fields | {"repository_url": self.server.url} | changes)
        return self.deposits.deposit(ACCOUNT, self.project_id, body, by=THE_TEAM, caller=session_caller())

    def approve(self, number=1, revision=1, text="Bread first."):
        """The customer approves a document, and the CEO puts it on its way; returns it."""
        before, owned = self.projects.load(ACCOUNT, self.project_id)
        now = self.clock.advance(seconds=1)
        content = f"# Document {number}\n\n{text}\n"
        last = next((one for one in owned.deliverables if one.id == f"dlv_{number}"), None)
        written = {"revision": revision, "content_hash": hash_of(content)}
        about = written | {"project_id": self.project_id, "title": f"Document {number}", "created_at": now}
        document = Deliverable(
            id=f"dlv_{number}",
            kind=KINDS[number],
            phase=Phase.PLANNING,
            owner=Role.CPO,
            state=DeliverableState.APPROVED,
            delivery=last.delivery if last else None,
            updated_at=now,
            **about,
        )
        approval_id = f"apr_{number}{revision}"
        approval = Approval(id=approval_id, deliverable_id=document.id, deliverable_kind=document.kind, **about)
        self._save(before, (document, approval, DocumentText(deliverable_id=document.id, content=content, **written)))
        decided = approval.model_copy(update={"status": ApprovalStatus.APPROVED, "decided_at": now})
        self._save(self.projects.get(ACCOUNT, self.project_id), (decided,))
        return self.queue()[0]

    def queue(self):
        """What the CEO does in its turn: put on their way what is to go."""
        project, owned = self.projects.load(ACCOUNT, self.project_id)
        access = (self.credential.id, vault_store().get_credential(ACCOUNT, self.credential.id).version)
        queued = delivering.queued(project, owned.deliverables, owned.approvals, access, self.clock())
        if queued:
            self._save(project, queued)
        return queued

    def _save(self, before, children):
        self.projects.store.save(before, before.changed(self.clock()), children)

    def work(self):
        self.worker.work(self.item)
        return self.delivery()

    def document(self, number=1):
        project = self.projects.get(ACCOUNT, self.project_id)
        return project_store().get_deliverable(project.owned, f"dlv_{number}")

    def delivery(self, number=1):
        return self.document(number).delivery


@pytest.fixture
def house(aws, clock, server, wire):
    return House(server, wire, clock)


def messages(url):
    """What a queue holds, taken from it."""
    sqs, found = client("sqs"), []
    while batch := sqs.receive_message(QueueUrl=url, MaxNumberOfMessages=10).get("Messages"):
        for message in batch:
            sqs.delete_message(QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])
            found.append(json.loads(message["Body"]))
    return found


def test_second_revision_replaces_the_file_in_a_commit_of_its_own_and_a_second_message_does_nothing(house, server):
    house.approve()
    first = house.work()
    house.approve(revision=2, text="Cake first.")

    second = house.work()

    assert (second.state, second.repository, second.branch, second.file, second.commit) == (
        DeliveryState.DELIVERED,
        server.url,
        BRANCH,
        "docs/atrium/scope.md",
        server.git("rev-parse", BRANCH),
    )
    assert (second.delivered_at, second.next_attempt_at, second.reason) == (house.clock(), None, None)
    assert server.git("rev-parse", f"{second.commit}^") == first.commit
    assert server.log() == ["Document 1, revision 2, as approved", "Document 1, revision 1, as approved"]
    assert server.read("docs/atrium/scope.md").endswith("Cake first.")
    count = len(server.requests)
    house.work()
    assert len(server.requests) == count


@pytest.mark.parametrize("lost", ["record", "everything behind the push"])
def test_worker_killed_between_push_and_record_makes_no_second_commit(house, server, monkeypatch, lost):
    house.approve()
    killed_in = (RepositoryWorker, "_end") if lost == "record" else (TeamUse, "end")
    with monkeypatch.context() as killing:
        killing.setattr(*killed_in, lambda *_: (_ for _ in ()).throw(MemoryError))
        with pytest.raises(MemoryError):
            house.work()
    pushed = server.git("rev-parse", BRANCH)
    assert house.delivery().state is DeliveryState.PENDING

    assert house.work().state is DeliveryState.PENDING  # not due yet
    house.clock.advance(minutes=2)
    done = house.work()

    assert (done.state, done.commit, done.attempts) == (DeliveryState.DELIVERED, pushed, 2)
    assert server.log() == ["Document 1, revision 1, as approved"]


def test_retry_brings_the_approved_text_while_the_next_revision_is_in_review(house, server):
    server.answer = lambda _path: 503
    house.approve()
    house.work()
    now, project = house.clock.advance(minutes=2), house.projects.get(ACCOUNT, house.project_id)
    newer = {"revision": 2, "content_hash": hash_of("Cake first.")}
    document = house.document().model_copy(update={"state": DeliverableState.IN_REVIEW, "updated_at": now, **newer})
    house.projects.store.save(
        project, project.changed(now), (document, DocumentText(deliverable_id="dlv_1", content="Cake first.", **newer))
    )
    server.answer = lambda _path: None

    assert house.work().state is DeliveryState.DELIVERED
    assert server.read("docs/atrium/scope.md").endswith("Bread first.")


@pytest.mark.parametrize("by", ["a new deposit", "a retry"])
def test_what_failed_gets_all_its_attempts_anew_by_a_new_deposit_or_a_retry(house, server, by):
    server.answer = lambda _path: 503
    house.approve()
    for _ in range(delivering.MOST_ATTEMPTS):
        house.work()
        house.clock.advance(hours=7)
    assert house.delivery().state is DeliveryState.FAILED

    if by == "a retry":
        retry(house)
    else:
        house.deposit()
        assert [one.id for one in house.queue()] == ["dlv_1"]
    assert (house.work().state, house.delivery().attempts) == (DeliveryState.PENDING, 1)
    server.answer = lambda _path: None
    house.clock.advance(hours=7)

    assert house.work().state is DeliveryState.DELIVERED
    assert house.projects.get(ACCOUNT, house.project_id).undelivered_since is None


@pytest.mark.parametrize("gone", ["deleted", "expired", "without a repository"])
def test_access_that_is_gone_is_told_and_nothing_is_connected_to(house, server, gone):
    house.approve()
    match gone:
        case "deleted":
            house.deposits.delete(ACCOUNT, house.credential.id, by=THE_TEAM)
        case "expired":
            house.deposit(expires_at=(house.clock() + timedelta(hours=1)).isoformat())
            house.clock.advance(hours=2)
        case _:
            house.deposit(repository_url=None)

    done = house.work()

    assert (done.state, done.reason) == (DeliveryState.FAILED, DeliveryReason.NO_ACCESS)
    assert server.requests == []


@pytest.mark.parametrize("status", [ProjectStatus.ON_HOLD, ProjectStatus.CANCELLED])
def test_nothing_of_a_project_on_hold_or_cancelled_is_delivered(house, server, status):
    house.approve()
    project = house.projects.get(ACCOUNT, house.project_id)
    house.projects.store.save(project, project.changed(house.clock(), status=status), ())

    assert house.work().state is DeliveryState.PENDING
    assert server.requests == []


def test_each_attempt_is_a_use_on_record_with_its_end(house, server):
    house.approve()
    house.work()
    server.commit("docs/atrium/roadmap.md", "theirs\n", branch=BRANCH)
    house.approve(2)
    house.work()

    credential = vault_store().get_credential(ACCOUNT, house.credential.id)
    rows = Table(settings.vault_table).query_all(
        "pk = :pk AND begins_with(sk, :sk)", {"pk": f"CREDENTIAL#{credential.id}", "sk": "USE#"}
    )
    assert credential.uses == 2
    assert [(row["purpose"], row["host"], row["path"], row["status"], row.get("problem")) for row in rows] == [
        ("Delivering Document 1, revision 1", "git.example.org", "/shop.git", "answered", None),
        ("Delivering Document 2, revision 1", "git.example.org", "/shop.git", "failed", "conflict"),
    ]
    assert {row["by"]["kind"] for row in rows} == {"team"}


@pytest.mark.parametrize("fields", [{"token": SECRET, "username": USERNAME}, {"password": SECRET}])
def test_secret_may_be_a_field(house, server, fields):
    house.deposit(value=None, fields=fields, username=None if "username" in fields else USERNAME)
    house.approve()

    assert house.work().state is DeliveryState.DELIVERED


def test_secret_is_in_no_log_and_no_row(house, server, capfd, caplog):
    caplog.set_level("DEBUG")
    house.approve()
    house.work()
    server.hook("pre-receive", f"echo {SECRET} >&2; exit 1")
    house.approve(2)
    house.work()

    printed = capfd.readouterr()
    assert "document_delivery" in caplog.text
    assert SECRET not in printed.out + printed.err + caplog.text + str([vars(one) for one in caplog.records])
    for table in client("dynamodb").list_tables()["TableNames"]:
        assert SECRET not in str(client("dynamodb").scan(TableName=table)["Items"])


def test_sweep_sends_a_message_for_each_project_with_a_document_that_is_due(house):
    house.approve(1)
    house.approve(2)
    messages(repository_queue().url)

    assert sweep_repositories(house.clock()) == 0  # the first message may still be under way
    house.clock.advance(minutes=1)
    assert sweep_repositories(house.clock()) == 1

    (sent,) = messages(repository_queue().url)
    assert (sent["account_id"], sent["project_id"]) == (ACCOUNT, house.project_id)
    house.work()
    house.clock.advance(minutes=5)
    assert sweep_repositories(house.clock()) == 0


def retry(house):
    return RetryService(house.projects, repository_queue(), house.clock).retry(ACCOUNT, house.project_id, "dlv_1")


def test_conflict_is_delivered_when_it_was_put_right_and_the_customer_says_so(house, server):
    server.commit("docs/atrium/scope.md", "theirs\n")
    house.approve()
    assert house.work().state is DeliveryState.CONFLICT
    retry(house)
    assert house.work().state is DeliveryState.CONFLICT
    assert server.read("docs/atrium/scope.md", "main") == "theirs"
    assert house.projects.get(ACCOUNT, house.project_id).undelivered_since is not None
    server.commit("docs/atrium/scope.md", None)
    messages(repository_queue().url)
    house.clock.advance(minutes=1)

    shown = retry(house).delivery

    assert (shown.state, shown.attempts, shown.reason) == (DeliveryState.PENDING, 0, None)
    assert house.projects.get(ACCOUNT, house.project_id).undelivered_since is None
    assert [one["project_id"] for one in messages(repository_queue().url)] == [house.project_id]
    assert house.work().state is DeliveryState.DELIVERED
    assert server.log()[0] == "Document 1, revision 1, as approved"


def test_of_several_retries_at_once_one_puts_the_document_on_its_way(house, server):
    server.commit("docs/atrium/scope.md", "theirs\n")
    house.approve()
    house.work()
    server.commit("docs/atrium/scope.md", None)

    def outcome(_turn):
        try:
            return retry(house).delivery.state
        except Conflict as error:
            return error.message

    with ThreadPoolExecutor(4) as pool:
        came = list(pool.map(outcome, range(4)))

    assert came.count(DeliveryState.PENDING) == 1
    assert {one for one in came if one is not DeliveryState.PENDING} == {
        "There is nothing to retry: Revision 1 is on its way to your repository."
    }
    for _ in range(2):
        house.work()
    assert server.log().count("Document 1, revision 1, as approved") == 1


@pytest.mark.parametrize("state", ["never", "pending", "delivered", "revised", "on_hold", "cancelled"])
def test_only_what_was_given_up_is_tried_again(house, server, state):
    house.approve()
    if state in {"revised", "on_hold", "cancelled"}:
        server.commit("docs/atrium/scope.md", "theirs\n")
    if state not in {"never", "pending"}:
        house.work()
    project = house.projects.get(ACCOUNT, house.project_id)
    document = house.document()
    changed = {
        "never": {"delivery": None},
        "revised": {"revision": 2, "state": DeliverableState.IN_REVIEW},
    }
    after = document.model_copy(update=changed.get(state, {}))
    status = ProjectStatus(state) if state in {"on_hold", "cancelled"} else project.status
    house.projects.store.save(project, project.changed(house.clock(), status=status), (after,))
    messages(repository_queue().url)

    with pytest.raises(Conflict):
        retry(house)

    assert house.delivery() == after.delivery
    assert messages(repository_queue().url) == []
