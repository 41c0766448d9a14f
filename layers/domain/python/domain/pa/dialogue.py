"""What was said last between an account and its assistant, and what a message refers to by it.

"Yes", "undo that" and "the second one" are resolved by `domain.language.dialogue` into the full sentence they stand
for; what else a message changes of the question before it is read by `follow_ups` and answered by `following`.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from pydantic import ConfigDict

from common.model import Model
from domain.language.dialogue import About

TTL = timedelta(hours=1)
MOST_SHOWN = 20


class Dialogue(Model):
    """The row: `about` is the last reply's, `asked` the last question as asked, `language` the customer's.

    `records`: the full names of the documents or accesses listed, in their order. `task_id`: the last task made or told
    of. `offers_task`: "yes" makes a task of the words in `about.if_yes`.
    """

    model_config = ConfigDict(extra="forbid")

    about: About = About()
    asked: str = ""
    intents: tuple[str, ...] = ()
    projects: tuple[str, ...] = ()
    records: tuple[str, ...] = ()
    task_id: str | None = None
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
