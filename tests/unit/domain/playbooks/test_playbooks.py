from __future__ import annotations

import json
import shutil
from itertools import combinations
from pathlib import Path

import pytest
from pydantic import ValidationError

from domain.playbooks import library
from domain.playbooks.library import FOLDER, playbooks
from domain.playbooks.records import Playbooks
from domain.playbooks.sources import FAMILIES, pack, read_playbooks

BOOKS = playbooks()
FILES = [file for family in FAMILIES for file in sorted((FOLDER / family).glob("*.toml"))]


def test_kinds_cover_what_products_are_made_of() -> None:
    assert len(BOOKS.kinds) >= 48
    assert {"booking", "orders", "payments", "accounts", "forms", "notifications", "reports", "other"} <= {*BOOKS.kinds}
    assert [family for family in FAMILIES if "other" in getattr(BOOKS, family)] == ["kinds", "guides", "systems"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
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


@pytest.mark.parametrize(
    "wrong",
    [
        'title = "X"\nabout = "X."\neffort = { cto = [5, 1] }',
        'title = ""\nabout = "X."\neffort = { cto = [1, 2] }',
        'title = "X"\nabout = "X."\neffort = { ceo = [1, 2] }',
        'title = "X"\nabout = "X."\neffort = { cto = [1, 2] }\nprice = 3',
    ],
)
def test_a_file_that_is_wrong_is_refused(tmp_path: Path, wrong: str) -> None:
    folder = tmp_path / "playbooks"
    shutil.copytree(FOLDER, folder)
    (folder / "kinds" / "booking.toml").write_text(wrong)

    with pytest.raises(ValidationError):
        read_playbooks(folder)


def test_packed_file_is_small_enough_to_load_at_each_start() -> None:
    packed = BOOKS.model_dump_json(exclude_defaults=True)

    assert len(packed) < 200_000
    assert Playbooks.model_validate(json.loads(packed)) == BOOKS
