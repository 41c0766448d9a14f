from __future__ import annotations

import shutil
from itertools import combinations
from pathlib import Path

import pytest

from domain.playbooks import library
from domain.playbooks.library import FOLDER, playbooks
from domain.playbooks.sources import FAMILIES, pack, read_playbooks
from tables import for_each

BOOKS = playbooks()
FILES = [file for family in FAMILIES for file in sorted((FOLDER / family).glob("*.toml"))]


@for_each("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_playbook_says_what_it_is_and_what_it_takes(file: Path) -> None:
    book = getattr(BOOKS, file.parent.name)[file.stem]

    efforts = [effort for _, effort in book.effort if effort is not None]
    assert efforts, "somebody has to do it"
    assert all(effort.low <= effort.high for effort in efforts)
    assert book.about.endswith(".")


@pytest.mark.parametrize("family", ["kinds", "guides", "systems"])
def test_no_sign_alone_means_two_things(family: str) -> None:
    owners: dict[tuple[str, ...], list[str]] = {}
    for name, book in getattr(BOOKS, family).items():
        for sign in book.signs.strong:
            owners.setdefault(sign, []).append(name)

    shared = {" ".join(sign): names for sign, names in owners.items() if len(names) > 1}

    # A line that has one of these is about both.
    assert {sign for sign, names in shared.items() if family == "kinds" and len(names) > 2} == set()
    assert family == "kinds" or shared == {}


def test_one_word_is_never_both_halves_of_a_pair() -> None:
    pairs = [sign for family in FAMILIES for book in getattr(BOOKS, family).values() for sign in book.signs.pairs]

    assert [pair for pair in pairs if any({*one} & {*other} for one, other in combinations(pair, 2))] == []


def test_titles_are_told_apart() -> None:
    for family in FAMILIES:
        titles = [book.title.casefold() for book in getattr(BOOKS, family).values()]
        assert all(one != other for one, other in combinations(titles, 2)), family


def test_a_build_packs_the_files_into_one_that_says_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "playbooks"
    shutil.copytree(FOLDER, folder)

    pack(folder)

    assert not [*folder.rglob("*.toml")]
    monkeypatch.setattr(library, "FOLDER", folder)
    assert playbooks.__wrapped__() == BOOKS


def test_version_names_exactly_these_playbooks(tmp_path: Path) -> None:
    folder = tmp_path / "playbooks"
    shutil.copytree(FOLDER, folder)
    assert read_playbooks(folder).version == BOOKS.version

    booking = folder / "kinds" / "booking.toml"
    booking.write_text(booking.read_text().replace("Booking", "Bookings"))

    assert read_playbooks(folder).version != BOOKS.version
