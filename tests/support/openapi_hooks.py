"""Tells schemathesis what a schema can't: values that depend on the day or on an earlier answer.

It loads this file by SCHEMATHESIS_HOOKS. Only what should be accepted is put right; the rest goes as it is.
"""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import schemathesis
from hypothesis import strategies as st
from schemathesis import GenerationMode

schemathesis.openapi.format("timezone", st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"]))
WORDS = st.sampled_from(["amber", "birch", "cobalt", "dune", "ember", "fjord", "grove"])
schemathesis.openapi.format("password", st.lists(WORDS, min_size=4, max_size=6, unique=True).map(" ".join))
IN_A_YEAR = datetime.now(UTC) + timedelta(days=365)
IN_A_MONTH = datetime.now(UTC) + timedelta(days=30)
TASKS = ("Draft a summary of all projects", "Every Monday at 9am, report progress", "Tomorrow at 9, say what is stuck")
WHENS = ("every Monday at 9am", "every day at 7:30am", "RRULE:FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0")
MOMENTS = ("tomorrow at 9am", "until next Monday", "for 3 days", IN_A_MONTH.isoformat())
WELL_FORMED_KEY = "atr_Example000000000000000000000000000000000003NrW9M"  # its checksum is right; it opens nothing
READING = frozenset({"kinds", "audiences", "systems", "rules"})
WITHOUT_SIZE = frozenset({"audience", "measure", "out_of_scope"})
WAITS = frozenset(str(seconds) for seconds in range(21))


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: Any) -> None:
    """Correct a request that should be accepted; in any request, make an allowed `wait` 0 seconds."""
    if isinstance(case.query, dict) and str(case.query.get("wait")) in WAITS:
        case.query["wait"] = 0
    if case.meta is None or case.meta.generation.mode is not GenerationMode.POSITIVE:
        return
    if isinstance(case.query, dict):
        for name in ("cursor", "before", "after", "reply_to", "wait", "from", "to"):
            case.query.pop(name, None)  # positions in a list, which only an earlier answer can name
    if "Idempotency-Key" in (case.headers or {}):
        case.headers["Idempotency-Key"] = uuid.uuid4().hex  # each request is a new one, no repetition
    if isinstance(case.body, dict):
        _put_right(case.body)


def _put_right(body: dict[str, Any]) -> None:
    for one in (body, *_listed(body, "changes"), *_listed(body, "edits"), *_listed(body, "evidence")):
        _fitting(one)
        _of_today(one)
    for name in body.keys() & {"depends_on", "needs_access", "refs"}:
        body[name] = []  # only an earlier answer can name existing things
    if "section" in body:
        body["section"] = "notes"  # only an earlier answer can name a document's other sections


def _listed(body: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """The objects of a list in the body, such as changes or edits, which have fields of their own."""
    listed = body.get(name)
    return [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []


def _fitting(body: dict[str, Any]) -> None:
    """Correct single fields for which the schema says too little."""
    body.pop("was", None)  # only an earlier answer can say what was read
    for name, value in body.items():
        if isinstance(value, str) and value and not value.strip():
            body[name] = "x"  # texts are trimmed
    if isinstance(body.get("email"), str) and not body["email"].isascii():
        body["email"] = "someone@example.org"  # an address has no invisible character
    if isinstance(body.get("when"), str):
        body["when"] = WHENS[len(body["when"]) % len(WHENS)]
    if body.get("decision") == "request_changes":
        body.pop("hand_out_work", None)
    for name in READING & body.keys() if "text" in body else ():
        body.pop(name)  # only an earlier answer can say which kinds and other entries the brief has
    if body.get("type") in WITHOUT_SIZE:
        body.pop("size", None)


def _of_today(body: dict[str, Any]) -> None:
    if body.get("deadline"):
        body["deadline"] = IN_A_YEAR.date().isoformat()
    for name in ("expires_at", "expiresAt"):
        if body.get(name):
            body[name] = IN_A_YEAR.isoformat()
    if isinstance(answers := body.get("answers"), dict) and answers.get("deadline"):
        answers["deadline"] = IN_A_YEAR.date().isoformat()
    if body.get("key"):
        body["key"] = WELL_FORMED_KEY
    if "until" in body:
        body["until"] = MOMENTS[len(body["until"]) % len(MOMENTS)]
    if body.keys() <= {"text", "approval_id"} and "text" in body:
        body["text"] = "If I am silent by Thursday 5pm, ask anna@example.com"
    if body.get("type") in {"ssh_key", "certificate"}:
        body.pop("repository_url", None)  # documents are delivered over https
    if isinstance(body.get("task"), str):
        body["task"] = TASKS[len(body["task"]) % len(TASKS)]
