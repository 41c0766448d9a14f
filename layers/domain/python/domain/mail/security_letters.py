"""Letters about an account's security: a plain account of what was done, when and from where. Nothing ends them."""

from __future__ import annotations

from collections.abc import Sequence

from common.services import service
from common.wording import moment_of
from domain.mail.letters import Letter
from domain.mail.records import About, Notice

_WHY = "Atrium always tells you what concerns your account's security."
_NOT_YOU = "If it was not you, set a new password now: choose “Forgot your password?” where you sign in."
_TOLD = {
    About.SIGNED_IN: ("New sign-in to your account", "Somebody signed in from a browser that we don't know.", _NOT_YOU),
    About.SIGN_IN_CLOSED: (
        "Many wrong passwords for your account",
        "Somebody tried very many wrong passwords, so your account now opens only where you signed in before.",
        "Your password was not found. To sign in from elsewhere, set a new one by “Forgot your password?”.",
    ),
    About.SIGN_UP_TRIED: (
        "You have an account already",
        "Somebody wanted to use your address for an Atrium account, and it has one.",
        "If it was you, sign in; “Forgot your password?” lets you set a new one. If not, you need do nothing.",
    ),
    About.PASSWORD_CHANGED: ("Your password was changed", "All other sessions have ended.", _NOT_YOU),
    About.PASSWORD_RESET: (
        "Your password was set anew",
        "It was done by the link in a mail to this address. All sessions have ended.",
        "If it was not you, somebody reads your mail: secure your letter box first, then set a new password.",
    ),
    About.EMAIL_CHANGED: (
        "Your account has a new address",
        "From now on it signs in with, and gets its mail at:",
        "If it was not you, take it back within 7 days. All sessions then end, and you set a new password.",
    ),
    About.FACTORS_REMOVED: (
        "Your passkeys and your app were removed",
        "The operator of this installation removed them. Your password alone signs in now. All sessions have ended.",
        "If you did not ask for that, set a new password now, and tell the operator.",
    ),
    About.CONNECTED: (
        "A program was connected to your account",
        "Somebody signed in as you and let this program use your account:",
        "If it was not you, revoke the connection in the settings now, and set a new password.",
    ),
    About.CONNECTION_MISUSED: (
        "A connection was ended for safety",
        "A secret of this program was used twice, so somebody may have copied it. We ended the connection:",
        "Connect the program again if you still use it. If this comes again, stop using it.",
    ),
}


@service
class SecurityWriter:
    """Writes them. `public_url` is the base of links; tokens stand behind the #, so that no server's log holds them."""

    public_url: str

    def reset(self, token: str) -> Letter:
        """The link to set a new password."""
        return Letter(
            subject="Set a new password",
            heading="Set a new password",
            paragraphs=(
                "Somebody, we hope you, asked for this. The link is good once and for 30 minutes.",
                "If it was not you, do nothing: your password stays as it is.",
            ),
            action=("Set a new password", f"{self.public_url}/app/#/reset/{token}"),
            why=_WHY,
        )

    def change_email(self, token: str) -> Letter:
        """Asks the owner of a new address to confirm it. It names nobody, because the address may be a stranger's."""
        return Letter(
            subject="Confirm your new e-mail address",
            heading="Confirm your new e-mail address",
            paragraphs=(
                "This address was given as the new one of an account at Atrium. Confirm that it is yours.",
                "The link is good for 24 hours. If you did not ask for this, do nothing: nothing then changes.",
            ),
            action=("Confirm address", f"{self.public_url}/app/#/new-address/{token}"),
            why="Somebody gave this address for their account at Atrium.",
        )

    def notice(self, notice: Notice, token: str, keys: Sequence[str]) -> Letter:
        """What was done, when, and from where; with a `token`, a link that undoes it."""
        heading, what, advice = _TOLD[notice.about]
        paragraphs = [what, *([notice.subject] if notice.subject else []), _when_and_where(notice)]
        if keys:
            paragraphs.append(f"Your API keys still work, as do your second factors: {', '.join(keys)}.")
            paragraphs.append("Revoke those that you don't know.")
        undo = ("Undo the change", f"{self.public_url}/app/#/undo-address/{token}")
        return Letter(
            subject=heading,
            heading=heading,
            paragraphs=(*paragraphs, advice),
            action=undo if token else ("Open Atrium", f"{self.public_url}/app/#/settings"),
            why=_WHY,
        )


def _when_and_where(notice: Notice) -> str:
    parts = [moment_of(notice.at), notice.device, notice.address and f"address {notice.address}"]
    return ", ".join(part for part in parts if part) + "."
