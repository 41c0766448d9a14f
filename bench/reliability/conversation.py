"""Counts what became of questions, from the conversations as the customer reads them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from bench.stand import Customer

PAGE = 100


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts over one conversation or several.

    Attributes:
        accepted: questions answered with 202.
        stored: questions in the conversation.
        replies: messages that answer a question, notes of a failure included.
        lost: accepted questions without any reply.
        duplicated: replies beyond a question's first.
        out_of_order: replies to an older question than the reply before answers.
        failed: questions whose status is failed.
        unaccepted: questions that are in the conversation though they were refused.
    """

    accepted: int = 0
    stored: int = 0
    replies: int = 0
    lost: int = 0
    duplicated: int = 0
    out_of_order: int = 0
    failed: int = 0
    unaccepted: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))


def tally(messages: Sequence[Mapping[str, Any]], accepted: Iterable[str]) -> Tally:
    """Count one conversation, its messages oldest first; `accepted` are the ids that callers were given."""
    wanted = set(accepted)
    asked = [message for message in messages if message["sender_type"] == "customer"]
    replied = [str(message["reply_to"]) for message in messages if message["reply_to"]]
    return Tally(
        accepted=len(wanted),
        stored=len(asked),
        replies=len(replied),
        lost=len(wanted - set(replied)),
        duplicated=len(replied) - len(set(replied)),
        out_of_order=sum(later < earlier for earlier, later in pairwise(replied)),
        failed=sum(message["run_status"] == "failed" for message in asked),
        unaccepted=len({message["id"] for message in asked} - wanted),
    )


def read(customer: Customer, project_id: str) -> list[Mapping[str, Any]]:
    """Every message of a project, oldest first."""
    messages: list[Mapping[str, Any]] = []
    cursor = ""
    while True:
        page = customer.send("GET", f"/agents/{project_id}/messages?limit={PAGE}{cursor}")
        messages += page["messages"]
        if not page["has_more"]:
            return messages[::-1]
        cursor = f"&before={messages[-1]['id']}"


def tally_all(customer: Customer, accepted: Mapping[str, Sequence[str]]) -> Tally:
    """Count several projects of one customer together; `accepted` has the ids of accepted questions by project."""
    return sum((tally(read(customer, project), ids) for project, ids in accepted.items()), Tally())
