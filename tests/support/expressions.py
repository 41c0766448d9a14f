"""DynamoDB's expressions as the product uses them, read once and then evaluated on rows (Developer Guide).

A condition becomes a function of a row and the values of its placeholders; an update becomes steps that change a copy
of the row. What DynamoDB refuses as a `ValidationException` raises `Invalid`.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from moto.dynamodb.parsing.reserved_keywords import ReservedKeywords

Attribute = Mapping[str, Any]
Row = Mapping[str, Attribute]
Values = Mapping[str, Attribute]
Condition = Callable[[Row, Values], bool]
Operand = Callable[[Row, Values], Attribute | None]
Path = tuple[str, ...]
Step = Callable[[Row, Values, dict[str, Any]], None]

_TOKEN = re.compile(r"\s*(#?[A-Za-z_]\w*|:\w+|<=|>=|<>|[=<>(),.+-])")
_ORDER = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
_COMPARABLE = frozenset({"S", "N", "B"})


class Invalid(Exception):
    """The expression is malformed, or does not fit its names and values."""


@dataclass
class Reader:
    """Reads one expression; `used` collects the names and placeholders that it mentions."""

    names: Mapping[str, str]
    tokens: list[str]
    at: int = 0
    used: set[str] = field(default_factory=set)
    equalities: dict[str, str] = field(default_factory=dict)
    """Attributes that must equal a placeholder, of a condition's outermost AND: what a key condition is found by."""

    @classmethod
    def of(cls, text: str, names: Mapping[str, str]) -> Reader:
        tokens, at = [], 0
        text = text.rstrip()
        while at < len(text):
            found = _TOKEN.match(text, at)
            if found is None:
                raise Invalid(f"Syntax error; near: {text[at:]}")
            tokens.append(found[1])
            at = found.end()
        return cls(names, tokens)

    @property
    def next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, wanted: str = "") -> str:
        token = self.next
        if not token or (wanted and token.upper() != wanted):
            raise Invalid(f"Syntax error; token: {token or '<EOF>'}")
        self.at += 1
        return token

    def took(self, wanted: str) -> bool:
        if self.next.upper() != wanted:
            return False
        self.at += 1
        return True

    def ended(self) -> None:
        if self.next:
            raise Invalid(f"Syntax error; token: {self.next}")

    def listed[T](self, read: Callable[[], T]) -> list[T]:
        found = [read()]
        while self.took(","):
            found.append(read())
        return found

    # Conditions

    def condition(self) -> Condition:
        either = [self._all_of()]
        while self.took("OR"):
            self.equalities.clear()
            either.append(self._all_of())
        return either[0] if len(either) == 1 else lambda row, values: any(one(row, values) for one in either)

    def _all_of(self) -> Condition:
        every = [self._negated()]
        while self.took("AND"):
            every.append(self._negated())
        return every[0] if len(every) == 1 else lambda row, values: all(one(row, values) for one in every)

    def _negated(self) -> Condition:
        if self.took("NOT"):
            inner = self._negated()
            return lambda row, values: not inner(row, values)
        if self.took("("):
            inner = self.condition()
            self.take(")")
            return inner
        return self._comparison()

    def _comparison(self) -> Condition:
        function = self.next.lower() if self.tokens[self.at + 1 : self.at + 2] == ["("] else ""
        if function in _FUNCTIONS:
            self.take()
            self.take("(")
            arguments = self.listed(self._operand)
            self.take(")")
            return _FUNCTIONS[function](*arguments)
        named = self.next
        left = self._operand()
        if self.took("BETWEEN"):
            low = self._operand()
            self.take("AND")
            high = self._operand()
            return lambda row, values: (
                _compared(">=", left(row, values), low(row, values))
                and _compared("<=", left(row, values), high(row, values))
            )
        if self.took("IN"):
            self.take("(")
            among = self.listed(self._operand)
            self.take(")")
            return lambda row, values: any(_compared("=", left(row, values), one(row, values)) for one in among)
        sign = self.take()
        if sign not in {"=", "<>", *_ORDER}:
            raise Invalid(f"Syntax error; token: {sign}")
        if sign == "=" and self.next.startswith(":"):
            self.equalities[self.names.get(named, named)] = self.next
        right = self._operand()
        return lambda row, values: _compared(sign, left(row, values), right(row, values))

    def _operand(self) -> Operand:
        if self.next.startswith(":"):
            return self._placeholder()
        path = self.path()
        return lambda row, _values: _found(row, path)

    def _placeholder(self) -> Operand:
        name = self.take()
        self.used.add(name)
        return lambda _row, values: values[name]

    def path(self) -> Path:
        """Read a path to an attribute, or to a part of one: `#run.id`."""
        steps = [self._name()]
        while self.took("."):
            steps.append(self._name())
        return tuple(steps)

    def _name(self) -> str:
        token = self.take()
        if token.startswith("#"):
            self.used.add(token)
            if token not in self.names:
                raise Invalid(f"An expression attribute name used in the document path is not defined: {token}")
            return self.names[token]
        if not re.match("[A-Za-z_]", token):
            raise Invalid(f"Syntax error; token: {token}")
        if token.upper() in _reserved():
            raise Invalid(f"Attribute name is a reserved keyword; reserved keyword: {token}")
        return token

    # Updates

    def update(self) -> list[Step]:
        """The steps of an update. Each reads the row as it was, and changes the one that is being made."""
        steps: list[Step] = []
        clauses: set[str] = set()
        touched: set[str] = set()
        while self.next:
            clause = self.take().upper()
            if clause not in {"SET", "REMOVE", "ADD"} or clause in clauses:
                raise Invalid(f"Syntax error; token: {clause}")
            clauses.add(clause)
            for name, step in self.listed({"SET": self._set, "REMOVE": self._remove, "ADD": self._add}[clause]):
                if name in touched:
                    raise Invalid("Two document paths overlap with each other")
                touched.add(name)
                steps.append(step)
        return steps

    def _set(self) -> tuple[str, Step]:
        name = self._name()
        self.take("=")
        value = self._sum()
        return name, lambda row, values, made: made.update({name: _required(value(row, values))})

    def _remove(self) -> tuple[str, Step]:
        name = self._name()
        return name, lambda _row, _values, made: made.pop(name, None)

    def _add(self) -> tuple[str, Step]:
        name, more = self._name(), self._placeholder()
        zero = {"N": "0"}
        return name, lambda row, values, made: made.update(
            {name: _calculated(row.get(name, zero), "+", more(row, values))}
        )

    def _sum(self) -> Operand:
        left = self._value()
        if self.next not in {"+", "-"}:
            return left
        sign = self.take()
        right = self._value()
        return lambda row, values: _calculated(_required(left(row, values)), sign, _required(right(row, values)))

    def _value(self) -> Operand:
        function = self.next.lower() if self.tokens[self.at + 1 : self.at + 2] == ["("] else ""
        if function not in {"if_not_exists", "list_append"}:
            return self._operand()
        self.take()
        self.take("(")
        first = self._value()
        self.take(",")
        second = self._value()
        self.take(")")
        if function == "if_not_exists":
            return lambda row, values: first(row, values) or second(row, values)
        return lambda row, values: {"L": [*_list(first(row, values)), *_list(second(row, values))]}


@dataclass(frozen=True)
class Read:
    """An expression that was read: its meaning, the names and placeholders that it uses, its equalities."""

    meaning: Any
    used: frozenset[str]
    equalities: Mapping[str, str]


@cache
def read_condition(text: str, names: tuple[tuple[str, str], ...]) -> Read:
    reader = Reader.of(text, dict(names))
    meaning = reader.condition()
    reader.ended()
    return Read(meaning, frozenset(reader.used), reader.equalities)


@cache
def read_update(text: str, names: tuple[tuple[str, str], ...]) -> Read:
    reader = Reader.of(text, dict(names))
    meaning = reader.update()
    return Read(meaning, frozenset(reader.used), {})


@cache
def read_projection(text: str, names: tuple[tuple[str, str], ...]) -> Read:
    reader = Reader.of(text, dict(names))
    paths = reader.listed(reader.path)
    reader.ended()
    return Read(paths, frozenset(reader.used), {})


@cache
def _reserved() -> frozenset[str]:
    return frozenset(ReservedKeywords.get_reserved_keywords())


def _compared(sign: str, left: Attribute | None, right: Attribute | None) -> bool:
    """Whether a comparison holds. A missing attribute equals nothing, and is neither less nor more."""
    if sign == "<>":
        return not _compared("=", left, right)
    if left is None or right is None:
        return False
    ((kind, one),), ((other_kind, other),) = left.items(), right.items()
    if sign == "=":
        return kind == other_kind and (_number(one) == _number(other) if kind == "N" else bool(one == other))
    if kind != other_kind or kind not in _COMPARABLE:
        return False
    if kind == "N":
        one, other = _number(one), _number(other)
    elif kind == "S":
        one, other = one.encode(), other.encode()
    return bool(_ORDER[sign](one, other))


def _number(text: str) -> int | float:
    return int(text) if text.lstrip("-").isdigit() else float(text)


def _exists(operand: Operand) -> Condition:
    return lambda row, values: operand(row, values) is not None


def _not_exists(operand: Operand) -> Condition:
    return lambda row, values: operand(row, values) is None


def _begins_with(operand: Operand, prefix: Operand) -> Condition:
    def begins(row: Row, values: Values) -> bool:
        text, start = operand(row, values), prefix(row, values)
        if text is None or start is None or text.keys() != start.keys() or not text.keys() & {"S", "B"}:
            return False
        return bool(next(iter(text.values())).startswith(next(iter(start.values()))))

    return begins


def _contains(operand: Operand, part: Operand) -> Condition:
    def contains(row: Row, values: Values) -> bool:
        whole, wanted = operand(row, values), part(row, values)
        return any(_compared("=", one, wanted) for one in (whole or {}).get("L", ()))

    return contains


_FUNCTIONS: dict[str, Callable[..., Condition]] = {
    "attribute_exists": _exists,
    "attribute_not_exists": _not_exists,
    "begins_with": _begins_with,
    "contains": _contains,
}


def _found(row: Row, path: Path) -> Attribute | None:
    """The attribute at a path; None when there is none."""
    at = row.get(path[0])
    for step in path[1:]:
        at = (at or {}).get("M", {}).get(step)
    return at


def _calculated(left: Attribute, sign: str, right: Attribute) -> Attribute:
    if "N" not in left or "N" not in right:
        raise Invalid("An operand in the update expression has an incorrect data type")
    more = _number(right["N"])
    return {"N": str(_number(left["N"]) + (more if sign == "+" else -more))}


def _required(value: Attribute | None) -> Attribute:
    if value is None:
        raise Invalid("The provided expression refers to an attribute that does not exist in the item")
    return value


def _list(value: Attribute | None) -> list[Any]:
    if value is None or "L" not in value:
        raise Invalid("An operand in the update expression has an incorrect data type")
    return list(value["L"])
