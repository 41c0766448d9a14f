from __future__ import annotations

import json

import pytest

from local import mail
from local.aws import Access
from local.mail import SHOWN, SentMail, readable, sent_mails

KEPT = {
    "Timestamp": 1_772_442_000.0,
    "Source": "team@atrium.example",
    "To": ["mira@example.com"],
    "Subject": "Confirm your email address",
    "BodyText": "Confirm address:\nhttp://localhost:8000/app/#/verify/tok\n",
    "BodyHtml": None,
}


def test_mail_is_printed_as_a_plain_mail_program_shows_it() -> None:
    assert SentMail.of(KEPT).readable().splitlines()[1:] == [
        "Date:    Monday 2026-03-02 09:00:00 UTC",
        "From:    team@atrium.example",
        "To:      mira@example.com",
        "Subject: Confirm your email address",
        "",
        "Confirm address:",
        "http://localhost:8000/app/#/verify/tok",
    ]


def test_last_mails_are_printed_the_newest_last() -> None:
    mails = [SentMail.of(KEPT | {"Subject": f"number {number}"}) for number in range(SHOWN + 2)]

    printed = readable(mails)

    assert [f"number {number}\n" in printed for number in range(SHOWN + 2)] == [False, False, *[True] * SHOWN]
    assert readable([]) == "No mail has been sent."


def test_mails_of_every_account_come_in_the_order_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    accounts = {"1": [KEPT | {"Timestamp": 2, "Subject": "later"}], "2": [KEPT | {"Timestamp": 1, "Subject": "sooner"}]}
    kept = json.dumps({"messages": accounts}).encode()
    monkeypatch.setattr(Access, "get", lambda _access, path: {mail.KEPT_AT: kept}[path])

    assert [one.subject for one in sent_mails(Access("http://127.0.0.1:1", "key", "secret"))] == ["sooner", "later"]
