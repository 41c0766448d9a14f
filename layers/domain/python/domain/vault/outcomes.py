"""What came of a use, as the egress function tells the function that invoked it."""

from __future__ import annotations

from typing import Literal

from common.model import Model

Problem = Literal[
    "already_used",
    "not_allowed",
    "not_sendable",
    "forbidden_target",
    "name_not_resolved",
    "timed_out",
    "tls_failed",
    "connection_failed",
    "bad_answer",
    "too_long",
    "not_text",
    "unreadable",
]


class Outcome(Model):
    """What came of a use: an answer, or the problem."""

    status: int | None = None
    content_type: str = ""
    body: str = ""
    problem: Problem | None = None
