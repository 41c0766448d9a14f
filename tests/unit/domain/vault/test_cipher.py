from __future__ import annotations

import base64
import dataclasses
import json

import pytest
from botocore.exceptions import ClientError

from common.errors import PayloadTooLarge, Unavailable
from common.sealing import SealBroken
from domain.vault.cipher import Binding, Plaintext, vault_cipher
from vaults import kms_failing

BINDING = Binding("acc_1", "prj_1", "crd_1", 1)


@pytest.fixture
def cipher(aws):
    return vault_cipher()


def test_sealed_value_opens_under_its_binding(cipher):
    sealed = cipher.seal(Plaintext.of_value("s3cret\n"), BINDING)

    assert cipher.open(sealed, BINDING) == b"s3cret\n"
    assert b"s3cret" not in base64.b64decode(sealed)


@pytest.mark.parametrize(
    "other",
    [{"account_id": "acc_2"}, {"project_id": "prj_2"}, {"credential_id": "crd_2"}, {"version": 2}],
    ids=lambda change: next(iter(change)),
)
def test_sealed_value_does_not_open_under_another_binding(cipher, other):
    sealed = cipher.seal(Plaintext.of_value("s3cret"), BINDING)

    with pytest.raises(SealBroken):
        cipher.open(sealed, dataclasses.replace(BINDING, **other))


def test_sealed_value_does_not_open_when_it_was_changed(cipher):
    sealed = bytearray(base64.b64decode(cipher.seal(Plaintext.of_value("s3cret"), BINDING)))
    sealed[-1] ^= 1

    with pytest.raises(SealBroken):
        cipher.open(base64.b64encode(sealed).decode(), BINDING)


def test_fields_are_sealed_as_canonical_json():
    one = Plaintext.of_fields({"user": "ada", "password": "grün"})
    other = Plaintext.of_fields({"password": "grün", "user": "ada"})

    assert one == other
    assert one.content == '{"password":"grün","user":"ada"}'.encode()


@pytest.mark.parametrize("value", ["x" * 4_096, "ü" * 2_048])
def test_value_of_4096_bytes_is_sealed(cipher, value):
    sealed = cipher.seal(Plaintext.of_value(value), BINDING)

    assert cipher.open(sealed, BINDING) == value.encode()


@pytest.mark.parametrize("value", ["x" * 4_097, "ü" * 2_048 + "x"])
def test_value_of_4097_bytes_is_too_large(value):
    with pytest.raises(PayloadTooLarge):
        Plaintext.of_value(value)


def test_fields_are_too_large_by_their_json():
    frame = len(json.dumps({"a": ""}, separators=(",", ":")))

    assert len(Plaintext.of_fields({"a": "x" * (4_096 - frame)}).content) == 4_096
    with pytest.raises(PayloadTooLarge):
        Plaintext.of_fields({"a": "x" * (4_097 - frame)})


def test_plaintext_does_not_print_its_content():
    assert "s3cret" not in repr(Plaintext.of_value("s3cret"))


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("KMSInternalException", 500),
        ("KeyUnavailableException", 500),
        ("DependencyTimeoutException", 503),
        ("ThrottlingException", 400),
        ("DisabledException", 400),
        ("KMSInvalidStateException", 400),
    ],
)
@pytest.mark.parametrize("operation", ["encrypt", "decrypt"])
def test_cipher_is_unavailable_when_kms_or_its_key_is_down(cipher, operation, code, status):
    sealed = cipher.seal(Plaintext.of_value("s3cret"), BINDING)

    with kms_failing(operation, code, status=status), pytest.raises(Unavailable) as caught:
        cipher.seal(Plaintext.of_value("s3cret"), BINDING) if operation == "encrypt" else cipher.open(sealed, BINDING)

    assert "s3cret" not in f"{caught.value} {caught.value.__cause__}"


@pytest.mark.parametrize("operation", ["encrypt", "decrypt"])
def test_cipher_does_not_hide_a_missing_permission(cipher, operation):
    sealed = cipher.seal(Plaintext.of_value("s3cret"), BINDING)

    with kms_failing(operation, "AccessDeniedException", status=400), pytest.raises(ClientError):
        cipher.seal(Plaintext.of_value("s3cret"), BINDING) if operation == "encrypt" else cipher.open(sealed, BINDING)
