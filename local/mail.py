"""The mails that a local cloud sent: the emulator keeps them instead of sending them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Self

from local.aws import Access

SENDER = "team@atrium.example"
KEPT_AT = "/_ministack/ses/messages"
SHOWN = 5
WIDTH = 72


@dataclass(frozen=True, slots=True)
class SentMail:
    """A mail as the emulator keeps it. Some headers are lost, List-Unsubscribe among them."""

    at: datetime
    sender: str
    to: Sequence[str]
    subject: str
    text: str
    html: str

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Self:
        """Read one mail of the emulator's list."""
        return cls(
            at=datetime.fromtimestamp(float(kept["Timestamp"]), UTC),
            sender=kept["Source"],
            to=tuple(kept["To"]),
            subject=kept["Subject"],
            text=kept["BodyText"] or "",
            html=kept["BodyHtml"] or "",
        )

    def readable(self) -> str:
        """The mail's headers and text as a plain mail program shows them."""
        head = [
            "─" * WIDTH,
            f"Date:    {self.at:%A %Y-%m-%d %H:%M:%S} UTC",
            f"From:    {self.sender}",
            f"To:      {', '.join(self.to)}",
            f"Subject: {self.subject}",
        ]
        return "\n".join([*head, "", self.text.strip()])


def verify_sender(access: Access) -> None:
    """Have the emulator accept mails from `SENDER`. On AWS the operator verifies the address (docs/mail.md)."""
    ses = access.client("sesv2")
    with suppress(ses.exceptions.AlreadyExistsException):
        ses.create_email_identity(EmailIdentity=SENDER)


def sent_mails(access: Access) -> list[SentMail]:
    """All mails that were sent since the cloud was made, the oldest first."""
    kept = json.loads(access.get(KEPT_AT))["messages"]
    mails = [SentMail.of(mail) for account in kept.values() for mail in account]
    return sorted(mails, key=lambda mail: mail.at)


def readable(mails: Sequence[SentMail]) -> str:
    """The last five mails as text, the newest last, where a terminal shows it; a sentence when there is none."""
    if not mails:
        return "No mail has been sent."
    return "\n\n".join(mail.readable() for mail in mails[-SHOWN:])
