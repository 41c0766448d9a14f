"""What comes by mail (`/api/account/notifications`), and ending it by the link in a mail (`/unsubscribe`, RFC 8058)."""

from __future__ import annotations

from typing import Annotated

from common.envelope import Envelope
from common.gate import Access
from common.http import CurrentCaller, Door, Query
from domain.identity.contacts import contact_service
from domain.mail.models import NotificationsView, Unsubscribed, UpdateNotifications
from domain.mail.preferences import notification_service
from domain.usage.service import note_request

door = Door("notifications", after_request=note_request)
lambda_handler = door
SESSION = Access(session_only=True)
# A GET of this address is a page's and changes nothing. Mail programs post a form, without a cookie and without an
# Origin; the token in the address is what counts.
UNSUBSCRIBE = Access(public=True, any_media_type=True)
Token = Annotated[str, Query(min_length=1, max_length=100)]


@door.route("GET", "/api/account/notifications", SESSION)
def get_notifications(caller: CurrentCaller) -> Envelope[NotificationsView]:
    """What comes by mail, and whether mail comes at all."""
    contact = contact_service().contact_of(caller.account_id)
    return Envelope(data=notification_service().describe(caller.account_id, contact))


@door.route("PATCH", "/api/account/notifications", SESSION, example={"needs_you": "daily", "reports": "off"})
def update_notifications(body: UpdateNotifications, caller: CurrentCaller) -> Envelope[NotificationsView]:
    """Change any of the fields. Notices about the account's security always come."""
    contact = contact_service().contact_of(caller.account_id)
    return Envelope(data=notification_service().update(caller.account_id, contact, body))


@door.route("POST", "/unsubscribe", UNSUBSCRIBE, errors=("NOT_FOUND",))
def end_mails(token: Token) -> Envelope[Unsubscribed]:
    """What a mail program calls for its one-click unsubscribing (RFC 8058).

    Any body will do. A `GET` of the address changes nothing.
    """
    return Envelope(data=notification_service().unsubscribe(token))
