"""What was asked of AWS in a run, and requests like it that nobody may make."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

LEADING_KEYS = "dynamodb:LeadingKeys"
ENCRYPTION_KEYS = "kms:EncryptionContextKeys"
_NAMES = {name.lower(): name for name in (LEADING_KEYS, ENCRYPTION_KEYS)}
_ROLE = re.compile(r"assumed-role/(?P<role>[^/]+)/(?P<session>[^/]+)$")
_WORD = re.compile(r"[A-Za-z]+_")
_OTHER_CONTEXT = "another_context"
TESTING = "test"
"""The session of a test that borrows a function's role to try what it must not be able to do."""


@dataclass(frozen=True)
class Request:
    """One kind of request: the name of a role, the action, the ARN that it is on, and its condition keys."""

    role: str
    action: str
    resource: str
    context: tuple[tuple[str, tuple[str, ...] | str], ...] = ()

    @property
    def leading_key(self) -> str | None:
        """The partition key, if it names one."""
        keys = dict(self.context).get(LEADING_KEYS)
        return keys[0] if keys else None

    @property
    def kind(self) -> str:
        """Of the row: what its partition key begins with."""
        return kind_of(self.leading_key or "")

    def on(self, key: str) -> Request:
        """The same request for a row with another partition key."""
        return replace(self, context=tuple(sorted({**dict(self.context), LEADING_KEYS: (key,)}.items())))

    def told(self) -> dict[str, Any]:
        """The request as the simulator takes it."""
        return {"role": self.role, "action": self.action, "resource": self.resource, "context": dict(self.context)}


def kind_of(key: str) -> str:
    """`USER#` of `USER#ada@example.org`, `key_` of `key_01J…`; keys without either are of one kind."""
    if "#" in key:
        return key.partition("#")[0] + "#"
    word = _WORD.match(key)
    return word[0] if word else ""


def recorded(file: Path) -> list[Request]:
    """The requests of functions that were allowed, one of each kind."""
    found: dict[tuple[str, ...], Request] = {}
    for line in file.read_text().splitlines():
        asked = json.loads(line)
        who = _ROLE.search(asked["principal"])
        if who is None or who["session"] == TESTING or asked["decision"] != "Allow":
            continue
        request = Request(who["role"], asked["action"], asked["resource"], _context(asked["context"]))
        names = " ".join(name for name, _ in request.context)
        found.setdefault((request.role, request.action, request.resource, request.kind, names), request)
    return list(found.values())


def crossed(requests: Iterable[Request]) -> Iterator[tuple[str, Request]]:
    """What is crossed, and each request changed so: another kind of row, another table or queue, another context."""
    asked = list(requests)
    rows, places = _rows(asked), _places(asked)
    for request in asked:
        own = {other.kind for other in asked if _is_alike(other, request)}
        for key in rows[request.resource].values() if request.leading_key is not None else ():
            if kind_of(key) not in own and "/index/" not in request.resource:
                yield "another kind of row", request.on(key)
        used = {other.resource for other in asked if other.role == request.role and other.action == request.action}
        for resource in places[_service(request.resource)] - used:
            yield "another place", replace(request, resource=resource)
        context = dict(request.context)
        if ENCRYPTION_KEYS in context:
            yield "another context", replace(request, context=((ENCRYPTION_KEYS, (_OTHER_CONTEXT,)),))
            yield "no context", replace(request, context=())


def _rows(requests: Iterable[Request]) -> Mapping[str, dict[str, str]]:
    """For each table a partition key of each kind that its rows have."""
    rows: dict[str, dict[str, str]] = defaultdict(dict)
    for request in requests:
        if request.leading_key is not None:
            rows[request.resource].setdefault(request.kind, request.leading_key)
    return rows


def _places(requests: Iterable[Request]) -> Mapping[str, set[str]]:
    """For each kind of resource all that were used by anybody."""
    places: dict[str, set[str]] = defaultdict(set)
    for request in requests:
        places[_service(request.resource)].add(request.resource)
    return places


def _service(resource: str) -> str:
    """`dynamodb table`, `dynamodb index`, `sqs`, `kms`: what can stand for what."""
    service = resource.split(":")[2] if resource.startswith("arn:") else resource
    if service == "dynamodb":
        return "dynamodb index" if "/index/" in resource else "dynamodb table"
    return service


def _is_alike(one: Request, other: Request) -> bool:
    return (one.role, one.action, one.resource) == (other.role, other.action, other.resource)


def _context(told: Mapping[str, Any]) -> tuple[tuple[str, tuple[str, ...] | str], ...]:
    """What policies of ours look at; the emulator writes the names in small letters."""
    kept: dict[str, tuple[str, ...] | str] = {}
    for name, value in told.items():
        if name in _NAMES:
            kept[_NAMES[name]] = tuple(value)
        elif name.startswith("kms:encryptioncontext:"):
            kept["kms:EncryptionContext:" + name.rpartition(":")[2]] = str(value)
    return tuple(sorted(kept.items()))
