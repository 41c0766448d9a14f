from __future__ import annotations

import pytest
from pydantic import ValidationError

from domain.vault.models import CredentialView
from domain.vault.records import Credential
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


@pytest.mark.parametrize("value", ["  padded\t", "line\nline\n", "\ufeffbom", "\x00\x1b[0m"])
def test_deposit_keeps_a_value_to_the_byte(value):
    deposit = DepositCredential.model_validate(DEPOSIT | {"value": value})

    assert deposit.to_plaintext().content == value.encode()


def test_deposit_keeps_fields_to_the_byte():
    deposit = DepositCredential.model_validate(DEPOSIT | {"fields": {"pem": "line\n", "user": " ada "}})

    assert deposit.to_plaintext().content == b'{"pem":"line\\n","user":" ada "}'
    assert deposit.to_plaintext().shape == "fields"


def test_deposit_trims_what_is_shown():
    deposit = DepositCredential.model_validate(
        {"name": " Hosting ", "type": "password", "value": "v", "username": " ada ", "note": " for staging\n"}
    )

    assert (deposit.name, deposit.username, deposit.note) == ("Hosting", "ada", "for staging")


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
        ({"value": ["v"]}, "value"),
        ({"value": "\ud800"}, "value"),
        ({"fields": {}}, "fields"),
        ({"fields": []}, "fields"),
        ({"fields": "a=b"}, "fields"),
        ({"fields": {"password": ""}}, "fields"),
        ({"fields": {"": "v"}}, "fields"),
        ({"fields": {"password": 5}}, "fields"),
        ({"fields": {"password": {"a": "b"}}}, "fields"),
        ({"fields": {"a": "\ud800"}}, "fields"),
        ({"fields": {"a" * 101: "v"}}, "fields"),
        ({"fields": {f"f{number}": "v" for number in range(21)}}, "fields"),
        ({"value": "v", "note": "x" * 1_001}, "note"),
        ({"value": "v", "expires_at": "tomorrow"}, "expires_at"),
        ({"value": "v", "expires_at": 1_900_000_000}, "expires_at"),
        ({"value": "v", "colour": "red"}, "colour"),
    ],
)
def test_wrong_secret_is_refused_by_field(body, field):
    assert [problem[0] for problem in refusal(FulfillRequest, **body)] == [field]


@pytest.mark.parametrize(
    "changes",
    [
        {"name": ""},
        {"name": " "},
        {"name": "x" * 101},
        {"name": "a\nb"},
        {"name": "\ud800"},
        {"type": "passkey"},
        {"username": "a\tb"},
        {"username": "x" * 201},
        {"note": "\ud800"},
    ],
)
def test_wrong_deposit_is_refused_by_field(changes):
    problems = refusal(DepositCredential, **(DEPOSIT | {"value": "v"} | changes))

    assert [field for field, _message in problems] == list(changes)


@pytest.mark.parametrize("field", ["name", "username", "note"])
def test_secret_in_readable_text_is_refused_without_repeating_it(field):
    problems = refusal(DepositCredential, **(DEPOSIT | {"value": "v", field: GITHUB_TOKEN}))

    assert problems == [
        (
            field,
            f"Value error, This looks like a secret (a GitHub token). {ADVICE}",
        )
    ]


def test_secret_in_a_reason_is_refused():
    assert refusal(DeclineRequest, reason=f"I sent {GITHUB_TOKEN} by mail")[0][0] == "reason"


@pytest.mark.parametrize("reason", ["", "  ", "x" * 1_001, None])
def test_reason_has_1_to_1000_characters(reason):
    assert [field for field, _message in refusal(DeclineRequest, reason=reason)] == ["reason"]
    assert len(DeclineRequest(reason="x" * 1_000).reason) == 1_000


@pytest.mark.parametrize(
    "fields",
    [{"hunter2-marked": 5}, {"hunter2-marked": ""}, {"a": ["hunter2-marked"]}, ["hunter2-marked"], "hunter2-marked"],
)
def test_refusal_of_fields_repeats_neither_names_nor_values(fields):
    assert "hunter2-marked" not in str(refusal(FulfillRequest, fields=fields))


def test_views_have_no_place_for_a_secret():
    assert set(CredentialView.model_fields) == set(Credential.model_fields) - {"account_id"}
    assert "value" not in CredentialView.model_fields


def test_null_fields_are_as_good_as_none():
    assert FulfillRequest.model_validate({"value": "v", "fields": None}).to_plaintext().content == b"v"
