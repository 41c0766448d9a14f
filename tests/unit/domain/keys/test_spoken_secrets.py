from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.keys.spoken_secrets import MARK, cut_spoken_secrets


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("My password is correct horse battery staple, can you log in?", "horse battery"),
        ("our WordPress login password: blue-whale-77", "blue-whale-77"),
        ('The admin password is "open sesame" by the way', "open sesame"),
        ("passcode for the figma file is 'velvet onion 12', stick it in", "onion"),
        ("the host is Domeneshop, key is dk-live-9f3Kq77zPLw0x2 there", "9f3Kq"),
        ("the passphrase is the moon on a stick", "moon"),
        ("hunter2 is my password", "hunter2"),
        ("my password is the quick brown fox", "fox"),
        ("passphrase: bread and butter, with jam", "jam"),
        ("use 's3 same' as the password", "s3 same"),
        ("log in: anna / Tr0ub4", "Tr0ub4"),
        ("パスワードはひみつ", "ひみつ"),
        ("2FA code 123 456", "456"),
        ("the token is abc123def and the budget is 5000", "abc123def"),
        ("the analytics want site_token_auth=8e2b07c9d1f4", "8e2b07c9d1f4"),
        ("set SMTP_PASSWORD: x9kk22lm! before you start", "x9kk22lm"),
        ("the login for it is r.meier and the password Gletscher!77", "Gletscher"),
        ("its login is r.meier with password Gletscher!77", "Gletscher"),
        ("the user is kofi and the pasword is Basket#9921moja", "Basket"),
        ("nobody reads this, just take it: Copper-Kettle-42", "Kettle"),
        ("here it is then Zebra$5512rain, thanks", "Zebra"),
    ],
)
def test_secret_told_in_words_is_cut_out(text, secret):
    cut = cut_spoken_secrets(text)

    assert secret not in cut
    assert MARK in cut


@pytest.mark.parametrize(
    "text",
    [
        "the password is wrong",
        "is the api key in the vault?",
        "a password is enough",
        "see issue Portal#4471, OSS#12 and C#7",
        "the Style-Guide-v2 file and https://x.example/Page-Two-22",
        "Is my password stored safely?",
        "people should log in by password, at least 12 characters",
        "The key is to launch before 1 March 2027",
        "the secret of good bread is patience",
        "add a must-have: password reset by e-mail",
        "What is the API key for?",
        "the login is broken on iOS 17",
        "R3: passwords are hashed",
        "our pin board needs 4 columns",
        "what is the password policy?",
        "the code is 100% tested",
        "the password is the same as before",
        "the token for hosting is not deposited yet",
        "we have access to 2500 recipes",
        "pass 4000 EUR to the team",
        "Please confirm that the API token is safely deposited.",
        "the budget is 5000 and the deadline 2027-03-01",
    ],
)
def test_talk_about_passwords_stays_as_it_is(text):
    assert cut_spoken_secrets(text) == text


_NAMES = st.sampled_from(["password", "pw", "passphrase", "PIN", "pass", "API key", "token", "door code", "passcode"])
_FOR = st.sampled_from(["", " for the hosting", " for staging.example.com", " (staging)", " of the gate"])
_IS = st.sampled_from([" is ", ": ", " = ", ":\n", " is now "])
_OTHER_LANGUAGES = st.sampled_from(
    ["la contraseña es ", "das Passwort lautet ", "mot de passe : ", "het wachtwoord is ", "пароль: ", "密码是 "]
)
_ORDINARY = st.lists(st.sampled_from(["velvet", "onion", "river and", "green"]), min_size=3, max_size=6)
_DIGITS = st.lists(st.integers(10, 99).map(str), min_size=2, max_size=4).map("-".join)
_VALUES = st.one_of(_ORDINARY.map(" ".join), _DIGITS, st.from_regex(r"[a-z]{3}[0-9]{2}\$[a-z]", fullmatch=True))


_ENGLISH = st.tuples(st.sampled_from(["", "my ", "the "]), _NAMES, _FOR, _IS).map("".join)


@given(st.one_of(_ENGLISH, _OTHER_LANGUAGES), _VALUES)
def test_no_word_of_a_secret_stays_however_it_is_told(told, value):
    cut = cut_spoken_secrets(f"Hello there. {told}{value}. Where do we stand?")

    assert cut == f"Hello there. {told}{MARK}. Where do we stand?"
