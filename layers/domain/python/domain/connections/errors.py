"""Refusals of OAuth's endpoints, in the standards' words (RFC 6749 5.2, RFC 7591 3.2.2, RFC 8707 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from domain.connections.records import Client


class OAuthError(Exception):
    """A refusal that the client is told. `code` is for programs, `description` for those who write them.

    `status` is the HTTP status of the answer; a redirect carries code and description instead.
    """

    def __init__(self, code: str, description: str, *, status: int = 400) -> None:
        super().__init__(f"{code}: {description}")
        self.code = code
        self.description = description
        self.status = status


class NoSafeRedirect(Exception):
    """We do not redirect the browser on an error: people get a page, which says why.

    Anybody may register a client, and then make it ask wrongly. An error that was answered by a redirect would turn our
    address into a link to any other (RFC 9700, 4.11.2).

    Attributes:
        status: the HTTP status of the page.
        client: who asked, where that is known.
        back: a link on the page that tells the client the error; None where the client's address is unknown.
    """

    def __init__(
        self, message: str, *, status: int = 400, client: Client | None = None, back: str | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.client = client
        self.back = back


def invalid_grant(description: str = "This code or token is not valid any more.") -> OAuthError:
    """The error for a bad code or token, in the same words for every reason, so that guessing teaches nothing."""
    return OAuthError("invalid_grant", description)


def invalid_client() -> OAuthError:
    """The error (401) for a client that is unknown or did not prove who it is."""
    return OAuthError("invalid_client", "There is no such client, or it could not prove who it is.", status=401)
