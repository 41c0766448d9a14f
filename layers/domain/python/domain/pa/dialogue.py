"""What was said last between an account and its assistant, and what a message refers to by it.

Follow-ups are resolved by `domain.language.dialogue` into the full sentence they stand for; what only the assistant
knows is here: what a cut short question asks ("the oldest?"), and the last task ("make that 9").
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

from pydantic import ConfigDict

from common.model import Model
from domain.language.dialogue import About
from domain.language.words import word_set

TTL = timedelta(hours=1)
MOST_SHOWN = 20
_LEFT_BY_CUTTING = word_set(
    """
    and or so but ok which who what whom when how many much long since is are was were has have been the of them these
    those one ones it they that first last oldest newest latest earliest older newer longest cheapest dearest cheaper
    most least expensive next total all in waiting waited there for from whom by per each project projects phase
    """
)
_SPAN = r"(?:in )?\d{1,2} (?:minutes?|hours?|days?|weeks?)"
_MAKE_THAT = re.compile(
    r"(?:(?:sorry|actually|please|ok|hm),? )*(?:(?:no,? )?(?:make (?:that|it)|(?:change|shift|move|push|set)"
    rf"(?: that| it)? to|rather|better|at)(?: at)?|no,?) (?P<time>{_SPAN}|\d{{1,2}}(?::\d\d)? ?(?:am|pm|o'clock)?|noon"
    r"|midnight)(?: instead| please| rather)*"
)
_TIME = re.compile(
    r"\bat \d{1,2}(?::\d\d)?(?: ?(?:am|pm))?\b|\b\d{1,2}(?::\d\d)? ?(?:am|pm)\b|\b\d{1,2}:\d\d\b", re.IGNORECASE
)


class Dialogue(Model):
    """The row. `about` is the last reply's; `asked` the last question as asked, `task_id` the last task made.

    `language`: in which the customer wrote. `offers_task`: "yes" makes a task of the words in `about.if_yes`.
    """

    model_config = ConfigDict(extra="forbid")

    about: About = About()
    asked: str = ""
    intents: tuple[str, ...] = ()
    projects: tuple[str, ...] = ()
    task_id: str | None = None
    task_text: str = ""
    language: str = "en"
    offers_task: bool = False
    said_at: datetime

    def is_over(self, now: datetime) -> bool:
        """DynamoDB may show an expired row for two days."""
        return now - self.said_at > TTL

    def to_item(self, account_id: str) -> dict[str, Any]:
        """The row of the pa table."""
        expires = int((self.said_at + TTL).timestamp())
        return {**dialogue_key(account_id), **self.model_dump(mode="json"), "expires_at_epoch": expires}


def dialogue_key(account_id: str) -> dict[str, str]:
    """One row an account."""
    return {"pk": f"ACCOUNT#{account_id}", "sk": "DIALOGUE"}


def is_cut_short(plain: str) -> bool:
    """Whether a message asks only which of the things just spoken of is meant ("and the oldest one?")."""
    return bool(plain) and all(word in _LEFT_BY_CUTTING for word in plain.replace(",", "").split())


def new_time(plain: str) -> str | None:
    """The hour of "make that 9"."""
    match = _MAKE_THAT.fullmatch(plain)
    return match["time"].replace("o'clock", "").strip() if match else None


def with_time(task_text: str, time: str) -> str:
    """The text of a task with its time of day replaced by `time`; a bare hour keeps am or pm."""
    if re.fullmatch(_SPAN, time):
        return re.sub(_SPAN, f"in {time.removeprefix('in ')}", task_text, count=1)
    before = _TIME.search(task_text)
    half = re.search(r"am|pm", before[0], re.IGNORECASE) if before else None
    if half and time.isdigit():
        time += half[0].lower()
    if before is None:
        return f"{task_text} at {time}"
    return f"{task_text[: before.start()]}at {time}{task_text[before.end() :]}"
