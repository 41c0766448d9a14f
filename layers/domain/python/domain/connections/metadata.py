"""The documents of discovery: the resource, the server that authorizes for it, and its abilities (RFC 8414, 9728)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from domain.keys.scopes import SCOPES

_MACHINE = frozenset({"localhost", "127.0.0.1", "::1"})
RESOURCE_PATH = "/mcp"
AUTH_METHODS = ("none", "client_secret_post", "client_secret_basic")
CODE_GRANTS = ("authorization_code", "refresh_token")
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"


def issuer_of(public_url: str | None) -> str | None:
    """The issuer of tokens, which is the product's own origin; None where OAuth is off.

    It comes from the operator's setting alone: a caller chooses the Host header. Plain http is for local use.
    """
    if not public_url:
        return None
    origin = public_url.rstrip("/")
    parts = urlsplit(origin)
    return origin if parts.scheme == "https" or parts.hostname in _MACHINE else None


def protected_resource(issuer: str) -> dict[str, Any]:
    """The metadata of the protected resource (RFC 9728)."""
    return {
        "resource": resource_of(issuer),
        "authorization_servers": [issuer],
        "scopes_supported": list(SCOPES),
        "bearer_methods_supported": ["header"],
        "resource_name": "Atrium",
        "resource_documentation": f"{issuer}/docs",
    }


def authorization_server(issuer: str) -> dict[str, Any]:
    """The authorization server's metadata: RFC 8414, and what RFC 8628, 9207 and client ID metadata documents add."""
    return {
        "issuer": issuer,
        "authorization_endpoint": f"{issuer}/oauth/authorize",
        "token_endpoint": f"{issuer}/oauth/token",
        "device_authorization_endpoint": f"{issuer}/oauth/device",
        "registration_endpoint": f"{issuer}/oauth/register",
        "revocation_endpoint": f"{issuer}/oauth/revoke",
        "scopes_supported": list(SCOPES),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": [*CODE_GRANTS, DEVICE_GRANT],
        "token_endpoint_auth_methods_supported": list(AUTH_METHODS),
        "revocation_endpoint_auth_methods_supported": list(AUTH_METHODS),
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": True,
        "client_id_metadata_document_supported": True,
    }


def auth_method(wanted: Mapping[str, Any], ours: Sequence[str], *, otherwise: str) -> str | None:
    """The first method that we offer: the one that the client wants, or else one that it lists; None if there is none.

    `token_endpoint_auth_methods_supported` is a server's field by the standard. ChatGPT's document has it, too: it
    prefers to sign (`private_key_jwt`), which we cannot verify, and uses another method where a server lacks that.
    """
    listed = wanted.get("token_endpoint_auth_methods_supported")
    methods = [wanted.get("token_endpoint_auth_method", otherwise), *(listed if isinstance(listed, list) else [])]
    return next((one for one in methods if one in ours), None)


def resource_of(issuer: str) -> str:
    """The address of the only resource that tokens are good for: `/mcp` of the issuer."""
    return issuer + RESOURCE_PATH


def challenge(issuer: str | None, *, error: str | None = None) -> str:
    """The `WWW-Authenticate` header of a 401 at `/mcp` (RFC 6750, 9728). `error`: what is wrong with a token sent."""
    parts = ['realm="atrium"']
    if error:
        parts.append(f'error="{error}"')
    if issuer:
        parts.append(f'resource_metadata="{issuer}/.well-known/oauth-protected-resource{RESOURCE_PATH}"')
        parts.append(f'scope="{" ".join(SCOPES)}"')
    return "Bearer " + ", ".join(parts)
