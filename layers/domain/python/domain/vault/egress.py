"""Calling with a credential: take the use that the API's function recorded, check it again, carry it out once.

This runs in the egress function alone. It gets the id of a use and nothing else from whoever invokes it, opens the
value, calls, and gives the answer with the secret struck out. It repeats the checks of the API's function.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache

from common.clock import utc_now
from common.errors import DomainError, NotFound
from common.services import service
from common.settings import settings
from common.telemetry import logger
from domain.projects.known import known_project
from domain.projects.records import Project
from domain.projects.states import ProjectStatus
from domain.vault import call_rules
from domain.vault.injecting import Injected, inject
from domain.vault.opening import Opener, opener
from domain.vault.outcomes import Outcome, Problem
from domain.vault.permissions import Permissions, permissions
from domain.vault.records import CallRequest, Credential, CredentialUse, UseStatus
from domain.vault.store import VaultStore, vault_store
from domain.vault.striking import strike
from domain.webhooks.wire import Answer, NotFetched, Wire

MOST_BYTES = 1_000_000
WITHIN_SECONDS = 10.0
TAKEN_WITHIN = timedelta(seconds=30)
"""A use that is older is not carried out, because the API's function has given it up."""
_TEXT = re.compile(
    r"text/(?:(?P<text>calendar|css|csv|event-stream|html|javascript|json|markdown|xml|yaml)|[\w.+-]+)"
    r"|application/(?:[\w.+-]*\+)?(?P<data>json|xml|yaml|x-ndjson|javascript|graphql|x-www-form-urlencoded)"
)
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f\ufffe\uffff]")

_WIRE_PROBLEMS: dict[str, Problem] = {
    "forbidden_target": "forbidden_target",
    "name_not_resolved": "name_not_resolved",
    "timed_out": "timed_out",
    "tls_failed": "tls_failed",
    "connection_failed": "connection_failed",
    "bad_answer": "bad_answer",
}


class _Refused(Exception):
    """The use is not carried out, or has no answer that may be given."""

    def __init__(self, problem: Problem) -> None:
        self.problem: Problem = problem
        super().__init__(problem)


@service
class EgressService:
    """Carries out recorded uses; `project` reads a project by its account's id and its own, or raises `NotFound`."""

    store: VaultStore
    project: Callable[[str, str], Project]
    permissions: Permissions
    opener: Opener
    wire: Wire
    now: Callable[[], datetime]

    def carry_out(self, credential_id: str, use_id: str) -> Outcome:
        """Carry out a pending use; one that was taken before, or is over 30 s old, is `already_used` and makes no call.

        Raises: `SealBroken`, `Unavailable`.
        """
        taken = self._take(credential_id, use_id)
        if taken is None:
            return Outcome(problem="already_used")
        use, request = taken
        try:
            outcome = self._call(use, request)
        except _Refused as refused:
            outcome = Outcome(problem=refused.problem)
        self.store.end_use(use, outcome.status, outcome.problem)
        logger.info("credential_used", use_id=use_id, status=outcome.status, problem=outcome.problem)
        return outcome

    def _take(self, credential_id: str, use_id: str) -> tuple[CredentialUse, CallRequest] | None:
        use = self.store.find_use(credential_id, use_id)
        if use is None or use.status is not UseStatus.PENDING or use.request is None:
            return None
        if self.now() - use.at > TAKEN_WITHIN or not self.store.take_use(use):
            return None
        return use, use.request

    def _call(self, use: CredentialUse, request: CallRequest) -> Outcome:
        credential = self._checked(use, request)
        try:
            opened = self.opener.open(credential)
        except NotFound:  # deleted, or replaced, since it was checked
            raise _Refused("not_allowed") from None
        if opened.shape != "value" or len(opened.content.encode()) < call_rules.SHORTEST_SECRET_BYTES:
            raise _Refused("not_sendable")
        try:
            sent = inject(credential, opened.content, request.url, request.headers)
        except ValueError:
            raise _Refused("not_sendable") from None
        return _shown(self._sent(use, request, sent), sent)

    def _checked(self, use: CredentialUse, request: CallRequest) -> Credential:
        """The credential, if its terms and its owner's permission still allow this use. Raises `_Refused`."""
        try:
            credential = self.store.get_credential(str(use.account_id), use.credential_id)
            project = self.project(str(use.account_id), credential.project_id)
            if credential.inject is None or use.method is None:
                raise _Refused("not_allowed")
            call_rules.require_allowed(credential, use.method, request.url, now=self.now(), private=self.wire.private)
            call_rules.require_headers(request.headers, credential.inject)
        except DomainError as error:
            raise _Refused("not_allowed") from error
        gone = project.status is ProjectStatus.CANCELLED or use.project_id != credential.project_id
        if gone or use.version != credential.version or not self.permissions.lets(credential, use):
            raise _Refused("not_allowed")
        return credential

    def _sent(self, use: CredentialUse, request: CallRequest, sent: Injected) -> Answer:
        body = None if request.body is None else request.body.encode()
        try:
            return self.wire.call(str(use.method), sent.url, sent.headers, body, most_bytes=MOST_BYTES)
        except NotFetched as failed:
            reason = str(failed)
            raise _Refused(_WIRE_PROBLEMS.get(reason, "too_long")) from None


def _shown(answer: Answer, sent: Injected) -> Outcome:
    """The answer as text, the secret struck out; its type in our words, not the host's. Raises `_Refused`."""
    kind = _kind_of(answer.content_type)
    if answer.encoding or (answer.body and not kind):
        raise _Refused("not_text")
    try:
        text = answer.body.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _Refused("not_text") from None
    if _CONTROL.search(text):
        raise _Refused("not_text")
    return Outcome(status=answer.status, content_type=kind, body=strike(text, sent.secrets))


def _kind_of(content_type: str) -> str:
    """The general content type of a text, such as `application/json` for `…+json`; empty for what is no text."""
    found = _TEXT.fullmatch(content_type.partition(";")[0].strip().lower())
    if found is None:
        return ""
    return f"application/{data}" if (data := found["data"]) else f"text/{found['text'] or 'plain'}"


@cache
def egress_service() -> EgressService:
    """The service, built once for each process."""
    wire = Wire(private=settings.private_webhook_targets, seconds=WITHIN_SECONDS)
    return EgressService(vault_store(), known_project, permissions(), opener(), wire, utc_now)
