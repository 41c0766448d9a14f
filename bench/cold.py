"""Cold starts of the built functions, in CPU time, against a bare `import boto3` from the same layer.

A cold start is what a fresh Lambda does before it can answer: import the handler, then make the DynamoDB client that
every first request needs. Python runs with `-I -S -B`: it ignores this machine's settings and site-packages, and
writes no bytecode.
"""

from __future__ import annotations

import os
import statistics
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from bench.figures import Figure, Section, at_most, exactly, spread
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
NOT_IN_DOORS = ("mcp", "aws_xray_sdk", "jinja2", "standardwebhooks", "webauthn", "cryptography", "segno")
NOT_BUT_IN_THINKER = ("anthropic", "openai", "pydantic_ai")
START = "import handler\nfrom common.dynamo import dynamodb\ndynamodb()\n"
YARDSTICK = "import boto3\n"
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

    @property
    def command(self) -> list[str]:
        """The command line that runs the code in a fresh, isolated interpreter."""
        paths = [str(folder) for folder in self.folders]
        return [*_python(), f"import sys\nsys.path[:0] = {paths!r}\n{self.code}"]


def measure() -> Section:
    """The section: for every function with a gate its CPU time at a cold start, and the modules that it imports."""
    yardstick = Program(LAYERS, YARDSTICK)
    figures = []
    for name, bound in GATES.items():
        started = start_of(name)
        ratios = paired_ratios(started, yardstick)
        figures.append(
            Figure(f"{name} starts", statistics.median(ratios), "×", at_most(bound), f"import boto3; {spread(ratios)}")
        )
        modules = modules_of(started)
        figures.append(Figure(f"{name} imports", len(modules), "modules"))
        if name in DOORS:
            unwanted = [module for module in NOT_IN_DOORS if module in modules]
            figures.append(Figure(f"{name} imports of {', '.join(NOT_IN_DOORS)}", len(unwanted), "", exactly(0)))
        if name != "Thinker":
            of_models = [module for module in NOT_BUT_IN_THINKER if module in modules]
            figures.append(Figure(f"{name} imports of {', '.join(NOT_BUT_IN_THINKER)}", len(of_models), "", exactly(0)))
    explanation = (
        "CPU time of a fresh process on the built artifact: import the handler, make the first client.",
        f"Median of {PAIRS} pairwise ratios to a bare `import boto3` from the same layer, run just before.",
    )
    return Section("cold", figures, explanation)


def start_of(function: str) -> Program:
    """The program that starts a built function; `function` is its logical id without `Function`."""
    load_model = "from model_wire.providers import load\nload('openai')\n" if function == "Thinker" else ""
    return Program((BUILD / f"{function}Function", *LAYERS), START + load_model)


def paired_ratios(program: Program, yardstick: Program, pairs: int = PAIRS) -> list[float]:
    """The CPU times of `program` divided by those of `yardstick`. They run in turns, so noise hits both alike."""
    ratios = []
    for _ in range(pairs):
        bare = cpu_seconds(yardstick)
        ratios.append(cpu_seconds(program) / bare)
    return ratios


def cpu_seconds(program: Program) -> float:
    """User and system time of one run. Raises `RuntimeError` if the program fails: a crash must not count as fast."""
    command = program.command
    pid = os.posix_spawn(command[0], command, program.environment)
    _, status, used = os.wait4(pid, 0)
    if status:
        raise RuntimeError(f"a start failed with status {status}: {program.code!r} in {program.folders[0]}")
    return used.ru_utime + used.ru_stime


def modules_of(program: Program) -> Sequence[str]:
    """The names of all modules that are imported when the program ends."""
    listing = replace(program, code=program.code + "print(*sys.modules)\n")
    done = subprocess.run(listing.command, env=program.environment, capture_output=True, text=True, check=True)
    return done.stdout.split()


def _python() -> list[str]:
    return [str(interpreter("cloud")), "-I", "-S", "-B", "-c"]
