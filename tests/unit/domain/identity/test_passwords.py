"""Which passwords are taken, and how they are stored. The two lists were written before the rules they test."""

from __future__ import annotations

import unicodedata

import pytest

from domain.identity import passwords
from tables import for_each

OWNER = ("ada@example.org", "Ada Example")
WEAK = (
    "let me in please 1",
    "AdaExample2026!",
    "Ada@Example.org2026",
    "P@ssw0rdP@ssw0rd",
    "1qaz2wsx3edc4rfv",
    "0987654321poiuytrewq",
    "monkeydragonmaster",
    "Summer2026!Summer",
    "123456789012345",
    "abcdefghijklmno",
    "aaaaaaaabbbbbbbb",
    "hello hello hello",
    "WelcomeToAtrium1",
    "michael19801980",
    "correct horse battery staple",
    "a1b2c3d4e5f6g7h8",
    "19870412 19870412",
    "!@#$%^&*()_+{}|",
)
STRONG = (
    "some walnut staple",
    "brass cactus waltz",
    "vivid-otter-grasp-lunar",
    "never trust a wet biscuit",
    "пароль длинный и странный",
    "unser Hund frisst Gurken",
    "x7Kq-92Lm-pW4z-tR8v",
    "gGz2#vQm9!rTbX4k",
    "雨の日に猫が二匹で歌をうたっていたよ",
)


@for_each("password", WEAK)
def test_weak_password_is_refused_with_a_reason(password):
    assert passwords.weakness(password, context=OWNER)


@for_each("password", STRONG)
def test_long_unusual_password_is_taken(password):
    assert passwords.weakness(password, context=OWNER) is None


@pytest.mark.parametrize(
    "password", ["9 penguins ren", "penguin " * 17, unicodedata.normalize("NFD", "caf\u00e9 walnut 99")]
)
def test_length_is_bounded_in_characters_as_people_see_them(password):
    assert "15 to 128" in str(passwords.weakness(password))


@pytest.mark.parametrize("name", ["Quibbleworth Zanzi", "zanzi-quibbleworth"])
def test_own_name_with_a_year_is_refused_however_rare_the_name(name):
    assert passwords.weakness("QuibbleworthZanzi1987", context=("q@example.org", name))
    assert passwords.weakness("QuibbleworthZanzi1987", context=("q@example.org", "Ada")) is None


def test_password_is_stored_as_a_slow_hash_that_it_alone_opens():
    stored = passwords.hash_password("some walnut staple")

    assert stored.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert passwords.verify_password(stored, "some walnut staple")
    assert not passwords.verify_password(stored, "some hazelnut staple")
