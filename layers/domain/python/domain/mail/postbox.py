"""Hands finished mails to SES (version 2), as raw MIME: SES adds its own Message-ID, Date and DKIM signature."""

from __future__ import annotations

from functools import cache
from typing import Any

from botocore.exceptions import ClientError

from common.aws import client, unavailable_on_outage
from common.errors import Unavailable
from common.services import frozen
from common.settings import settings

# Every other code is no fault of the mail: a quota that is used up, sending that is paused, a role that lacks a right.
_NEVER = frozenset({"BadRequestException", "MessageRejected"})


class TryLater(Exception):
    """SES takes no mail now. `reason` is SES's code."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Refused(Exception):
    """SES does not take this mail, now or later. `reason` is SES's code."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@frozen
class Postbox:
    """Hands mails to SES. `sender` is the From address; SES tells us of bounces by its `configuration_set`."""

    sender: str
    configuration_set: str

    def post(self, address: str, message: bytes) -> str:
        """SendEmail of a raw MIME message; returns the id that SES gives it. Raises `TryLater`, `Refused`."""
        try:
            with unavailable_on_outage():
                answer = _ses().send_email(
                    FromEmailAddress=self.sender,
                    Destination={"ToAddresses": [address]},
                    Content={"Raw": {"Data": message}},
                    ConfigurationSetName=self.configuration_set,
                )
        except Unavailable as error:
            raise TryLater("unavailable") from error
        except ClientError as error:
            code = str(error.response["Error"]["Code"])
            raise (Refused(code) if code in _NEVER else TryLater(code)) from error
        return str(answer["MessageId"])


def postbox() -> Postbox | None:
    """This installation's postbox; None when it sends no mail."""
    return Postbox(settings.mail_from, settings.mail_configuration_set) if settings.mail_from else None


@cache
def _ses() -> Any:
    return client("sesv2")
