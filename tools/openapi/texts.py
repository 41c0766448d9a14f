"""The summaries and descriptions of operations."""

from __future__ import annotations

DESCRIPTIONS = {
    "sign_up": "Creates an account and signs in. The password has 15 to 128 characters; common ones are refused.",
    "log_in": "Where the user has an authenticator app, the answer is a challenge for `log_in_by_code`.",
    "log_in_by_code": "A code works once. A recovery code will do, too; the answer says how many are left.",
    "begin_passkey_log_in": "What `navigator.credentials.get` takes. Good for five minutes and one answer.",
    "log_in_by_passkey": "With what the browser made of the options. It needs no password and no code.",
    "get_step_up_options": "What you may show: the password counts only while you have neither passkey nor app.",
    "step_up": "Give one of the three. For ten minutes this session may do what opens the account to others.",
    "begin_passkey": "What `navigator.credentials.create` takes. Good for five minutes and one answer.",
    "begin_totp": "A secret for an authenticator app. Nothing asks for codes before the first is confirmed.",
    "confirm_totp": "From now on signing in asks for a code. Only this answer ever shows the recovery codes.",
    "remove_totp": "Its recovery codes go with it.",
    "verify_email": "With the token of the link in the mail. It is used up by this, and good for 24 hours.",
    "ask_for_verification": "Sends the mail again, at most once a minute. Older links end 15 minutes later.",
    "read_decision": "Shows the document that a mail's link asks about. It decides nothing.",
    "decide_by_mail": "Decides with the token of a mail's link, once. The first decision counts.",
    "name_approver": "They are invited by mail, and asked nothing before they confirm.",
    "plan_escalation": "In words: until when you may be silent, and which confirmed approver is asked then.",
    "update_notifications": "Notices about the account's security always come.",
    "end_mails": "What a mail program calls for its one-click unsubscribing (RFC 8058). Any body will do.",
    "get_connect_request": "From now on the request is this session's alone. It is good for ten minutes.",
    "decide_connect_request": "Once. To allow takes a fresh proof that it is you. Granted is what is ticked.",
    "revoke_connection": "Takes effect with the program's next request.",
    "create_api_key": "Give `scopes` or a `preset`. Only this answer ever shows `key`.",
    "revoke_api_key": "Takes effect at once and can't be undone. Revoking again gives the same answer.",
    "rotate_api_key": "Creates a key with the same name and scopes. The old key still works for `grace_seconds`.",
    "create_webhook": "Only this answer and that of a rotation ever show `secret`, which signs every delivery.",
    "rotate_webhook_secret": "For `grace_seconds` deliveries carry two signatures, of the new and of the old secret.",
    "update_webhook": "Enabled again, an endpoint begins anew; `recover_since` says what it may have missed.",
    "list_webhook_deliveries": "Of the last 30 days, newest first, with every attempt.",
    "redeliver_webhook": "Sends the event once more, with the same `webhook-id`.",
    "search_everything": "All words must match; of the last, its beginning is enough. News is found within 10 seconds.",
    "recover_webhook": "Sends again what has failed since then, up to 200 events at once.",
    "delete_project": "It is unknown everywhere at once. For 30 days it can be restored; then every row of it is gone.",
    "restore_project": "The project is as it was, and its team goes on.",
    "export_account": "A zip of everything. While one is being made, its entry is the answer. Five a day.",
    "get_export": "`latest` is the last one asked for. `url` is good for an hour at most, and made anew each time. "
    "The file is there for 24 hours.",
    "close_account": "Keys, webhooks and tasks stop at once. For 7 days signing in allows nothing but to restore it; "
    "then everything is gone. Backups keep it for up to 35 days more, logs for 30.",
    "restore_account": "The account is as it was. Every other session has ended.",
    "list_audit_entries": "Newest first, of the last 400 days. With `type` a page may be short; `has_more` counts.",
    "list_refused_requests": "What keys, programs and pages were refused in seven days. Filtered, a page may "
    "be short; `has_more` counts.",
    "get_audit_head": "Note `sequence` and `hash`: a log that no longer holds them was altered.",
    "answer_intake": "Answer some or all questions, as often as you like. The last answer counts; null clears it.",
    "get_estimate": "Available once every required question is answered.",
    "update_project": "Sets the budget ceiling, or removes it with null. A team that stopped at its ceiling goes on.",
    "submit_project": "Makes the brief final and starts the team's work. An estimate over the ceiling needs your yes.",
    "get_change_quote": "What requesting changes would cost. Without `comment` the price alone.",
    "quote_changes": "What requesting these changes would cost, and which the team can apply. Nothing is requested.",
    "decide_approval": "A revision is decided once. `request_changes` needs a comment; the next revision answers it.",
    "ask_ceo": "Stores the message and acknowledges it. The reply comes in the conversation: read it with `after`.",
    "list_messages": "Newest first. With `after` oldest first, waiting up to `wait` seconds for something new.",
    "get_message_receipt": "What an answer of the CEO rests on, and how each figure in it was derived.",
    "get_pa_report_receipt": "What a report rests on, and how each figure in it was derived.",
    "list_pa_messages": "What the assistant was asked in the last 30 days, and its answers, newest first. 200 at most.",
    "assign_pa_task": "Say when in plain words, such as “every Monday at 9am”. An unclear schedule is refused.",
    "list_inbox": "What needs you, one item for each thing to do, most urgent first. Also what was put off or ended.",
    "snooze_inbox_item": "Until an instant, or words such as “Thursday 5pm”. Until then it counts nowhere.",
    "finish_inbox_item": "Only where nothing has to be decided. Nothing shows it as needing you any more.",
    "deposit_credential": "Nobody can read the secret back. The same project and name makes a new version.",
    "fulfill_credential_request": "Deposits the access the team asked for. Work that waited for it goes on by itself.",
}

_WORDS = {"api": "API", "totp": "authenticator app", "ceo": "the CEO", "pa": "the assistant"}


def summary(name: str) -> str:
    """`create_api_key` → `Create API key`."""
    words = [_WORDS.get(word, word) for word in name.split("_")]
    text = " ".join(words)
    return text[0].upper() + text[1:]
