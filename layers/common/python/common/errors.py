"""What can go wrong, said in the domain's words; doors and tools decide how it is answered (interface 7)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """One rejected field: its dotted path in the request, and what is wrong with it in plain words."""

    field: str
    message: str


class DomainError(Exception):
    """A refusal a customer may read. `code` is the wire's `error.code`; `message` never carries a secret."""

    code = "INTERNAL_ERROR"
    default_message = "Something went wrong on our side."

    def __init__(self, message: str | None = None, *, code: str | None = None) -> None:
        self.message = message or self.default_message
        self.code = code or type(self).code
        super().__init__(self.message)


class NotFound(DomainError):
    """No such thing, or another account's: deliberately one and the same answer."""

    code = "NOT_FOUND"
    default_message = "No such resource."


class InvalidRequest(DomainError):
    """The request itself is wrong; `problems` names each field."""

    code = "VALIDATION_ERROR"
    default_message = "The request is not valid."

    def __init__(
        self, message: str | None = None, *, problems: tuple[FieldProblem, ...] = (), code: str | None = None
    ) -> None:
        super().__init__(message, code=code)
        self.problems = problems

    @classmethod
    def of(cls, field: str, message: str) -> InvalidRequest:
        """One field, one problem."""
        return cls(message, problems=(FieldProblem(field, message),))


class PayloadTooLarge(DomainError):
    """The body, or a value in it, is over its limit."""

    code = "PAYLOAD_TOO_LARGE"
    default_message = "The request body is too large."


class UnsupportedMediaType(DomainError):
    """A body that is not `application/json`."""

    code = "UNSUPPORTED_MEDIA_TYPE"
    default_message = "Send the body as application/json."


class Unauthenticated(DomainError):
    """No caller could be established."""

    code = "UNAUTHORIZED"
    default_message = "Sign in, or send a valid API key."


class Forbidden(DomainError):
    """The caller is known and may not do this."""

    code = "FORBIDDEN"
    default_message = "Not allowed."


class MissingScope(Forbidden):
    """The key lacks `scope`; the wording is the interface's (7), to the letter."""

    def __init__(self, scope: str) -> None:
        super().__init__(f"API key missing required scope: {scope}")
        self.scope = scope


class Conflict(DomainError):
    """The state of the thing forbids it now."""

    code = "CONFLICT"
    default_message = "The resource was changed meanwhile. Read it again and retry."


class ChangedMeanwhile(Conflict):
    """What was read changed before the write: nothing was written. `common.optimistic.settle` reads and tries again."""


class Unprocessable(DomainError):
    """Well-formed, and still contradicts an earlier request (Idempotency-Key reuse)."""

    code = "IDEMPOTENCY_KEY_REUSED"
    default_message = "This Idempotency-Key was used with another request."


class TooManyRequests(DomainError):
    """Slow down; `retry_after_seconds` ≥ 1."""

    code = "RATE_LIMITED"
    default_message = "Too many requests."

    def __init__(self, message: str | None = None, *, retry_after_seconds: int, code: str | None = None) -> None:
        super().__init__(message, code=code)
        self.retry_after_seconds = retry_after_seconds


class Unavailable(DomainError):
    """A dependency throttles or is down, and nothing was done; safe to retry after `retry_after_seconds`."""

    code = "UNAVAILABLE"
    default_message = "A part of the service is not available. Nothing was done; try again shortly."
    retry_after_seconds = 2
