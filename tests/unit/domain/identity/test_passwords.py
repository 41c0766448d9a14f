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
    "ada.example1987",
    "Ada@Example.org2026",
    "Password2026!!!",
    "P@ssw0rdP@ssw0rd",
    "passwordpassword1",
    "Password123456789",
    "qwertyuiop12345",
    "1qaz2wsx3edc4rfv",
    "qazwsxedcrfvtgb",
    "asdfghjkl123456",
    "zxcvbnm,./asdfghjkl",
    "monkeymonkeymonkey",
    "monkeydragonmaster",
    "letmeinletmein1",
    "iloveyouiloveyou",
    "Iloveyou20262026",
    "summer2026summer",
    "Summer2026!Summer",
    "december12december",
    "11111111111111111",
    "123456789012345",
    "987654321987654321",
    "abcdefghijklmno",
    "aaaaaaaabbbbbbbb",
    "abc123abc123abc123",
    "atriumatrium2026",
    "Atrium-Atrium-1",
    "WelcomeToAtrium1",
    "trustno1trustno1",
    "football1234567",
    "superman1234567",
    "michael19801980",
    "jennifer20002000",
    "charlie123charlie",
    "correcthorsebatterystaple",
    "correct horse battery staple",
    "administrator123",
    "changemechangeme",
    "1234qwerasdfzxcv",
    "q1w2e3r4t5y6u7i8",
    "qwerty123456qwerty",
    "ExampleAda12345",
    "adaadaadaadaada1",
    "Passw0rd!Passw0rd!",
    "Winter2025Winter2025",
    "liverpool123456",
    "princess princess",
    "sunshine20262026",
    "qwertzuiopasdfgh",
    "0987654321poiuytrewq",
    "zaq12wsxcde34rfv",
    "AtriumPassword1",
    "my atrium login",
    "hello hello hello",
    "thisismypassword",
    "letmeinplease123",
    "abcd1234abcd1234",
    "a1b2c3d4e5f6g7h8",
    "0000000000000001",
    "jordan23jordan23",
    "starwarsstarwars",
    "P4ssw0rd12345678",
    "Monday01Monday01",
    "secret123secret123",
    "19870412 19870412",
    "manchesterunited",
    "computer12345678",
    "thomas thomas 123",
    "!@#$%^&*()_+{}|",
)
STRONG = (
    "correct walnut 9 lamp",
    "some walnut staple",
    "Jane likes 7 cold plums",
    "vivid-otter-grasp-lunar",
    "the kettle sings off key",
    "blue tractor under my stairs",
    "пароль длинный и странный",
    "unser Hund frisst Gurken",
    "x7Kq-92Lm-pW4z-tR8v",
    "gGz2#vQm9!rTbX4k",
    "four beige umbrellas waiting",
    "mango ladder 88 cricket",
    "le chat regarde la pluie",
    "tungsten.pelican.orbit",
    "never trust a wet biscuit",
    "Bq3vN8wLzP5xR2tY",
    "horizon sandal thirteen pickle",
    "grandma hides coins in teapots",
    "rusty violins at dawn 41",
    "9 penguins rented a barge",
    "correct walnut 9",
    "mixed tree lamp blue",
    "oyster calendar drum fifty",
    "wir tanzen auf dem Dach um drei",
    "cobalt-harvest-nimble-fern",
    "fK8$wq2!LmZ0pV7#",
    "the mayor ate my umbrella",
    "sleepy zebra buys a ticket",
    "jacket moss 17 lantern",
    "quince radio paddle snow",
    "dwa czerwone rowery w deszczu",
    "pepper clouds over Lisbon",
    "hT4nY7cW1qE9mK3s",
    "seven owls argue about tea",
    "plum velvet engine gravel",
    "my left shoe knows latin",
    "brass cactus waltz",
    "empty fountains hum at night",
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


@pytest.mark.parametrize("password", ["short", "x" * 129, "9 penguins rent"[:14], "penguin " * 17])
def test_length_is_bounded(password):
    assert passwords.weakness(password)


def test_length_counts_characters_as_people_see_them():
    fourteen = "caf\u00e9 walnut 99"

    assert len(unicodedata.normalize("NFD", fourteen)) == 15
    assert "15 to 128" in str(passwords.weakness(unicodedata.normalize("NFD", fourteen)))


@pytest.mark.parametrize("name", ["Quibbleworth Zanzi", "zanzi-quibbleworth"])
def test_own_name_with_a_year_is_refused_however_rare_the_name(name):
    assert passwords.weakness("QuibbleworthZanzi1987", context=("q@example.org", name))
    assert passwords.weakness("QuibbleworthZanzi1987", context=("q@example.org", "Ada")) is None


def test_hash_is_argon2id_of_the_promised_strength():
    assert passwords.hash_password("some walnut staple").startswith("$argon2id$v=19$m=19456,t=2,p=1$")


@pytest.mark.parametrize("typed", [CAFE, DECOMPOSED])
@pytest.mark.parametrize("chosen", [CAFE, DECOMPOSED])
def test_password_opens_in_either_unicode_form(chosen, typed):
    stored = passwords.hash_password(chosen)

    assert passwords.verify_password(stored, typed)
    assert not passwords.verify_password(stored, typed.replace("walnut", "hazelnut"))
    assert not passwords.needs_rehash(stored, typed)


@pytest.mark.parametrize("typed", [CAFE, DECOMPOSED])
def test_hash_of_before_nfc_opens_and_is_made_anew(typed):
    old = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1).hash(DECOMPOSED)

    assert passwords.verify_password(old, typed)
    assert passwords.needs_rehash(old, typed)
