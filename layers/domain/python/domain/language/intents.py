"""What a message to the assistant can ask for: the closed list of the rules, and of a model that reads after them."""

from typing import Literal, get_args

Intent = Literal[
    "summary", "priorities", "approvals", "blockers", "budget", "credentials", "timeline", "project_status", "schedule",
    "messages", "help", "out_of_scope",
]  # fmt: skip
INTENTS: tuple[Intent, ...] = get_args(Intent)
