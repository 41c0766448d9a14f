from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.vault.striking import STRUCK, strike

LENGTH = 100_000  # a tenth of the longest answer
LONGEST = 4_096
ENOUGH_SECONDS = 0.8  # of the processor; it takes a fifth of that
SECRETS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=12, max_size=40)


@pytest.mark.parametrize(
    ("unit", "secret"),
    [
        ("a", "a" * LONGEST),
        ("a", "a" * (LONGEST - 1) + "b"),
        ("a", "a" * 2_048 + "b" + "a" * 2_047),
        ("ab", "ab" * 2_047 + "c"),
        ("a" * 4_094 + "b", "a" * (LONGEST - 1) + "b"),
        ("3", "3" * (LONGEST - 1) + "4"),  # whose hex is of the same figure
        ("61\\n", "a" * (LONGEST - 1) + "b"),
        ("YWFh", "a" * (LONGEST - 1) + "b"),
        ("%25", "%" * (LONGEST - 1) + "b"),
        ("\\", "\\" * (LONGEST - 1) + "b"),
        ("&amp;", "&" * (LONGEST - 1) + "b"),
    ],
    ids=lambda text: f"{text[:4]!r}…{text[-1]!r}",
)
def test_answer_and_secret_that_repeat_themselves_take_no_longer_than_others(unit, secret):
    text = unit * (LENGTH // len(unit))

    began = time.process_time()
    strike(text, [secret])

    assert time.process_time() - began < ENOUGH_SECONDS


@pytest.mark.parametrize("before", ["", "a", "aaab", "a" * 5_000])
def test_secret_that_repeats_itself_is_found_behind_what_begins_like_it(before):
    secret = "a" * 99 + "b"

    assert strike(f"{before}{secret}, {secret}", [secret]) == f"{before}{STRUCK}, {STRUCK}"


def percent(text):
    return "".join(f"%{byte:02x}" for byte in text.encode())


@pytest.mark.parametrize("write", [str, str.upper, percent])
def test_beginning_of_a_secret_does_not_hide_the_secret_that_follows(write):
    secret = "token-token-token-x"

    assert strike(write("token-token-") + write(secret), [secret]) == write("token-token-") + STRUCK


@given(SECRETS, st.text(max_size=50), st.text(max_size=50))
def test_what_stands_there_as_it_is_is_gone(secret, before, after):
    assert secret not in strike(f"{before}{secret}{after}", [secret]).replace(STRUCK, "\0")


@given(st.text(st.sampled_from("xyz0123456789 %&;+\\"), max_size=200))
def test_text_without_the_secret_stays(text):
    assert strike(text, ["sk_live_abcdefgh"]) == text
