"""E-mail addresses as people give them, and the one form in which they are compared."""

import re
import unicodedata
from contextlib import suppress
from typing import Annotated

from pydantic import AfterValidator, Field

from common.fields import Line

_LONGEST = 254
_EMAIL = re.compile(r"[^@\s]+@[^@\s.]+(\.[^@\s.]+)+")
# Letters and marks that show nothing; the categories below have the other characters that nobody sees.
_UNSEEN = re.compile(r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\ufe00-\ufe0f\U000e0100-\U000e01ef]")


def canonical(text: str) -> str:
    """The one form of an address: small letters, and plain ones in place of full-width and other compatible forms.

    A domain in other letters than ASCII has the form in which the network knows it ("xn--…").
    """
    local, at, domain = _plain(text).rpartition("@")
    with suppress(UnicodeError):  # a domain that has no such form is no domain; what is told of it is told elsewhere
        domain = domain.encode("idna").decode()
    return local + at + domain


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).lower())


def _email(text: str) -> str:
    """The address in its one form. Raises `ValueError` for no address, and for characters that nobody sees."""
    email = canonical(text)
    if not _EMAIL.fullmatch(email) or len(email) > _LONGEST:
        raise ValueError("Enter a valid email address")
    shown = _plain(text)
    if _UNSEEN.search(shown) or any(unicodedata.category(character)[0] in "CZ" for character in shown):
        raise ValueError("Enter the address without invisible characters")
    return email


def _typed_email(text: str) -> str:
    if not (_EMAIL.fullmatch(canonical(text)) or _EMAIL.fullmatch(text)):
        raise ValueError("Enter a valid email address")
    return text.lower()


Email = Annotated[Line, Field(max_length=_LONGEST), AfterValidator(_email)]
"""A user's new address, in its one form."""

TypedEmail = Annotated[Line, Field(max_length=_LONGEST), AfterValidator(_typed_email)]
"""An address that may be a user's already, in lower case. Earlier editions took more forms than `Email` does."""
