"""The one refusal of this package: what was said about time is not certain enough to act on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from common.errors import FieldProblem, InvalidRequest

_EXAMPLE = "every Monday at 9am"


class ScheduleUnclearError(InvalidRequest):
    """`words` are the customer's own; `why` completes "…" is unclear: <why>; `example` is a phrase we do understand.

    `about_place`: the words are clear, but not what they belong to. `suggestion` is the nearest text that would be
    read, with its schedule and next runs; None if there is none.
    """

    code = "SCHEDULE_UNCLEAR"

    def __init__(self, words: str, why: str = "I did not understand it", example: str = _EXAMPLE) -> None:
        self.words = words.strip()
        self._told = f"“{self.words}” is unclear: {why}{'' if why.endswith('?') else '.'}"
        self.about_place = "a part of the task" in why
        message = f"{self._told} Say, for example, “{example}”."
        super().__init__(message, problems=(FieldProblem("task", message),))

    def offer(self, text: str, schedule: str, next_runs: Sequence[datetime]) -> None:
        """Names a text that would be read instead of an example."""
        self.message = f"{self._told} Do you mean “{text}”? That would be {schedule}."
        self.problems = (FieldProblem("task", self.message),)
        self.suggestion = {
            "text": text,
            "schedule": schedule,
            "next_runs": [run.isoformat(timespec="minutes") for run in next_runs],
        }
