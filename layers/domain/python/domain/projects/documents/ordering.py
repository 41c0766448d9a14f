"""The order of a document's lines: that of the playbooks, except for lines that a person put elsewhere.

Such a line remembers in `after` which line it follows, so that the next revision keeps its place.
"""

from __future__ import annotations

from collections.abc import Iterable

from domain.projects.brief.records import EntryOrigin
from domain.projects.documents.records import START, DocumentText, Line, Part

_ADDED = {EntryOrigin.CUSTOMER: "Added by you"}


def place(parts: list[Part], line: Line) -> None:
    """Put a line that stays, or is new, behind the line that it follows, else where one looks for it."""
    at = _part_with(parts, line.after, line)
    if at is None:
        at = _place_of(parts, line)
    if at is None:
        parts.append(Part(title=_ADDED.get(line.origin, "Also"), section=line.section, lines=(line,)))
    else:
        parts[at] = _put(parts[at], line)


def restore(parts: list[Part], line: Line) -> None:
    """Move a line of the draft to where a person had put it, if the line that it follows is still there."""
    at = _part_with(parts, line.id, line)
    if at is not None and line.after in _ids(parts[at]):
        parts[at] = _put(parts[at], next(one for one in parts[at].lines if one.id == line.id))


def moved(text: DocumentText, line_id: str, after: str) -> DocumentText | None:
    """The text with a line behind another of its part; None if that part has no such other line."""
    parts = list(text.parts)
    at, line = next((number, one) for number, part in enumerate(parts) for one in part.lines if one.id == line_id)
    if after == line_id or after not in _ids(parts[at]):
        return None
    parts[at] = anchored(_put(parts[at], line.model_copy(update={"after": after})))
    return text.model_copy(update={"parts": tuple(parts)})


def anchored(part: Part) -> Part:
    """The part with each line that a person put somewhere following the line that now stands before it."""
    before = dict(zip((line.id for line in part.lines), _ids(part), strict=False))
    lines = (line.model_copy(update={"after": before[line.id]}) if line.after else line for line in part.lines)
    return part.model_copy(update={"lines": tuple(lines)})


def _ids(part: Part) -> list[str]:
    """What a line of the part can follow."""
    return [START, *(line.id for line in part.lines)]


def _put(part: Part, line: Line) -> Part:
    """The part with the line behind the one that it follows, else at the end."""
    others = [one for one in part.lines if one.id != line.id]
    names = [START, *(one.id for one in others)]
    at = names.index(line.after) if line.after in names else len(others)
    return part.model_copy(update={"lines": (*others[:at], line, *others[at:])})


def _part_with(parts: Iterable[Part], line_id: str | None, line: Line) -> int | None:
    """Which part of a line's section has the line with this id."""
    same = (number for number, part in enumerate(parts) if part.section is line.section and line_id in _ids(part)[1:])
    return next(same, None)


def _place_of(parts: Iterable[Part], line: Line) -> int | None:
    """Which part a line belongs to: that of its entry, or the first of its section that is of no entry."""
    own = [(number, part) for number, part in enumerate(parts) if part.section is line.section]
    near = [number for number, part in own if {*part.refs} & {*line.refs}]
    anywhere = [number for number, part in own if not part.refs]
    return next(iter((*near, *anywhere)), None)
