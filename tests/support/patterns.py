"""Every regular expression of the product, and texts that each of them finds hard to refuse."""

from __future__ import annotations

import ast
import builtins
import importlib
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from itertools import chain
from pathlib import Path
from re import _constants as sre
from re import _parser
from types import ModuleType
from typing import Any

import doors
from domain.keys import secret_shapes
from domain.vault import striking

_ROOT = Path(__file__).parents[2]
_OF_RE = {"compile", "match", "fullmatch", "search", "split", "findall", "finditer", "sub", "subn"}
_OF_THE_GRAMMAR = {"matching", "reads", "eat", "looks"}
_AT_THE_BEGINNING = {"match", "fullmatch", *_OF_THE_GRAMMAR}

# The arguments with which each function is called that makes an expression of its arguments.
_ARGUMENTS: Mapping[Callable[..., Any], Iterable[tuple[Any, ...]]] = {
    striking._compiled: [(striking._character(one),) for one in "a1é\n"],
    secret_shapes._compiled: [(shape.pattern,) for shape in secret_shapes.SHAPES],
}
# The functions, or arguments, whose expressions are only compared with the beginning or the whole of a text.
_COMPARED = {"_forms", "assent", "stated", "capitals", "first_names", "openers", "acts", "determiners"}


@cache
def patterns() -> dict[re.Pattern[str], tuple[str, bool]]:
    """Each expression with the module it is from, and whether it is looked for anywhere in a text."""
    paths = sorted([*_ROOT.glob("layers/*/python/*/**/*.py"), *_ROOT.glob("functions/**/*.py")])
    sources = {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}
    found: dict[re.Pattern[str], tuple[str, bool]] = {}
    for path, source in sources.items():
        module = _module(path)
        for pattern, anywhere in (*_written(source, module), *_made(module)):
            if isinstance(pattern.pattern, str):
                found[pattern] = module.__name__, anywhere or found.get(pattern, ("", False))[1]
    return found


def _module(path: Path) -> ModuleType:
    if path.name == "handler.py":
        return doors.load(path.parent.name)
    parts = path.relative_to(_ROOT).with_suffix("").parts
    inside = parts[3:] if parts[0] == "layers" else parts[2:]
    return importlib.import_module(".".join(part for part in inside if part != "__init__"))


def _anchored(source: ast.Module) -> set[str]:
    """The private names of a module that are only ever compared with the beginning of a text, or with all of it."""
    compared: set[str] = set()
    loaded = {id(node): node.id for node in ast.walk(source) if isinstance(node, ast.Name) and _is_read(node)}
    for node in ast.walk(source):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.attr in _AT_THE_BEGINNING:
            compared.add(loaded.pop(id(node.value), ""))
    return {name for name in compared - {*loaded.values()} if name.startswith("_")}


def _is_read(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Load)


class _Names(dict[str, Any]):
    """The names of a module; an unknown name, such as a local one, stands for the text `word`."""

    def __missing__(self, name: str) -> Any:
        return getattr(builtins, name, "word")


def _written(source: ast.Module, module: ModuleType) -> Iterator[tuple[re.Pattern[str], bool]]:
    """The expressions that the source of a module passes to `re` or to the grammar of schedules."""
    names, anchored = _Names(vars(module)), _anchored(source)
    at_the_beginning = {
        value
        for node in source.body
        if isinstance(node, ast.Assign) and all(name.id in anchored for name in _targets(node))
        for value in ast.walk(node.value)
    }
    for node in ast.walk(source):
        if isinstance(node, ast.Call) and node.args and _takes_pattern(node.func):
            flags = next((keyword.value for keyword in node.keywords if keyword.arg == "flags"), None)
            called = ast.unparse(node.func)
            if called == "re.compile" and len(node.args) > 1:
                flags = node.args[1]
            with suppress(Exception):  # an expression that is made of what a function is given
                text = _value(node.args[0], names)
                anywhere = called.rpartition(".")[2] not in _AT_THE_BEGINNING and node not in at_the_beginning
                yield re.compile(text, _value(flags, names) if flags else 0), anywhere


def _value(source: ast.expr, names: _Names) -> Any:
    return eval(ast.unparse(source), {}, names)  # noqa: S307 - our own source


def _targets(node: ast.Assign) -> list[ast.Name]:
    return [name for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)]


def _takes_pattern(function: ast.expr) -> bool:
    if isinstance(function, ast.Attribute):
        owner = function.value
        is_re = isinstance(owner, ast.Name) and owner.id == "re"
        return function.attr in (_OF_RE if is_re else _OF_THE_GRAMMAR)
    return isinstance(function, ast.Name) and function.id in _OF_THE_GRAMMAR


def _made(module: ModuleType) -> Iterator[tuple[re.Pattern[str], bool]]:
    """The expressions that a module's cached functions return, called with all arguments that the product uses."""
    for function in vars(module).values():
        if hasattr(function, "cache_info") and function.__module__ == module.__name__:
            signature = inspect.signature(function)
            if "re.Pattern" in str(signature.return_annotation):
                needed = [one for one in signature.parameters.values() if one.default is one.empty]
                for arguments in _ARGUMENTS.get(function, ()) if needed else [()]:
                    anywhere = not _COMPARED & {function.__name__, *map(str, arguments)}
                    yield from ((pattern, anywhere) for pattern in _inside(function(*arguments)))


def _inside(made: Any) -> Iterator[re.Pattern[str]]:
    if isinstance(made, re.Pattern):
        yield made
    elif isinstance(made, tuple):
        for one in made:
            yield from _inside(one)


def attacks(pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """Texts that may be slow to refuse, each as a beginning and a piece to repeat behind it.

    For each repeat of the expression: what may stand before it, and what it repeats.
    """
    yield from dict.fromkeys(_pumps(_parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE), [""]))


def _pumps(items: Any, before: list[str]) -> Iterator[tuple[str, str]]:
    for operator, argument in items:
        for inner in _parts(operator, argument):
            yield from _pumps(inner, before)
        if operator in _REPEATS:
            _, most, body = argument
            if most > _FEW:
                for text in _examples(body):
                    yield from ((start, text) for start in before if text)
                    yield from (("", start + text) for start in before if start and text)
        texts = _of(operator, argument)
        before = _spread(before, texts)


_REPEATS = {sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT}
_FEW = 3  # a repeat of fewer cannot multiply by itself
_MOST = 8
_CHARACTERS = "x7 ,.-'\n:;!?/_@\"(A[<|#*"


def _parts(operator: Any, argument: Any) -> list[Any]:
    if operator in _REPEATS:
        return [argument[2]]
    if operator is sre.SUBPATTERN:
        return [argument[3]]
    if operator is sre.BRANCH:
        return list(argument[1])
    if operator is sre.ATOMIC_GROUP:
        return [argument]
    if operator in {sre.ASSERT, sre.ASSERT_NOT}:
        return [argument[1]]
    return []


def _examples(items: Any) -> list[str]:
    """Some texts that a sequence matches: the parts vary one at a time."""
    found = [""]
    for operator, argument in items:
        found = _spread(found, _of(operator, argument))
    return found


def _spread(before: list[str], texts: list[str]) -> list[str]:
    if len(texts) == 1:
        return [one + texts[0] for one in before]
    joined = [before[0] + text for text in texts] + [one + texts[0] for one in before[1:]]
    return _some(list(dict.fromkeys(joined)), _MOST)


def _some(texts: list[str], most: int) -> list[str]:
    """`most` of the texts, spread over all of them, the first one first."""
    return texts if len(texts) <= most else [texts[place * len(texts) // most] for place in range(most)]


def _of(operator: Any, argument: Any) -> list[str]:
    if operator is sre.LITERAL:
        return [chr(argument)]
    if operator is sre.NOT_LITERAL:
        return [next(one for one in _CHARACTERS if ord(one) != argument)]
    if operator is sre.ANY:
        return ["x"]
    if operator is sre.IN:
        return _of_class(argument)
    if operator is sre.BRANCH:
        return _some([text for branch in argument[1] for text in _examples(branch)[:2]], _MOST * 2)
    if operator in {sre.SUBPATTERN, sre.ATOMIC_GROUP}:
        return _examples(_parts(operator, argument)[0])
    if operator in _REPEATS:
        least, _, body = argument
        texts = _examples(body)
        repeated = [text * max(least, 1) for text in texts]
        return ["", *repeated] if least == 0 else repeated
    return [""]


def _of_class(members: Any) -> list[str]:
    """One character of a class."""
    compiled = re.compile(_class(members))
    return [next(one for one in chain(_CHARACTERS, map(chr, range(sys.maxunicode))) if compiled.fullmatch(one))]


def _class(members: Any) -> str:
    names = {
        sre.CATEGORY_DIGIT: r"\d", sre.CATEGORY_NOT_DIGIT: r"\D", sre.CATEGORY_SPACE: r"\s",
        sre.CATEGORY_NOT_SPACE: r"\S", sre.CATEGORY_WORD: r"\w", sre.CATEGORY_NOT_WORD: r"\W",
    }  # fmt: skip
    text = ""
    for operator, argument in members:
        if operator is sre.NEGATE:
            text += "^"
        elif operator is sre.LITERAL:
            text += re.escape(chr(argument)) if chr(argument) != "^" else r"\^"
        elif operator is sre.RANGE:
            text += f"{re.escape(chr(argument[0]))}-{re.escape(chr(argument[1]))}"
        else:
            text += names[argument]
    return f"[{text}]"
