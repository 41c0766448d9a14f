"""The name that a client gives itself, made harmless: anybody may register any name, and people read it."""

from __future__ import annotations

import re
import unicodedata

LENGTH = 60
NAMELESS = "An application without a name"
_ADDRESS = re.compile(r"\S*(://|@|www\.)\S*|\b[\w-]+(\.[\w-]+)*\.[^\W\d_]{2,}\b\S*", re.IGNORECASE)
_OURS = re.compile(r"atrium", re.IGNORECASE)
_PUNCTUATION = frozenset(" -_'()+&,.")


def harmless(name: str) -> str:
    """One line of letters of one script, digits and a little punctuation, at most 60 characters.

    What looks like an address of the web or of mail is taken out, and so is our own name; of a name that mixes scripts
    only the Latin letters stay, because a letter of another one may look like them.
    """
    text = _ADDRESS.sub(" ", unicodedata.normalize("NFKC", name))
    text = "".join(char if char.isalnum() or char in _PUNCTUATION else " " for char in text)
    letters = [char for char in text if char.isalpha()]
    if any(map(_is_latin, letters)):
        # Accents go, too: what is left is what people know how to read.
        text = unicodedata.normalize("NFKD", text)
        text = "".join(char for char in text if char.isascii())
    elif len({_script(char) for char in letters}) > 1:
        text = ""
    text = " ".join(_OURS.sub(" ", text).split()).strip("-_'+&,. ")
    return text[:LENGTH].strip() or NAMELESS


def _is_latin(char: str) -> bool:
    return _script(char) == "LATIN"


def _script(char: str) -> str:
    return unicodedata.name(char, "").partition(" ")[0]
