"""An order to the assistant that was handed back, for those who may only ask."""

from __future__ import annotations

from typing import Literal

from common.errors import Conflict

Deed = Literal["assign", "update", "delete", "run"]


class OrderGiven(Conflict):
    """The message is an order, and nothing was done.

    Attributes:
        deed: what it tells to do with a task.
        task_id: the task that is meant; None where none is known.
        text: the words of a task to assign.
        status: to which an update sets the task; None for other deeds.
    """

    code = "ORDER_GIVEN"
    default_message = "This is an order, not a question. Nothing was done."

    def __init__(
        self, deed: Deed, *, task_id: str | None = None, text: str | None = None, status: str | None = None
    ) -> None:
        super().__init__()
        self.deed, self.task_id, self.text, self.status = deed, task_id, text, status
