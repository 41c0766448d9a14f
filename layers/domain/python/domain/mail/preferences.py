"""What an account gets by mail: showing it, changing it, and ending a kind by the link in a mail."""

from __future__ import annotations

from functools import cache

from common.services import service
from common.settings import settings
from domain.mail.models import MailView, NotificationsView, Unsubscribed, UpdateNotifications
from domain.mail.records import BOUNCED, COMPLAINED, Contact, Kind, Preferences
from domain.mail.store import MailStore, mail_store
from domain.mail.token_records import Purpose
from domain.mail.tokens import TokenService, token_service

NO_SENDER = "This installation sends no mail. Its operator can set the sender (MailFrom)."
NO_URL = "This installation sends no mail. Its operator can set its address (PublicUrl)."
NO_ADDRESS = "We have no address for this account. Sign in again."
CAME_BACK = "Our mail to your address came back, so we send no more."
MENDED = f"{CAME_BACK} Once it works again, ask for the confirmation mail."
SPAM = "Somebody marked our mail to your address as spam, so we send no more. The operator of Atrium can end that."
UNVERIFIED = "Confirm your address first: use the link we mailed to it."


@service
class NotificationService:
    """Shows and changes what an account gets by mail. Mails come from `sender`; links begin with `public_url`."""

    store: MailStore
    tokens: TokenService
    sender: str | None
    public_url: str | None

    def describe(self, account_id: str, contact: Contact) -> NotificationsView:
        """What the account gets by mail, and whether mail reaches it."""
        return self._view(self.store.find_preferences(account_id), contact)

    def update(self, account_id: str, contact: Contact, request: UpdateNotifications) -> NotificationsView:
        """Change the preferences that the request names; returns all of them."""
        changes = request.model_dump(mode="json", exclude_none=True)
        return self._view(self.store.save_preferences(account_id, changes), contact)

    def unsubscribe(self, token: str) -> Unsubscribed:
        """Switch off the kind of mail that the token came with; a repetition changes nothing. Raises `InvalidToken`."""
        found = self.tokens.read(token, Purpose.UNSUBSCRIBE)
        kind = Kind(found.subject)
        switched = Preferences().without(kind).model_dump(mode="json", exclude_defaults=True)
        self.store.save_preferences(found.account_id, switched)
        return Unsubscribed(unsubscribed="reports" if kind is Kind.REPORT else "needs_you")

    def decides_by_mail(self, account_id: str) -> bool:
        """Whether the customer wants to decide from a mail, without signing in."""
        return self.store.find_preferences(account_id).decide_by_mail

    def _view(self, preferences: Preferences, contact: Contact) -> NotificationsView:
        suppression = self.store.find_suppression(contact.address) if contact.address is not None else None
        silent = why_silent(self.sender, self.public_url)
        mail = MailView(
            configured=silent is None,
            note=silent or _why_unreached(contact, suppression),
            address=contact.address,
            verified=contact.verified,
            suppressed=suppression is not None,
            can_be_freed=silent is None and contact.verified and suppression == BOUNCED,
        )
        return NotificationsView(**preferences.model_dump(), mail=mail)


def why_silent(sender: str | None, public_url: str | None) -> str | None:
    """Why this installation sends no mail; None when it does. Every mail has a link, so both are needed."""
    if sender is None:
        return NO_SENDER
    return NO_URL if public_url is None else None


def sends_mail() -> bool:
    """Whether this installation sends mail."""
    return why_silent(settings.mail_from, settings.public_url) is None


@cache
def notification_service() -> NotificationService:
    """The service, built once for each process."""
    return NotificationService(mail_store(), token_service(), settings.mail_from, settings.public_url)


def _why_unreached(contact: Contact, suppression: str | None) -> str | None:
    if contact.address is None:
        return NO_ADDRESS
    if suppression is not None:
        if suppression == COMPLAINED:
            return SPAM
        return MENDED if contact.verified else CAME_BACK
    return None if contact.verified else UNVERIFIED
