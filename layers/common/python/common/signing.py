"""Signatures by a key of KMS, which anybody can verify with its public half."""

from __future__ import annotations

import base64
from functools import cache
from typing import Any

from common.aws import client, unavailable_on_outage

ALGORITHM = "RSASSA_PKCS1_V1_5_SHA_256"


def sign(key_id: str, message: bytes) -> str:
    """The signature, in base64, of a message of at most 4,096 bytes. Raises `Unavailable` when KMS is down."""
    with unavailable_on_outage():
        answer = _kms().sign(KeyId=key_id, Message=message, MessageType="RAW", SigningAlgorithm=ALGORITHM)
    return base64.b64encode(answer["Signature"]).decode()


@cache
def public_key(key_id: str) -> str:
    """The public half as SubjectPublicKeyInfo (DER), in base64. Raises `Unavailable` when KMS is down."""
    with unavailable_on_outage():
        answer = _kms().get_public_key(KeyId=key_id)
    return base64.b64encode(answer["PublicKey"]).decode()


@cache
def _kms() -> Any:
    return client("kms")
