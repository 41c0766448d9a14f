"""Where a credential lets data go: the hosts that it is called at, and the repository that documents are pushed to.

As with a webhook's address, only a person with a fresh session may name such a place.
"""

from __future__ import annotations

from datetime import datetime

from common.caller import Caller
from common.errors import Forbidden
from domain.vault.records import Credential


class NotYoursToName(Forbidden):
    """An API key or a connected program wants data to go where it did not go before."""

    code = "SESSION_NEEDED"
    default_message = "Leave out repository_url and allowed_hosts: only somebody who is signed in may give new ones."


def require_may_name(caller: Caller | None, credential: Credential, before: Credential | None, now: datetime) -> None:
    """Check that the caller may name the places of `credential`; what its version `before` named needs no check.

    Raises: for a new place, `NotYoursToName` unless the caller is a session, `StepUpRequired` unless that is fresh.
    """
    if _named(credential) <= (_named(before) if before else set()):
        return
    if caller is None or caller.kind != "session":
        raise NotYoursToName
    caller.require_fresh(now)


def _named(credential: Credential) -> set[str]:
    """The hosts and the repository that a credential names; they differ, as only the repository has a scheme."""
    return {*credential.allowed_hosts, *([credential.repository_url] if credential.repository_url else [])}
