"""E-mail addresses as people give them."""

import re
from typing import Annotated

from pydantic import AfterValidator, Field

from common.fields import Line

_EMAIL = re.compile(r"[^@\s]+@[^@\s.]+(\.[^@\s.]+)+")


def _email(text: str) -> str:
    """Check an address and turn it to lower case, because people write their own address with and without capitals."""
    if not _EMAIL.fullmatch(text):
        raise ValueError("Not an e-mail address")
    return text.lower()


Email = Annotated[Line, Field(min_length=3, max_length=254), AfterValidator(_email)]
