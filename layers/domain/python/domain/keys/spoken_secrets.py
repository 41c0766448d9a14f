"""Secrets told in ordinary words ("my password is …"): cut out of a chat message before anything stores it.

`leaks.py` refuses texts that hold a secret by its shape. A password has no shape: it is known by the words before it.
"""

from __future__ import annotations

import re
from functools import cache

MARK = "[removed]"
_SHORTEST = 4  # a PIN
NOTE = (
    "I removed what looked like a password or another secret from your message before it was stored; nobody has seen "
    "it. Please deposit it in the vault instead: POST /vault/credentials/{project_id}, or the dashboard's vault page."
)
_MARKERS = ("pass", "pw", "pin", "secret", "token", "key", "login", "credential", "code")
_NAME = (
    r"(?:pass ?words?|pass ?phrases?|pass ?codes?|pwd|pw|pin(?: code)?|(?:client |api |shared )secret|secret key"
    r"|(?:access |api |auth )?tokens?|api[ -]?keys?|access keys?|login|credentials?|2fa codes?)"
)
# What says something about a password instead of telling it.
_ABOUT = "|".join(
    """a an the not no in on at of to for with by from wrong incorrect fine ok okay missing lost expired
    invalid required needed mandatory optional weak strong short long safe secure stored kept deposited there here
    still also already only just never always now ready done gone broken working changed rotated reset set sent being
    what where who which how something someone everything nothing none about too very so same different new old due
    waiting pending asked requested your our my their his her its this that these those it they we you i case coming
    going available unknown known hidden visible encrypted hashed minimum maximum at least mixed part blank empty
    """.split()  # noqa: SIM905 - a table of words reads better than a list of strings
)


def cut_spoken_secrets(text: str) -> str:
    """`text` with every value that follows "my password is", "pw:" and the like replaced by `MARK`."""
    folded = text.casefold()
    if not any(marker in folded for marker in _MARKERS):
        return text
    text = _told().sub(lambda match: f"{match['before']}{MARK}", text)
    return _named().sub(_cut_if_value, text)


def _cut_if_value(match: re.Match[str]) -> str:
    told = match["value"]
    value = told.rstrip("\"'`.,;!?")
    return f"{match['before']}{MARK}{told[len(value) :]}" if _looks_random(value) else match[0]


def _looks_random(value: str) -> bool:
    """Digits or signs among letters, as passwords have them and words do not."""
    return len(value) >= _SHORTEST and any(not (character.isalpha() or character in "-'/") for character in value)


@cache
def _told() -> re.Pattern[str]:
    """Somebody's own secret, told: all up to the end of the clause, for it may be several words."""
    return re.compile(
        rf"(?P<before>\b(?:my|our|the|his|her|their|its)\s+(?:\w+[\s'-]+){{0,4}}?{_NAME}"
        rf"(?:\s+(?:for|of|to|on)\s+[\w .'-]{{1,40}}?)?\s*(?:\bis\b|\bare\b|=|:|->)\s*[\"'`“]?)"
        rf"(?!(?:{_ABOUT})\b|(?:correct|right)[\s.,;!?]*$)(?!\[removed)"
        r"(?P<value>[^\s,;\n\"'`”][^,;\n\"`”]*?)(?=[\"'`”]|[.!?](?:\s|$)|[,;\n]|\s+(?:and|but|so|please)\b|$)",
        re.IGNORECASE,
    )


@cache
def _named() -> re.Pattern[str]:
    """A secret behind its name, without "my": one word, and only when it looks like none."""
    return re.compile(
        rf"(?P<before>\b{_NAME}\s*(?:\bis\b|=|:|->)?\s+[\"'`“]?|\b{_NAME}\s*[=:]\s*[\"'`“]?)(?P<value>[^\s\"'`”]+)",
        re.IGNORECASE,
    )
