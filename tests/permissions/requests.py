"""What was asked of AWS in a run, and requests like it that nobody may make."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

CONDITION_KEYS = {
    "dynamodb": "dynamodb:LeadingKeys",
    "iam": "iam:PassedToService",
    "kms": "kms:EncryptionContextKeys",
    "ses": "ses:FromAddress",
}
"""The one condition key that our policies look at in requests to a service."""
_OF_ONE_VALUE = ("iam:PassedToService", "ses:FromAddress")
TESTING = "test"
"""The session of a test that borrows a function's role to try what it must not be able to do."""
_ROLE = re.compile(r"assumed-role/(?P<role>[^/]+)/(?P<session>[^/]+)$")
# As `local/inside/permissions.py` tells rows apart. What is short and in capitals is a key as it stands, as MODEL.
_KIND = re.compile(r"(?:[A-Za-z_]+#|[A-Za-z]+_|[A-Z]{1,7}$|)")
# Objects and schedules come and go; their bucket and their group are what policies name.
_ONE_OF_MANY = re.compile(r"(?<=:)((?:s3:::|schedule/)[^/]+)/.+")
_OF_A_SECRET = re.compile(r"(?<=:secret:)(.+)-\w{6}$")
"""What AWS puts behind a secret's name."""
_OTHER_VALUE = "another_value"


@dataclass(frozen=True)
class Request:
    """One kind of request: the name of a role, the action, the ARN that it is on, the values of its condition key."""

    role: str
    action: str
    resource: str
    values: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """Of the row: what its partition key begins with. Of another request: the values of its condition key."""
        return kind_of(self.values[0]) if self.rows else " ".join(self.values)

    @property
    def rows(self) -> bool:
        """Whether it names rows of a table."""
        return self.action.startswith("dynamodb:") and bool(self.values)

    def told(self) -> dict[str, Any]:
        """The request as the simulator takes it."""
        name = CONDITION_KEYS.get(self.action.partition(":")[0], "")
        values: Any = self.values[0] if name in _OF_ONE_VALUE and self.values else self.values
        context = {name: values} if values else {}
        return {"role": self.role, "action": self.action, "resource": self.resource, "context": context}


def kind_of(key: str) -> str:
    """`USER#` of `USER#ada@example.org`, `key_` of `key_01J…`; keys without either are of one kind."""
    found = _KIND.match(key)
    return found[0] if found else ""


def recorded(file: Path) -> list[Request]:
    """The requests of functions that were allowed."""
    found = []
    for line in file.read_text().splitlines():
        asked = json.loads(line)
        who = _ROLE.search(asked["principal"])
        if who is None or who["session"] == TESTING or asked["decision"] != "Allow":
            continue
        resource = _OF_A_SECRET.sub(r"\1-000000", _ONE_OF_MANY.sub(r"\1/any", asked["resource"]))
        request = Request(who["role"], asked["action"], resource, _values(asked["action"], asked["context"]))
        # Of a batch, each row must be allowed.
        found += [replace(request, values=(row,)) for row in request.values] if request.rows else [request]
    return found


def one_of_each(requests: Iterable[Request]) -> list[Request]:
    """The first request of each kind."""
    found: dict[tuple[str, ...], Request] = {}
    for one in requests:
        found.setdefault((one.role, one.action, one.resource, one.kind), one)
    return list(found.values())


def crossed(requests: Iterable[Request]) -> Iterator[tuple[str, Request]]:
    """What is crossed, and each request changed so: another kind of row, another table or queue, another context."""
    asked = list(requests)
    rows, places = _rows(asked), _places(asked)
    for request in asked:
        own = {other.kind for other in asked if _is_alike(other, request)}
        for key in rows[request.resource].values() if request.rows else ():
            if kind_of(key) not in own and "/index/" not in request.resource:
                yield "another kind of row", replace(request, values=(key,))
        used = {other.resource for other in asked if other.role == request.role and other.action == request.action}
        for resource in sorted(places[_service(request.resource)] - used):
            yield "another place", replace(request, resource=resource)
        if request.values and not request.rows:
            yield "another context", replace(request, values=(_OTHER_VALUE,))
            yield "no context", replace(request, values=())


def _rows(requests: Iterable[Request]) -> Mapping[str, dict[str, str]]:
    """For each table a partition key of each kind that its rows have."""
    rows: dict[str, dict[str, str]] = defaultdict(dict)
    for request in requests:
        if request.rows:
            rows[request.resource].setdefault(request.kind, request.values[0])
    return rows


def _places(requests: Iterable[Request]) -> Mapping[str, set[str]]:
    """For each kind of resource all that were used by anybody."""
    places: dict[str, set[str]] = defaultdict(set)
    for request in requests:
        places[_service(request.resource)].add(request.resource)
    return places


def _service(resource: str) -> str:
    """`dynamodb table`, `dynamodb index`, `s3 object`, `sqs`, `kms`: what can stand for what."""
    service = resource.split(":")[2] if resource.startswith("arn:") else resource
    if service == "dynamodb":
        return "dynamodb index" if "/index/" in resource else "dynamodb table"
    if service == "s3":
        return "s3 object" if "/" in resource else "s3 bucket"
    return service


def _is_alike(one: Request, other: Request) -> bool:
    return (one.role, one.action, one.resource) == (other.role, other.action, other.resource)


def _values(action: str, told: Mapping[str, Any]) -> tuple[str, ...]:
    """Of the condition key that policies of ours look at; the emulator writes the names in small letters."""
    values = told.get(CONDITION_KEYS.get(action.partition(":")[0], "").lower(), ())
    return (values,) if isinstance(values, str) else tuple(values)
