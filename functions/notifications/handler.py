"""What comes by mail (`/api/account/notifications`), and ending it by the link in a mail (`/unsubscribe`, RFC 8058)."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import quote

from common.envelope import Envelope
from common.gate import Access
from common.http import JSON_TYPE, CurrentCaller, Door, Query, Response
from domain.identity.contacts import contact_service
from domain.mail.models import NotificationsView, Unsubscribed, UpdateNotifications
from domain.mail.notifications import notification_service
from domain.usage.service import counting

door = Door("notifications", after_request=counting("notifications"))
lambda_handler = door
SESSION = Access(session_only=True)
# Mail programs post a form, without a cookie and without an Origin; the token in the address is what counts.
UNSUBSCRIBE = Access(public=True, any_media_type=True)
Token = Annotated[str, Query(min_length=1, max_length=100)]


@door.route("GET", "/api/account/notifications", SESSION)
def get_notifications(caller: CurrentCaller) -> Envelope[NotificationsView]:
    contact = contact_service().contact_of(caller.account_id)
    return Envelope(data=notification_service().describe(caller.account_id, contact))


@door.route("PATCH", "/api/account/notifications", SESSION)
def update_notifications(body: UpdateNotifications, caller: CurrentCaller) -> Envelope[NotificationsView]:
    contact = contact_service().contact_of(caller.account_id)
    return Envelope(data=notification_service().update(caller.account_id, contact, body))


@door.route("GET", "/unsubscribe", Access(public=True), status=303)
def show_unsubscribe_page(token: Token) -> Response[str]:
    """Mail scanners follow links, so a GET only leads to a page with a button."""
    page = f"app/#/unsubscribe/{quote(token, safe='')}"  # relative, because the API's stage may precede the path
    return Response(303, JSON_TYPE, '{"success":true,"data":{}}', headers={"Location": page})


@door.route("POST", "/unsubscribe", UNSUBSCRIBE)
def unsubscribe(token: Token) -> Envelope[Unsubscribed]:
    return Envelope(data=notification_service().unsubscribe(token))
