"""Errors for what a project's state forbids: conflicts (HTTP status 409), and a comment that changes nothing (400)."""

from __future__ import annotations

from collections.abc import Sequence

from common.errors import Conflict, FieldProblem, InvalidRequest


class IntakeIncomplete(Conflict):
    """Required questions are unanswered; `missing` names them in the questionnaire's order."""

    code = "INTAKE_INCOMPLETE"

    def __init__(self, missing: tuple[str, ...]) -> None:
        super().__init__(f"The intake still needs an answer to: {', '.join(missing)}.")
        self.missing = missing


class AlreadySubmitted(Conflict):
    """The brief was submitted and can no longer be changed."""

    code = "ALREADY_SUBMITTED"
    default_message = "The brief was submitted and is final. Tell the CEO what should change."


class OverCeiling(Conflict):
    """The estimate is over the customer's ceiling, and the customer did not say that this is all right."""

    code = "OVER_CEILING"

    def __init__(self, total: str, over: str, ceiling: str) -> None:
        super().__init__(
            f"The estimate of {total} is {over} over your ceiling of {ceiling}. Nothing was submitted. "
            "Raise the ceiling, take something out, or submit with accept_over_ceiling: true."
        )


class AlreadyDecided(Conflict):
    """The approval was decided before; it can be decided only once."""

    code = "ALREADY_DECIDED"
    default_message = "This revision was decided before."


class NothingToApply(InvalidRequest):
    """Changes were requested, and none of them can be applied. Nothing was decided.

    `why` says of each point of the comment what is wrong with it; `examples` are changes that could be applied.
    """

    def __init__(self, why: Sequence[str], examples: Sequence[str]) -> None:
        instead = f" Say each change by itself, for example {', '.join(f'“{one}”' for one in examples)}."
        message = f"Nothing was decided, because nothing in this can be applied. {' '.join(why)}{instead}"
        super().__init__(message, problems=(FieldProblem("comment", message),), code="NOTHING_TO_APPLY")


class RevisionReplaced(Conflict):
    """The approval belongs to a revision that is no longer in review."""

    def __init__(self, decided: int, current: int) -> None:
        super().__init__(f"Revision {decided} is not the one in review; the current revision is {current}.")


class NotRunning(Conflict):
    """The project's status forbids the step."""


class NotReady(Conflict):
    """The team's next step is another one. The worker read old records or has a defect; no customer can cause this."""


MAX_PROJECTS = 200  # Interface 8 gives no number; this one is ours.


class TooManyProjects(Conflict):
    """The account's limit is reached."""

    code = "LIMIT_REACHED"
    default_message = f"An account has at most {MAX_PROJECTS} projects."
