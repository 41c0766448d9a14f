"""The one refusal of this package: what was said about time is not certain enough to act on."""

from __future__ import annotations

from common.errors import FieldProblem, InvalidRequest

_EXAMPLE = "every Monday at 9am"


class ScheduleUnclearError(InvalidRequest):
    """`words` are the customer's own; `why` completes "…" is unclear: <why>; `example` is a phrase we do understand."""

    code = "SCHEDULE_UNCLEAR"

    def __init__(self, words: str, why: str = "I did not understand it", example: str = _EXAMPLE) -> None:
        message = (
            f"“{words.strip()}” is unclear: {why}{'' if why.endswith('?') else '.'} Say, for example, “{example}”."
        )
        super().__init__(message, problems=(FieldProblem("task", message),))
        self.words = words.strip()
