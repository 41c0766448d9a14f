"""Where a credential lets data go: the hosts that it is called at, and the repository that documents are pushed to.

Such a place is one like a webhook's: only a person names it, who proved lately that it is they.
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
    """Nothing, if the credential names no place that its version `before` did not name.

    Raises: else `NotYoursToName`, unless the caller is a session; and `StepUpRequired`, unless that is fresh.
    """
    if _named(credential) <= (_named(before) if before else set()):
        return
    if caller is None or caller.kind != "session":
        raise NotYoursToName
    caller.require_fresh(now)


def _named(credential: Credential) -> set[str]:
    """A repository's address has a scheme, and a host none."""
    return {*credential.allowed_hosts, *([credential.repository_url] if credential.repository_url else [])}
