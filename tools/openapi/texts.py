"""What an operation is called and what a reader must know about it."""

from __future__ import annotations

DESCRIPTIONS = {
    "sign_up": "Makes an account and signs in. The password has 15 to 128 characters; common ones are refused.",
    "create_api_key": "The answer is the only one that ever shows `key`. Give `scopes` or a `preset`.",
    "revoke_api_key": "At once and for good. Revoking again gives the same answer.",
    "rotate_api_key": "A new key with the same name and scopes; the old one goes on working for `grace_seconds`.",
    "answer_intake": "Any number of times, any subset; the last answer wins and null clears it.",
    "get_estimate": "Available once every required question is answered.",
    "submit_project": "The brief becomes final and the team starts.",
    "decide_approval": "A revision is decided once. `request_changes` needs a comment; the next revision answers it.",
    "ask_ceo": "Stores the message and acknowledges it. The reply comes in the conversation: read it with `after`.",
    "list_messages": "Newest first; with `after` oldest first, held back up to `wait` seconds until something is new.",
    "assign_pa_task": "Understands when in plain words: “every Monday at 9am”. What it does not understand it refuses.",
    "deposit_credential": "Values go in and never come out. The same project and name makes a new version.",
    "fulfill_credential_request": "Deposits what the team asked for; the blocked work resumes by itself.",
}

_WORDS = {"api": "API", "ceo": "the CEO", "pa": "the assistant"}


def summary(name: str) -> str:
    """`create_api_key` → `Create API key`."""
    words = [_WORDS.get(word, word) for word in name.split("_")]
    text = " ".join(words)
    return text[0].upper() + text[1:]
