"""Passwords: which we accept (NIST SP 800-63B-4) and how we store them (Argon2id, RFC 9106)."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

MIN_LENGTH = 15
MAX_LENGTH = 128
MIN_GUESSES = 1e12
"""How many guesses a good attacker must need. Three random words with spaces need 100 times as many."""

MIN_GUESSES_JOINED = 1e8
"""The same without spaces and signs: the library takes those for random, and so misses "let me in please"."""

_MIN_DISTINCT = 5
_MIN_CONTEXT_LENGTH = 3
_MOST_EXAMINED = 48
"""Characters that are looked at: the time that the library needs grows with the square of their number."""

_PRODUCT_WORDS = ("atrium",)
# Passphrases that everybody knows, without their spaces.
_FAMOUS = ("correcthorsebatterystaple", "thisismypassword", "thequickbrownfox")


@cache
def _hasher() -> PasswordHasher:
    # OWASP's second recommendation. If we change it later, `needs_rehash` finds the hashes made before.
    return PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


def hash_password(password: str) -> str:
    """The Argon2id hash, with its parameters and a fresh salt, in the PHC text form.

    The password is hashed in NFC: one keyboard sends "é" as one character, another as two.
    """
    return _hasher().hash(_composed(password))


def verify_password(password_hash: str, password: str) -> bool:
    """Whether `password_hash` was made from `password`, in whichever Unicode form either was typed.

    Hashes from before we used NFC were made from what was typed. `needs_rehash` finds those that another form opens.
    """
    forms = dict.fromkeys((_composed(password), password, unicodedata.normalize("NFD", password)))
    return any(_verify(password_hash, form) for form in forms)


def needs_rehash(password_hash: str, password: str) -> bool:
    """Whether the hash, which `password` opens, was made with other parameters or from another form than today's."""
    composed = _composed(password)
    plain = unicodedata.is_normalized("NFD", password) and password == composed
    return _hasher().check_needs_rehash(password_hash) or not (plain or _verify(password_hash, composed))


@cache
def decoy_hash() -> str:
    """A hash to verify against when there is no such user, so that both answers take the same time."""
    return hash_password("no user has this password")


def malformed(password: str) -> str | None:
    """Why `password` is refused at first sight, or None. Unlike `weakness`, this takes no time."""
    password = _composed(password)
    if not MIN_LENGTH <= len(password) <= MAX_LENGTH:
        return f"Use {MIN_LENGTH} to {MAX_LENGTH} characters, such as a few random words."
    folded = password.casefold()
    if len(set(folded)) < _MIN_DISTINCT or _is_repetition(folded):
        return "This password repeats itself. Use a few random words."
    return None


def weakness(password: str, *, context: tuple[str, ...] = ()) -> str | None:
    """Why `password` is refused, in words for its owner, or None when it is good enough.

    Args:
        password: as typed; every character counts, spaces too.
        context: texts that an attacker would try first: the e-mail address, the name.
    """
    if reason := malformed(password):
        return reason
    password = _composed(password)
    folded = password.casefold()
    words, letters = _words(context), re.sub(r"[\W\d_]+", "", folded)
    if (
        any(phrase in letters for phrase in _FAMOUS)
        or _guesses(password, words) < MIN_GUESSES
        or _guesses(re.sub(r"[\W_]+", "", password), words) < MIN_GUESSES_JOINED
    ):
        return (
            "This password is easy to guess: it is made of common passwords, dates, neighbouring keys or your own name."
            " Choose another."
        )
    return None


def _guesses(password: str, words: list[str]) -> float:
    """How many guesses it takes somebody who knows the usual passwords, names, dates and patterns, and these words.

    We examine the password a second time without these words: the library takes "MiraBauer" for two words, and what
    stands around them for random characters.
    """
    from zxcvbn import zxcvbn  # noqa: PLC0415 - 2 MB of words, and only a new password needs them

    stripped = re.sub("|".join(map(re.escape, words)) or r"\Z", "", password, flags=re.IGNORECASE)
    examined = {password[:_MOST_EXAMINED], stripped[:_MOST_EXAMINED]} - {""}
    return min((float(zxcvbn(text, user_inputs=words)["guesses"]) for text in examined), default=1)


def _words(context: tuple[str, ...]) -> list[str]:
    """The words of the product and of these texts, the longest first."""
    folded = [text.casefold() for text in context]
    parts = [part for text in folded for part in (text, *re.split(r"[\W_]+", text))]
    words = {part for part in (*parts, *_PRODUCT_WORDS) if len(part) >= _MIN_CONTEXT_LENGTH}
    return sorted(words, key=lambda word: (-len(word), word))


def _is_repetition(text: str) -> bool:
    """Whether the text repeats one part (`abcabcabc`): written twice, such a text contains itself at a third place."""
    return text in (text + text)[1:-1]


def _composed(password: str) -> str:
    return unicodedata.normalize("NFC", password)


def _verify(password_hash: str, text: str) -> bool:
    try:
        return _hasher().verify(password_hash, text)
    except (VerificationError, InvalidHashError):
        return False
