from __future__ import annotations

import pytest

from doors import call

PASSWORD = "correct walnut staple 9"
SIGN_UP = {"email": "Ada@Example.org", "password": PASSWORD, "name": "Ada"}


def sign_up(**changes):
    return call("session", "POST", "/api/auth/signup", caller=None, body=SIGN_UP | changes)


def test_sign_up_creates_account_and_session(aws):
    answer = sign_up()

    assert answer.status == 201
    assert answer.data["user"]["email"] == "ada@example.org"
    assert answer.data["account"]["timezone"] == "UTC"
    assert answer.headers["set-cookie"].startswith("__Host-session=")
    assert answer.headers["set-cookie"].endswith("HttpOnly; SameSite=Strict; Secure; Max-Age=7776000")  # 90 days
    assert PASSWORD not in str(answer)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"email": "nobody"}, "email"),
        ({"email": 7}, "email"),
        ({"password": "short"}, "password"),
        ({"password": "passwordpassword1"}, "password"),
        ({"name": ""}, "name"),
        ({"timezone": "Mars/Base"}, "timezone"),
        ({"timezone": "Europe"}, "timezone"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_sign_up_names_the_wrong_field(aws, changes, field):
    answer = sign_up(**changes)

    assert (answer.status, answer.error["code"]) == (400, "VALIDATION_ERROR")
    assert [detail["field"] for detail in answer.error["details"]] == [field]


def test_login_answers_alike_for_unknown_email_and_wrong_password(aws):
    sign_up()

    wrong = call("session", "POST", "/api/auth/login", caller=None, body={"email": "ada@example.org", "password": "x"})
    unknown = call(
        "session", "POST", "/api/auth/login", caller=None, body={"email": "bob@example.org", "password": "x"}
    )

    assert wrong == unknown
    assert (wrong.status, wrong.error["code"]) == (401, "INVALID_CREDENTIALS")
