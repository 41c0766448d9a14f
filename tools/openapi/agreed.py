"""The routes and scopes that the agreed interface fixes, by hand; a test compares the handlers with them."""

from __future__ import annotations

from common.gate import Access
from tools.openapi import WORDS

SESSION = "session"
PUBLIC = "public"
ANY = "any"
"""Any key or session may call the route; what the answer shows depends on the scopes."""

AGREED: dict[str, tuple[str, ...] | str] = {
    route: needs if isinstance(needs, str) else tuple(needs) for route, needs in WORDS["agreed"].items()
}
SCOPES: tuple[str, ...] = tuple(WORDS["scopes"])


def needs_of(access: Access) -> tuple[str, ...] | str:
    """Who may call a route: these scopes, of which one is enough, or one of the words `session`, `public`, `any`."""
    return PUBLIC if access.public else SESSION if access.session_only else access.scopes or ANY
