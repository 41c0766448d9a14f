"""The errors of the domains. `common.problems` turns them into HTTP answers, MCP into tool errors (interface 7)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from common.services import frozen

_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))
_PREDICATE = re.compile(r"(?:must|takes|needs|is) ")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,31}")


def plain_name(name: str) -> str:
    """`name`, if it is an identifier of at most 32 characters; else `(unnamed)`, because it might hold a secret."""
    return name if _NAME.fullmatch(name) else "(unnamed)"


def said(problem: str) -> str:
    """What is wrong with a field, as a sentence: `must be text` becomes `This must be text.`."""
    whole = f"This {problem}" if _PREDICATE.match(problem) else problem[:1].upper() + problem[1:]
    return whole if whole.endswith((".", "?")) else f"{whole}."


@frozen
class FieldProblem:
    """One rejected field: its dotted path in the request, and what is wrong with it in plain words."""

    field: str
    message: str


class DomainError(Exception):
    """An error that a customer may read. `code` is sent as `error.code`; `message` never holds a secret."""

    code = "INTERNAL_ERROR"
    default_message = "Something went wrong on our side."
    details: dict[str, str | list[str]] | None = None
    """What a program needs besides the sentence; sent as `error.details`."""

    def __init__(self, message: str | None = None, *, code: str | None = None) -> None:
        self.message = message or self.default_message
        self.code = code or type(self).code
        super().__init__(self.message)


class NotFound(DomainError):
    """The thing does not exist, or it is another account's. The answer is the same, so that nobody can tell which."""

    code = "NOT_FOUND"
    default_message = "There is nothing here."


class InvalidRequest(DomainError):
    """The request is wrong. `problems` has the rejected fields, `suggestion` a better request (JSON-ready) or None."""

    code = "VALIDATION_ERROR"
    default_message = "Something in this request is wrong."

    def __init__(
        self, message: str | None = None, *, problems: tuple[FieldProblem, ...] = (), code: str | None = None
    ) -> None:
        super().__init__(message, code=code)
        self.problems = problems
        self.suggestion: dict[str, str | list[str]] | None = None

    @classmethod
    def of(cls, field: str, message: str) -> InvalidRequest:
        """An error about one field. `message` is both the error's message and the field's."""
        return cls(message, problems=(FieldProblem(field, message),))


class PayloadTooLarge(DomainError):
    """The body, or a value in it, is over its limit."""

    code = "PAYLOAD_TOO_LARGE"
    default_message = "The request body is too large."


class NotAcceptable(DomainError):
    """The caller takes no answer in JSON, and there is no other."""

    code = "NOT_ACCEPTABLE"
    default_message = "We answer in application/json: accept it."


class UnsupportedMediaType(DomainError):
    """The body was not sent as `application/json`."""

    code = "UNSUPPORTED_MEDIA_TYPE"
    default_message = "Send the body as application/json."


class Unauthenticated(DomainError):
    """The request has no valid API key and no valid session."""

    code = "UNAUTHORIZED"
    default_message = "Sign in, or send a valid API key."


class Forbidden(DomainError):
    """The caller is known and may not do this."""

    code = "FORBIDDEN"
    default_message = "You may not do this."


class AddressNotAllowed(Forbidden):
    """The API key is good, but not at the address that the request came from."""

    code = "ADDRESS_NOT_ALLOWED"
    default_message = "This API key does not work from this address."


class KeyLimitedToProjects(Forbidden):
    """The API key may see some projects only, and the request concerns the whole account."""

    code = "KEY_LIMITED_TO_PROJECTS"
    default_message = "This API key is limited to some projects; this needs the whole account."


class StepUpRequired(Forbidden):
    """The session is good, but the request needs a fresh proof that the user is still the one at the keyboard."""

    code = "STEP_UP_REQUIRED"
    default_message = "Confirm that it is you (POST /api/auth/step-up), then try again."


class AccountClosing(Forbidden):
    """The account is being deleted. Its owner may only undo that, prove who they are for it, or sign out."""

    code = "ACCOUNT_CLOSING"
    default_message = "This account is being deleted. All you can do is restore it."


class StrongerProofRequired(Forbidden):
    """The user gave a weaker proof of who they are than they could; `accepted` names the proofs that count."""

    code = "STRONGER_PROOF_REQUIRED"

    def __init__(self, accepted: Sequence[str]) -> None:
        super().__init__(f"Confirm with a {' or a '.join(accepted)}.")
        self.accepted = list(accepted)
        self.details = {"accepted": self.accepted}


class MissingScope(Forbidden):
    """The key lacks `scope`. Interface 7 gives the wording of the message."""

    def __init__(self, scope: str) -> None:
        super().__init__(f"API key missing required scope: {scope}")
        self.scope = scope
        self.details = {"missing_scopes": [scope]}


class Conflict(DomainError):
    """The thing is in a state in which this cannot be done."""

    code = "CONFLICT"
    default_message = "Somebody else changed this. Read it again, then retry."


class ChangedMeanwhile(Conflict):
    """Another writer changed what was read; nothing was written. `common.optimistic.settle` reads and tries again."""


class RequestInProgress(Conflict):
    """The first attempt with this idempotency key has not ended."""

    code = "REQUEST_IN_PROGRESS"
    default_message = "The first request with this Idempotency-Key is still running. Try again soon."


class AnswerLost(Conflict):
    """An earlier attempt with this idempotency key did the work, but its answer is lost and cannot be made again."""

    code = "ANSWER_LOST"
    default_message = (
        "We carried out this request before and lost its answer. We did nothing twice; read what is there now."
    )


class ApprovalNeeded(Conflict):
    """The owner must allow the request first; `inbox_item_id` is the id of the inbox item that asks them."""

    code = "APPROVAL_NEEDED"

    def __init__(self, inbox_item_id: str) -> None:
        super().__init__(
            f"The owner decides about this in their inbox ({inbox_item_id}). Call again once they have allowed it."
        )
        self.details = {"inbox_item_id": inbox_item_id}


class Unprocessable(DomainError):
    """The request brings an Idempotency-Key that an earlier, different request used."""

    code = "IDEMPOTENCY_KEY_REUSED"
    default_message = "You used this Idempotency-Key for another request."


class TooManyRequests(DomainError):
    """The caller must wait `retry_after_seconds` (at least 1) before the next attempt; the message says so."""

    code = "RATE_LIMITED"
    default_message = "Too many requests."

    def __init__(self, message: str | None = None, *, retry_after_seconds: int, code: str | None = None) -> None:
        name, unit = next(one for one in _UNITS if retry_after_seconds > one[1] or one[1] == 1)
        count = -(-retry_after_seconds // unit)
        wait = f"{count} {name}{'s' * (count > 1)}"
        super().__init__(f"{message or self.default_message} Try again in {wait}.", code=code)
        self.retry_after_seconds = retry_after_seconds


class AnswerTooLarge(DomainError):
    """The answer is larger than Lambda takes. Lists end their pages sooner; this is the last guard."""

    code = "ANSWER_TOO_LARGE"
    default_message = "The answer is over 6 MB. Ask for less at a time."


class TargetFailed(DomainError):
    """A host that the caller named did not answer, or its answer may not be passed on."""

    code = "TARGET_FAILED"
    default_message = "We could not reach the host."


class TargetTimedOut(DomainError):
    """A host that the caller named did not answer in time."""

    code = "TARGET_TIMED_OUT"
    default_message = "The host did not answer in time. It may still have done what you asked."


class Unavailable(DomainError):
    """A service that we depend on throttles or is down. Nothing was done: retry after `retry_after_seconds`."""

    code = "UNAVAILABLE"
    default_message = "A part of the service is down. Nothing was done; try again soon."
    retry_after_seconds = 2
