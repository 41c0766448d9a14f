"""Deciding from a mail: its link leads to a page that shows the document and asks. Opening the page decides nothing."""

from __future__ import annotations

from functools import cache

from common.caller import Origin
from common.dynamo import Write
from common.errors import NotFound
from common.services import frozen, service
from domain.audit.log import by_actor
from domain.audit.records import Actor
from domain.decisions.mailed import CUSTOMER
from domain.decisions.models import Decidable, DecideByMail, DecidedByMail
from domain.decisions.store import DecisionStore, decision_store
from domain.identity.contacts import ContactService, contact_service
from domain.mail.preferences import NotificationService, notification_service
from domain.mail.token_records import Purpose, Token
from domain.mail.tokens import InvalidToken, TokenService, token_service
from domain.projects.errors import AlreadyDecided
from domain.projects.records import Approval, Deliverable, Project
from domain.projects.requests import DecideApproval
from domain.projects.review import said_of
from domain.projects.service import ProjectService, project_service


class TextEdited(InvalidToken):
    """The document's text was edited after the token was made for it."""

    default_message = "Somebody edited this document after we sent the mail, so this link no longer decides."


@frozen
class Asked:
    """What a token asks about: a project, a document and its approval, and the address of the person who decides."""

    project: Project
    deliverable: Deliverable
    approval: Approval
    address: str
    is_customer: bool

    @property
    def is_current(self) -> bool:
        """Whether the document still has the text that the approval is about."""
        return self.deliverable.content_hash == self.approval.content_hash


@service
class ByMailService:
    """Shows a document to the holder of a mail's link, and takes their decision."""

    tokens: TokenService
    projects: ProjectService
    store: DecisionStore
    notifications: NotificationService
    contacts: ContactService

    def show(self, token: str) -> Decidable:
        """The document to decide on, without its text once a newer revision replaced it. Changes nothing.

        Raises `InvalidToken`, `TextEdited`. A token that was used shows who decided and what, and no text.
        """
        record = self.tokens.read(token, Purpose.DECIDE, even_used=True)
        asked = self._asked(record)
        readable = asked.is_current and record.used_at is None
        return Decidable(
            project_name=asked.project.name,
            title=asked.approval.title,
            revision=asked.approval.revision,
            content=asked.deliverable.content if readable else "",
            status=asked.approval.status,
            decided=said_of(asked.approval),
            deciding_as=asked.address,
        )

    def decide(self, request: DecideByMail, origin: Origin) -> DecidedByMail:
        """Take the decision, and use up the token in the same transaction.

        Raises: `InvalidToken`, `TextEdited`, `AlreadyDecided` saying by whom and when, `NotRunning`,
            `RevisionReplaced`.
        """
        try:
            record, using = self.tokens.redeem(request.token, Purpose.DECIDE)
        except InvalidToken:
            self._refuse_used(request.token)
            raise
        asked = self._asked(record)
        body = DecideApproval(
            decision=request.decision,
            comment=request.comment,
            content_hash=asked.approval.content_hash,
            hand_out_work=False,
        )
        decided = self._decide(asked, body, using, origin)
        return DecidedByMail(
            project_name=asked.project.name,
            title=decided.title,
            revision=decided.revision,
            status=decided.status,
            decided=said_of(decided) or "",
        )

    def _refuse_used(self, token: str) -> None:
        """Raise `AlreadyDecided` when somebody used the token to decide, `InvalidToken` for any other token."""
        record = self.tokens.read(token, Purpose.DECIDE, even_used=True)
        if record.used_at is not None:
            raise AlreadyDecided(said_of(self._asked(record).approval))

    def _decide(self, asked: Asked, body: DecideApproval, using: Write, origin: Origin) -> Approval:
        by = by_actor(Actor(kind="user" if asked.is_customer else "approver", name=asked.address), origin)
        return self.projects.decide_as(asked.address, asked.project.owned, asked.approval.id, body, [using], by=by)

    def _asked(self, token: Token) -> Asked:
        """What a token asks about. Raises `TextEdited`, or `InvalidToken` if gone or not the holder's to decide."""
        project_id, approval_id, approver_id = token.subject.split()
        try:
            project, owned = self.projects.load(token.account_id, project_id, texts=True)
            approval = owned.approval(approval_id)
            address = self._address(token, approver_id)
        except NotFound as error:
            raise InvalidToken from error
        deliverable = owned.document_of(approval)
        if approval.content_hash != token.content_hash:
            raise TextEdited
        return Asked(project, deliverable, approval, address, is_customer=approver_id == CUSTOMER)

    def _address(self, token: Token, approver_id: str) -> str:
        """The address of a confirmed approver, or of a customer who decides by mail. Raises `InvalidToken`, `NotFound`.

        A link that went to the customer's former address decides nothing: others may read that letter box by now.
        """
        account_id = token.account_id
        if approver_id != CUSTOMER:
            approver = self.store.get_approver(account_id, approver_id)
            if approver.confirmed_at is None:
                raise InvalidToken
            return approver.email
        contact = self.contacts.contact_of(account_id)
        wanted = self.notifications.decides_by_mail(account_id)
        moved = contact.since is not None and token.issued_at < contact.since
        if moved or not (wanted and contact.verified and contact.address):
            raise InvalidToken
        return contact.address


@cache
def by_mail_service() -> ByMailService:
    """The service, built once for each process."""
    return ByMailService(
        token_service(), project_service(), decision_store(), notification_service(), contact_service()
    )
