"""The name that a client gives itself, made harmless: anybody may register any name, and people read it."""

from __future__ import annotations

import re
import unicodedata

LENGTH = 60
NAMELESS = "An application without a name"
_ADDRESS = re.compile(r"://|@|www\.|[\w-]\.[^\W\d_]{2,}\b", re.IGNORECASE)
_OURS = "atrium"
_OUR_NAME = re.compile(rf"\b{_OURS}\b", re.IGNORECASE)
_PUNCTUATION = frozenset(" -_'()+&,.")
# What is drawn like a Latin letter, or nearly so, in Greek, in Cyrillic, and among digits and signs.
_DRAWN_ALIKE = str.maketrans(
    {
        **dict(zip("αβεικνορτυχ", "abeiknoptux", strict=True)),
        **dict(zip("авеікмнорстухгиѕјԁԛԝһ", "abeikmhopctyxrusjdqwh", strict=True)),
        **dict(zip("01345789|!@$l", "oieastbgiiasi", strict=True)),
    }
)
_LATIN_WITHIN = re.compile(r"LETTER (?:[A-Z]+ )*([A-Z])(?: WITH|$)")


def harmless(name: str) -> str:
    """The name as one line of letters of one script, digits and a little punctuation, at most 60 characters.

    What looks like an address of the web or of mail is taken out, and so is our own name. Of a name that mixes scripts
    only Latin letters stay: others may look like them. A name that is written to look like ours, or that has characters
    which break lines or turn the writing direction, is replaced as a whole by `NAMELESS`, and so is an empty one.
    """
    if any(map(_steers, name.strip())):
        return NAMELESS
    words = unicodedata.normalize("NFKC", name).split()
    text = " ".join(word for word in words if not _ADDRESS.search(word))
    named = _OUR_NAME.sub(" ", text)
    text = "".join(char if char.isalnum() or char in _PUNCTUATION else " " for char in named)
    letters = [char for char in text if char.isalpha()]
    if any(map(_is_latin, letters)):
        # Accents go, too: what is left is what people know how to read.
        text = unicodedata.normalize("NFKD", text)
        text = "".join(char for char in text if char.isascii())
    elif len({_script(char) for char in letters}) > 1:
        text = ""
    text = text.replace("( )", " ")  # what is left of "Helper (atrium)": programs add the name of the server
    text = " ".join(text.split()).strip("-_'+&,. ")[:LENGTH].strip()
    return NAMELESS if not text or any(_looks_like_ours(one) for one in (named, text)) else text


def _looks_like_ours(text: str) -> bool:
    return _skeleton(_OURS) in _skeleton(text)


def _skeleton(text: str) -> str:
    """What a name looks like at a glance: its letters as the Latin ones they resemble, small and without accents.

    This follows the skeletons of Unicode's UTS 39, with Unicode's names of characters and a small table in place of the
    list of thousands there.
    """
    found = []
    for char in unicodedata.normalize("NFKD", text):
        latin = _LATIN_WITHIN.search(unicodedata.name(char, ""))
        is_like_latin = latin is not None and _script(char) not in {"GREEK", "CYRILLIC"}
        found.append(latin[1] if latin is not None and is_like_latin else char)
    drawn = "".join(found).casefold().translate(_DRAWN_ALIKE).replace("rn", "m")
    return "".join(char for char in drawn if char.isalnum())


def _steers(char: str) -> bool:
    """Whether a character breaks lines or turns the direction of writing."""
    category = unicodedata.category(char)
    return category in {"Cc", "Zl", "Zp"} or (category == "Cf" and unicodedata.bidirectional(char) != "BN")


def _is_latin(char: str) -> bool:
    return _script(char) == "LATIN"


def _script(char: str) -> str:
    return unicodedata.name(char, "").partition(" ")[0]
