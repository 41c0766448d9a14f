"""Whom an account's mail goes to. It is a module of its own, so that others need not import passwords and sessions."""

from __future__ import annotations

from functools import cache

from common.clock import from_iso
from common.dynamo import Table
from common.errors import NotFound
from common.services import service
from common.settings import settings
from domain.mail.records import Contact


@service
class ContactService:
    """Reads whom an account's mail goes to."""

    identity: Table

    def contact_of(self, account_id: str) -> Contact:
        """GetItem pk=ACCOUNT#id: the address, whether it is verified, whether the account closes. Raises `NotFound`."""
        item = self.identity.get({"pk": f"ACCOUNT#{account_id}"})
        if item is None:
            raise NotFound("No such account.")
        # Accounts of before mail have no address here until their user signs in.
        since = from_iso(item["email_since"]) if "email_since" in item else None
        return Contact(item.get("email"), bool(item.get("email_verified")), since, closing="closed_at" in item)


@cache
def contact_service() -> ContactService:
    """The service, built once for each process."""
    return ContactService(Table(settings.identity_table))
