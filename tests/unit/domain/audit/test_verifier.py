"""The customer's own check of a security log: a whole log passes, and whatever was done to one is found."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

import sam_template
from atrium_verify.security_log import problems
from common.dynamo import Table
from common.settings import settings
from common.signing import public_key
from domain.audit.chaining import chaining_service
from domain.audit.records import EntryType
from security_logs import ACCOUNT, chain, exported, note
from unit_fixtures import START

SCRIPT = sam_template.ROOT / "verify/atrium_verify/security_log.py"


@pytest.fixture
def log(aws) -> dict[str, Any]:
    for number in range(5):
        note(number, subject=f"Schlüssel “{number}” \u2028 😀", unfamiliar=number == 3, kind=EntryType.SIGN_IN)
    chain()
    return exported()


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path to every value of a log."""
    if isinstance(value, dict):
        return [leaf for name, one in value.items() for leaf in leaves(one, (*path, name))]
    if isinstance(value, list):
        return [leaf for place, one in enumerate(value) for leaf in leaves(one, (*path, place))]
    return [path]


def altered(log: dict[str, Any], path: tuple[Any, ...]) -> dict[str, Any]:
    """A copy with one byte more or less at that path."""
    changed = copy.deepcopy(log)
    *way, last = path
    place = changed
    for step in way:
        place = place[step]
    value = place[last]
    place[last] = {bool: lambda: not value, int: lambda: value + 1, str: lambda: value[:-1] + "~"}.get(
        type(value), lambda: "~"
    )()
    return changed


def test_one_altered_byte_is_found_wherever_it_is(log):
    paths = [path for path in leaves(log) if path != ("checkpoint",)]

    assert list(problems(log)) == []
    assert len(paths) > 60
    assert [path for path in paths if not list(problems(altered(log, path)))] == []


@pytest.mark.parametrize("gone", range(5))
def test_removed_entry_is_found_even_the_first_and_the_last(log, gone):
    del log["entries"][gone]

    assert list(problems(log))


def test_two_entries_that_changed_places_are_found_even_when_renumbered(log):
    entries = log["entries"]
    entries[1], entries[2] = entries[2] | {"sequence": 2}, entries[1] | {"sequence": 3}

    assert list(problems(log))


def test_log_that_was_cut_short_and_given_a_fitting_head_is_found_by_who_noted_an_entry(log):
    seen = {5: log["entries"][-1]["hash"]}
    log["entries"].pop()
    log |= {"sequence": 4, "hash": log["entries"][-1]["hash"]}

    assert list(problems(log)) == []
    assert list(problems(log, seen=seen)) == ["The log ends with entry 4, but you have seen entry 5."]


def test_log_that_was_written_anew_is_found_by_who_noted_an_entry(log):
    assert list(problems(log, seen={3: "f" * 64})) == ["Entry 3 has another hash than the one you noted."]


def test_checkpoint_by_another_key_or_without_one_is_found(aws):
    note(1)
    chain()
    note(2, at=START + timedelta(days=600))
    replace(chaining_service(), now=lambda: START + timedelta(days=601)).chain_all(ACCOUNT)
    log = exported()
    other = aws("kms").create_key(KeySpec="RSA_2048", KeyUsage="SIGN_VERIFY")["KeyMetadata"]["Arn"]

    assert log["checkpoint"]["sequence"] == 1
    assert list(problems(log, public_key(settings.audit_key_id))) == []
    assert list(problems(log, public_key(other))) == ["The signature of the checkpoint at entry 1 is wrong."]
    assert list(problems(log)) == ["There is a checkpoint, but no public key to verify its signature with."]


def test_entry_removed_from_the_table_itself_is_found(log):
    Table(settings.events_table).delete({"pk": f"AUDIT#{ACCOUNT}", "sk": "ENTRY#000000000003"})

    assert "Entry 3 is missing, or entries were moved: entry 4 stands in its place." in list(problems(exported()))


def test_command_needs_no_package_and_ends_with_one_when_something_is_wrong(log, tmp_path):
    file = tmp_path / "security-log.json"

    def verify() -> tuple[int, str]:
        file.write_text(json.dumps(log), encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-I", "-S", str(SCRIPT), str(file), "--seen", f"5:{log['hash']}"],
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout

    assert verify() == (0, "The log is whole: 5 entries up to number 5.\n")
    log["entries"][1]["address"] = "198.51.100.1"
    assert verify() == (1, "Entry 2 is not as it was written, or the entry before it is not.\n")
