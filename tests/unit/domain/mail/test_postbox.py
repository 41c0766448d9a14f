"""What SES says, and what that means for a mail."""

from __future__ import annotations

from typing import Any

import pytest
from botocore.exceptions import ClientError, EndpointConnectionError

from composing.message import compose
from domain.mail import postbox as subject
from domain.mail.letters import Writer
from domain.mail.postbox import Postbox, Refused, TryLater
from mails import ADDRESS, SENDER, URL, read


class Ses:
    def __init__(self, error=None):
        self.error, self.asked = error, {}

    def send_email(self, **asked):
        self.asked = asked
        if self.error:
            raise self.error
        return {"MessageId": "ses-1"}


@pytest.fixture
def ses(monkeypatch):
    fake = Ses()
    monkeypatch.setattr(subject, "_ses", lambda: fake)
    return fake


def refusal(code, status=400):
    answer: Any = {"Error": {"Code": code}, "ResponseMetadata": {"HTTPStatusCode": status}}
    return ClientError(answer, "SendEmail")


def test_message_is_posted_raw_to_one_address_through_the_set_that_tells_of_bounces(ses):
    message = compose(Writer(URL).verification("tok"), sender=SENDER, address=ADDRESS)

    assert Postbox(SENDER, "set").post(ADDRESS, message) == "ses-1"

    assert ses.asked["Destination"] == {"ToAddresses": [ADDRESS]}
    assert (ses.asked["FromEmailAddress"], ses.asked["ConfigurationSetName"]) == (SENDER, "set")
    assert read(ses.asked["Content"]["Raw"]["Data"])["To"] == ADDRESS


@pytest.mark.parametrize(
    "error",
    [
        refusal("TooManyRequestsException", 429),
        refusal("LimitExceededException"),
        refusal("SendingPausedException"),
        refusal("AccountSuspendedException"),
        refusal("MailFromDomainNotVerifiedException"),
        refusal("AccessDeniedException", 403),
        refusal("InternalServiceErrorException", 500),
        EndpointConnectionError(endpoint_url="https://email.example"),
    ],
    ids=repr,
)
def test_quota_throttle_and_outage_are_for_later(ses, error):
    ses.error = error

    with pytest.raises(TryLater):
        Postbox(SENDER, "set").post(ADDRESS, b"message")


@pytest.mark.parametrize("code", ["MessageRejected", "BadRequestException"])
def test_what_ses_does_not_take_is_refused_for_good(ses, code):
    ses.error = refusal(code)

    with pytest.raises(Refused, match=code):
        Postbox(SENDER, "set").post(ADDRESS, b"message")
