"""Letters for weekdays: "M/W/F", "TTh", "Mo-Fr"."""

from __future__ import annotations

import re


_DAY_OF = {
    spelling: name
    for name, spellings in {
        "mondays": "M Mo Mon Monday", "tuesdays": "T Tu Tue Tues Tuesday", "wednesdays": "W We Wed Weds Wednesday",
        "thursdays": "Th Thu Thur Thurs Thursday R", "fridays": "F Fr Fri Friday", "saturdays": "Sa Sat Saturday",
        "sundays": "Su Sun Sunday",
    }.items()
    for spelling in spellings.split()
}  # fmt: skip
_LETTER = "(?:" + "|".join(sorted(_DAY_OF, key=len, reverse=True)) + ")"
_BETWEEN = r"(?:\s*[/,&+–-]\s*(?:and\s+)?|\s+and\s+|\s+)"
_BEFORE_TIME = r"(?=\s*(?:$|[.,:;)!–-]|at\b|@|in the\b|\d|noon\b|midnight\b|mornings?\b|afternoons?\b|evenings?\b))"
_LISTED = re.compile(rf"(?<![\w'/&-])(?:{_LETTER}{_BETWEEN})+{_LETTER}(?![\w'/&]){_BEFORE_TIME}")
_JOINED = re.compile(
    rf"(?<![\w'/&-])(?=[MTWRF][A-Za-z]*\s*(?:at\b|@|\d|noon))(?!MT\b)"
    rf"(?:M)?(?:Tu|T(?!h))?(?:W)?(?:Th|R)?(?:F)?(?:Sa)?(?:Su)?(?![\w'/&]){_BEFORE_TIME}"
)
_SMALL = re.compile(r"(?<![\w'/&.-])(?:mwf|tth|tuth|mtwthf?|(?:(?:th|tu|[mtwf])[/-])+(?:th|tu|[mtwf]))(?![\w'/&-])")
_ONE = re.compile(r"Th|Tu|Sa|Su|[MTWRF]")


def letters_of(text: str, hidden: str) -> dict[tuple[int, int], list[tuple[str, int, int]]]:
    """Where weekdays stand as letters, by offsets: the words meant (and "and" or "-" between them), with offsets."""
    found: dict[tuple[int, int], list[tuple[str, int, int]]] = {}
    text = _SMALL.sub(_in_capitals, text)
    for match in _LISTED.finditer(text):
        names = list(re.finditer(_LETTER, match[0]))
        short = any(len(name[0]) <= 2 for name in names)  # noqa: PLR2004 - "Mon" is no letter
        if hidden[match.start()] < " " or not (short or "/" in match[0] or len(names) > 2):  # noqa: PLR2004 - as above
            continue
        words: list[tuple[str, int, int]] = []
        for name in names:
            gap = text[match.start() + (words[-1][2] - match.start() if words else 0) : match.start() + name.start()]
            if words:
                joint = "-" if re.search("[–-]", gap) else "and"
                words.append((joint, words[-1][2], words[-1][2]))
            words.append((_DAY_OF[name[0]], match.start() + name.start(), match.start() + name.end()))
        found[match.span()] = words
    for match in _JOINED.finditer(text):
        names = list(_ONE.finditer(match[0]))
        if len(names) > 1 and hidden[match.start()] >= " ":
            words = []
            for name in names:
                place = match.start() + name.start()
                words += [("and", place, place)] if words else []
                words.append((_DAY_OF[name[0]], place, match.start() + name.end()))
            found[match.span()] = words
    return found


def _in_capitals(found: re.Match[str]) -> str:
    """Writes "m/w/f" as "M/W/F", of the same length."""
    return "".join("h" if char in "hH" else "u" if char in "uU" else char.upper() for char in found[0])
