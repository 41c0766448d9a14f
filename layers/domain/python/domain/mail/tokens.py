"""Tokens: what the link in a mail proves. Only a hash is stored. `redeem` uses a token up; `read` does not."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache

from common.clock import utc_now
from common.dynamo import Write
from common.errors import NotFound
from common.one_time import hash_of, new_token
from common.services import service
from domain.mail.store import MailStore, mail_store
from domain.mail.token_records import Purpose, Token

LIFETIMES = {
    Purpose.VERIFY: timedelta(hours=24),
    Purpose.UNSUBSCRIBE: timedelta(days=90),
    Purpose.APPROVER: timedelta(days=7),
    Purpose.DECIDE: timedelta(days=7),
    Purpose.RESET: timedelta(minutes=30),
    Purpose.CHANGE_EMAIL: timedelta(hours=24),
    Purpose.UNDO_EMAIL: timedelta(days=7),
    Purpose.WITHDRAW: timedelta(days=90),
}
"""How long a token is good after it was made."""
GRACE = timedelta(minutes=15)
"""How long an older token stays good after a newer one was made; mails may arrive in another order."""


class InvalidToken(NotFound):
    """The token is unknown, used, expired, replaced, or for something else; the answer does not say which."""

    code = "INVALID_TOKEN"
    default_message = "This link no longer works: somebody used it, it expired, or a newer mail replaced it."


@service
class TokenService:
    """Makes and checks tokens. `new_token` gives 256 random bits as text."""

    store: MailStore
    now: Callable[[], datetime]
    new_token: Callable[[], str]

    def mint(self, purpose: Purpose, account_id: str, subject: str, *, content_hash: str | None = None) -> str:
        """Make and store a token; returns its text. Only its hash is stored, so nobody but the caller has it."""
        now, token = self.now(), self.new_token()
        record = Token(
            purpose=purpose,
            account_id=account_id,
            subject=subject,
            content_hash=content_hash,
            issued_at=now,
            expires_at=now + LIFETIMES[purpose],
        )
        self.store.put_new_token(hash_of(token), record)
        return token

    def read(self, token: str, purpose: Purpose, *, even_used: bool = False) -> Token:
        """A token's record; the token stays as it is. Raises `InvalidToken`, for a used one unless `even_used`."""
        found = self.store.find_token(hash_of(token))
        if found is None or not found.is_for(purpose, self.now(), even_used=even_used):
            raise InvalidToken
        return found

    def redeem(self, token: str, purpose: Purpose) -> tuple[Token, Write]:
        """A token's record, and the write that uses it up, for the transaction of what it allows.

        Raises `InvalidToken`, also 15 minutes after a newer mail; the transaction fails if another request is faster.
        """
        found = self.read(token, purpose)
        latest = found.issued_at if purpose.outlives_newer else self.store.find_latest(found)
        if latest > found.issued_at and self.now() >= latest + GRACE:
            raise InvalidToken
        return found, self.store.using(hash_of(token), self.now())


@cache
def token_service() -> TokenService:
    """The service, built once for each process."""
    return TokenService(mail_store(), utc_now, new_token)
