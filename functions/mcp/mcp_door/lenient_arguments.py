"""Reads arguments as they are meant: drops nulls that mean nothing, and reads JSON text where no text is taken.

Some assistants fill in every argument that they know, and some write lists, objects, numbers and booleans as text.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAliasType, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from common.json_text import NotJson, read_json
from common.problems import invalid_request

_READ_FROM_TEXT = (bool, int, float, list, tuple, dict, BaseModel)


def read_as[M: BaseModel](model: type[M], given: Mapping[str, Any]) -> M:
    """The arguments, leniently read, as `model`. Raises `InvalidRequest`, which repeats none of the values."""
    try:
        return model.model_validate(understood(model, given))
    except ValidationError as error:
        raise invalid_request(error.errors(include_url=False, include_input=False)) from None


def understood(model: type[BaseModel], given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments as they are meant for `model`, still to be checked by it. Unknown arguments stay as they are."""
    fields = {field.alias or name: field for name, field in model.model_fields.items()}
    read = {name: _read(value, fields[name].annotation) if name in fields else value for name, value in given.items()}
    return {
        name: value for name, value in read.items() if value is not None or name not in fields or _says(fields[name])
    }


def _says(field: FieldInfo) -> bool:
    """Whether null means something else than leaving the argument out, such as “no ceiling”."""
    return field.default is not None and NoneType in _kinds(field.annotation)


def _read(value: Any, annotation: Any) -> Any:
    kinds = [kind for kind in _kinds(annotation) if kind is not NoneType]
    if isinstance(value, str):
        value = _out_of_text(value, kinds)
    for kind in kinds:
        if isinstance(value, dict) and _is(kind, BaseModel):
            return understood(kind, value)
        if isinstance(value, list) and get_origin(kind) is list:
            return [_read(entry, get_args(kind)[0]) for entry in value]
    return value


def _out_of_text(text: str, kinds: list[Any]) -> Any:
    """The value that a text stands for where one of `kinds` is wanted; the text itself if it stands for none."""
    if choices := {str(choice).lower(): choice for kind in kinds for choice in _choices(kind)}:
        return choices.get(text.strip().lower(), text)
    if not kinds or not all(_is(get_origin(kind) or kind, *_READ_FROM_TEXT) for kind in kinds):
        return text
    try:
        value = read_json((text.lower() if bool in kinds else text).encode())
    except NotJson:
        return text
    return text if isinstance(value, str) else value


def _choices(kind: Any) -> tuple[Any, ...]:
    named = get_args(kind) if get_origin(kind) is Literal else tuple(kind) if _is(kind, Enum) else ()
    return tuple(choice.value if isinstance(choice, Enum) else choice for choice in named)


def _is(kind: Any, *classes: type) -> bool:
    return isinstance(kind, type) and issubclass(kind, classes)


def _kinds(annotation: Any) -> tuple[Any, ...]:
    """The types that an annotation allows, without its metadata."""
    if isinstance(annotation, TypeAliasType):
        return _kinds(annotation.__value__)
    if get_origin(annotation) is Annotated:
        return _kinds(get_args(annotation)[0])
    if get_origin(annotation) in {Union, UnionType}:
        return tuple(kind for one in get_args(annotation) for kind in _kinds(one))
    return (annotation,)
