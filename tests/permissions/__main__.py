"""`python -m tests.permissions`: judges the permissions that a run of the end-to-end tests asked for.

Every recorded request must be allowed by the deployed policies, every crossed one denied, and every permission used.
The judge is a policy simulator that knows nothing of the emulator. The run must have been recorded:
`ATRIUM_RECORD_PERMISSIONS=<file>`, with its cloud in `ATRIUM_TEST_CLOUD`.

What a run asks for differs a little by what happens at the same time, and by the tests that are chosen. So the requests
of earlier runs are judged with it, from `exercised.json`; `python -m tests.permissions keep` adds this run's.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from conformance.node import find_node, install
from local.cloud import attach
from local.console import Problem, guarded, say
from local.paths import Home
from tests.permissions import exercised
from tests.permissions.exercised import Names
from tests.permissions.policies import Policies, key_policies, role_policies, unused
from tests.permissions.requests import Request, crossed, one_of_each, recorded

SIMULATOR = Path(__file__).with_name("simulate.mjs")
KNOWN = Path(__file__).with_name("known.json")
"""What no run here can show, or none has shown yet, each with the reason why it stays."""


def main() -> None:
    """Write the figures. Raises `Problem` with every request that is decided otherwise than it should be."""
    cloud = attach(Home(Path(os.environ["ATRIUM_TEST_CLOUD"]).resolve()))
    names, policies = Names.of(cloud.resources), role_policies(cloud)
    record = Path(os.environ["ATRIUM_RECORD_PERMISSIONS"])
    run = one_of_each(request for request in recorded(record) if request.role in policies)
    before = exercised.load(names)
    asked = one_of_each([*before, *run])
    if sys.argv[1:] == ["keep"]:
        exercised.save(names, asked)
        return
    tries = list(crossed(asked))
    decisions = _simulated(policies, key_policies(cloud), [*asked, *(request for _, request in tries)])
    refused = [request for request, decision in zip(asked, decisions, strict=False) if decision != "Allowed"]
    passed = [
        (what, request)
        for (what, request), decision in zip(tries, decisions[len(asked) :], strict=True)
        if not decision.endswith("Denied")
    ]
    idle = [Request(*one) for one in unused(policies, asked)]
    kinds = Counter(what for what, _ in tries)
    say(f"{len(run)} kinds of requests of {len({one.role for one in run})} roles and {len(before)} of earlier runs:")
    say(f"of {len(asked)} altogether {len(refused)} refused")
    say(f"{len(tries)} crossed ones ({', '.join(f'{kinds[what]} {what}' for what in kinds)}), {len(passed)} passed")
    say(f"{len(idle)} permissions that nothing used")
    found = _lines(names, [*(("refused", one) for one in refused), *passed, *(("unused", one) for one in idle)])
    known = json.loads(KNOWN.read_text())
    problems = sorted(found - known.keys())
    changes = [*_changes(names, run, before), *(f"known, and not so any more: {one}" for one in known.keys() - found)]
    if "ATRIUM_TEST_NIGHTLY" in os.environ:  # a single run may well miss what depends on chance
        problems += changes
    elif changes:
        say(f"{len(changes)} differences from earlier runs, which only the nightly run holds against anybody")
    if problems:
        raise Problem("Permissions are not least:\n" + "\n".join(problems), fix="narrow the policy in template.yaml")


def _lines(names: Names, found: Iterable[tuple[str, Request]]) -> set[str]:
    """What was found of each request, a line each, by the names of the template."""
    return {
        f"{what}: {names.to_template(one.role).removesuffix('Role')} {one.action} "
        f"{names.to_template(one.resource).split(':', 5)[-1]} {one.kind}".strip()
        for what, one in found
    }


def _changes(names: Names, run: Sequence[Request], before: Sequence[Request]) -> Iterator[str]:
    """What this run asked for and no run before it, and the other way round."""
    new, old = _lines(names, (("new", one) for one in run)), _lines(names, (("new", one) for one in before))
    yield from sorted(new - old)
    yield from (f"asked for no more:{line.removeprefix('new:')}" for line in sorted(old - new))


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
