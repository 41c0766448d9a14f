"""Puts the protocol's errors in our own words: the library's may quote the message that it refuses."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import mcp_types as types

_SENTENCES: Mapping[int, str] = MappingProxyType(
    {
        types.PARSE_ERROR: "Not well-formed JSON.",
        types.INVALID_REQUEST: "Not a request of the protocol.",
        types.METHOD_NOT_FOUND: "There is no such method.",
        types.INVALID_PARAMS: "The params are not this method's, or their _meta lacks what this version needs.",
        types.HEADER_MISMATCH: "MCP-Protocol-Version, Mcp-Method and Mcp-Name are sent once, as the message has them.",
        types.MISSING_REQUIRED_CLIENT_CAPABILITY: "This needs a capability that the client does not have.",
        types.UNSUPPORTED_PROTOCOL_VERSION: "This version of the protocol is not spoken here.",
    }
)
_FAULT = "Something went wrong on our side."
_VERSION = re.compile(r"v?[0-9.-]{1,10}")
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]{0,20}://[!-~]{1,300}")


def reworded(body: bytes, words: str | None) -> bytes:
    """The library's refusal in our words, with its code and the data that the protocol requires; a success unchanged.

    Args:
        body: the library's answer; one that is no message of the protocol becomes one.
        words: ours, where a callback of ours refused; else there is a sentence for each code.
    """
    try:
        answer = json.loads(body)
        error = answer.get("error")
    except (ValueError, AttributeError):
        answer, error = {}, {"code": types.INVALID_REQUEST}
    if error is None:
        return body
    code = error["code"] if error["code"] in _SENTENCES else types.INTERNAL_ERROR
    told = {"code": code, "message": words or _SENTENCES.get(code, _FAULT)} | _data(error.get("data"))
    return json.dumps({"jsonrpc": "2.0", "id": answer.get("id"), "error": told}).encode()


def _data(data: Any) -> dict[str, Any]:
    """The part of an error's data that we pass on: versions, missing capabilities, an unknown address; else empty."""
    if not isinstance(data, dict):
        return {}
    kept = {name: data[name] for name in ("supported", "requiredCapabilities") if name in data}
    if _VERSION.fullmatch(str(data.get("requested"))):
        kept["requested"] = data["requested"]
    if _ADDRESS.fullmatch(str(data.get("uri"))):
        kept["uri"] = data["uri"]
    return {"data": kept} if kept else {}
