"""What is built again when something changed; SAM itself is left out, the end-to-end tests have it."""

from __future__ import annotations

import runpy
from importlib.util import cache_from_source
from pathlib import Path

import pytest

from local import build
from local.console import Problem
from local.paths import interpreter

SOURCES = {
    "template.yaml": "Resources: {}",
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
    """A small repository, and how often everything was built in it."""

    def __init__(self, root: Path) -> None:
        self.root, self.built = root, 0
        for name, content in SOURCES.items():
            self.write(name, content)

    def write(self, name: str, content: str) -> None:
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content)

    def sam_build(self, _architecture: str) -> None:
        self.built += 1
        for name, content in SOURCES.items():
            folder = {"agents": "AgentsFunction", "pa_runs": "PaRunsFunction", "mcp": "McpFunction"}.get(
                Path(name).parts[1] if "/" in name else "", "DomainLayer/python/domain"
            )
            if name.endswith(".py"):
                within = "/".join(Path(name).parts[2:]) if name.startswith("functions") else Path(name).name
                self.write(f"build/{folder}/{within}", content)
        self.write("build/McpFunction/mcp/__init__.py", "A = 'a package'")

    def runs(self, artifact: str, module: str) -> object:
        """What `A` is where the artifact runs."""
        source = self.root / "build" / artifact / module
        assert Path(cache_from_source(str(source))).exists()
        return runpy.run_path(str(source))["A"]


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    workshop = Workshop(tmp_path)
    monkeypatch.setattr(build, "REPOSITORY", tmp_path)
    monkeypatch.setattr(build, "FUNCTIONS", tmp_path / "functions")
    monkeypatch.setattr(build, "TEMPLATE", tmp_path / "template.yaml")
    monkeypatch.setattr(build, "BUILD", tmp_path / "build")
    monkeypatch.setattr(build, "STAMP", tmp_path / "build" / "fingerprints.json")
    monkeypatch.setattr(build, "build_pages", lambda: None)
    monkeypatch.setattr(build, "_sam_build", workshop.sam_build)
    monkeypatch.setattr(build, "interpreter", lambda _venv: interpreter("dev"))
    return workshop


def test_nothing_changed_is_nothing_built(workshop: Workshop) -> None:
    assert build.build("x86_64") == build.build("x86_64")
    assert workshop.built == 1


@pytest.mark.parametrize(
    ("source", "artifact", "module"),
    [
        ("functions/agents/handler.py", "AgentsFunction", "handler.py"),
        ("functions/pa_runs/handler.py", "PaRunsFunction", "handler.py"),
        ("functions/mcp/handler.py", "McpFunction", "handler.py"),
        ("functions/mcp/mcp_door/door.py", "McpFunction", "mcp_door/door.py"),
        ("layers/domain/python/domain/rules.py", "DomainLayer/python/domain", "rules.py"),
    ],
)
def test_edited_sources_are_put_in_place_without_sam(
    workshop: Workshop, source: str, artifact: str, module: str
) -> None:
    before = build.build("x86_64")
    workshop.write(source, "A = 2")

    after = build.build("x86_64")

    assert after != before
    assert workshop.built == 1
    assert workshop.runs(artifact, module) == 2


@pytest.mark.parametrize(
    "source", ["template.yaml", "functions/mcp/requirements.txt", "layers/common/python/common/clock.py"]
)
def test_everything_is_built_where_packages_or_the_template_play_a_part(workshop: Workshop, source: str) -> None:
    build.build("x86_64")
    workshop.write(source, "A = 2")

    build.build("x86_64")

    assert workshop.built == 2


def test_packages_stay_beside_edited_sources(workshop: Workshop) -> None:
    build.build("x86_64")
    workshop.write("functions/mcp/mcp_door/door.py", "A = 2")

    build.build("x86_64")

    assert workshop.runs("McpFunction", "mcp/__init__.py") == "a package"


def test_everything_is_built_when_a_source_beside_packages_is_gone(workshop: Workshop) -> None:
    workshop.write("functions/mcp/old.py", "A = 1")
    build.build("x86_64")
    (workshop.root / "functions/mcp/old.py").unlink()

    build.build("x86_64")

    assert workshop.built == 2


def test_everything_is_built_for_a_new_function_and_for_another_processor(workshop: Workshop) -> None:
    build.build("x86_64")
    workshop.write("functions/billing/handler.py", "A = 1")
    build.build("x86_64")
    build.build("arm64")

    assert workshop.built == 3


def test_build_that_broke_off_is_begun_anew_though_its_sources_are_as_before(workshop: Workshop) -> None:
    build.build("x86_64")
    workshop.write("functions/agents/handler.py", "A = ")
    with pytest.raises(Problem):
        build.build("x86_64")
    workshop.write("functions/agents/handler.py", "A = 1")

    build.build("x86_64")

    assert workshop.built == 2
    assert workshop.runs("AgentsFunction", "handler.py") == 1
