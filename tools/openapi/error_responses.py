"""The error responses: one for each status of `common.problems`, and which operation can answer which."""

from __future__ import annotations

from typing import Any

from common.envelope import failure
from common.gate import Access

JSON = "application/json"
FAILURE = {"$ref": "#/components/schemas/Failure"}
RETRY_AFTER = {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer", "minimum": 1}}}
REQUEST_ID = {
    "X-Request-Id": {
        "description": "The request's id. Quote it when you ask us about the request.",
        "schema": {"type": "string"},
    }
}

CONFLICTS: dict[str, tuple[str, ...]] = {
    "sign_up": ("CONFLICT",),
    "log_in_by_code": ("CONFLICT",),
    "begin_passkey_log_in": ("PASSKEYS_OFF", "CONFLICT"),
    "log_in_by_passkey": ("PASSKEYS_OFF", "CONFLICT"),
    "get_step_up_options": ("PASSKEYS_OFF",),
    "step_up": ("PASSKEYS_OFF", "CONFLICT"),
    "begin_passkey": ("PASSKEYS_OFF", "LIMIT_REACHED"),
    "add_passkey": ("PASSKEYS_OFF", "LIMIT_REACHED", "CONFLICT"),
    "remove_passkey": ("CONFLICT",),
    "begin_totp": ("TOTP_ON", "CONFLICT"),
    "confirm_totp": ("TOTP_ON", "TOTP_NOT_BEGUN", "CONFLICT"),
    "remove_totp": ("CONFLICT",),
    "ask_for_verification": ("MAIL_OFF", "ALREADY_VERIFIED"),
    "forgot_password": ("MAIL_OFF",),
    "reset_password": ("CONFLICT",),
    "change_email": ("MAIL_OFF", "CONFLICT"),
    "confirm_email_change": ("CONFLICT",),
    "undo_email_change": ("CONFLICT",),
    "end_session": ("CONFLICT",),
    "end_other_sessions": ("CONFLICT",),
    "create_api_key": ("LIMIT_REACHED",),
    "update_api_key": ("KEY_NOT_ACTIVE",),
    "rotate_api_key": ("KEY_NOT_ACTIVE", "LIMIT_REACHED"),
    "revoke_api_key": ("KEY_NOT_ACTIVE",),
    "create_webhook": ("LIMIT_REACHED",),
    "update_webhook": ("CONFLICT",),
    "delete_webhook": ("CONFLICT",),
    "rotate_webhook_secret": ("CONFLICT",),
    "test_webhook": ("ENDPOINT_DISABLED",),
    "redeliver_webhook": ("ENDPOINT_DISABLED", "CONFLICT"),
    "recover_webhook": ("ENDPOINT_DISABLED",),
    "restore_project": ("LIMIT_REACHED", "CONFLICT"),
    "delete_project": ("CONFLICT",),
    "close_account": ("CONFLICT",),
    "restore_account": ("NOT_CLOSING", "TOO_LATE"),
    "create_project": ("LIMIT_REACHED",),
    "answer_intake": ("ALREADY_SUBMITTED", "CONFLICT"),
    "get_estimate": ("INTAKE_INCOMPLETE",),
    "update_project": ("CONFLICT",),
    "submit_project": ("INTAKE_INCOMPLETE", "OVER_CEILING", "ALREADY_SUBMITTED", "CONFLICT"),
    "deliver_again": ("CONFLICT",),
    "get_change_quote": ("ALREADY_DECIDED",),
    "quote_changes": ("ALREADY_DECIDED",),
    "decide_approval": ("ALREADY_DECIDED", "CONFLICT"),
    "change_project_status": ("CONFLICT",),
    "decide_by_mail": ("ALREADY_DECIDED", "CONFLICT"),
    "confirm_approver": ("CONFLICT",),
    "withdraw_approver": ("CONFLICT",),
    "name_approver": ("MAIL_OFF", "NOT_VERIFIED", "LIMIT_REACHED", "CONFLICT"),
    "plan_escalation": ("APPROVER_UNKNOWN",),
    "assign_pa_task": ("LIMIT_REACHED",),
    "update_pa_task": ("CONFLICT",),
    "delete_pa_task": ("CONFLICT",),
    "run_pa_task": ("CONFLICT",),
    "snooze_inbox_item": ("CONFLICT",),
    "finish_inbox_item": ("DECISION_NEEDED", "CONFLICT"),
    "deposit_credential": ("CONFLICT",),
    "fulfill_credential_request": ("ALREADY_FULFILLED", "CONFLICT"),
    "decline_credential_request": ("ALREADY_FULFILLED", "CONFLICT"),
    "call_with_credential": (
        *("CREDENTIAL_EXPIRED", "NOT_CALLABLE", "NOT_CLAIMED", "APPROVAL_NEEDED", "LIMIT_REACHED", "CONFLICT"),
    ),
    "decide_credential_use": ("ALREADY_DECIDED", "CONFLICT"),
    "create_work_item": ("LIMIT_REACHED", "CONFLICT"),
    "update_work_item": ("CONFLICT",),
    "cancel_work_item": ("CONFLICT",),
    "close_work_item": ("CONFLICT",),
    "claim_work_item": ("ALREADY_CLAIMED", "WORK_BLOCKED", "CONFLICT"),
    "report_progress": ("CLAIM_OVER", "LIMIT_REACHED", "CONFLICT"),
    "release_work_item": ("CLAIM_OVER", "CONFLICT"),
    "submit_work": ("CLAIM_OVER", "LIMIT_REACHED", "CONFLICT"),
    "review_work": ("SUBMISSION_REPLACED", "CONFLICT"),
}
"""Operation → the codes of its 409, which the state of the changed thing can cause."""

NAMES_IN_BODY = frozenset(
    {
        "assign_pa_task",
        "confirm_approver",
        "confirm_email_change",
        "decide_by_mail",
        "end_mails",
        "read_decision",
        "remove_totp",
        "reset_password",
        "undo_email_change",
        "verify_email",
        "withdraw_approver",
    }
)
"""Operations whose body or token can name something that does not exist, which is a 404."""

_MESSAGES = {
    "ALREADY_CLAIMED": "Somebody else has claimed this item. Take another one, or wait until the lease ends.",
    "APPROVAL_NEEDED": "The owner is asked first. Call again once the item of their inbox is decided.",
    "CLAIM_OVER": "This claim is over: the lease ended, or the item was released or submitted. Claim it again.",
    "NOT_CLAIMED": "This key does not hold that work item now. Claim it first, or leave out work_id.",
    "CREDENTIAL_EXPIRED": "This credential expired at 2026-03-02T09:00:00.000Z. Deposit a new version.",
    "NOT_CALLABLE": "This credential can't be called: it was deposited without allowed_hosts.",
    "SUBMISSION_REPLACED": "This submission is not the one in review. Read the item again.",
    "WORK_BLOCKED": "This item waits for others.",
    "ALREADY_DECIDED": "This revision was decided before.",
    "ALREADY_FULFILLED": "This request was closed before.",
    "ALREADY_SUBMITTED": "The brief was submitted and is final. Tell the CEO what should change.",
    "APPROVER_UNKNOWN": "This address is no confirmed approver.",
    "NOT_VERIFIED": "Confirm your own e-mail address first.",
    "ALREADY_VERIFIED": "This address is verified already.",
    "CONFLICT": "The resource was changed meanwhile. Read it again and retry.",
    "ENDPOINT_DISABLED": "This webhook is switched off. Enable it first.",
    "DECISION_NEEDED": "This waits for your decision, so it can't be marked as done. Decide it, or put it off.",
    "INTAKE_INCOMPLETE": "The intake still needs an answer to: goal, audience.",
    "KEY_NOT_ACTIVE": "Only an active key can be changed.",
    "LIMIT_REACHED": "The account has as many as it may have.",
    "MAIL_OFF": "This installation sends no mail. Its operator can set the sender (MailFrom).",
    "NOT_CLOSING": "This account is not being deleted, so there is nothing to undo.",
    "TOO_LATE": "The time in which this account could be restored is over. It is being deleted.",
    "PASSKEYS_OFF": "Passkeys need the address of this installation: the parameter PublicUrl, with a name for a host.",
    "TOTP_NOT_BEGUN": "Begin with POST /api/account/totp; its secret is good for an hour.",
    "TOTP_ON": "Sign-in asks for an app's codes already. Remove that app first.",
    "OVER_CEILING": "The estimate of 8400 EUR is 3400 EUR over your ceiling of 5000 EUR. Nothing was submitted.",
    "REQUEST_IN_PROGRESS": "The first request with this Idempotency-Key is still running.",
}


def error_statuses(
    access: Access,
    *,
    takes_input: bool,
    changes: bool,
    names_another: bool,
    creates: bool,
    signs_in: bool,
    calls_out: bool,
) -> list[str]:
    """The error statuses that an operation can answer, except 409."""
    possible = {
        "400": takes_input or changes,
        "401": not access.public or signs_in,
        "403": not access.public or changes,
        "404": names_another,
        "413": changes,
        "415": changes,
        "422": creates,
        "429": True,
        "500": True,
        "502": calls_out,
        "503": True,
        "504": calls_out,
    }
    return [status for status, can_happen in possible.items() if can_happen]


def conflict(codes: tuple[str, ...]) -> dict[str, Any]:
    """The 409 of one operation, with an example per code."""
    return _response("The current state does not allow it.", *((code, _MESSAGES[code], None) for code in codes))


def _response(text: str, *examples: tuple[str, str, Any], headers: dict[str, Any] | None = None) -> dict[str, Any]:
    values = {code: {"value": failure(code, message, details)} for code, message, details in examples}
    return {
        "description": text,
        "headers": REQUEST_ID | (headers or {}),
        "content": {JSON: {"schema": FAILURE, "examples": values}},
    }


RESPONSES = {
    "400": _response(
        "The body, the query or the path is not valid; `details` names each field.",
        ("VALIDATION_ERROR", "The request is not valid.", [{"field": "name", "message": "Must not be blank."}]),
    ),
    "401": _response(
        "The credential is missing or not valid any more.",
        ("UNAUTHORIZED", "Sign in, or send a valid API key.", None),
        ("API_KEY_EXPIRED", "This API key has expired.", None),
        ("API_KEY_REVOKED", "This API key was revoked.", None),
        ("SESSION_EXPIRED", "The session has ended. Sign in again.", None),
        ("INVALID_CREDENTIALS", "E-mail or password is wrong.", None),
    ),
    "403": _response(
        "The credential is valid but does not allow this.",
        ("FORBIDDEN", "API key missing required scope: projects:read", {"missing_scopes": ["projects:read"]}),
    ),
    "404": _response(
        "It does not exist, or it belongs to another account: both get this answer.",
        ("NOT_FOUND", "No such resource.", None),
    ),
    "413": _response("The body is too large.", ("PAYLOAD_TOO_LARGE", "The request body is too large.", None)),
    "415": _response("The body is not JSON.", ("UNSUPPORTED_MEDIA_TYPE", "Send the body as application/json.", None)),
    "422": _response(
        "The Idempotency-Key was used with another request.",
        ("IDEMPOTENCY_KEY_REUSED", "This Idempotency-Key was used with another request.", None),
    ),
    "429": _response(
        "Too many requests; wait as long as `Retry-After` says.",
        ("RATE_LIMITED", "Too many requests. Slow down.", None),
        ("TOO_MANY_ATTEMPTS", "Too many failed attempts. Wait a little.", None),
        headers=RETRY_AFTER,
    ),
    "500": _response("A fault on our side.", ("INTERNAL_ERROR", "Something went wrong on our side.", None)),
    "502": _response(
        "The host that was called gave no answer to pass on.", ("TARGET_FAILED", "It could not be reached.", None)
    ),
    "503": _response(
        "A part of the service is not available. Nothing was done.",
        ("UNAVAILABLE", "A part of the service is not available. Nothing was done; try again shortly.", None),
        headers=RETRY_AFTER,
    ),
    "504": _response("The host that was called took too long.", ("TARGET_TIMED_OUT", "It took too long.", None)),
}
