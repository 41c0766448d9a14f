"""What is built again when something changed; pip is left out, the end-to-end tests have it."""

from __future__ import annotations

import runpy
from importlib.util import cache_from_source
from pathlib import Path
from zipfile import ZipFile

import pytest

from local import build, packages
from local.console import Problem

TEMPLATE = """
  ContentUri: layers/common/python
  ContentUri: layers/domain/python
  CodeUri: functions/agents
  CodeUri: functions/pa_runs
  CodeUri: functions/mcp
"""
SOURCES = {
    "template.yaml": TEMPLATE,
    "functions/agents/handler.py": "A = 1",
    "functions/pa_runs/handler.py": "A = 1",
    "functions/mcp/handler.py": "A = 1",
    "functions/mcp/requirements.txt": "mcp==2.0",
    "functions/mcp/mcp_door/__init__.py": "",
    "functions/mcp/mcp_door/door.py": "A = 1",
    "layers/common/python/common/clock.py": "A = 1",
    "layers/domain/python/domain/rules.py": "A = 1",
}


class Workshop:
    """A small repository, and which lists of packages were fetched for it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.fetched: list[str] = []
        for name, content in SOURCES.items():
            self.write(name, content)

    def write(self, name: str, content: str) -> None:
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content)

    def install(self, requirements: Path, folder: Path, _architecture: str) -> None:
        """In place of pip: a package that says which list it comes from."""
        self.fetched.append(requirements.read_text())
        (folder / "mcp").mkdir(parents=True)
        (folder / "mcp/__init__.py").write_text(f"A = {requirements.read_text()!r}")
        (folder / "mcp/types.pyi").touch()

    def runs(self, artifact: str, module: str) -> object:
        """What `A` is where the artifact runs."""
        source = self.root / "build" / artifact / module
        assert Path(cache_from_source(str(source))).exists()
        return runpy.run_path(str(source))["A"]

    def mark(self) -> set[str]:
        """Put a file into each built folder, which goes when it is built again; returns their names."""
        for folder in build.artifacts():
            (folder / "mark").touch()
        return self.marked()

    def marked(self) -> set[str]:
        return {folder.name for folder in build.artifacts() if (folder / "mark").exists()}


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    workshop = Workshop(tmp_path)
    monkeypatch.setattr(build, "REPOSITORY", tmp_path)
    monkeypatch.setattr(build, "FUNCTIONS", tmp_path / "functions")
    monkeypatch.setattr(build, "LAYERS", tmp_path / "layers")
    monkeypatch.setattr(build, "TEMPLATE", tmp_path / "template.yaml")
    monkeypatch.setattr(build, "BUILD", tmp_path / "build")
    monkeypatch.setattr(build, "STAMP", tmp_path / "build" / "fingerprints.json")
    monkeypatch.setattr(build, "build_pages", lambda: None)
    monkeypatch.setattr(packages, "PACKAGES", tmp_path / "packages")
    monkeypatch.setattr(packages, "_install", workshop.install)
    return workshop


def test_nothing_changed_is_nothing_built(workshop: Workshop) -> None:
    first, made = build.build("x86_64"), workshop.mark()

    assert build.build("x86_64") == first
    assert workshop.marked() == made


@pytest.mark.parametrize(
    ("source", "artifact", "module"),
    [
        ("functions/agents/handler.py", "AgentsFunction", "handler.py"),
        ("functions/pa_runs/handler.py", "PaRunsFunction", "handler.py"),
        ("functions/mcp/handler.py", "McpFunction", "handler.py"),
        ("functions/mcp/mcp_door/door.py", "McpFunction", "mcp_door/door.py"),
        ("layers/common/python/common/clock.py", "CommonLayer/python/common", "clock.py"),
        ("layers/domain/python/domain/rules.py", "DomainLayer/python/domain", "rules.py"),
    ],
)
def test_edited_source_is_put_in_place_and_nothing_else_is_built(
    workshop: Workshop, source: str, artifact: str, module: str
) -> None:
    before, made = build.build("x86_64"), workshop.mark()
    workshop.write(source, "A = 2")

    after = build.build("x86_64")

    assert after != before
    assert workshop.runs(artifact, module) == 2
    assert workshop.marked() == made - {artifact.partition("/")[0]}
    assert workshop.fetched == ["mcp==2.0"]


def test_packages_are_fetched_once_for_each_list_and_processor(workshop: Workshop) -> None:
    build.build("x86_64")
    workshop.write("functions/mcp/requirements.txt", "mcp==3.0")
    build.build("x86_64")
    build.build("arm64")
    build.build("x86_64")

    assert workshop.fetched == ["mcp==2.0", "mcp==3.0", "mcp==3.0"]
    assert workshop.runs("McpFunction", "mcp/__init__.py") == "mcp==3.0"
    assert sorted(folder.name for folder in (workshop.root / "packages").iterdir()) == ["arm64", "x86_64"]
    assert len([*(workshop.root / "packages").glob("*/*")]) == 2


def test_packages_are_pruned_and_their_list_is_not_deployed(workshop: Workshop) -> None:
    build.build("x86_64")

    assert not [*(workshop.root / "build").rglob("*.pyi"), *(workshop.root / "build").rglob("requirements.txt")]


def test_fetching_that_broke_off_leaves_no_packages(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken_off(requirements: Path, folder: Path, architecture: str) -> None:
        workshop.install(requirements, folder, architecture)
        raise Problem("pip failed", fix="")

    with monkeypatch.context() as patched:
        patched.setattr(packages, "_install", broken_off)
        with pytest.raises(Problem):
            build.build("x86_64")

    build.build("x86_64")

    assert workshop.fetched == ["mcp==2.0"] * 2
    assert workshop.runs("McpFunction", "mcp/__init__.py") == "mcp==2.0"


def test_source_that_is_gone_is_gone_from_the_build(workshop: Workshop) -> None:
    workshop.write("functions/mcp/old.py", "A = 1")
    build.build("x86_64")
    (workshop.root / "functions/mcp/old.py").unlink()

    build.build("x86_64")

    assert not (workshop.root / "build/McpFunction/old.py").exists()
    assert not [*(workshop.root / "build/McpFunction/__pycache__").glob("old.*")]


def test_function_that_is_gone_is_gone_from_the_build(workshop: Workshop) -> None:
    build.build("x86_64")
    (workshop.root / "functions/agents/handler.py").unlink()

    build.build("x86_64")

    assert "AgentsFunction" not in workshop.mark()
    assert not (workshop.root / "build/AgentsFunction.zip").exists()


def test_template_names_the_archives_of_the_built_folders(workshop: Workshop) -> None:
    build.build("x86_64")

    built = (workshop.root / "build/template.yaml").read_text()

    archives = [line.partition("Uri: ")[2] for line in built.splitlines() if line.startswith("  ")]
    assert sorted(archives) == sorted(f"{name}.zip" for name in workshop.mark())
    for folder in build.artifacts():
        with ZipFile(folder.with_suffix(".zip")) as archive:
            packed = {entry: archive.read(entry) for entry in archive.namelist()}
        built_files = {file for file in folder.rglob("*") if file.is_file() and file.name != "mark"}
        assert packed == {str(file.relative_to(folder)): file.read_bytes() for file in built_files}


def test_archive_is_the_same_for_the_same_content(workshop: Workshop) -> None:
    build.build("x86_64")
    archive = workshop.root / "build/McpFunction.zip"
    first = archive.read_bytes()
    (workshop.root / "build/fingerprints.json").unlink()

    build.build("x86_64")

    assert archive.read_bytes() == first


def test_function_that_the_template_does_not_name_is_refused(workshop: Workshop) -> None:
    workshop.write("functions/billing/handler.py", "A = 1")

    with pytest.raises(Problem, match="billing"):
        build.build("x86_64")


def test_build_by_hand_is_replaced(workshop: Workshop) -> None:
    build.build("x86_64")
    (workshop.root / "build/fingerprints.json").unlink()
    workshop.write("build/AgentsFunction/handler.py", "A = 'by hand'")

    build.build("x86_64")

    assert workshop.runs("AgentsFunction", "handler.py") == 1


def test_build_that_broke_off_is_begun_anew_though_its_sources_are_as_before(workshop: Workshop) -> None:
    build.build("x86_64")
    workshop.write("functions/agents/handler.py", "A = ")
    with pytest.raises(Problem):
        build.build("x86_64")
    workshop.write("functions/agents/handler.py", "A = 1")

    build.build("x86_64")

    assert workshop.runs("AgentsFunction", "handler.py") == 1
