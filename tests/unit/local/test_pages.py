from __future__ import annotations

import shutil
import subprocess
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from local import pages
from local.console import Problem


@dataclass
class Workshop:
    """A repository without anything to build, and what was run in it."""

    root: Path
    commands: list[str] = field(default_factory=list)

    def run(self, folder: Path, *command: str) -> None:
        self.commands.append(" ".join(Path(part).name for part in command[:3]))
        product = {"ci": pages.WEB / "node_modules", "run": pages.ASSETS / "app"}.get(command[1])
        if product:
            product.mkdir(parents=True, exist_ok=True)
        elif command[1] == "-m":
            pages.OPENAPI.write_text("{}")


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    places = {
        "REPOSITORY": tmp_path,
        "WEB": tmp_path / "web",
        "ASSETS": tmp_path / "functions" / "web" / "assets",
        "OPENAPI": tmp_path / "functions" / "web" / "openapi.json",
        "DOCUMENT_STAMP": tmp_path / ".aws-sam" / "openapi",
        "PACKAGES_STAMP": tmp_path / ".aws-sam" / "packages",
        "PAGES_STAMP": tmp_path / ".aws-sam" / "pages",
    }
    for name, place in places.items():
        monkeypatch.setattr(pages, name, place)
    (tmp_path / "web" / "src").mkdir(parents=True)
    (tmp_path / "web" / "package.json").write_text("{}")
    (tmp_path / "functions" / "web").mkdir(parents=True)
    made = Workshop(tmp_path)
    monkeypatch.setattr(pages, "_run", made.run)
    monkeypatch.setattr(shutil, "which", lambda _: "/usr/bin/npm")
    return made


EVERYTHING = ["python -m tools.openapi", "npm ci --loglevel=error", "npm run build"]


def test_pages_are_built_from_the_document_with_the_locked_packages(workshop: Workshop) -> None:
    pages.build_pages()

    assert workshop.commands == EVERYTHING


def test_pages_are_left_alone_when_nothing_has_changed(workshop: Workshop) -> None:
    pages.build_pages()

    pages.build_pages()

    assert workshop.commands == EVERYTHING


@pytest.mark.parametrize(
    ("changed", "again"),
    [
        ("web/src/app.tsx", ["npm run build"]),
        ("web/tests/usage.test.tsx", []),
        ("web/package.json", ["npm ci --loglevel=error", "npm run build"]),
        ("pyproject.toml", ["python -m tools.openapi"]),
    ],
)
def test_only_what_a_change_touches_is_built_again(workshop: Workshop, changed: str, again: list[str]) -> None:
    pages.build_pages()
    workshop.commands.clear()

    (workshop.root / changed).parent.mkdir(exist_ok=True)
    (workshop.root / changed).write_text("changed")
    pages.build_pages()

    assert workshop.commands == again


def test_lost_build_is_made_again(workshop: Workshop) -> None:
    pages.build_pages()
    workshop.commands.clear()

    shutil.rmtree(pages.ASSETS)
    pages.build_pages()

    assert workshop.commands == ["npm run build"]


@pytest.mark.parametrize(("built", "said"), [(True, "the last build of the pages is"), (False, "no pages are")])
def test_without_node_the_last_build_is_served_and_the_api_described_all_the_same(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], built: bool, said: str
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    if built:
        pages.ASSETS.mkdir()

    pages.build_pages()

    assert workshop.commands == ["python -m tools.openapi"]
    assert f"Node.js is missing; {said} served." in capsys.readouterr().out


@pytest.mark.parametrize("code", [0, 1])
def test_pages_own_tests_run_with_the_locked_packages_and_may_fail(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    def run(command: list[str], *, cwd: Path, check: bool) -> subprocess.CompletedProcess[str]:
        workshop.run(cwd, *command)
        return subprocess.CompletedProcess(command, code)

    monkeypatch.setattr(subprocess, "run", run)

    with pytest.raises(Problem, match="tests failed") if code else nullcontext():
        pages.test_pages()

    assert workshop.commands == [*EVERYTHING[:2], "npm test --silent"]


def test_pages_own_tests_are_not_passed_over_without_node(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)

    with pytest.raises(Problem, match=r"Node\.js is missing"):
        pages.test_pages()


def test_failed_build_shows_its_last_lines(tmp_path: Path) -> None:
    with pytest.raises(Problem, match="the reason"):
        pages._run(tmp_path, "sh", "-c", "echo the reason; exit 1")
