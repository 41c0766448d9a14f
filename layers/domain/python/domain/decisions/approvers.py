"""Approvers: people whom a customer names to decide for them. They confirm an address by a link before we ask them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import cache

from common.clock import utc_now
from common.dynamo import Write
from common.errors import Conflict, NotFound, TooManyRequests
from common.ids import new_id
from common.once import made_before
from common.optimistic import settle
from common.services import service
from domain.decisions.models import (
    ApproverConfirmed,
    ApproverDeleted,
    ApproverList,
    ApproverView,
    ApproverWithdrawn,
    NameApprover,
)
from domain.decisions.records import Approver
from domain.decisions.store import DecisionStore, decision_store
from domain.events.log import settle_writes
from domain.identity.contacts import ContactService, contact_service
from domain.mail.invitations import A_DAY, A_MONTH, MOST_A_DAY, MOST_A_MONTH
from domain.mail.outgoing import Outgoing, outgoing
from domain.mail.records import Kind, Mail
from domain.mail.token_records import Purpose
from domain.mail.tokens import TokenService, token_service
from domain.mail.verification import MailOff

MAX_APPROVERS = 20
TOO_MANY_INVITED = f"You invited {MAX_APPROVERS} approvers today."


class TooManyApprovers(Conflict):
    """The account has as many approvers as it may."""

    code = "LIMIT_REACHED"
    default_message = f"An account has at most {MAX_APPROVERS} approvers. Remove one first."


class ApproverNamed(Conflict):
    """The address belongs to an approver already."""

    default_message = "This address already belongs to an approver."


class NotVerified(Conflict):
    """The customer's own address is not confirmed, so nobody else gets mail in their name."""

    code = "NOT_VERIFIED"
    default_message = "Confirm your own email address first."


@service
class ApproverService:
    """Names, confirms, lists and removes approvers."""

    store: DecisionStore
    mails: Outgoing
    tokens: TokenService
    contacts: ContactService
    now: Callable[[], datetime]

    def list(self, account_id: str) -> ApproverList:
        """All approvers of an account, oldest first, with those who have not confirmed or have withdrawn."""
        return ApproverList(approvers=[ApproverView.of(one) for one in self.store.list_approvers(account_id)])

    def name(self, account_id: str, request: NameApprover) -> ApproverView:
        """Name an approver and invite them by mail. Nothing else is sent to them until they confirm.

        Raises: `MailOff`, `NotVerified`, `ApproverNamed`, `TooManyApprovers`, `TooManyRequests` after 20 invitations
            of a day, when the address got enough of them, or when its owner asked for no more: customers who name and
            remove strangers again and again must not fill their letter boxes.
        """
        if self.mails.silent is not None:
            raise MailOff(self.mails.silent)
        if not self.contacts.contact_of(account_id).verified:
            raise NotVerified
        if made := made_before("apv"):
            return ApproverView.of(self.store.get_approver(account_id, made))
        approver, mail = settle(lambda: self._name(account_id, request.email))
        self.mails.nudge(mail)
        return ApproverView.of(approver)

    def _name(self, account_id: str, email: str) -> tuple[Approver, Mail]:
        """Store a new approver and the mail that invites them. Raises `ChangedMeanwhile`, and what `name` raises."""
        now, seen = self.now(), self.mails.store.find_asked(account_id, Kind.INVITE_APPROVER)
        asked = seen.once_more(now)
        known = self.store.list_approvers(account_id)
        withdrawn = [one for one in known if one.email == email and one.withdrawn_at is not None]
        if any(one.email == email and one.withdrawn_at is None for one in known):
            raise ApproverNamed
        if len(known) - len(withdrawn) >= MAX_APPROVERS:
            raise TooManyApprovers
        if asked.count > MAX_APPROVERS:
            raise TooManyRequests(TOO_MANY_INVITED, retry_after_seconds=asked.seconds_until_anew(now))
        approver = Approver(id=new_id("apv", now), account_id=account_id, email=email, invited_at=now)
        mail = Mail(
            id=new_id("mail", now),
            account_id=account_id,
            kind=Kind.INVITE_APPROVER,
            created_at=now,
            due_at=now,
            approver_id=approver.id,
        )
        replacing = [self.store.deleting_approver(one) for one in withdrawn]
        counting = self._counting(account_id, email, now)
        self.mails.store.add_asked(seen, asked, mail, self.store.adding_approver(approver), *replacing, *counting)
        return approver, mail

    def _counting(self, account_id: str, email: str, now: datetime) -> Sequence[Write]:
        """The writes that count an invitation. Raises `TooManyRequests` when the address got enough of them."""
        store = self.mails.store
        own = store.find_invited(email, account_id).once_more(now, most=MOST_A_MONTH, within=A_MONTH)
        of_all = store.find_invited(email, None).once_more(now, most=MOST_A_DAY, within=A_DAY)
        return [*store.inviting(email, account_id, own, now), *store.inviting(email, None, of_all, now)]

    def confirm(self, token: str) -> ApproverConfirmed:
        """Note that the approver who holds this token agrees. Raises `InvalidToken`, `NotFound` once removed."""
        found, using = self.tokens.redeem(token, Purpose.APPROVER)
        approver = self.store.get_approver(found.account_id, found.subject)
        self.store.confirm_approver(approver.model_copy(update={"confirmed_at": self.now()}), using)
        return ApproverConfirmed(email=approver.email)

    def withdraw(self, token: str) -> ApproverWithdrawn:
        """Note that the approver who holds this token wants no more mail; they cannot be invited for a month.

        The account sees it. Raises `InvalidToken`.
        """
        return settle_writes(lambda: self._withdraw(token))

    def _withdraw(self, token: str) -> tuple[Sequence[Write], ApproverWithdrawn]:
        now = self.now()
        found, using = self.tokens.redeem(token, Purpose.WITHDRAW)
        approver_id, email = found.subject.split(" ", 1)
        refused = self.mails.store.find_invited(email, found.account_id).refused(now)
        writes = [using, *self.mails.store.inviting(email, found.account_id, refused, now)]
        with suppress(NotFound):  # the customer has removed them
            writes.append(self.store.withdrawing(self.store.get_approver(found.account_id, approver_id), now))
        return writes, ApproverWithdrawn(email=email)

    def remove(self, account_id: str, approver_id: str) -> ApproverDeleted:
        """Remove an approver: nobody asks them any more, and their links decide nothing. Raises `NotFound`."""
        approver = self.store.get_approver(account_id, approver_id)
        self.store.delete_approver(approver)
        return ApproverDeleted(id=approver.id, email=approver.email)


@cache
def approver_service() -> ApproverService:
    """The service, built once for each process."""
    return ApproverService(decision_store(), outgoing(), token_service(), contact_service(), utc_now)
