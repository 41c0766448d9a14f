"""The requests of workers: each is in the owner's inbox until it is confirmed, dismissed or a week old."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from common.dynamo import Write
from common.errors import ChangedMeanwhile
from common.transactions import changed_if_failed
from domain.agents.records import Message
from domain.answers.cards import Card, CardState, CardView
from domain.events import notices
from domain.events.log import commit
from domain.events.notices import Notice, NoticeKind
from domain.projects.records import Project


def noticing(project: Project, question: Message, cards: Sequence[Card]) -> list[Write]:
    """The writes that tell the owner of the cards that a worker's message made; none for the owner's own."""
    if not cards or cards[0].worker is None:
        return []
    more = f" and {len(cards) - 1} more" if len(cards) > 1 else ""
    wish = Notice(
        account_id=project.account_id,
        kind=NoticeKind.WISH,
        subject_id=question.id,
        name=cards[0].worker,
        trouble=f"its request “{cards[0].summary}”{more} has been waiting for your answer",
        remedy="confirm or dismiss it",
        over="its request is answered, or has expired",
        since=question.created_at,
        action="confirm_card",
        path=f"/app/projects/{project.id}/chat",
        project_id=project.id,
        until=cards[0].expires_at,
    )
    return notices.changing(None, wish)


def settle(account_id: str, shown: Iterable[CardView]) -> None:
    """Withdraw the notices of workers' messages without an open card. `shown`: every card of each of these messages."""
    of_workers = [card for card in shown if card.worker is not None]
    waiting = {card.message_id for card in of_workers if card.state is CardState.OPEN}
    for message_id in {card.message_id for card in of_workers} - waiting:
        try:
            with changed_if_failed():
                commit(notices.withdrawing(account_id, message_id))
        except ChangedMeanwhile:
            continue  # it was withdrawn before
