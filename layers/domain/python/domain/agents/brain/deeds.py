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
    (r"my password|account|e ?mail address|api keys?|scopes?", "Your account and its keys are kept in the dashboard."),
    (r"budget|ceiling", "You set the ceiling: in the dashboard, or by `PATCH /projects/{id}` with `budget_ceiling`."),
    (r"submit|start the project", "You submit the brief: in the dashboard, or by `POST /projects/{id}/submit`."),
    (r"credentials?|logins?|tokens?|access|vault|secrets?", "Access is deposited and deleted on the vault page."),
    (r"export|download|csv|pdf", "You find every document and an export in the dashboard."),
    (r"project|halt|freeze", "A project is changed in the dashboard, or by `POST /projects/{id}/status`."),
    (
        r"build|code|deploy|launch|publish|release",
        "The team writes planning and documents; it builds nothing.",
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
