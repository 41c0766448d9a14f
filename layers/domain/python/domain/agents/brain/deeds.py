"""Imperatives that the CEO cannot carry out, and where each can be done."""

from __future__ import annotations

import re

from domain.agents.models import DECIDED_ELSEWHERE

# Where it can be done, by the words that name the thing: the first that fits.
_PLACES = (
    (
        r"remind|schedule|tomorrow|every|daily|weekly|monthly|meeting|appointment",
        "The assistant keeps appointments and reminders: `POST /pa/task`, or the dashboard's assistant page.",
    ),
    (r"my password|account|e ?mail address|my name", "Your account is kept in the dashboard under account."),
    (
        r"budget|ceiling",
        "You set the ceiling yourself: in the dashboard, or by `PATCH /projects/{id}` with `budget_ceiling`.",
    ),
    (
        r"submit|start the project",
        "You submit the brief yourself: in the dashboard, or by `POST /projects/{id}/submit`.",
    ),
    (r"api keys?|keys?|scopes?", "Keys are kept in the dashboard under API keys, or by `/api/account/api-keys`."),
    (
        r"credentials?|passwords?|logins?|tokens?|access|vault|secrets?",
        "Access is deposited and deleted in the vault: the dashboard's vault page.",
    ),
    (r"export|download|csv|pdf", "You find every document and an export in the dashboard."),
    (
        r"project|stop|halt|freeze",
        "What ends or changes a project is done in the dashboard, or by `POST /projects/{id}/status`.",
    ),
    (
        r"deadline|scope|requirements?|must haves?",
        "Say it on a document in review: “request changes on the Roadmap: move the deadline to 2027-03-01”.",
    ),
    (
        r"build|code|coding|deploy|launch|publish|release|program|ship|test|fix",
        "The team writes planning and documents; it does not build or release the product from here.",
    ),
)


def place_of(plain: str, project_id: str, *, may_decide: bool) -> str:
    """Where what is told can be done; `may_decide`: whether whoever tells it may decide by saying so."""
    for words, place in _PLACES:
        if re.search(rf"\b(?:{words})\b", plain):
            return place.format(id=project_id)
    if not may_decide:
        return f"I answer from the project's records and keep your wishes; {DECIDED_ELSEWHERE}."
    return "I answer from the project's records, carry out your decisions on documents, and keep your wishes."
