"""Speaks Git over HTTPS: fetches only the objects that we need, and pushes only new ones.

Every request goes through the guard of webhooks (`domain.webhooks.wire`): public and pinned addresses, no redirects, a
deadline, a bound on what is read. We never quote what a server sends: an error has a reason of our own list.
"""

from __future__ import annotations

import base64
import http.client
import logging
import struct
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field, replace
from io import BytesIO
from typing import Any

from dulwich.client import AbstractHttpGitClient
from dulwich.errors import (
    ApplyDeltaError,
    ChecksumMismatch,
    GitProtocolError,
    HangupException,
    ObjectFormatException,
    SendPackError,
)
from dulwich.object_store import MemoryObjectStore, ObjectStoreGraphWalker
from dulwich.objects import ObjectID, ShaFile
from dulwich.pack import pack_objects_to_data
from dulwich.refs import Ref

from common.services import frozen
from domain.projects.states import DeliveryReason
from domain.webhooks.records import Reason
from domain.webhooks.wire import Answer, NotFetched, Wire

MOST_BYTES = 32 * 1024 * 1024
WITHIN_SECONDS = 40.0
USER_AGENT = "git/2 (Atrium)"
_MOVED = ("failed to update", "lock", "fetch first", "fast-forward", "stale", "old value")
# At DEBUG dulwich logs what a server says, and a server can say the secret that it was sent.
logging.getLogger("dulwich").setLevel(logging.CRITICAL)
_HEAD = Ref(b"HEAD")
# What dulwich raises for an answer that is not Git's, or only half of it.
_NOT_GIT = (
    ApplyDeltaError,
    AssertionError,
    ChecksumMismatch,
    EOFError,
    GitProtocolError,
    HangupException,
    IndexError,
    KeyError,
    ObjectFormatException,
    TypeError,
    ValueError,
    struct.error,
    zlib.error,
)
_OF_STATUS = {
    http.client.UNAUTHORIZED: DeliveryReason.UNAUTHORIZED,
    http.client.FORBIDDEN: DeliveryReason.FORBIDDEN,
    http.client.NOT_FOUND: DeliveryReason.NOT_FOUND,
    http.client.GONE: DeliveryReason.NOT_FOUND,
}
_OF_WIRE = {
    Reason.TIMED_OUT: DeliveryReason.TIMED_OUT,
    Reason.NAME_NOT_RESOLVED: DeliveryReason.NAME_NOT_RESOLVED,
    Reason.FORBIDDEN_TARGET: DeliveryReason.FORBIDDEN_TARGET,
    Reason.CONNECTION_FAILED: DeliveryReason.CONNECTION_FAILED,
    Reason.TLS_FAILED: DeliveryReason.TLS_FAILED,
    Reason.BAD_ANSWER: DeliveryReason.BAD_ANSWER,
}
"""Any other reason of the wire means that the answer was too long."""


class NotDelivered(Exception):
    """The attempt brought no commit; `reason` says why."""

    def __init__(self, reason: DeliveryReason) -> None:
        """Keep the reason, which is one of our own list."""
        super().__init__(reason.value)
        self.reason = reason


class BranchMoved(Exception):
    """The server did not move the branch, most likely because somebody else has pushed since we looked."""


@frozen
class Access:
    """A repository and a login that may push. We send the secret to the repository's host and nowhere else.

    Attributes:
        url: of the repository, https.
        username: for basic authentication.
        secret: a password or a token.
    """

    url: str
    username: str
    secret: str = field(repr=False)

    @property
    def authorization(self) -> str:
        """The value of the header `Authorization`."""
        return "Basic " + base64.b64encode(f"{self.username}:{self.secret}".encode()).decode()


@frozen
class Seen:
    """What a look at the repository found.

    Attributes:
        tip: the last commit of the branch; None when there is no such branch.
        base: what the next commit follows: the branch's last commit, else that of the default branch; None in an empty
            repository.
        objects: the commits up to some depth, with their folders. The contents of files may be left out.
    """

    tip: ObjectID | None
    base: ObjectID | None
    objects: MemoryObjectStore


class _Response:
    """The attributes of an HTTP answer that dulwich, the Git library, reads."""

    redirect_location = ""

    def __init__(self, answer: Answer) -> None:
        self.content_type = answer.content_type

    def close(self) -> None:
        """Do nothing: the whole answer has been read."""


class _Client(AbstractHttpGitClient):
    """Git's protocol by dulwich, with requests that go through the guard of webhooks."""

    def __init__(self, access: Access, wire: Wire, deadline: float) -> None:
        super().__init__(access.url, thin_packs=False, quiet=True)
        self._access, self._wire, self._deadline = access, wire, deadline

    def _get_url(self, path: str | bytes) -> str:  # noqa: ARG002 - there is one repository
        return self._base_url

    def _http_request(
        self,
        url: str,
        headers: dict[str, str] | None = None,
        data: bytes | Iterator[bytes] | None = None,
        raise_for_status: bool = True,  # noqa: ARG002, FBT001, FBT002 - dulwich's signature
    ) -> tuple[Any, Callable[[int], bytes]]:
        own = {"User-Agent": USER_AGENT, "Authorization": self._access.authorization}
        given = {name: value for name, value in (headers or {}).items() if name != "Content-Length"}
        body = data if isinstance(data, bytes | None) else b"".join(data)
        seconds = self._deadline - time.monotonic()
        if seconds <= 0:
            raise NotDelivered(DeliveryReason.TIMED_OUT)
        wire = replace(self._wire, seconds=min(self._wire.seconds, seconds))
        method = "GET" if body is None else "POST"
        answer = wire.call(method, url, {**given, **own}, body, most_bytes=MOST_BYTES)
        if answer.status != http.client.OK:
            raise NotDelivered(_reason_of_status(answer.status))
        if answer.encoding or not answer.content_type.startswith("application/x-git-"):
            raise NotDelivered(DeliveryReason.BAD_ANSWER)  # a page for browsers, or a server of the old protocol
        return _Response(answer), BytesIO(answer.body).read


@frozen
class Remote:
    """One repository, for one attempt until `deadline` (monotonic seconds). Every method raises `NotDelivered`."""

    access: Access
    wire: Wire
    deadline: float

    def look(self, branch: Ref, *, depth: int) -> Seen:
        """Read the last `depth` commits of a branch, or of the default branch if there is no such branch."""
        found: dict[Ref, ObjectID] = {}
        pack = BytesIO()

        def wanted(refs: Mapping[Ref, ObjectID], depth: int | None = None) -> list[ObjectID]:  # noqa: ARG001
            found.update(refs)
            return [end for end in [refs.get(branch) or refs.get(_HEAD)] if end]

        with own_words():
            self._client().fetch_pack(
                "",
                wanted,
                ObjectStoreGraphWalker([], lambda _commit: []),
                pack.write,
                depth=depth,
                ref_prefix=[_HEAD, branch],
                filter_spec=b"blob:none",
            )
            objects = MemoryObjectStore()
            if pack.tell():
                received, commit, _abort = objects.add_pack()
                received.write(pack.getvalue())
                commit()
        tip = found.get(branch)
        return Seen(tip, tip or found.get(_HEAD), objects)

    def push(self, branch: Ref, seen: ObjectID | None, commit: ObjectID, objects: list[ShaFile]) -> None:
        """Move a branch from the commit that was `seen` (None: no branch) to `commit`, and send `objects`.

        Raises `BranchMoved` when the branch is elsewhere by now; the server compares once more.
        """

        def moved(refs: dict[Ref, ObjectID]) -> dict[Ref, ObjectID]:
            if refs.get(branch) != seen:
                raise BranchMoved
            return {branch: commit}

        def packed(*_asked: object, **_how: object) -> Any:
            return pack_objects_to_data([(one, None) for one in objects], deltify=False)

        with own_words():
            result = self._client().send_pack("", moved, packed)
            said = (result.ref_status or {}).get(branch, "no word of it")
        if said is not None:
            _refuse(said.casefold())

    def _client(self) -> _Client:
        return _Client(self.access, self.wire, self.deadline)


def _refuse(said: str) -> None:
    """Raise the error that fits the server's words about the branch: `NotDelivered` or `BranchMoved`."""
    if "protected" in said:
        raise NotDelivered(DeliveryReason.PROTECTED_BRANCH)
    if "hook" in said:
        raise NotDelivered(DeliveryReason.HOOK_DECLINED)
    if any(sign in said for sign in _MOVED):
        raise BranchMoved
    raise NotDelivered(DeliveryReason.REJECTED)


def _reason_of_status(status: int) -> DeliveryReason:
    if status in range(300, 400):
        return DeliveryReason.REDIRECT
    return _OF_STATUS.get(http.HTTPStatus(status) if status in _OF_STATUS else status, DeliveryReason.SERVER_ERROR)


@contextmanager
def own_words() -> Iterator[None]:
    """Within the block, turn every failure of the connection or of Git's protocol into `NotDelivered`."""
    try:
        yield
    except NotFetched as error:
        raise NotDelivered(_OF_WIRE.get(error.args[0], DeliveryReason.TOO_LARGE)) from error
    except SendPackError as error:
        raise NotDelivered(DeliveryReason.REJECTED) from error
    except _NOT_GIT as error:
        raise NotDelivered(DeliveryReason.BAD_ANSWER) from error
