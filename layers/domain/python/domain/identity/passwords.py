"""Passwords: which we accept (NIST SP 800-63B-4) and how we store them (Argon2id, RFC 9106)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

MIN_LENGTH = 15
MAX_LENGTH = 128
_MIN_DISTINCT = 5
_MIN_CONTEXT_LENGTH = 4

# Most leaked passwords of 15 characters or more are these words, repeated or joined.
_COMMON_WORDS = (
    "password",
    "passwort",
    "motdepasse",
    "contrasena",
    "qwerty",
    "qwertz",
    "azerty",
    "asdfgh",
    "zxcvbn",
    "letmein",
    "welcome",
    "iloveyou",
    "admin",
    "administrator",
    "login",
    "master",
    "dragon",
    "monkey",
    "football",
    "baseball",
    "sunshine",
    "princess",
    "superman",
    "batman",
    "trustno",
    "changeme",
    "secret",
    "default",
    "starwars",
    "michael",
    "shadow",
    "abc",
    "hello",
    "freedom",
    "whatever",
    "please",
    "access",
    "correcthorsebatterystaple",
    "atrium",
)
_RUNS = (
    "01234567890123456789",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm",
)


@cache
def _hasher() -> PasswordHasher:
    # OWASP's second recommendation. If we change it later, `needs_rehash` finds the hashes made before.
    return PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


def hash_password(password: str) -> str:
    """The Argon2id hash, with its parameters and a fresh salt, in the PHC text form."""
    return _hasher().hash(password)


def verify_password(password_hash: str, password: str) -> bool:
    """Whether `password_hash` was made from `password`."""
    try:
        return _hasher().verify(password_hash, password)
    except (VerificationError, InvalidHashError):
        return False


def needs_rehash(password_hash: str) -> bool:
    """Whether the hash was made with other parameters than we use today."""
    return _hasher().check_needs_rehash(password_hash)


@cache
def decoy_hash() -> str:
    """A hash to verify against when there is no such user, so that both answers take the same time."""
    return hash_password("no user has this password")


def weakness(password: str, *, context: tuple[str, ...] = ()) -> str | None:
    """Why `password` is refused, in words for its owner, or None when it is good enough.

    Args:
        password: as typed; every character counts, spaces too.
        context: texts that an attacker would try first: the e-mail address, the name.
    """
    if not MIN_LENGTH <= len(password) <= MAX_LENGTH:
        return f"Use {MIN_LENGTH} to {MAX_LENGTH} characters. A few random words are easy to remember."
    folded = password.casefold()
    if len(set(folded)) < _MIN_DISTINCT or _is_repetition(folded):
        return "This password repeats itself too much. A few random words are easy to remember."
    parts = [part for text in context for part in (text.casefold(), *re.split(r"[^\w]+", text.casefold()))]
    words = [part for part in parts if len(part) >= _MIN_CONTEXT_LENGTH]
    rest = re.sub(r"[\W\d_]+", "", _without(folded, [*words, *_COMMON_WORDS]))
    if len(_without_runs(rest)) < _MIN_DISTINCT:
        return "This password is made of very common passwords, neighbouring keys or your own name. Choose another."
    return None


def _is_repetition(text: str) -> bool:
    """Whether the text repeats one part (`abcabcabc`): written twice, such a text contains itself at a third place."""
    return text in (text + text)[1:-1]


def _without(text: str, words: Iterable[str]) -> str:
    for word in sorted(words, key=len, reverse=True):
        text = text.replace(word, "")
    return text


def _without_runs(text: str) -> str:
    for run in _RUNS:
        for line in (run, run[::-1]):
            for length in range(len(line), 3, -1):
                for start in range(len(line) - length + 1):
                    text = text.replace(line[start : start + length], "")
    return text
