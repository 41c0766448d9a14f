"""Shows a link to the client's user where the client can: elicitation by URL, which 2026-07-28 sends as a result.

In the era before, a server asks back on an event stream, which there is none of: there the link is in the result.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import mcp_types as types

from mcp_door.calls import success

OPENS_PAGES = types.ClientCapabilities(elicitation=types.ElicitationCapability(url=types.UrlElicitationCapability()))
_KEY = "link"
_MESSAGE = "Put the secret into Atrium's vault. The assistant doesn't see it."


def shown_link(
    result: types.CallToolResult, answers: Mapping[str, Any] | None
) -> types.CallToolResult | types.InputRequiredResult:
    """The tool's result; for one with a link, the request to open it, and then what came of that.

    Args:
        result: of the call.
        answers: what the client answered to the request, when it calls again.
    """
    told = result.structured_content or {}
    if told.get("status") != "open_link":
        return result
    if answers is None or _KEY not in answers:
        asked = types.ElicitRequestURLParams(message=_MESSAGE, url=told["link"], elicitation_id=_id_of(told["link"]))
        return types.InputRequiredResult(input_requests={_KEY: types.ElicitRequest(params=asked)})
    opened = getattr(answers[_KEY], "action", None) == "accept"
    if opened:
        return success({"status": "link_opened", "next": "The customer has the page open. Then see list_credentials."})
    return success({"status": "link_declined", "next": "The customer did not open the page. Nothing was stored."})


def _id_of(link: str) -> str:
    return link.rpartition("/")[2]
