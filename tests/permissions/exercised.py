"""The requests that runs have made before, by the names of the template: what one run misses, another has shown."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.permissions.requests import Request, kind_of

FILE = Path(__file__).with_suffix(".json")
_ANY = "…"  # what follows in a key is left out: it is another one in every run
_LENGTH = 8  # of a key without a kind, which policies ask for


@dataclass(frozen=True)
class Names:
    """What the template's resources are called in one cloud: `logical` name → physical one."""

    physical: Mapping[str, str]

    @classmethod
    def of(cls, resources: Mapping[str, str]) -> Names:
        """Of a cloud's resources. A queue's id is its address, which ends with its name."""
        return cls({logical: one.rpartition("/")[2] for logical, one in resources.items() if one})

    def to_template(self, text: str) -> str:
        """The text with the template's names instead of physical ones."""
        return _replaced(text, {physical: logical for logical, physical in self.physical.items()})

    def to_cloud(self, text: str) -> str:
        """The text with physical names instead of the template's."""
        return _replaced(text, self.physical)


def load(names: Names, file: Path = FILE) -> list[Request]:
    """The stored requests, as they are in that cloud."""
    return [
        Request(
            names.to_cloud(role),
            action,
            names.to_cloud(resource),
            tuple(one.replace(_ANY, _ANY * _LENGTH) for one in values),
        )
        for role, resources in json.loads(file.read_text()).items()
        for resource, asked in resources.items()
        for action, *values in map(str.split, asked)
    ]


def save(names: Names, requests: Iterable[Request], file: Path = FILE) -> None:
    """Store these requests instead of those that were stored."""
    found: dict[str, dict[str, set[str]]] = {}
    for one in requests:
        of_role = found.setdefault(names.to_template(one.role), {})
        of_role.setdefault(names.to_template(one.resource), set()).add(" ".join([one.action, *_told(one)]))
    ordered = {role: {arn: sorted(of[arn]) for arn in sorted(of)} for role, of in sorted(found.items())}
    file.write_text(json.dumps(ordered, indent=1, ensure_ascii=False) + "\n")


def _told(request: Request) -> Sequence[str]:
    if not request.rows:
        return request.values
    kind = kind_of(request.values[0])
    return [kind if kind == request.values[0] else kind + _ANY]


def _replaced(text: str, names: Mapping[str, str]) -> str:
    longest_first = sorted(map(re.escape, names), key=len, reverse=True)
    return re.sub(rf"(?<![\w-])(?:{'|'.join(longest_first)})(?![\w-])", lambda found: names[found[0]], text)
