from __future__ import annotations

import pytest
from pydantic import ValidationError

from domain.vault.requests import DeclineRequest, DepositCredential, FulfillRequest
from tables import for_each

GITHUB_TOKEN = "ghp_" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"
DEPOSIT = {"name": "Hosting", "type": "password"}

ADVICE = "Put secrets into the vault, as value or fields"


def refusal(model, **body):
    """The problems pydantic reports, as the door would show them."""
    with pytest.raises(ValidationError) as caught:
        model.model_validate(body)
    return [(".".join(map(str, problem["loc"])), problem["msg"]) for problem in caught.value.errors()]


def test_deposit_keeps_a_value_and_fields_to_the_byte():
    for value in ("  padded\t", "line\nline\n", "\ufeffbom", "\x00\x1b[0m"):
        deposit = DepositCredential.model_validate(DEPOSIT | {"value": value, "fields": None})
        assert deposit.to_plaintext().content == value.encode()

    several = DepositCredential.model_validate(DEPOSIT | {"fields": {"user": " ada ", "pem": "grün\n"}}).to_plaintext()
    assert (several.content, several.shape) == ('{"pem":"grün\\n","user":" ada "}'.encode(), "fields")


def test_deposit_never_prints_its_secret():
    deposit = DepositCredential.model_validate(DEPOSIT | {"value": "hunter2-marked"})
    several = FulfillRequest.model_validate({"fields": {"password": "hunter2-marked"}})

    shown = (
        f"{deposit!r} {deposit} {deposit.model_dump()} {deposit.model_dump_json()} {several!r} {several.model_dump()}"
    )
    assert "hunter2-marked" not in shown


@for_each(
    ("body", "field"),
    [
        ({}, ""),
        ({"value": "v", "fields": {"a": "b"}}, ""),
        ({"value": ""}, "value"),
        ({"value": "  \n"}, "value"),
        ({"value": 12345}, "value"),
        ({"value": "\ud800"}, "value"),
        ({"fields": {}}, "fields"),
        ({"fields": {"": "v"}}, "fields"),
        ({"fields": {"password": 5}}, "fields"),
        ({"fields": {"a": "\ud800"}}, "fields"),
        ({"fields": {"a" * 101: "v"}}, "fields"),
        ({"fields": {f"f{number}": "v" for number in range(21)}}, "fields"),
        ({"value": "v", "expires_at": "tomorrow"}, "expires_at"),
        ({"value": "v", "colour": "red"}, "colour"),
    ],
)
def test_wrong_secret_is_refused_by_field(body, field):
    assert [problem[0] for problem in refusal(FulfillRequest, **body)] == [field]


@for_each(
    ("model", "changes"),
    [
        (DepositCredential, {"name": " "}),
        (DepositCredential, {"name": "a\nb"}),
        (DepositCredential, {"name": "\ud800"}),
        (DepositCredential, {"username": "a\tb"}),
        (DeclineRequest, {"reason": "  "}),
        (DeclineRequest, {"reason": "x" * 1_001}),
    ],
)
def test_wrong_words_are_refused_by_field(model, changes):
    given = DEPOSIT | {"value": "v"} if model is DepositCredential else {}

    assert [field for field, _message in refusal(model, **(given | changes))] == list(changes)


@pytest.mark.parametrize("field", ["name", "username", "note", "reason"])
def test_secret_in_readable_text_is_refused_without_repeating_it(field):
    model, given = (DeclineRequest, {}) if field == "reason" else (DepositCredential, DEPOSIT | {"value": "v"})
    problems = refusal(model, **(given | {field: GITHUB_TOKEN}))

    assert problems == [(field, f"Value error, This looks like a secret (a GitHub token). {ADVICE}")]


@pytest.mark.parametrize(
    "fields",
    [{"hunter2-marked": 5}, {"hunter2-marked": ""}, {"a": ["hunter2-marked"]}, ["hunter2-marked"], "hunter2-marked"],
)
def test_refusal_of_fields_repeats_neither_names_nor_values(fields):
    assert "hunter2-marked" not in str(refusal(FulfillRequest, fields=fields))
