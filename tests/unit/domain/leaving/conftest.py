from __future__ import annotations

import itertools
import os
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest

from accounts import Accounts, client
from common.caller import Caller
from domain.connections.closing import closing_connections
from domain.identity import sessions
from domain.identity.closing import ClosingService
from domain.identity.models import SignUp
from domain.identity.store import identity_store
from domain.keys.closing import closing_keys
from domain.keys.scopes import SCOPES
from domain.leaving.accounts import AccountLeaving
from domain.leaving.erasing import Eraser
from domain.leaving.exporting import Exporter
from domain.leaving.exports import ExportService
from domain.leaving.moving import Mover
from domain.leaving.objects import ExportFiles
from domain.leaving.projects import ProjectLeaving
from domain.leaving.store import leaving_store
from domain.leaving.worker import LeavingWorker
from domain.limits.limiter import Limiter
from domain.limits.store import limit_store
from domain.mail.outgoing import Outgoing
from domain.mail.queue import mail_queue
from domain.mail.store import mail_store
from domain.pa.eventbridge import run_scheduler
from domain.projects.service import ProjectService
from domain.projects.store import project_store
from domain.search.objects import index_files
from domain.vault.cipher import vault_cipher
from domain.vault.deposits import DepositService
from domain.vault.store import vault_store
from domain.work.queue import WorkQueue, work_queue

EMAIL, PASSWORD = "ada@example.org", "some walnut staple"


@dataclass
class Desk:
    """Everything there is to leave with, on an emulated account and a clock that is moved by hand."""

    clock: Any
    people: Accounts
    closing: ClosingService
    projects: ProjectService
    mails: Outgoing
    seconds_left: float = 900
    calls: list[str] = field(default_factory=list)
    reachable: bool = True

    @property
    def worker(self) -> LeavingWorker:
        store, files, scheduler = leaving_store(), ExportFiles("exports"), run_scheduler()
        return LeavingWorker(
            store=store,
            mover=Mover(store, scheduler, self.clock),
            eraser=Eraser(store, files, index_files(), scheduler, lambda: self.seconds_left),
            exporter=Exporter(store, files, self.mails, self.clock),
            identity=self.closing,
            keys=closing_keys(),
            connections=closing_connections(),
            mails=self.mails,
            ceo=work_queue(),
            now=self.clock,
        )

    def at_once(self, account_id: str) -> None:
        self.calls.append(account_id)
        if self.reachable:
            self.worker.work(account_id)

    soon = at_once

    @property
    def accounts(self) -> AccountLeaving:
        return AccountLeaving(
            leaving_store(), self.closing, closing_keys(), closing_connections(), self.mails, self, self.clock
        )

    @property
    def leaving_projects(self) -> ProjectLeaving:
        return ProjectLeaving(leaving_store(), self.projects, self, self.clock)

    @property
    def deposits(self) -> DepositService:
        return DepositService(vault_store(), vault_cipher(), self.projects, self.projects.queue, self.clock)

    @property
    def exports(self) -> ExportService:
        limiter = Limiter(limit_store(), self.clock)
        return ExportService(leaving_store(), ExportFiles("exports"), limiter, self, self.clock, 5)

    def sign_up(self, email: str = EMAIL, name: str = "Ada") -> Caller:
        body = SignUp(email=email, password=PASSWORD, name=name)
        signed_in, cookies = self.people.identity.sign_up(body, client())
        return self.caller(signed_in.account.id, signed_in.user.id, cookies.session)

    def sign_in(self, email: str = EMAIL) -> Caller:
        caller, cookies = self.people.log_in(email=email, password=PASSWORD)
        return self.caller(caller.account_id, caller.principal_id, cookies.session)

    def caller(self, account_id: str, user_id: str, token: str) -> Caller:
        session = sessions.token_hash(token)
        row = identity_store().get_session(session)
        scopes = frozenset(SCOPES)
        return Caller(account_id, "session", user_id, scopes, session, row.proved_at, closing=row.closing)


class Bucket:
    """The bucket of exports, empty at first."""

    def __init__(self, aws):
        self.s3 = aws("s3")
        with suppress(Exception):
            self.s3.create_bucket(Bucket="exports", CreateBucketConfiguration={"LocationConstraint": "eu-central-1"})
        self.clear()

    def names(self):
        return [one["Key"] for one in self.s3.list_objects_v2(Bucket="exports").get("Contents", [])]

    def clear(self):
        for name in self.names():
            self.s3.delete_object(Bucket="exports", Key=name)

    def only(self):
        """The content of the one export there is."""
        (name,) = self.names()
        return self.s3.get_object(Bucket="exports", Key=name)["Body"].read()


@pytest.fixture
def bucket(aws):
    return Bucket(aws)


@pytest.fixture
def ada(desk):
    return desk.sign_up()


@pytest.fixture
def desk(bucket, clock):
    tokens = (f"closing-{number}" for number in itertools.count())
    return Desk(
        clock=clock,
        people=Accounts(clock, silent="off"),
        closing=ClosingService(identity_store(), lambda: next(tokens)),
        projects=ProjectService(project_store(), clock, WorkQueue(os.environ["CEO_QUEUE_URL"])),
        mails=Outgoing(mail_store(), mail_queue, "off"),
    )
