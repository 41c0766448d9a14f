"""Letters: what a mail says, in plain values; the worker's templates turn a letter into text and HTML."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from common.services import frozen, service
from common.wording import moment_of
from domain.events.records import Event, EventType
from domain.mail.records import DecisionText, Kind, ReportText

# Line breaks end a header. Marks that turn the direction of writing around would let a name disguise the text after it.
_BREAKS = re.compile(r"[\x00-\x20\x7f\x85\u2028\u2029]+")
_TURNING = re.compile(r"[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_SUBJECT_LENGTH = 150
_MOST_ENTRIES = 200  # of a digest
KEPT_AFTERWARDS = "Backups keep deleted data for up to 35 more days, logs for 30 days. Nobody looks into them for you."
_APPROVING = (
    "When they do not answer in time about a document, we mail you a link. You read the document and approve it or "
    "request changes. You need no account."
)
_ONE_DECISION = "The link shows the document. It works for 7 days and one decision; the first decision counts."
_BUTTONS = {
    "answer_intake": "Answer the intake",
    "ask_ceo": "Ask the CEO",
    "change_ceiling": "Look at the budget",
    "decide_approval": "Review",
    "enable_webhook": "Look at the webhook",
    "fulfill_credential_request": "Provide access",
    "repair_webhook": "Look at the webhook",
    "resume_project": "Resume the project",
    "resume_task": "Look at the task",
    "review_budget": "Look at the budget",
    "review_deadline": "Look at the deadline",
    "revise_document": "Revise",
}


@frozen
class Entry:
    """One thing that needs the customer, in a digest."""

    sentence: str
    url: str
    action: str


@frozen
class Letter:
    """What a mail says.

    Attributes:
        subject: one line.
        heading: the line above the text; None shows the subject there, an empty text nothing.
        paragraphs: plain text.
        action: what the button says, and where it leads.
        entries: what a digest lists.
        report: Markdown that the mail shows.
        why: why the customer gets this mail, in one sentence.
        unsubscribe_url: where one click ends mails of this kind; None where it can't be ended.
        withdraw_url: where an approver asks for no more mail.
        settings_url: the page where the customer chooses which mails they get.
    """

    subject: str
    heading: str | None = None
    paragraphs: Sequence[str] = ()
    action: tuple[str, str] | None = None
    entries: Sequence[Entry] = ()
    report: str | None = None
    why: str = ""
    unsubscribe_url: str | None = None
    withdraw_url: str | None = None
    settings_url: str | None = None


@service
class Writer:
    """Writes letters. `public_url` begins links; `unsubscribe` and `withdraw` are tokens whose links end such mail."""

    public_url: str

    def verification(self, token: str) -> Letter:
        """Asks the customer to confirm their address.

        The letter names nobody: anyone can sign up with a stranger's address, and could put a message into the name.
        """
        return Letter(
            subject="Confirm your email address",
            paragraphs=(
                "Somebody signed up for Atrium with this address. Confirm that it is yours.",
                "Then we mail you your reports, and tell you when something needs you.",
                "The link works for 24 hours. If you did not sign up, do nothing: we will not use the address.",
            ),
            action=("Confirm address", f"{self.public_url}/app/#/verify/{token}"),
            why="Somebody signed up for Atrium with this address.",
        )

    def leaving(self, kind: Kind, until: datetime) -> Letter:
        """Tells that an account closes, is gone, or has an export ready; `until` ends the time to undo or download."""
        day = moment_of(until)
        if kind is Kind.EXPORT_READY:
            return Letter(
                subject="Your export is ready",
                paragraphs=(
                    f"Everything in your account is in one file. Download it before {day}; then we delete it.",
                    "You did not ask for it? Change your password: somebody is signed in to your account.",
                ),
                action=("Download", f"{self.public_url}/app/#/settings/leave"),
                why="Somebody signed in to your account asked for this export.",
            )
        if kind is Kind.CLOSING:
            return Letter(
                subject="Your account is being deleted",
                paragraphs=(
                    f"You can undo this until {day}: sign in and restore the account. Then we delete everything.",
                    "Your API keys, webhooks and tasks have stopped.",
                    KEPT_AFTERWARDS,
                ),
                action=("Sign in to undo it", f"{self.public_url}/app/"),
                why="Somebody signed in to your account deleted it.",
            )
        return Letter(
            subject="Your account is deleted",
            paragraphs=(f"We deleted everything in your account. {KEPT_AFTERWARDS} This is our last mail to you.",),
            why="You deleted your account at Atrium.",
        )

    def invitation(self, customer: str, token: str, withdraw: str) -> Letter:
        """Asks somebody to become an approver, who decides when `customer` (an email address) is silent."""
        return Letter(
            subject="Will you approve documents for somebody?",
            paragraphs=(
                f"The owner of {customer} named you as an approver at Atrium.",
                _APPROVING,
                "The link works for 7 days. If you don't want this, do nothing: we will not write again.",
            ),
            action=("Agree", f"{self.public_url}/app/#/approver/{token}"),
            why=f"The owner of {customer} named this address as an approver.",
            withdraw_url=self._withdrawing(withdraw),
        )

    def escalation(self, customer: str, asked: DecisionText, token: str, withdraw: str) -> Letter:
        """Asks an approver, by the link with `token`, to decide on a document that `customer` left undecided."""
        return Letter(
            subject=f"{asked.project_name}: {asked.title} waits for your decision",
            paragraphs=(
                f"The owner of {customer} has not decided about revision {asked.revision} in time, so we ask you.",
                _ONE_DECISION,
            ),
            action=("Review", self._deciding(token)),
            why=f"You agreed to decide when the owner of {customer} does not answer.",
            withdraw_url=self._withdrawing(withdraw),
        )

    def needs_you(self, event: Event, unsubscribe: str, token: str | None = None) -> Letter:
        """Tells one thing that needs the customer; with a `token`, the link lets them decide without signing in."""
        entry = self._entry(event)
        if token is not None:
            entry = replace(entry, url=self._deciding(token))
        letter = Letter(
            subject=entry.sentence,
            paragraphs=() if token is None else (_ONE_DECISION, "It needs no password: whoever has it can decide."),
            action=(entry.action, entry.url),
            why="Your account is set to send a mail at once when something needs you.",
        )
        return self._ending(letter, unsubscribe)

    def digest(self, events: Sequence[Event], unsubscribe: str) -> Letter | None:
        """Lists those of these events (in the feed's order) that still need the customer; None if none does."""
        opened = still_open(events)
        if not opened:
            return None
        entries = [self._entry(event) for event in opened[:_MOST_ENTRIES]]
        total = f"{len(opened)} items need you" + (f"; the first {len(entries)}" if len(opened) > len(entries) else "")
        first, *more = entries
        letter = Letter(
            subject=f"{len(opened)} items need you. First: {first.sentence}" if more else first.sentence,
            heading="Your day with Atrium" if more else None,
            paragraphs=(f"{total}:",) if more else (),
            entries=entries if more else (),
            action=("Open Atrium", f"{self.public_url}/app/") if more else (first.action, first.url),
            why="You chose one mail a day, at 8:00, with what needs you.",
        )
        return self._ending(letter, unsubscribe)

    def report(self, report: ReportText, report_id: str, unsubscribe: str) -> Letter:
        """Brings a report in full."""
        letter = Letter(
            subject=report.title,
            heading="",
            report=report.content,
            action=("Open in Atrium", f"{self.public_url}/app/#/assistant/reports/{report_id}"),
            why="You get your reports by mail. Each task has its own switch.",
        )
        return self._ending(letter, unsubscribe)

    def _deciding(self, token: str) -> str:
        """The page that asks for the decision. The token stands behind the #, so that it reaches no server's log."""
        return f"{self.public_url}/app/#/decide/{token}"

    def _withdrawing(self, token: str) -> str:
        return f"{self.public_url}/app/#/withdraw/{token}"

    def _ending(self, letter: Letter, unsubscribe: str) -> Letter:
        """The letter with the links to unsubscribe and to the settings."""
        return replace(
            letter,
            unsubscribe_url=f"{self.public_url}/unsubscribe?token={unsubscribe}",
            settings_url=f"{self.public_url}/app/#/settings",
        )

    def _entry(self, event: Event) -> Entry:
        action = _BUTTONS.get(event.action or "", "Open in Atrium")
        return Entry(event.summary, self.public_url + (event.path or "/app/"), action)


def still_open(events: Sequence[Event]) -> list[Event]:
    """The last event of each thing that was opened and not cleared afterwards, in the order of opening."""
    open_now: dict[str, Event] = {}
    for event in events:
        item = event.item_id or event.subject_id or event.id
        match event.type:
            case EventType.ATTENTION_CLEARED:
                open_now.pop(item, None)
            case EventType.ATTENTION_CHANGED if item not in open_now:
                continue  # it was opened, and told, before this digest
            case _:
                open_now[item] = event
    return list(open_now.values())


def one_line(text: str) -> str:
    """The text as one line, fit for a header: without control characters and marks that turn the writing direction."""
    return " ".join(_BREAKS.sub(" ", _TURNING.sub("", text)).split())


def subject_of(letter: Letter) -> str:
    """The letter's subject as one line of at most 150 characters; a longer one is cut and ends with `…`."""
    line = one_line(letter.subject)
    return line if len(line) <= _SUBJECT_LENGTH else line[: _SUBJECT_LENGTH - 1].rstrip() + "…"
