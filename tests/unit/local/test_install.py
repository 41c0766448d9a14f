from __future__ import annotations

import re
from pathlib import Path

import pytest

from local import install
from local.paths import REPOSITORY, REQUIREMENTS


@pytest.fixture
def rebuilt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Environments that were made anew; making one takes no longer than writing its stamp."""
    done: list[str] = []

    def rebuild(name: str) -> None:
        done.append(name)
        python = tmp_path / "venvs" / name / "bin" / "python"
        python.parent.mkdir(parents=True, exist_ok=True)
        python.touch()
        (tmp_path / "venvs" / name / ".installed").write_text(install._wanted(name))

    files = {name: (tmp_path / f"{name}.txt",) for name in ("dev", "sam", "cloud")}
    for (file,) in files.values():
        file.write_text("some==1")
    monkeypatch.setattr(install, "ENVIRONMENTS", files)
    monkeypatch.setattr(install, "VENVS", tmp_path / "venvs")
    monkeypatch.setattr(install, "interpreter", lambda name: tmp_path / "venvs" / name / "bin" / "python")
    monkeypatch.setattr(install, "_rebuild", rebuild)
    return done


def test_install_makes_every_environment_when_there_is_none(rebuilt: list[str]) -> None:
    install.install()

    assert sorted(rebuilt) == ["cloud", "dev", "sam"]  # side by side, in no order


def test_install_does_nothing_when_nothing_changed(rebuilt: list[str]) -> None:
    install.install()
    rebuilt.clear()

    install.install()

    assert rebuilt == []


def test_install_remakes_one_environment_when_its_requirements_changed(rebuilt: list[str], tmp_path: Path) -> None:
    install.install()
    rebuilt.clear()
    (tmp_path / "sam.txt").write_text("some==2")

    install.install()

    assert rebuilt == ["sam"]


def test_install_remakes_an_environment_when_it_was_left_half_done(rebuilt: list[str], tmp_path: Path) -> None:
    install.install()
    rebuilt.clear()
    (tmp_path / "venvs" / "cloud" / ".installed").unlink()

    install.install()

    assert rebuilt == ["cloud"]


def test_requirements_are_exact_and_pinned_by_hash_and_name_no_index() -> None:
    files = {
        *REQUIREMENTS.glob("*.txt"),
        *REPOSITORY.glob("layers/*/python/*.txt"),
        *REPOSITORY.glob("functions/*/*.txt"),
    }
    assert len(files) > len(install.ENVIRONMENTS)
    for file in files:
        wanted = [line for line in file.read_text().splitlines() if line and not line.startswith(("#", "-r "))]
        joined = "\n".join(wanted).replace(" \\\n", "").splitlines()
        assert all(re.match(r"\S+==\S+( +--hash=sha256:[0-9a-f]{64})+$", line) for line in joined), file
        assert "://" not in file.read_text(), file
