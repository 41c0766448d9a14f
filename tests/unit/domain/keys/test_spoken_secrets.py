from __future__ import annotations

import pytest

from domain.keys.spoken_secrets import MARK, cut_spoken_secrets


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("my password is hunter2trombone", "hunter2trombone"),
        ("My password is correct horse battery staple, can you log in?", "horse battery"),
        ("the password for the hosting is Tr0ub4dor&3.", "Tr0ub4dor"),
        ("our WordPress login password: blue-whale-77", "blue-whale-77"),
        ("pw: s3same", "s3same"),
        ('The admin password is "open sesame" by the way', "open sesame"),
        ("the wifi pin is 4711", "4711"),
        ("api key = 9f8e7d6c5b4a", "9f8e7d6c5b4a"),
        ("Here you go, password hunter2", "hunter2"),
        ("the token is abc123def and the budget is 5000", "abc123def"),
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
        "Is my password stored safely?",
        "The password is required on the first day",
        "our token is missing, can you ask again?",
        "Which credentials do you need?",
        "my password is not working",
        "people should log in by password, at least 12 characters",
        "The key is to launch before 1 March 2027",
        "the secret of good bread is patience",
        "add a must-have: password reset by e-mail",
        "What is the API key for?",
        "the login is broken on iOS 17",
        "R3: passwords are hashed",
        "our pin board needs 4 columns",
        "the budget is 5000 and the deadline 2027-03-01",
    ],
)
def test_talk_about_passwords_stays_as_it_is(text):
    assert cut_spoken_secrets(text) == text


def test_words_around_the_secret_stay():
    assert cut_spoken_secrets("Hi! my password is s3same. Where do we stand?") == (
        f"Hi! my password is {MARK}. Where do we stand?"
    )
