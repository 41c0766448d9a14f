"""`python -m tests.permissions`: judges the permissions that a run of the end-to-end tests asked for.

Every recorded request must be allowed by the deployed policies, every crossed one denied, and every permission used.
The judge is a policy simulator that knows nothing of the emulator. The run must have been recorded:
`ATRIUM_RECORD_PERMISSIONS=<file>`, with its cloud in `ATRIUM_TEST_CLOUD`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from conformance.node import find_node, install
from local.cloud import Cloud, attach
from local.console import Problem, guarded, say
from local.paths import Home
from tests.permissions.policies import Policies, key_policies, role_policies, unused
from tests.permissions.requests import Request, crossed, recorded

SIMULATOR = Path(__file__).with_name("simulate.mjs")
KNOWN = Path(__file__).with_name("known.json")


def main() -> None:
    """Write the figures. Raises `Problem` with every request that is decided otherwise than it should be."""
    record, home = os.environ["ATRIUM_RECORD_PERMISSIONS"], os.environ["ATRIUM_TEST_CLOUD"]
    cloud = attach(Home(Path(home).resolve()))
    policies, asked = role_policies(cloud), recorded(Path(record))
    asked = [request for request in asked if request.role in policies]
    tries = list(crossed(asked))
    decisions = _simulated(policies, key_policies(cloud), [*asked, *(request for _, request in tries)])
    refused = [request for request, decision in zip(asked, decisions, strict=False) if decision != "Allowed"]
    passed = [
        (what, request)
        for (what, request), decision in zip(tries, decisions[len(asked) :], strict=True)
        if not decision.endswith("Denied")
    ]
    idle = sorted(unused(policies, asked))
    kinds = Counter(what for what, _ in tries)
    say(f"{len(asked)} kinds of requests of {len({request.role for request in asked})} roles, {len(refused)} refused")
    say(f"{len(tries)} crossed ones ({', '.join(f'{kinds[what]} {what}' for what in kinds)}), {len(passed)} passed")
    say(f"{len(idle)} permissions that nothing used")
    problems = [*_told(cloud, refused, passed, idle)]
    if problems:
        raise Problem("Permissions are not least:\n" + "\n".join(problems), fix="narrow the policy in template.yaml")


def _told(
    cloud: Cloud,
    refused: Sequence[Request],
    passed: Sequence[tuple[str, Request]],
    idle: Sequence[tuple[str, str, str]],
) -> Iterator[str]:
    """What is wrong, a line each, by the names of the template; what is known, with its reason, is left out."""
    known = json.loads(KNOWN.read_text())
    asked = [("refused", one) for one in refused] + [*passed]
    lines = {f"{what}: {_line(cloud, one.role, one.action, one.resource)} {one.kind}".strip() for what, one in asked}
    lines |= {f"unused: {_line(cloud, *one)}" for one in idle}
    yield from sorted(lines - known.keys())
    yield from (f"known, and not so any more: {line}" for line in known if line not in lines)


def _line(cloud: Cloud, role: str, action: str, resource: str) -> str:
    names = {physical: logical for logical, physical in cloud.resources.items() if physical}
    for physical in sorted(names, key=len, reverse=True):
        resource = resource.replace(physical.rpartition("/")[2], names[physical])
    return f"{names[role].removesuffix('Role')} {action} {resource.rpartition(':')[2]}"


def _simulated(policies: Policies, keys: Mapping[str, Any], requests: Sequence[Request]) -> list[str]:
    node = find_node()
    if node is None:
        raise Problem("Node is missing.", fix="make install")
    packages = install(node)
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        told = {"policies": policies, "keyPolicies": keys, "requests": [request.told() for request in requests]}
        json.dump(told, file)
        file.flush()
        command = [str(node.program), str(SIMULATOR), file.name, str(packages / "package.json")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Problem(f"The simulator failed:\n{done.stderr[-2000:]}", fix="read what it says")
    decisions: list[str] = json.loads(done.stdout)
    return decisions


if __name__ == "__main__":
    sys.exit(guarded(main))
