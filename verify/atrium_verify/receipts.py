"""Checks a receipt: that it is as it was written, and that every figure of the answer follows from it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from atrium_verify.canonical import canonical, sha256, without_nulls

NUMBER = re.compile(r"(?<![\w.])(?<![A-Za-z]-)\d+(?:[.,:-]\d+)*")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_SATURDAY = 5
MONTHS = (  # as answers write them, in ten languages
    "jan enero gennaio janeiro januar januari january janvier stycznia",
    "feb febbraio febrero februar februari february fevereiro février lutego",
    "mar maart march mars marts marzo março märz marca",
    "apr abril april aprile avril kwietnia",
    "may maggio mai maio maj maja mayo mei",
    "jun czerwca giugno juin june junho juni junio",
    "jul juillet julho juli julio july lipca luglio",
    "aug agosto août august augusti augustus sierpnia",
    "sep september septembre septiembre setembro settembre września",
    "oct october octobre octubre oktober ottobre outubro października",
    "nov listopada november novembre novembro noviembre",
    "dec december dezember dezembro dicembre diciembre décembre grudnia",
)
_PLACE = ("text", "start", "end")


class Unfounded(Exception):
    """A derivation that cannot be followed."""


def problems(receipt: dict[str, Any], texts: dict[str, str]) -> Iterator[str]:
    """What is wrong with a receipt for these texts; nothing when each figure follows from it."""
    of = f"The receipt of {receipt['subject_id']}"
    fields = {name: value for name, value in receipt.items() if name != "sha256"}
    if sha256(canonical(without_nulls(fields))) != receipt["sha256"]:
        yield f"{of} is not as it was written."
    hashes = {name: sha256(text.encode()) for name, text in texts.items()}
    if hashes != receipt["texts"]:
        yield f"{of} belongs to another text."
    values = {record["id"]: record["values"] for record in receipt.get("records", [])}
    for place in (*receipt.get("figures", []), *receipt.get("quotations", []), *receipt.get("open", [])):
        if texts.get(place["text"], "")[place["start"] : place["end"]] != place["shown"]:
            yield f"{of}: “{place['shown']}” does not stand where it says."
    for figure in receipt.get("figures", []):
        yield from (f"{of}: {problem}" for problem in _problems_of_figure(figure, values))
    for name, start, end in _unexplained(receipt, texts):
        yield f"{of} does not account for “{texts[name][start:end]}” in {name}."


def _problems_of_figure(figure: dict[str, Any], values: dict[str, dict[str, Any]]) -> Iterator[str]:
    try:
        derived = derive(figure["derivation"], values)
    except Unfounded as problem:
        yield f"“{figure['shown']}” cannot be derived: {problem}."
        return
    if derived != figure["value"]:
        yield f"“{figure['shown']}” is given as {figure['value']}, but what it rests on gives {derived}."
    if not reads_as(figure["shown"], figure["value"]):
        yield f"“{figure['shown']}” does not say {figure['value']}."


def _unexplained(receipt: dict[str, Any], texts: dict[str, str]) -> Iterator[tuple[str, int, int]]:
    told = [
        tuple(place[name] for name in _PLACE)
        for kind in ("figures", "quotations", "open")
        for place in receipt.get(kind, [])
    ]
    for name, text in texts.items():
        for match in NUMBER.finditer(text):
            start, end = match.span()
            if not any(name == where and low <= start and end <= high for where, low, high in told):
                yield name, start, end


def reads_as(shown: str, value: int | str) -> bool:
    """Whether these words say this value: the digits of a number, the day of a day."""
    if isinstance(value, int):
        return re.sub(r"\D", "", shown) == str(abs(value))
    day = date.fromisoformat(value[:10])
    month = "|".join(MONTHS[day.month - 1].split())
    spoken = rf"\b{day.day}\.? (?:de )?(?:{month}) (?:de )?{day.year}\b"
    says_day = value[:10] in _DAY.findall(shown) or re.search(spoken, shown, re.IGNORECASE) is not None
    return says_day and (len(value) != len("2026-03-02T09:00") or shown.endswith(value[-5:]))


def derive(step: dict[str, Any], values: dict[str, dict[str, Any]]) -> int | str:
    """The value that a step gives. Raises `Unfounded`."""
    operation = step["op"]
    if operation == "value":
        try:
            found: int | str = values[step["record"]][step["field"]]
        except KeyError:
            raise Unfounded(f"{step['record']} has no value {step['field']}") from None
        return found
    if operation == "number":
        return int(step["number"])
    if operation == "named":
        return int(step["number"]) if "number" in step else str(step["text"])
    if operation == "count":
        return len(step["ids"])
    if operation == "local_time":
        (moment,) = (str(derive(one, values)) for one in step["of"])
        return f"{datetime.fromisoformat(moment).astimezone(ZoneInfo(step['text'])):%Y-%m-%dT%H:%M}"
    inputs = [derive(one, values) for one in step.get("of", [])]
    try:
        result: int | str = _OPERATIONS[operation](*inputs)
    except KeyError:
        raise Unfounded(f"there is no derivation called {operation}") from None
    except (TypeError, ValueError, ZeroDivisionError) as problem:
        raise Unfounded(f"{operation} of {inputs}") from problem
    return result


def _day_of(moment: str) -> str:
    return datetime.fromisoformat(moment).date().isoformat()


def _days_between(earlier: str, later: str) -> int:
    return (datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).days


def _hours_between(earlier: str, later: str) -> int:
    return (datetime.fromisoformat(later) - datetime.fromisoformat(earlier)) // timedelta(hours=1)


def _working_days_between(start: str, end: str) -> int:
    first, last = date.fromisoformat(start), date.fromisoformat(end)
    if last < first:
        return -_working_days_between(end, start)
    days = (first + timedelta(days=offset) for offset in range(1, (last - first).days + 1))
    return sum(day.weekday() < _SATURDAY for day in days)


def _working_days_after(start: str, count: int) -> str:
    day = date.fromisoformat(start)
    while count and day.weekday() >= _SATURDAY:
        day -= timedelta(days=1)
    for _ in range(count):
        day += timedelta(days=1)
        while day.weekday() >= _SATURDAY:
            day += timedelta(days=1)
    return day.isoformat()


_OPERATIONS: dict[str, Any] = {
    "sum": lambda *of: sum(of),
    "difference": lambda one, other: one - other,
    "product": lambda one, other: one * other,
    "quotient": lambda one, other: one // other,
    "negative": lambda one: -one,
    "absolute": abs,
    "day_of": _day_of,
    "days_between": _days_between,
    "hours_between": _hours_between,
    "working_days_between": _working_days_between,
    "working_days_after": _working_days_after,
}
