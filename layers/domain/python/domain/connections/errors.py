"""What OAuth's endpoints refuse, in the standard's words (RFC 6749 5.2, RFC 7591 3.2.2, RFC 8707 2)."""

from __future__ import annotations


class OAuthError(Exception):
    """A refusal that a client is told. `code` is for programs, `description` for those who write them.

    `status` is the HTTP status of the answer; a redirect carries code and description instead.
    """

    def __init__(self, code: str, description: str, *, status: int = 400) -> None:
        super().__init__(f"{code}: {description}")
        self.code = code
        self.description = description
        self.status = status


class NoSafeRedirect(Exception):
    """Nobody vouches for the address that the browser would be sent to, so people get a page instead.

    The message is for people; it never repeats what the request held.
    """


def invalid_grant(description: str = "The code or token is not valid, or no longer.") -> OAuthError:
    """The same words for every reason: who tries codes learns nothing."""
    return OAuthError("invalid_grant", description)


def invalid_client() -> OAuthError:
    """The client is not known, or did not show who it is."""
    return OAuthError("invalid_client", "No such client, or it is not the one that it says it is.", status=401)
