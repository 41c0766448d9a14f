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
COMMENT = {"pattern": PROJECT_PROSE, "maxLength": 4_000}
ENTRY = {"pattern": PROJECT_LINE, "maxLength": 300}
DOCUMENT_LINE = {"pattern": PROJECT_LINE, "maxLength": MOST_CHARACTERS}
PROJECT: dict[str, Schema] = {
    "name": {"pattern": PROJECT_LINE, "maxLength": 120},
    "deadline": {"description": "After today."},
}
BRIEF: dict[str, Schema] = {
    "goal": {"pattern": PROJECT_PROSE, "maxLength": 2_000},
    "approver": {"pattern": PROJECT_LINE, "maxLength": 200},
}
EMAIL = f"^[^{_NEVER_IN_EMAIL}]+@[^{_NEVER_IN_EMAIL}.]+(\\.[^{_NEVER_IN_EMAIL}.]+)+$"
TIMEZONE = {"format": "timezone", "description": "An IANA name.", "examples": ["Europe/Berlin", "UTC"]}

FIELDS: dict[str, dict[str, Schema]] = {
    "SignUp": {
        "email": {"pattern": EMAIL},
        "name": {"pattern": LINE},
        "timezone": TIMEZONE,
        "password": {"format": "password", "minLength": MIN_PASSWORD_LENGTH, "maxLength": MAX_PASSWORD_LENGTH},
    },
    "LogIn": {"email": {"pattern": EMAIL}, "password": {"format": "password"}},
    "ForgotPassword": {"email": {"pattern": EMAIL}},
    "ChangeEmail": {"email": {"pattern": EMAIL}},
    "ResetPassword": {
        "password": {"format": "password", "minLength": MIN_PASSWORD_LENGTH, "maxLength": MAX_PASSWORD_LENGTH}
    },
    "ChangePassword": {
        "current": {"format": "password"},
        "new": {"format": "password", "minLength": MIN_PASSWORD_LENGTH, "maxLength": MAX_PASSWORD_LENGTH},
    },
    "UpdateAccount": {"name": {"pattern": LINE}, "timezone": TIMEZONE},
    "CreateApiKey": {"name": {"pattern": LINE}},
    "UpdateApiKey": {"name": {"pattern": LINE}},
    "Money": {"currency": {"enum": list(CURRENCIES)}},
    "CreateProject": {
        "name": {"pattern": PROJECT_LINE, "maxLength": 120},
        "description": {"pattern": PROJECT_PROSE, "maxLength": 4_000},
        "deadline": {"description": "After today."},
    },
    "UpdateProject": {"name": {"pattern": PROJECT_LINE, "maxLength": 120}, "deadline": {"description": "After today."}},
    "ChangeProjectOp": {
        "name": {"pattern": PROJECT_LINE, "maxLength": 120},
        "deadline": {"description": "After today."},
    },
    "AddEntry": {"text": ENTRY},
    "AddEntryOp": {"text": ENTRY},
    "ChangeEntry": {"text": ENTRY},
    "ChangeEntryOp": {"text": ENTRY},
    "ChangeBrief": BRIEF,
    "ChangeBriefOp": BRIEF,
    "EditLine": {"text": DOCUMENT_LINE},
    "ChangeLine": {"text": DOCUMENT_LINE},
    "AddLine": {"text": DOCUMENT_LINE},
    "AnswerComment": {"answer": DOCUMENT_LINE},
    "AnswerChoice": {"answer": {"pattern": PROJECT_LINE, "maxLength": MOST_IN_ANSWER}},
    "DecideApproval": {"comment": COMMENT},
    "DecideByMail": {"comment": COMMENT},
    "Escalate": {"text": {"pattern": LINE}},
    "NameApprover": {"email": {"pattern": EMAIL}},
    "AskCeo": {"message": {"pattern": PROSE}},
    "AskAssistant": {"message": {"pattern": PROSE}},
    "SnoozeItem": {"until": {"pattern": LINE}},
    "AssignTask": {"task": {"pattern": PROSE}, "when": {"pattern": PROSE}, "timezone": TIMEZONE},
    "ReadSchedule": {"task": {"pattern": PROSE}, "when": {"pattern": PROSE}, "timezone": TIMEZONE},
    "DepositCredential": {
        "name": {"pattern": LINE},
        "username": {"pattern": LINE},
        "note": {"pattern": PROSE},
        "repository_url": {"pattern": HTTPS},
        "expires_at": {"description": "In the future."},
    },
    "FulfillRequest": {
        "username": {"pattern": LINE},
        "note": {"pattern": PROSE},
        "repository_url": {"pattern": HTTPS},
        "expires_at": {"description": "In the future."},
    },
    "DeclineRequest": {"reason": {"pattern": PROSE}},
    "CallWithCredential": {"purpose": {"pattern": LINE}},
    "CreateWorkItem": {"title": {"pattern": LINE}, "what": {"pattern": PROSE}},
    "UpdateWorkItem": {"title": {"pattern": LINE}, "what": {"pattern": PROSE}},
    "CancelWorkItem": {"reason": {"pattern": PROSE}},
    "CloseWorkItem": {"note": {"pattern": PROSE}},
    "ClaimWorkItem": {"worker": {"pattern": LINE}},
    "ReportProgress": {"note": {"pattern": PROSE}},
    "ReleaseWorkItem": {"reason": {"pattern": PROSE}},
    "GivenEvidence": {"text": {"pattern": PROSE}, "link": {"pattern": LINK}},
    "SubmitWork": {"summary": {"pattern": PROSE}},
    "ReviewWork": {"comment": {"pattern": PROSE}},
}
"""Schema → field → what to add to the field's schema. A field that may be null stays so."""


def sharpen(schemas: dict[str, Schema]) -> None:
    """Add to each schema, in place, what its model checks only in code."""
    for name, fields in FIELDS.items():
        for field, more in fields.items():
            _add(schemas[name]["properties"][field], more)
    for name in ("CreateApiKey", "UpdateApiKey"):
        listed = schemas[name]["properties"]["scopes"]["anyOf"][0]
        listed |= {"items": {"type": "string", "enum": list(SCOPES)}, "uniqueItems": True}
    schemas["CreateApiKey"]["oneOf"] = _one_of("scopes", "preset")
    schemas["UpdateApiKey"]["minProperties"] = 1
    _sharpen_the_brief(schemas)
    for name in ("UpdateNotifications", "UpdateTask", "UpdateWorkItem", "ChangeEntry", "ChangeEntryOp"):
        given = schemas[name]["properties"]  # needs one field beside the required ones, and null does not count
        filled = {field: given[field].get("anyOf", [given[field]])[0] for field in given}
        schemas[name] |= {"minProperties": len(schemas[name].get("required", ())) + 1, "properties": filled}
    was = ("UpdateTask", "ChangeEntry", "ChangeEntryOp", "UpdateProject", "ChangeProjectOp", "ChangeBrief")
    for name in (*was, "ChangeBriefOp"):
        fields = schemas[name]["properties"].keys() - {"was", "op", "id"}  # these alone change nothing
        schemas[name]["anyOf"] = [{"required": [field]} for field in sorted(fields)]
    schemas["ReadSchedule"]["anyOf"] = [
        {"required": [field], "properties": {field: {"type": "string"}}} for field in ("task", "when")
    ]
    kinds = [kind.value for kind in TaskKind if kind is not TaskKind.CHECK]
    schemas["AssignTask"]["anyOf"] = [
        {
            "required": ["kind", "waiting_hours"],
            "properties": {"kind": {"const": TaskKind.CHECK.value}, "waiting_hours": {"type": "integer"}},
        },
        {"properties": {"kind": {"enum": [*kinds, None]}, "waiting_hours": {"type": "null"}}},
    ]
    for name in ("DepositCredential", "FulfillRequest"):
        value, fields = (schemas[name]["properties"][field]["anyOf"][0] for field in ("value", "fields"))
        value |= {"minLength": 1, "maxLength": 4_096, "pattern": "\\S"}
        fields |= {"minProperties": 1, "maxProperties": 20, "propertyNames": {"pattern": "\\S", "maxLength": 100}}
        fields["additionalProperties"] |= {"pattern": "\\S"}
        schemas[name]["oneOf"] = _one_of("value", "fields")
        _add_terms(schemas[name])
    for name in ("EditLine", "ChangeLine"):
        schemas[name]["oneOf"] = _one_of("text", "state", "after")
    for name in ("DecideApproval", "DecideByMail"):
        schemas[name]["anyOf"] = [
            {"properties": {"decision": {"const": "approve"}}},
            {"required": ["comment"], "properties": {"comment": {"type": "string"}}},
        ]
    for name in ("CreateWorkItem", "UpdateWorkItem"):
        schemas[name]["properties"]["criteria"]["items"]["pattern"] = LINE
    schemas["SubmitWork"]["properties"]["links"]["items"]["pattern"] = LINK
    schemas["ReviewWork"]["anyOf"] = [
        {"properties": {"decision": {"const": "accept"}}},
        {"required": ["comment"], "properties": {"comment": {"type": "string"}}},
    ]
    schemas["InjectSecret"]["oneOf"] = [
        {"properties": {"type": {"enum": ["bearer", "basic"]}, "name": {"type": "null"}}},
        {"required": ["name"], "properties": {"type": {"enum": ["header", "query"]}, "name": {"pattern": "^X-"}}},
    ]
    schemas["IntakeAnswers"]["properties"]["answers"] = {
        "type": "object",
        "additionalProperties": False,
        "properties": {question.id: _answer(question) for question in QUESTIONS},
    }


def _sharpen_the_brief(schemas: dict[str, Schema]) -> None:
    for name in ("UpdateProject", "ChangeBrief"):
        schemas[name]["minProperties"] = 1
    for name in ("ChangeProjectOp", "ChangeBriefOp"):
        schemas[name]["minProperties"] = 2  # `op`, and one field to change
    for name in ("UpdateProject", "ChangeProjectOp"):
        for field in ("name", "team_size"):  # null would remove them, which is not allowed
            schemas[name]["properties"][field] = schemas[name]["properties"][field]["anyOf"][0]


def _add_terms(deposit: Schema) -> None:
    """Allow the terms of a credential's calls only with `allowed_hosts`, and for a value that a header can carry."""
    hosts, paths = (deposit["properties"][name]["anyOf"][0] for name in ("allowed_hosts", "allowed_paths"))
    hosts["items"]["pattern"] = HOST
    paths["items"]["pattern"] = "^/[a-z0-9]{0,40}$"
    terms = ("allowed_hosts", "inject", "use_policy", "allowed_methods", "allowed_paths")
    called = {"allowed_hosts": {"not": {"type": "null"}}, "value": {"type": "string", "pattern": "^[!-~]{12,64}$"}}
    deposit["anyOf"] = [
        {"properties": {name: {"type": "null"} for name in terms}},
        {"required": [*called], "properties": {**called, "repository_url": {"type": "null"}}},
    ]


def _add(field: Schema, more: Schema) -> None:
    text = field["anyOf"][0] if "anyOf" in field else field
    text |= {name: value for name, value in more.items() if name != "description"}
    if "description" in more:
        field["description"] = more["description"]


def _one_of(*fields: str) -> list[Schema]:
    """A `oneOf` that wants exactly one of the fields; the others are left out or null."""
    none: Schema = {field: {"type": "null"} for field in fields}
    return [{"required": [one], "properties": none | {one: {"not": {"type": "null"}}}} for one in fields]


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
