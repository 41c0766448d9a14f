"""Examples of requests and answers. A test checks each against its schema."""

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
    }.items()
}

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
    "from": {"description": "First day, UTC. By default 29 days before `to`."},
    "to": {"description": "Last day, UTC. By default today. The range is at most 92 days."},
    "status": {"description": "Only entries with this status."},
    "comment": {"description": "The changes that would be requested."},
}

_CREDENTIAL = {"id": "u1X2p7Yc", "rawId": "u1X2p7Yc", "type": "public-key"}
_CLIENT_DATA = "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0"
_ADDED = _CREDENTIAL | {"response": {"clientDataJSON": _CLIENT_DATA, "attestationObject": "o2NmbXRkbm9uZQ"}}
_USED = _CREDENTIAL | {
    "response": {
        "clientDataJSON": _CLIENT_DATA,
        "authenticatorData": "SZYN5YgOjGh0NBcPZHZgW4",
        "signature": "MEUCIQDx",
        "userHandle": "dXNyXzAx",
    }
}

_RECEIPT = {
    "format": "atrium-receipt-1",
    "kind": "message",
    "subject_id": f"msg_{_ULID}",
    "account_id": f"acc_{_ULID}",
    "project_id": f"prj_{_ULID}",
    "question_id": f"msg_{_ULID}",
    "at": "2026-03-02T09:00:00.000Z",
    "texts": {"content": "5f0e0f4a9d4d2c3fb9a8a0de1b66e0c6f5a3f1bb6ee1b9d9f4dbf4b0e8a1c2d3"},
    "figures": [
        {
            "text": "content",
            "start": 0,
            "end": 9,
            "shown": "EUR 2,400",
            "value": 2400,
            "derivation": {
                "op": "difference",
                "of": [
                    {"op": "value", "record": f"prj_{_ULID}", "field": "estimate.total"},
                    {"op": "value", "record": f"prj_{_ULID}", "field": "spent"},
                ],
            },
        }
    ],
    "quotations": [],
    "open": [],
    "records": [
        {
            "id": f"prj_{_ULID}",
            "type": "project",
            "version": "12",
            "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            "leaves": 31,
            "values": {"estimate.total": 4000, "spent": 1600},
        }
    ],
    "sha256": "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
}

BODIES: dict[str, dict[str, Any]] = {
    "sign_up": {
        "founder": {
            "email": "mira@example.com",
            "password": "quiet-harbour-lantern-42",
            "name": "Mira Kovac",
            "timezone": "Europe/Berlin",
        }
    },
    "log_in": {"founder": {"email": "mira@example.com", "password": "quiet-harbour-lantern-42"}},
    "close_account": {"by_address": {"confirm": "mira@example.com"}, "by_name": {"confirm": "Mira Kovac"}},
    "log_in_by_code": {"app": {"challenge": "kJ2vT0mB8wq5yZ1xN4cR7sLdF6hGpQeU3aV9oIbXtYM", "code": "492817"}},
    "log_in_by_passkey": {"laptop": {"credential": _USED}},
    "step_up": {"password": {"password": "quiet-harbour-lantern-42"}, "code": {"code": "492817"}},
    "add_passkey": {"laptop": {"name": "Laptop", "credential": _ADDED}},
    "confirm_totp": {"first": {"code": "492817"}},
    "update_account": {"timezone": {"timezone": "Europe/Lisbon"}},
    "verify_email": {"link": {"token": "kJ2vT0mB8wq5yZ1xN4cR7sLdF6hGpQeU3aV9oIbXtYM"}},
    "update_notifications": {"daily": {"needs_you": "daily", "reports": "off"}},
    "change_password": {"new": {"current": "quiet-harbour-lantern-42", "new": "seven-otters-by-the-lake"}},
    "decide_connect_request": {
        "allow": {"allow": True, "scopes": ["projects:read", "agents:read", "agents:write", "pa:access"]},
        "deny": {"allow": False},
    },
    "create_api_key": {
        "preset": {"name": "Claude Code on laptop", "preset": "mcp_assistant", "expiresAt": "2027-03-01T00:00:00Z"},
        "scopes": {"name": "Nightly export", "scopes": ["dashboard:read", "dashboard:export"]},
    },
    "update_api_key": {"rename": {"name": "Claude Code on desktop"}, "never": {"expiresAt": None}},
    "rotate_api_key": {"with_grace": {"grace_seconds": 3600}},
    "create_webhook": {
        "alarm": {"url": "https://hooks.example.com/atrium", "types": ["approval.requested", "vault.request.opened"]}
    },
    "update_webhook": {"on": {"enabled": True}, "types": {"types": ["report.ready"]}},
    "rotate_webhook_secret": {"with_grace": {"grace_seconds": 3600}},
    "recover_webhook": {"outage": {"since": "2026-11-20T00:00:00Z"}},
    "create_project": {
        "bakery": {
            "name": "Bakery shop",
            "description": "Order bread online, collect it in the shop.",
            "deadline": "2027-06-01",
            "budget_ceiling": {"amount": 40000, "currency": "EUR"},
        },
        "name_only": {"name": "Bakery shop"},
    },
    "answer_intake": {
        "some": {
            "answers": {
                "goal": "Customers order bread before noon and collect it the next morning.",
                "audience": ["Regulars within two kilometres"],
                "platforms": ["web"],
            }
        },
        "clear_one": {"answers": {"tone": None}},
    },
    "update_project": {
        "raise": {"budget_ceiling": {"amount": 45000, "currency": "EUR"}},
        "remove": {"budget_ceiling": None},
    },
    "submit_project": {"over_the_ceiling": {"accept_over_ceiling": True}},
    "quote_changes": {"changes": {"comment": "Add a must-have: gluten-free bread."}},
    "decide_approval": {
        "approve": {"decision": "approve"},
        "changes": {"decision": "request_changes", "comment": "Add gluten-free bread to the first day."},
    },
    "change_project_status": {"pause": {"action": "pause"}},
    "ask_ceo": {"question": {"message": "What is blocked right now, and on whom?"}},
    "ask_pa": {"question": {"message": "What needs me first?"}},
    "assign_pa_task": {
        "weekly": {"task": "Every Monday at 9am, report progress and blockers", "timezone": "Europe/Berlin"},
        "once": {"task": "Tomorrow at 9, say what is stuck", "project_id": IDS["project_id"]},
    },
    "snooze_inbox_item": {"words": {"until": "Thursday 5pm"}, "instant": {"until": "2027-01-31T09:00:00Z"}},
    "update_pa_task": {"pause": {"status": "paused"}},
    "deposit_credential": {
        "token": {"name": "Source repository", "type": "token", "value": "the token itself", "note": "Read only"},
        "pair": {"name": "Hosting", "type": "password", "fields": {"user": "mira", "password": "the password itself"}},
    },
    "fulfill_credential_request": {"value": {"value": "the token itself"}},
    "name_approver": {"anna": {"email": "anna@example.com"}},
    "plan_escalation": {"rule": {"text": "If I am silent for two days, ask anna@example.com"}},
    "decide_by_mail": {"approve": {"token": "the token of the link", "decision": "approve"}},
    "decline_credential_request": {"reason": {"reason": "We have no repository yet."}},
}

_NOW = "2026-11-21T09:00:00.000Z"
_KEY = {
    "id": IDS["key_id"],
    "name": "Claude Code on laptop",
    "prefix": "atr_3fK9xQ2b",
    "scopes": ["projects:read", "agents:read", "agents:write", "agents:interact", "pa:access", "dashboard:read"],
    "preset": "mcp_assistant",
    "allowed_ips": None,
    "project_ids": None,
    "over_max_lifetime": False,
    "status": "active",
    "expires_at": "2027-03-01T00:00:00.000Z",
    "created_at": _NOW,
    "last_used_at": None,
    "revoked_at": None,
    "successor_id": None,
}
_CONVERSATION = f"cnv_{_ULID}"
_WEBHOOK = {
    "id": IDS["endpoint_id"],
    "url": "https://hooks.example.com/atrium",
    "types": ["approval.requested", "vault.request.opened"],
    "description": None,
    "enabled": True,
    "disabled_reason": None,
    "disabled_at": None,
    "failing_since": None,
    "recover_since": None,
    "previous_secret_until": None,
    "created_at": _NOW,
    "updated_at": _NOW,
}

ANSWERS: dict[str, Any] = {
    "create_api_key": _KEY | {"key": "atr_3fK9xQ2b…: the only time it is shown"},
    "get_api_key": _KEY | {"last_used_at": _NOW, "used_from": ["203.0.113.9"]},
    "list_api_keys": {"api_keys": [_KEY], "has_more": False, "next_cursor": None},
    "revoke_api_key": {"id": IDS["key_id"], "status": "revoked", "revoked_at": _NOW},
    "create_webhook": _WEBHOOK | {"secret": "whsec_…: the only time it is shown"},
    "list_webhooks": {"webhooks": [_WEBHOOK]},
    "list_webhook_deliveries": {
        "deliveries": [
            {
                "id": IDS["delivery_id"],
                "type": "approval.requested",
                "status": "waiting",
                "reason": "http_status",
                "created_at": _NOW,
                "delivered_at": None,
                "next_attempt_at": "2026-11-21T09:00:05.600Z",
                "attempts": [
                    {
                        "at": _NOW,
                        "status": 503,
                        "milliseconds": 84,
                        "reason": "http_status",
                        "next_attempt_at": "2026-11-21T09:00:05.600Z",
                    }
                ],
            }
        ],
        "has_more": False,
        "next_cursor": None,
    },
    "list_refused_requests": {
        "requests": [
            {
                "request_id": "0f4bc0b1-9a52-4f1b-9d2c-4a6f0f7f3c11",
                "at": _NOW,
                "caller": {
                    "kind": "api_key",
                    "id": IDS["key_id"],
                    "name": "Claude Code on laptop",
                    "prefix": "atr_3fK9xQ2b",
                },
                "method": "POST",
                "route": "/projects",
                "tool": None,
                "status": 403,
                "code": "FORBIDDEN",
            }
        ],
        "has_more": False,
        "next_cursor": None,
    },
    "list_audit_entries": {
        "entries": [
            {
                "sequence": 812,
                "id": f"aud_{_ULID}",
                "account_id": f"acc_{_ULID}",
                "type": "key_created",
                "at": _NOW,
                "actor": {"kind": "user", "id": f"usr_{_ULID}", "name": None},
                "actor_name": "me@example.org",
                "subject": f"Claude Code on laptop ({IDS['key_id']})",
                "address": "203.0.113.9",
                "device": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
                "request_id": "0f4bc0b1-9a52-4f1b-9d2c-4a6f0f7f3c11",
                "outcome": "done",
                "unfamiliar": None,
                "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            }
        ],
        "has_more": True,
        "next_before": 812,
    },
    "ask_ceo": {
        "agent": "ceo",
        "agent_name": "Ada, CEO",
        "message_id": f"msg_{_ULID}",
        "conversation_id": _CONVERSATION,
        "response": "Thank you. I will consult the team and answer here.",
        "project_status": {"phase": "development", "status": "active"},
    },
    "get_message_receipt": _RECEIPT,
    "get_pa_report_receipt": _RECEIPT | {"kind": "report", "subject_id": f"rep_{_ULID}", "question_id": None},
    "list_messages": {
        "conversation_id": _CONVERSATION,
        "messages": [
            {
                "id": "msg_01K4Z8Q5M3N4P5R6S7T8V9W0XY",
                "sender_type": "agent",
                "sender_agent_type": "ceo",
                "content": "The **delivery plan** waits for access to the source repository.",
                "created_at": _NOW,
                "conversation_id": _CONVERSATION,
                "reply_to": f"msg_{_ULID}",
                "contributions": [
                    {
                        "role": "CTO",
                        "summary": "I asked for a read-only token.",
                        "evidence": [IDS["request_id"]],
                        "opinion": False,
                    }
                ],
                "run_status": None,
                "by": "model",
                "cost": {"input_tokens": 5210, "output_tokens": 160, "model": "openai:qwen3"},
            }
        ],
        "has_more": False,
        "first_unread": None,
    },
    "delete_pa_task": {"id": IDS["task_id"], "deleted": True},
    "get_pa_status": {
        "status": "available",
        "active_projects": 2,
        "pending_approvals": 1,
        "unread_messages": 3,
        "open_items": 2,
        "summary": "2 projects are under way. 1 project needs you.",
    },
}
