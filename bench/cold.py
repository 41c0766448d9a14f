"""Cold starts of the built functions, in CPU time, against a bare `import boto3` from the same layer.

A cold start is what a fresh Lambda does before it can answer: import the handler, then make the DynamoDB client that
every first request needs. Python runs with `-I -S -B`: it ignores this machine's settings and site-packages, and
writes no bytecode.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bench.figures import Section, at_most, ratio
from local import aws
from local.paths import BUILD, interpreter

PAIRS = 15
LAYERS = (BUILD / "CommonLayer" / "python", BUILD / "DomainLayer" / "python")
DOORS = (
    *("Keys", "Projects", "Agents", "Pa", "Vault", "Dashboard", "Session", "Events", "Webhooks"),
    *("Notifications", "Decisions", "Factors", "Audit", "Leaving", "Oauth", "Search", "Work"),
)
WORKERS = ("Ceo", "PaRuns", "Sweep", "Filing", "Deliveries", "Mail", "MailFeedback", "Leaver", "Indexer", "Egress")
GATES: Mapping[str, float] = {
    "Authorizer": 1.15,
    **dict.fromkeys(DOORS, 2.2),
    **dict.fromkeys(WORKERS, 2.2),
    "Mcp": 4.0,
    "Thinker": 8.0,  # with the libraries of OpenAI's protocol; a thought itself takes seconds
}
START = "import handler\nfrom common.dynamo import dynamodb\ndynamodb()\n"
ENVIRONMENT = {
    "PATH": os.defpath,
    "LANG": "C.UTF-8",
    "POWERTOOLS_SERVICE_NAME": "atrium",
    **aws.SETTINGS,
}


@dataclass(frozen=True, slots=True)
class Program:
    """Python code for a fresh interpreter that finds modules only in `folders`."""

    folders: tuple[Path, ...]
    code: str
    environment: Mapping[str, str] = field(default_factory=lambda: ENVIRONMENT)


def measure() -> Section:
    """The section: for every function with a gate its CPU time at a cold start."""
    yardstick = Program(LAYERS, "import boto3\n")
    figures = []
    for name, bound in GATES.items():
        started = start_of(name)
        pairs = [
            (cpu_seconds(yardstick), cpu_seconds(started)) for _ in range(PAIRS)
        ]  # in turns: noise hits both alike
        figures.append(ratio(f"{name} starts", [own / bare for bare, own in pairs], at_most(bound)))
    explanation = (
        "CPU time of a fresh process on the built artifact: import the handler, make the first client.",
        f"Median of {PAIRS} pairwise ratios to a bare `import boto3` from the same layer, run just before.",
    )
    return Section("cold", figures, explanation)


def start_of(function: str) -> Program:
    """The program that starts a built function; `function` is its logical id without `Function`."""
    load_model = "from model_wire.providers import load\nload('openai')\n" if function == "Thinker" else ""
    return Program((BUILD / f"{function}Function", *LAYERS), START + load_model)


def cpu_seconds(program: Program) -> float:
    """User and system time of one run. Raises `RuntimeError` if the program fails: a crash must not count as fast."""
    paths = [str(folder) for folder in program.folders]
    start = f"import sys\nsys.path[:0] = {paths!r}\n{program.code}"
    command = [str(interpreter("cloud")), "-I", "-S", "-B", "-c", start]
    pid = os.posix_spawn(command[0], command, program.environment)
    _, status, used = os.wait4(pid, 0)
    if status:
        raise RuntimeError(f"a start failed with status {status}: {program.code!r} in {program.folders[0]}")
    return used.ru_utime + used.ru_stime
