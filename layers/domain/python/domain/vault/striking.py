"""Striking a secret out of what a host answered, however the host wrote it. Best effort: see docs/threat-model.md.

Found are the secret as it is, in upper or lower case and backwards; each of its characters by itself as it is,
percent-encoded, JSON- or HTML-escaped, once or several times over; and the whole in hex and in base64, at any offset,
with or without breaks between.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable
from html.entities import codepoint2name

STRUCK = "[secret]"
_SPACES = {" ": r"\+", "\n": r"\\{1,8}n", "\r": r"\\{1,8}r", "\t": r"\\{1,8}t"}
# Each repetition is bounded and each group atomic, so that no answer makes the search slow.
_BREAKS = r"(?>\\{1,4}[rn]|[\r\n\t ]){0,8}+"
_HEX_BREAKS = r"(?>\\{1,4}x|0x|[:\-_, %]|\\{1,4}[rn]|[\r\n]){0,8}+"


def strike(text: str, secrets: Iterable[str]) -> str:
    """The text with `[secret]` in the place of every writing of these secrets that is known here."""
    for secret in secrets:
        for pattern in _patterns(secret):
            text = pattern.sub(STRUCK, text)
    return text


def _patterns(secret: str) -> list[re.Pattern[str]]:
    raw = secret.encode()
    backwards = secret[::-1]
    found = [re.escape(secret), re.escape(backwards)]
    found += ["".join(map(_character, secret)), "".join(map(_character, backwards))]
    found += [_HEX_BREAKS.join(f"{byte:02x}" for byte in raw)]
    found += [_BREAKS.join(map(_base64_character, part)) for part in _in_base64(raw)]
    return [re.compile(one, re.IGNORECASE) for one in found]


def _character(character: str) -> str:
    """One character in any writing. An atomic group takes the first that fits, so the character itself comes last."""
    point = ord(character)
    names = [rf"#0{{0,6}}{point}", rf"#x0{{0,6}}{point:x}"]
    if point in codepoint2name:
        names.append(codepoint2name[point])
    if character == "'":
        names.append("apos")
    ways = ["".join(rf"%(?:25){{0,3}}{byte:02x}" for byte in character.encode())]
    ways += ["".join(rf"\\{{1,8}}u{unit.hex()}" for unit in _pairs(character.encode("utf-16-be")))]
    ways += [rf"&(?:amp;){{0,3}}(?:{'|'.join(names)});"]
    if point < 256:  # noqa: PLR2004 - \xNN writes one byte
        ways.append(rf"\\{{1,8}}x{point:02x}")
    if character in _SPACES:
        ways.append(_SPACES[character])
    return f"(?>{'|'.join(ways)}|\\\\{{0,8}}{re.escape(character)})"


def _pairs(units: bytes) -> list[bytes]:
    return [units[index : index + 2] for index in range(0, len(units), 2)]


def _in_base64(raw: bytes) -> list[str]:
    """What base64 makes of these bytes wherever they stand in a longer text: only what they alone decide."""
    parts = []
    for before in range(3):
        coded = base64.b64encode(bytes(before) + raw).decode().rstrip("=")
        first = -(-before * 8 // 6)
        last = (before + len(raw)) * 8 // 6
        parts.append(coded[first:last])
    return parts


def _base64_character(character: str) -> str:
    match character:
        case "+":
            return r"(?>\+|-|%(?:25){0,3}2b)"
        case "/":
            return r"(?>\\{0,4}/|_|%(?:25){0,3}2f)"
    return character
