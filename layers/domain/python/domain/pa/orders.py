"""What the assistant is told to do and can't: where it can be done, and what comes of it. Pure.

The assistant reads records and keeps tasks; everything else its owner does. So an order never gets a list for an
answer: it gets "Nothing was done" and the place. "How do I" gets the place alone, "what if" what comes of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from domain.pa.manner import Manner

_PROJECT = (
    "On a project's page you pause, resume or cancel it (`POST /projects/{project_id}/status`), set its ceiling and its"
    " deadline (`PATCH /projects/{project_id}`), and delete it, which you can undo for 30 days."
)
_CEO = (
    "I read records and keep tasks; what the team works on, you agree with the CEO in the project's conversation,"
    " or by `POST /agents/{project_id}/ask`."
)
_PLACES: Mapping[str, str] = {
    "approvals": "You decide on documents yourself, on the dashboard's approvals page or by"
    " `POST /projects/{project_id}/approvals/{approval_id}`.",
    "credentials": "Credentials are deposited, replaced and removed on the vault page, and the team's requests"
    " declined; also by `POST /vault/credentials/{project_id}` and `POST /vault/requests/{request_id}/decline`.",
    "messages": "You read the CEO's messages and write to the CEO in the project's conversation, or by"
    " `POST /agents/{project_id}/ask`.",
    "schedule": 'Say it to me plainly: "send me a status report every Monday at 9am", "pause the Monday report",'
    ' "delete the Friday report".',
} | dict.fromkeys(("budget", "timeline", "project_status", "summary", "priorities", "blockers"), _PROJECT)
# Things that no intent tells from their neighbours; the first that fits.
_THINGS: Mapping[str, str] = {
    r"\b(?:account|subscription|users?|invite|(?:my|our) password)\b": "Your account, its users and its password are"
    " kept on the dashboard's account page, and by `PATCH /api/account`.",
    r"\b(?:pay|invoices?|bills?|refund|transfer)\b": "I can neither pay nor send an invoice; what was spent is in each"
    " project's budget, `GET /projects/{project_id}`.",
    r"\b(?:new|another|add a|create a|open a|start a) project\b": "A project is created on the dashboard or by"
    " `POST /projects`.",
    r"\b(?:intake|questionnaire)\b|\b(?:submit|fill in)\b": "An intake is filled in and submitted on its project's"
    " page, or by `POST /projects/{project_id}/submit`.",
    r"\b(?:rename|ceiling|deadline|budget)\b": _PROJECT,
    r"\b(?:to|for) (?:my|our|the) (?:boss|partner|accountant|wife|husband|colleague|client|friend|printer)\b"
    r"|\b(?:forward|e?-?mail|send) .*\bto (?!me\b|us\b)": "I write to nobody but you; you can pass a document on"
    " yourself, from its page.",
    r"\b(?:ceo|cto|cpo|cdo|cmo|team)\b": _CEO,
    r"\b(?:see|find|read|download)\b.*\b(?:documents?|plan|brief|roadmap|guide|scope)\b": "The documents are on their"
    " project's page, and at `GET /projects/{project_id}`.",
}
_EFFECTS: Mapping[str, str] = {
    "approvals": "An approved document stays as it is and the work goes on from it; a document you ask changes for is"
    " sent back with your comment. Edit its lines, then present it again.",
    "credentials": "Work that needs an access waits until the access is deposited or declined.",
    "schedule": "A paused task does not run until you resume it; a deleted one is gone, and its reports stay.",
    "budget": "Nothing stops by itself at the ceiling: you are told when the forecast passes it.",
    "timeline": "A deadline is what I hold the expected date against; moving it makes nobody work faster.",
} | dict.fromkeys(
    ("project_status", "summary", "priorities", "blockers"),
    "A paused project stands still until you resume it; a cancelled one ends, and its documents stay.",
)
_ASKED = re.compile(r"(?:(?:ok|so|and|fine|hi),? )*(?:can|could|may|might|would|will|are you able|is it possible)\b")
_ASKED_WHETHER = re.compile(
    r"(?:(?:hi|hello|hey|ok|so|and),? )*(?:(?:(?:can|could|would|will|might) you|are you able to|would you be able to"
    r"|do you think you (?:can|could)|would you mind|is it possible (?:for you )?to|would it be possible (?:for you )?"
    r"to) (?:also |maybe |just )?(?P<order>(?!get\b|have\b).+)"
    r"|(?:(?:can|could|may|might) (?:i|we)|(?:is it|would it be) possible(?: for me)? to) (?:get|have) (?P<thing>.+))"
)


def place_of(manner: Manner, intents: Sequence[str]) -> str:
    """Where the thing that a message is about can be done."""
    thing = next((place for words, place in _THINGS.items() if manner.mentions(words)), None)
    return thing or next((_PLACES[intent] for intent in intents if intent in _PLACES), _CEO)


def nothing_done(manner: Manner, intents: Sequence[str]) -> str:
    """The answer to an order that can't be carried out."""
    asked = _ASKED.match(manner.plain) is not None and not manner.mentions(r"\bplease\b")
    return f"{'No, I cannot do that; nothing' if asked else 'Nothing'} was done. {place_of(manner, intents)}"


def effect_of(manner: Manner, intents: Sequence[str]) -> str:
    """The answer to "what if I …"."""
    effects = (_EFFECTS[intent] for intent in intents if intent in _EFFECTS)
    return f"Nothing was done: you only asked. {next(effects, '')} {place_of(manner, intents)}".replace("  ", " ")


def wish_in(plain: str) -> str | None:
    """The order within a question: "could you remind me every Monday" asks whether I would "remind me every Monday"."""
    match = _ASKED_WHETHER.match(plain)
    if match is None or "please" in plain:
        return None
    return f"send me {match['thing']}" if match["thing"] else match["order"]
