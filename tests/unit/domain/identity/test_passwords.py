"""Which passwords are taken, and how they are stored. The two lists were written before the rules they test."""

from __future__ import annotations

import unicodedata

import pytest
from argon2 import PasswordHasher

from domain.identity import passwords
from tables import for_each

OWNER = ("ada@example.org", "Ada Example")
WEAK = (
    "i love you 12345",
    "let me in please 1",
    "AdaExample2026!",
    "Ada@Example.org2026",
    "P@ssw0rdP@ssw0rd",
    "Password123456789",
    "qwertyuiop12345",
    "1qaz2wsx3edc4rfv",
    "zxcvbnm,./asdfghjkl",
    "monkeydragonmaster",
    "iloveyouiloveyou",
    "Summer2026!Summer",
    "december12december",
    "123456789012345",
    "987654321987654321",
    "abcdefghijklmno",
    "aaaaaaaabbbbbbbb",
    "abc123abc123abc123",
    "Atrium-Atrium-1",
    "WelcomeToAtrium1",
    "football1234567",
    "michael19801980",
    "correct horse battery staple",
    "changemechangeme",
    "1234qwerasdfzxcv",
    "ExampleAda12345",
    "liverpool123456",
    "princess princess",
    "0987654321poiuytrewq",
    "my atrium login",
    "hello hello hello",
    "a1b2c3d4e5f6g7h8",
    "0000000000000001",
    "starwarsstarwars",
    "Monday01Monday01",
    "19870412 19870412",
    "manchesterunited",
    "thomas thomas 123",
    "!@#$%^&*()_+{}|",
)
STRONG = (
    "correct walnut 9 lamp",
    "some walnut staple",
    "vivid-otter-grasp-lunar",
    "пароль длинный и странный",
    "unser Hund frisst Gurken",
    "x7Kq-92Lm-pW4z-tR8v",
    "gGz2#vQm9!rTbX4k",
    "mango ladder 88 cricket",
    "tungsten.pelican.orbit",
    "never trust a wet biscuit",
    "horizon sandal thirteen pickle",
    "9 penguins rented a barge",
    "wir tanzen auf dem Dach um drei",
    "hT4nY7cW1qE9mK3s",
    "brass cactus waltz",
    "kiwi submarine ledger",
    "雨の日に猫が二匹で歌をうたっていたよ",
)

CAFE = "caf\u00e9 walnut staple"
DECOMPOSED = unicodedata.normalize("NFD", CAFE)


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


@pytest.mark.parametrize("typed", [CAFE, DECOMPOSED])
def test_password_opens_in_either_unicode_form_and_a_hash_of_before_nfc_is_made_anew(typed):
    old = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1).hash(DECOMPOSED)
    for stored in (passwords.hash_password(CAFE), passwords.hash_password(DECOMPOSED), old):
        assert stored.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
        assert passwords.verify_password(stored, typed)
        assert not passwords.verify_password(stored, typed.replace("walnut", "hazelnut"))
        assert passwords.needs_rehash(stored, typed) is (stored == old)
