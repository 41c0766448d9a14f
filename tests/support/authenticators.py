"""An authenticator in software: makes passkeys and signs with them, rightly or with one thing wrong."""

from __future__ import annotations

import hashlib
import json
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

ORIGIN = "https://atrium.example"
USER_PRESENT, USER_VERIFIED, HAS_KEY = 0x01, 0x04, 0x40


def encoded(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class SoftAuthenticator:
    """An authenticator with one passkey; its fields set whatever a forger might change."""

    origin: str = ORIGIN
    rp_id: str = "atrium.example"
    verifies_user: bool = True
    count: int = 0
    name: bytes = b"credential-1"
    user_handle: str = ""
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.derive_private_key(7, ec.SECP256R1()))

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to the options of `navigator.credentials.create`, as `toJSON()` gives it."""
        self.user_handle = options["user"]["id"]
        numbers = self.key.public_key().public_numbers()
        public_key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        credential = bytes(16) + struct.pack(">H", len(self.name)) + self.name + cbor2.dumps(public_key)
        data = self._data(HAS_KEY) + credential
        return self._answer(
            {
                "clientDataJSON": self._client_data("webauthn.create", options),
                "attestationObject": encoded(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
                "transports": ["internal"],
            }
        )

    def use(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to the options of `navigator.credentials.get`."""
        self.count += 1
        data, client_data = self._data(0), self._client_data("webauthn.get", options)
        signed = data + hashlib.sha256(decoded(client_data)).digest()
        return self._answer(
            {
                "clientDataJSON": client_data,
                "authenticatorData": encoded(data),
                "signature": encoded(self.key.sign(signed, ec.ECDSA(hashes.SHA256()))),
                "userHandle": self.user_handle,
            }
        )

    def _data(self, flags: int) -> bytes:
        flags |= USER_PRESENT | (USER_VERIFIED if self.verifies_user else 0)
        return hashlib.sha256(self.rp_id.encode()).digest() + struct.pack(">BI", flags, self.count)

    def _client_data(self, kind: str, options: dict[str, Any]) -> str:
        said = {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}
        return encoded(json.dumps(said).encode())

    def _answer(self, response: dict[str, Any]) -> dict[str, Any]:
        name = encoded(self.name)
        return {
            "id": name,
            "rawId": name,
            "type": "public-key",
            "response": response,
            "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
        }
