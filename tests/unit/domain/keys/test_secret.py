from __future__ import annotations

import secrets

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.keys import secret


def test_generate_gives_tag_public_part_secret_and_checksum():
    made = secret.generate(secrets.choice)

    assert len(made.secret) == 52
    assert made.secret.startswith("atr_")
    assert made.prefix == made.secret[:12]
    assert made.public_part == made.secret[4:12]


def test_generate_carries_at_least_200_secret_bits():
    assert 62**secret.SECRET_LENGTH >= 2**200


def test_parse_takes_a_generated_key():
    made = secret.generate(secrets.choice)

    assert secret.parse(made.secret) == made


@given(st.text(max_size=80))
def test_parse_never_raises(text):
    parsed = secret.parse(text)

    assert parsed is None or parsed.secret == text


@given(position=st.integers(4, 51), replacement=st.sampled_from(secret.ALPHABET))
def test_parse_refuses_every_single_wrong_character(position, replacement):
    made = secret.generate(secrets.choice).secret
    wrong = made[:position] + replacement + made[position + 1 :]

    assert (secret.parse(wrong) is None) == (wrong != made)


def test_hash_matches_only_its_own_key():
    made, other = secret.generate(secrets.choice), secret.generate(secrets.choice)

    assert made.matches(made.secret_hash)
    assert not other.matches(made.secret_hash)


@pytest.mark.parametrize("show", [repr, str])
def test_key_does_not_show_itself(show):
    made = secret.generate(secrets.choice)

    assert made.secret not in show(made)
