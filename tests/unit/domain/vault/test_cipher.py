from __future__ import annotations

import base64
import dataclasses

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


def test_sealed_value_opens_neither_under_another_binding_nor_when_it_was_changed(cipher):
    sealed = cipher.seal(Plaintext.of_value("s3cret"), BINDING)
    changed = bytearray(base64.b64decode(sealed))
    changed[-1] ^= 1
    others = ({"account_id": "acc_2"}, {"project_id": "prj_2"}, {"credential_id": "crd_2"}, {"version": 2})
    attempts = [(sealed, dataclasses.replace(BINDING, **other)) for other in others]

    for ciphertext, binding in (*attempts, (base64.b64encode(changed).decode(), BINDING)):
        with pytest.raises(SealBroken):
            cipher.open(ciphertext, binding)


@pytest.mark.parametrize("value", ["s3cret\n", "x" * 4_096, "ü" * 2_048])
def test_value_of_up_to_4096_bytes_opens_as_it_was_sealed(cipher, value):
    sealed = cipher.seal(Plaintext.of_value(value), BINDING)

    assert cipher.open(sealed, BINDING) == value.encode()
    assert value.encode() not in base64.b64decode(sealed)


def test_value_or_fields_of_4097_bytes_are_too_large():
    frame = len('{"a":""}')

    assert len(Plaintext.of_fields({"a": "x" * (4_096 - frame)}).content) == 4_096
    for make, content in ((Plaintext.of_value, "ü" * 2_048 + "x"), (Plaintext.of_fields, {"a": "x" * (4_097 - frame)})):
        with pytest.raises(PayloadTooLarge):
            make(content)


@pytest.mark.parametrize(
    ("code", "status", "error"),
    [
        ("KMSInternalException", 500, Unavailable),
        ("DependencyTimeoutException", 503, Unavailable),
        ("ThrottlingException", 400, Unavailable),
        ("KMSInvalidStateException", 400, Unavailable),
        ("AccessDeniedException", 400, ClientError),
    ],
)
@pytest.mark.parametrize("operation", ["encrypt", "decrypt"])
def test_kms_that_is_down_is_told_from_a_missing_permission(cipher, operation, code, status, error):
    sealed = cipher.seal(Plaintext.of_value("s3cret"), BINDING)

    with kms_failing(operation, code, status=status), pytest.raises(error) as caught:
        cipher.seal(Plaintext.of_value("s3cret"), BINDING) if operation == "encrypt" else cipher.open(sealed, BINDING)

    assert "s3cret" not in f"{caught.value} {caught.value.__cause__}"
