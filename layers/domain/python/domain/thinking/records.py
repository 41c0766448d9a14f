"""What is stored about the model as a whole; steps are in `steps.py`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from domain.thinking.task import Failure


@dataclass(frozen=True, slots=True)
class ModelState:
    """How the last call of the model went, for all accounts: `failure` is None when it answered. `since` when."""

    model: str
    failure: Failure | None
    since: datetime
