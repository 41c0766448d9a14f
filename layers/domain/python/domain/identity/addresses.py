"""The customer's address: proving that it is theirs by the link in a mail, and asking for that mail again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from common.caller import Caller
from common.errors import ChangedMeanwhile
from domain.identity.models import EmailVerified
from domain.identity.store import IdentityStore, identity_store
from domain.mail.models import VerificationAsked
from domain.mail.token_records import Purpose
from domain.mail.tokens import InvalidToken, TokenService, token_service
from domain.mail.verification import AlreadyVerified, VerificationService, verification_service


@dataclass(frozen=True, slots=True)
class AddressService:
    """Use cases of an account's address."""

    store: IdentityStore
    tokens: TokenService
    verification: VerificationService

    def verify(self, token: str) -> EmailVerified:
        """The address that the token's mail was sent to is verified now, and gets mail again if it had bounced.

        Raises `InvalidToken`.
        """
        found, using = self.tokens.redeem(token, Purpose.VERIFY)
        try:
            freeing = self.verification.freeing(found.subject)
            self.store.put_verified(found.account_id, found.subject, [using, *freeing])
        except ChangedMeanwhile as error:  # another request used the token, or the account has another address
            raise InvalidToken from error
        return EmailVerified(email=found.subject)

    def ask_again(self, caller: Caller) -> VerificationAsked:
        """Send the verification mail once more, also to a verified address that gets no mail because it bounced.

        Raises: `AlreadyVerified`, `MailOff`, `TooManyRequests`.
        """
        account = self.store.get_account(caller.account_id)
        if account.email_verified and not self.verification.can_free(account.email):
            raise AlreadyVerified
        self.verification.ask(account.id)
        return VerificationAsked(email=account.email or "")


@cache
def address_service() -> AddressService:
    """The one service of this process."""
    return AddressService(identity_store(), token_service(), verification_service())
