"""Mails about an account's security: notices of what was done, and links to set a password or confirm an address."""

from __future__ import annotations

from datetime import datetime
from functools import cache

from common.dynamo import Write
from common.ids import derived_id, new_id
from common.services import frozen
from domain.mail.outgoing import Outgoing, outgoing
from domain.mail.records import Kind, Link, Mail, Notice


@frozen
class Post:
    """A mail, and the writes that store it in the transaction of its cause. Where mail is off: no writes, and None."""

    writes: list[Write]
    mail: Mail | None


@frozen
class SecurityMail:
    """Makes mails about an account's security."""

    out: Outgoing

    @property
    def silent(self) -> str | None:
        """Why this installation sends no mail; None when it does."""
        return self.out.silent

    def notice(self, account_id: str, notice: Notice, *, to: str | None = None, link: Link | None = None) -> Post:
        """A mail with this notice, to the email address `to` or else the account's own; `link` is for an undo."""
        mail = _mail(account_id, Kind.SECURITY, notice.at)
        return self._post(mail.model_copy(update={"notice": notice, "to": to, "link": link}))

    def daily_notice(self, account_id: str, notice: Notice) -> Post:
        """A notice that comes at most once a UTC day: the write fails when that day's notice is stored already."""
        day = notice.at.replace(hour=0, minute=0, second=0, microsecond=0)
        mail_id = derived_id("mail", day, account_id, notice.about.value)
        mail = _mail(account_id, Kind.SECURITY, notice.at).model_copy(update={"id": mail_id, "notice": notice})
        return Post([self.out.adding_new(mail)], mail) if self.silent is None else Post([], None)

    def link(self, account_id: str, kind: Kind, to: str, link: Link, now: datetime) -> Post:
        """A mail whose link does something: sets a password, confirms an address."""
        return self._post(_mail(account_id, kind, now).model_copy(update={"to": to, "link": link}))

    def nudge(self, post: Post) -> None:
        """Have the worker send the mail now; if the nudge is lost, the sweep does."""
        if post.mail is not None:
            self.out.nudge(post.mail)

    def _post(self, mail: Mail) -> Post:
        return Post([self.out.adding(mail)], mail) if self.silent is None else Post([], None)


@cache
def security_mail() -> SecurityMail:
    """The `SecurityMail`, built once for each process."""
    return SecurityMail(outgoing())


def _mail(account_id: str, kind: Kind, now: datetime) -> Mail:
    return Mail(id=new_id("mail", now), account_id=account_id, kind=kind, created_at=now, due_at=now)
