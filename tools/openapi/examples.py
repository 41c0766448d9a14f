"""Examples of ids, and descriptions of the parameters that many routes share."""

from __future__ import annotations

from typing import Any

_ULID = "01K4Z8Q2M3N4P5R6S7T8V9W0XY"
IDS = {
    name: f"{prefix}_{_ULID}"
    for name, prefix in {
        "id": "crd",
        "project_id": "prj",
        "deliverable_id": "dlv",
        "approval_id": "apr",
        "key_id": "key",
        "request_id": "crq",
        "credential_id": "crd",
        "task_id": "tsk",
        "report_id": "rep",
        "message_id": "msg",
        "approver_id": "apv",
        "passkey_id": "psk",
        "endpoint_id": "whk",
        "delivery_id": "evt",
        "item_id": "att",
        "work_id": "wrk",
        "export_id": "exp",
        "card_id": "card",
    }.items()
} | {"entry_id": "R2", "line_id": "R2.1", "comment_id": "c1", "choice_id": "D4"}

ULID = "[0-7][0-9A-HJKMNP-TV-Z]{25}"
ID_CURSORS = {
    ("list_messages", "before"): "msg",
    ("list_messages", "reply_to"): "msg",
    ("list_messages", "after"): "msg",
    ("list_pa_reports", "before"): "rep",
}
"""Operation and parameter → the prefix of the ids that it takes."""

PARAMETERS: dict[str, dict[str, Any]] = {
    "limit": {"description": "How many at most."},
    "cursor": {"description": "`next_cursor` from the previous page."},
    "before": {"description": "Only entries older than this id."},
    "reply_to": {"description": "Only the replies to the message with this id."},
    "after": {"description": "Only entries newer than this id, oldest first. Can't be combined with `before`."},
    "wait": {"description": "Seconds to wait for something new. Needs `after`."},
    "from": {"description": "First day, UTC; of requests, or instant. Of usage by default 29 days before `to`."},
    "to": {"description": "Last day, UTC; of requests, or instant. By default today. Of usage at most 92 days."},
    "status": {"description": "Only entries with this status."},
}
