"""Letters about an account's security: what was done, when and from where, in plain words. No preference ends them."""

from __future__ import annotations

from collections.abc import Sequence

from common.services import service
from common.wording import moment_of
from domain.mail.letters import Letter
from domain.mail.records import About, Notice

_WHY = "We always tell you about your account's security."
_NOT_YOU = "Not you? Set a new password now: choose “Forgot your password?” where you sign in."
_TOLD = {
    About.SIGNED_IN: ("New sign-in to your account", "Somebody signed in from a browser we don't know.", _NOT_YOU),
    About.SIGN_IN_CLOSED: (
        "Many wrong passwords for your account",
        "Somebody tried very many wrong passwords. Your account now opens only where you signed in before.",
        "Nobody found your password. To sign in elsewhere, choose “Forgot your password?” and set a new one.",
    ),
    About.SIGN_UP_TRIED: (
        "You already have an account",
        "Somebody tried to sign up for Atrium with your address, and it already has an account.",
        "If it was you, sign in, or choose “Forgot your password?”. If not, do nothing.",
    ),
    About.PASSWORD_CHANGED: ("Your password was changed", "All other sessions have ended.", _NOT_YOU),
    About.PASSWORD_RESET: (
        "You have a new password",
        "Somebody used the link in our mail to this address. All sessions have ended.",
        "Not you? Somebody reads your mail: secure your mailbox first, then set a new password.",
    ),
    About.EMAIL_CHANGED: (
        "Your account has a new email address",
        "You now sign in with this address, and we write to it:",
        "Not you? Undo it within 7 days. All sessions then end, and you set a new password.",
    ),
    About.FACTORS_REMOVED: (
        "Your passkeys and app are gone",
        "The operator of this installation removed them. You now sign in with your password. All sessions have ended.",
        "You did not ask for that? Set a new password now, and tell the operator.",
    ),
    About.CONNECTED: (
        "A program is connected to your account",
        "Somebody signed in as you and let this program use your account:",
        "Not you? End its access under Developers now, and set a new password.",
    ),
    About.CONNECTION_MISUSED: (
        "We ended a program's access",
        "Somebody used a secret of this program twice, so it may be copied. We ended its access:",
        "Connect the program again if you still use it. If this happens again, stop using it.",
    ),
}


@service
class SecurityWriter:
    """Writes letters. `public_url` is the base of links; tokens stand behind the #, so no server's log holds them."""

    public_url: str

    def reset(self, token: str) -> Letter:
        """Brings the link to set a new password."""
        return Letter(
            subject="Set a new password",
            paragraphs=(
                "Somebody asked for this; we hope it was you. The link works once, for 30 minutes.",
                "Not you? Do nothing: your password stays as it is.",
            ),
            action=("Set a new password", f"{self.public_url}/app/#/reset/{token}"),
            why=_WHY,
        )

    def change_email(self, token: str) -> Letter:
        """Asks the owner of a new address to confirm it. It names nobody, because the address may be a stranger's."""
        return Letter(
            subject="Confirm your new email address",
            paragraphs=(
                "Somebody gave this as the new address of an Atrium account. Confirm that it is yours.",
                "The link works for 24 hours. If you did not ask for this, do nothing: nothing changes.",
            ),
            action=("Confirm address", f"{self.public_url}/app/#/new-address/{token}"),
            why="Somebody gave this address for their Atrium account.",
        )

    def notice(self, notice: Notice, token: str, keys: Sequence[str]) -> Letter:
        """Tells what was done, when and from where, and which `keys` still work; with a `token`, a link undoes it."""
        subject, what, advice = _TOLD[notice.about]
        paragraphs = [what, *([notice.subject] if notice.subject else []), _when_and_where(notice)]
        if keys:
            paragraphs.append(f"Your API keys still work, as do your second factors: {', '.join(keys)}.")
            paragraphs.append("Revoke the ones you don't know.")
        undo = ("Undo the change", f"{self.public_url}/app/#/undo-address/{token}")
        return Letter(
            subject=subject,
            paragraphs=(*paragraphs, advice),
            action=undo if token else ("Open Atrium", f"{self.public_url}/app/#/settings"),
            why=_WHY,
        )


def _when_and_where(notice: Notice) -> str:
    parts = [moment_of(notice.at), notice.device, notice.address and f"address {notice.address}"]
    return ", ".join(part for part in parts if part) + "."
