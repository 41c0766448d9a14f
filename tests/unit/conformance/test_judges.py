"""What counts as a judge's yes, with a script in the place of Node."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
import yaml

from conformance import judges, node
from conformance.judges import REVISIONS, Bench
from conformance.node import MANIFESTS, Node
from local.paths import REPOSITORY

SUMMARY = "=== SUMMARY ===\\n✓ ping: 2 passed, 0 failed\\n"
OFFERED = ("tools-list", "ping", "server-initialize", "server-stateless", "json-schema", "http-", "dns-rebinding")


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(judges, "SCRATCH", tmp_path)
    return tmp_path


def bench(scratch: Path, script: str) -> Bench:
    program = scratch / "node"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return Bench(Node(program, scratch / "npm"), scratch)


def test_packages_are_fetched_once_however_many_come_for_them(scratch: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node, "SCRATCH", scratch)
    npm = bench(scratch, 'mkdir here || exit 1; sleep 0.2; rmdir here; echo "$@" >> fetched').node

    with ThreadPoolExecutor() as threads:
        folders = list(threads.map(node.install, [npm] * 4))

    assert folders == [scratch / "node_modules"] * 4
    assert (scratch / "fetched").read_text().count(" ci ") == 1


@pytest.mark.parametrize(
    ("script", "passed"),
    [
        (f"printf '{SUMMARY}'", True),
        (f"printf '{SUMMARY}'; exit 1", False),
        ("echo crashed", False),
        ("exit 1", False),
    ],
    ids=["content", "not-content", "no-summary", "crash"],
)
def test_suite_is_content_when_it_says_so_and_ends_well(scratch: Path, script: str, *, passed: bool) -> None:
    assert bench(scratch, script).conformance("http://localhost/mcp", "2025-11-25").passed is passed


@pytest.mark.parametrize(
    ("script", "passed"),
    [
        ('echo \'{"result":{"tools":[{"name":"a"}]}}\'', True),
        ('echo \'{"result":{"tools":[]}}\'', False),
        ('echo \'{"result":{"tools":[{"name":"a"}]}}\'; exit 6', False),
    ],
    ids=["content", "no-tools", "not-content"],
)
def test_inspector_is_content_when_it_found_tools_and_no_error(scratch: Path, script: str, *, passed: bool) -> None:
    assert bench(scratch, script).inspection("http://localhost/mcp", "atr_key", "2026-07-28").passed is passed


def authorized(scratch: Path, checks: str, *, ends_with: int = 0) -> tuple[judges.Verdict, list[str]]:
    """The verdict of a suite that asks for a visit and then writes these checks, and the addresses it sent us to."""
    results, visited = scratch / "results-authorization-2026-07-28" / "run", list[str]()
    script = f"""
        echo "Access the following URL in your browser"
        echo "http://localhost/oauth/authorize?state=1"
        mkdir -p '{results}'
        echo '{checks}' > '{results / "checks.json"}'
        exit {ends_with}"""
    verdict = bench(scratch, script).authorization("http://localhost", "cli_1", 1234, "2026-07-28", visited.append)
    return verdict, visited


@pytest.mark.parametrize(
    ("checks", "ends_with", "passed"),
    [
        ('[{"id": "a", "status": "SUCCESS"}, {"id": "b", "status": "SUCCESS"}]', 0, True),
        ('[{"id": "a", "status": "SUCCESS"}, {"id": "b", "status": "SKIPPED"}]', 0, False),
        ('[{"id": "a", "status": "SUCCESS"}, {"id": "b", "status": "WARNING"}]', 0, False),
        ('[{"id": "a", "status": "FAILURE", "errorMessage": "no code"}]', 0, False),
        ('[{"id": "a", "status": "SUCCESS"}]', 1, False),
        ("[]", 0, False),
    ],
    ids=["content", "skipped", "warns", "fails", "ends-badly", "checks-nothing"],
)
def test_authorization_is_content_when_every_check_succeeded(
    scratch: Path, checks: str, ends_with: int, *, passed: bool
) -> None:
    verdict, visited = authorized(scratch, checks, ends_with=ends_with)

    assert verdict.passed is passed
    assert visited == ["http://localhost/oauth/authorize?state=1"]


def test_authorization_counts_no_checks_of_an_earlier_run(scratch: Path) -> None:
    assert authorized(scratch, '[{"id": "a", "status": "SUCCESS"}]')[0].passed

    verdict = bench(scratch, "echo crashed").authorization("http://localhost", "cli_1", 1234, "2026-07-28", print)

    assert (verdict.passed, verdict.words) == (False, "crashed\n")


def test_authorization_ends_when_the_person_is_refused(scratch: Path) -> None:
    def refused(_address: str) -> None:
        raise httpx.ConnectError("nobody listens")

    script = "echo http://localhost/oauth/authorize?state=1; exec sleep 60"
    verdict = bench(scratch, script).authorization("http://localhost", "cli_1", 1234, "2026-07-28", refused)

    assert not verdict.passed
    assert "nobody listens" in verdict.words


def test_judges_see_nothing_of_their_users_home(scratch: Path) -> None:
    verdict = bench(scratch, f"printf '{SUMMARY}'; echo $HOME").conformance("http://localhost/mcp", "2026-07-28")

    assert str(scratch / "home") in verdict.words


@pytest.mark.parametrize("revision", REVISIONS)
def test_baseline_excuses_nothing_that_is_offered(revision: str) -> None:
    excused = yaml.safe_load((REPOSITORY / "conformance" / f"baseline-{revision}.yml").read_text())["server"]

    assert len(set(excused)) == len(excused)
    assert not [scenario for scenario in excused if scenario.startswith(OFFERED)]


@pytest.mark.parametrize("manifest", MANIFESTS, ids=lambda manifest: manifest.name)
def test_packages_are_pinned_without_a_registrys_address(manifest: Path) -> None:
    text = manifest.read_text()

    assert '"resolved"' not in text
    assert "registry." not in text
    assert '"@modelcontextprotocol/conformance": "0.2.0-alpha.12"' in text
