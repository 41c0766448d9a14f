"""The request and the views of the routes about notifications, which are mails to the customer."""

from pydantic import Field, StrictBool

from common.envelope import Changes, View
from domain.mail.records import NeedsYou, Reports


class MailView(View):
    """Whether mail reaches the customer."""

    configured: bool = Field(description="Whether this installation sends mail at all.")
    note: str | None = Field(description="Why no mail comes, in one sentence; null when it does.")
    address: str | None
    verified: bool
    suppressed: bool = Field(description="Mail to the address came back or was marked as spam; nothing is sent to it.")
    can_be_freed: bool = Field(description="It came back: following the link of a new confirming mail ends that.")


class NotificationsView(View):
    """What comes by mail. Notices about the account's security always come."""

    needs_you: NeedsYou
    reports: Reports
    decide_by_mail: bool
    mail: MailView


class UpdateNotifications(Changes):
    """The preferences to change."""

    needs_you: NeedsYou | None = None
    reports: Reports | None = None
    decide_by_mail: StrictBool | None = None


class Unsubscribed(View):
    """What the link has switched off: `reports` or `needs_you`."""

    unsubscribed: str


class VerificationAsked(View):
    """The mail for confirming the address is on its way to `email`."""

    email: str
    sent: bool = True
