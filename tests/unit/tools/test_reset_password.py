"""The operator's command to let somebody set a new password."""

from __future__ import annotations

import pytest

from accounts import EMAIL, NEW_PASSWORD, Accounts, client
from common.clock import utc_now
from common.errors import NotFound
from domain.events.store import event_store
from domain.identity.models import ForgotPassword, ResetPassword
from domain.mail.verification import MailOff
from tools.operator import link_for, public_url

URL = "https://atrium.example"


def test_link_sets_the_password_where_no_mail_is_sent_and_the_security_log_names_the_operator(aws):
    accounts = Accounts(utc_now, silent="This installation sends no mail.")
    caller, _ = accounts.sign_up(verified=False)
    with pytest.raises(MailOff, match="operator"):
        accounts.passwords.forgot(ForgotPassword(email=EMAIL), client())

    place, _, token = link_for(f" {EMAIL.upper()} ", URL).rpartition("/")
    noted = event_store().table.query_all("pk = :pk", {"pk": f"NEW#{caller.account_id}"})
    accounts.passwords.reset(ResetPassword(token=token, password=NEW_PASSWORD), client())

    assert place == f"{URL}/app/#/reset"
    assert ("password_reset", "operator") in {(row["type"], row["actor"]["kind"]) for row in noted}
    assert token not in str(noted)
    assert accounts.log_in(password=NEW_PASSWORD)[0].account_id == caller.account_id


def test_nobody_has_the_address(aws):
    with pytest.raises(NotFound, match=r"nobody@example\.org"):
        link_for("nobody@example.org", URL)


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ({"PublicUrl": "https://a.example", "DomainName": "b.example"}, "https://a.example"),
        ({"PublicUrl": "", "DomainName": "b.example"}, "https://b.example"),
        ({}, "https://x.execute-api.example/live"),
    ],
)
def test_link_leads_where_people_reach_the_stack(given, url):
    stack = {
        "Parameters": [{"ParameterKey": key, "ParameterValue": value} for key, value in given.items()],
        "Outputs": [{"OutputKey": "ApiUrl", "OutputValue": "https://x.execute-api.example/live/"}],
    }

    assert public_url(stack) == url
