"""Adds to the schemas what the models check in code: allowed characters, options, either-or, the intake's questions."""

from __future__ import annotations

from typing import Any

from domain.identity.passwords import MAX_LENGTH as MAX_PASSWORD_LENGTH
from domain.identity.passwords import MIN_LENGTH as MIN_PASSWORD_LENGTH
from domain.keys.scopes import SCOPES
from domain.pa.records import TaskKind
from domain.projects.documents.records import MOST_CHARACTERS
from domain.projects.documents.requests import MOST_IN_ANSWER
from domain.projects.questionnaire import QUESTIONS, Question, QuestionType
from domain.projects.rates import CURRENCIES
from tools.openapi import WORDS

Schema = dict[str, Any]

_BIDI = "\\u202a-\\u202e\\u2066-\\u2069"
_BREAKS = "\\u2028\\u2029"
# `domain.projects.text` wants at least one of these: a text of marks and format characters alone would look empty.
_A_SIGN = "\\p{L}\\p{N}\\p{S}\\p{P}"


def _text(without: str, *, has: str = "") -> str:
    """A pattern: no character of the class `without`, and one or more of the class `has` (default: not white space)."""
    return f"^[^{without}]*[{has or '^\\s' + without}][^{without}]*$"


LINE = _text(f"\\u0000-\\u001f\\u007f\\u0085{_BREAKS}\\ufffe\\uffff")
PROSE = _text(f"\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f\\u0085{_BREAKS}\\ufffe\\uffff")
PROJECT_LINE = _text(f"\\u0000-\\u001f\\u007f-\\u009f{_BREAKS}{_BIDI}", has=_A_SIGN)
PROJECT_PROSE = _text(f"\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f{_BIDI}", has=_A_SIGN)
_NEVER_IN_EMAIL = "@\\s\\u0000-\\u001f\\u007f\\u0085"
_LABEL = "[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?"
HOST = f"^{_LABEL}\\.(com|org|net|dev)$"  # narrower than the product, which takes any public name
HTTPS = f"^https://({_LABEL}\\.){{1,2}}(com|org|net|dev)(/[a-z0-9][a-z0-9_-]{{0,30}}){{1,4}}(\\.git)?$"  # narrower, too
LINK = f"^https://({_LABEL}\\.)+[a-z]{{2,12}}(/[!-~]*)?$"
EMAIL = f"^[^{_NEVER_IN_EMAIL}]+@[^{_NEVER_IN_EMAIL}.]+(\\.[^{_NEVER_IN_EMAIL}.]+)+$"
NAMES: dict[str, Any] = {
    "LINE": LINE,
    "PROSE": PROSE,
    "PROJECT_LINE": PROJECT_LINE,
    "PROJECT_PROSE": PROJECT_PROSE,
    "EMAIL": EMAIL,
    "HTTPS": HTTPS,
    "LINK": LINK,
    "SHORTEST_PASSWORD": MIN_PASSWORD_LENGTH,
    "LONGEST_PASSWORD": MAX_PASSWORD_LENGTH,
    "LONGEST_LINE": MOST_CHARACTERS,
    "LONGEST_ANSWER": MOST_IN_ANSWER,
    "CURRENCIES": list(CURRENCIES),
    "CHECK": TaskKind.CHECK.value,
    "OTHER_KINDS": [*(kind.value for kind in TaskKind if kind is not TaskKind.CHECK), None],
}
"""The values for which words in capitals stand in `document.yaml`."""


def sharpen(schemas: dict[str, Schema]) -> None:
    """Add to each schema, in place, what its model checks only in code."""
    for name, fields in _named("fields").items():
        for field, more in fields.items():
            _add(schemas[name]["properties"][field], more)
    for name in ("CreateApiKey", "UpdateApiKey"):
        listed = schemas[name]["properties"]["scopes"]["anyOf"][0]
        listed |= {"items": {"type": "string", "enum": list(SCOPES)}, "uniqueItems": True}
    for name in ("UpdateProject", "ChangeProjectOp"):
        for field in ("name", "team_size"):  # null would remove them, which is not allowed
            schemas[name]["properties"][field] = schemas[name]["properties"][field]["anyOf"][0]
    _require_a_field(schemas)
    for name, more in _named("stricter").items():
        schemas[name] |= more
    for name, choices in WORDS["exactly_one"].items():
        none: Schema = {field: {"type": "null"} for field in choices}
        schemas[name]["oneOf"] = [
            {"required": [one], "properties": none | {one: {"not": {"type": "null"}}}} for one in choices
        ]
    for name in ("DepositCredential", "FulfillRequest"):
        _sharpen_deposit(schemas[name])
    for name in ("CreateWorkItem", "UpdateWorkItem"):
        schemas[name]["properties"]["criteria"]["items"]["pattern"] = LINE
    schemas["SubmitWork"]["properties"]["links"]["items"]["pattern"] = LINK
    schemas["IntakeAnswers"]["properties"]["answers"] = {
        "type": "object",
        "additionalProperties": False,
        "properties": {question.id: _answer(question) for question in QUESTIONS},
    }


def _require_a_field(schemas: dict[str, Schema]) -> None:
    for name in WORDS["needs_a_field"]:
        given = schemas[name]["properties"]
        filled = {field: given[field].get("anyOf", [given[field]])[0] for field in given}
        schemas[name] |= {"minProperties": len(schemas[name].get("required", ())) + 1, "properties": filled}
    for name in WORDS["changes_a_field"]:
        fields = schemas[name]["properties"].keys() - {"was", "op", "id"}
        schemas[name]["anyOf"] = [{"required": [field]} for field in sorted(fields)]


def _sharpen_deposit(schema: Schema) -> None:
    given = {name: field["anyOf"][0] for name, field in schema["properties"].items() if "anyOf" in field}
    given["value"] |= {"minLength": 1, "maxLength": 4_096, "pattern": "\\S"}
    names = {"pattern": "\\S", "maxLength": 100}
    given["fields"] |= {"minProperties": 1, "maxProperties": 20, "propertyNames": names}
    given["fields"]["additionalProperties"] |= {"pattern": "\\S"}
    given["allowed_hosts"]["items"]["pattern"] = HOST
    given["allowed_paths"]["items"]["pattern"] = "^/[a-z0-9]{0,40}$"


def _named(part: str) -> Any:
    """A part of `document.yaml` with the values in place of their names."""

    def filled(node: Any) -> Any:
        if isinstance(node, dict):
            return {key: filled(value) for key, value in node.items()}
        if isinstance(node, list):
            return [filled(entry) for entry in node]
        return NAMES.get(node, node) if isinstance(node, str) else node

    return filled(WORDS[part])


def _add(field: Schema, more: Schema) -> None:
    text = field["anyOf"][0] if "anyOf" in field else field
    text |= {name: value for name, value in more.items() if name != "description"}
    if "description" in more:
        field["description"] = more["description"]


def _answer(question: Question) -> Schema:
    """The schema of an answer to `question`; null clears the answer."""
    line: Schema = {"type": "string", "pattern": PROJECT_LINE, "maxLength": question.max_length}
    options: Schema = {"type": "string", "enum": list(question.options)}
    several: Schema = {"type": "array"} | ({"minItems": 1} if question.required else {})
    by_type: dict[QuestionType, Schema] = {
        QuestionType.TEXT: line,
        QuestionType.LONG_TEXT: line | {"pattern": PROJECT_PROSE},
        QuestionType.LIST: several | {"items": line, "uniqueItems": True, "maxItems": question.max_items},
        QuestionType.CHOICE: options,
        QuestionType.MULTI_CHOICE: several | {"items": options, "maxItems": len(question.options)},
        QuestionType.DATE: {"type": "string", "format": "date"},
        QuestionType.MONEY: {"$ref": "#/components/schemas/Money"},
        QuestionType.BOOLEAN: {"type": "boolean"},
    }
    return {"description": question.prompt, "anyOf": [by_type[question.type], {"type": "null"}]}
