from pathlib import Path

import pytest

from local import fingerprint


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "door").mkdir()
    (tmp_path / "door" / "handler.py").write_text("one")
    (tmp_path / "template.yaml").write_text("two")
    return tmp_path


def test_fingerprint_is_the_same_when_nothing_changed(tree: Path) -> None:
    before = fingerprint.of_files([tree / "door", tree / "template.yaml"])

    after = fingerprint.of_files([tree / "template.yaml", tree / "door"])

    assert after == before


@pytest.mark.parametrize("name", ["door/handler.py", "door/new.py", "template.yaml"])
def test_fingerprint_differs_when_a_file_says_something_else(tree: Path, name: str) -> None:
    before = fingerprint.of_files([tree / "door", tree / "template.yaml"])
    (tree / name).write_text("three")

    after = fingerprint.of_files([tree / "door", tree / "template.yaml"])

    assert after != before


def test_fingerprint_differs_when_a_file_was_renamed(tree: Path) -> None:
    before = fingerprint.of_files([tree / "door"])
    (tree / "door" / "handler.py").rename(tree / "door" / "other.py")

    after = fingerprint.of_files([tree / "door"])

    assert after != before


@pytest.mark.parametrize("name", ["door/__pycache__/handler.pyc", "door/.cache/x", "door/.DS_Store"])
def test_fingerprint_is_the_same_when_only_a_cache_changed(tree: Path, name: str) -> None:
    before = fingerprint.of_files([tree / "door"])
    (tree / name).parent.mkdir(exist_ok=True)
    (tree / name).write_text("cached")

    after = fingerprint.of_files([tree / "door"])

    assert after == before


def test_fingerprint_differs_when_a_text_differs(tree: Path) -> None:
    for_arm = fingerprint.of_files([tree / "door"], also=["arm64"])

    for_intel = fingerprint.of_files([tree / "door"], also=["x86_64"])

    assert for_arm != for_intel
