"""Triage: what needs the customer, and in which order. Pure rules over facts."""

from __future__ import annotations

from datetime import datetime
from itertools import groupby

from common.services import frozen
from common.wording import age
from domain.pa.needs import QUESTION_AGE, Concern, Need, all_needs
from domain.pa.portfolio import STILL_AGE, Portfolio

__all__ = ["QUESTION_AGE", "STILL_AGE", "Attention", "Concern", "open_needs", "triage"]
_SEVERAL = {
    Concern.CREDENTIAL: "the team needs {count} credentials",
    Concern.APPROVAL: "{count} documents wait for your approval",
    Concern.WORK_SUBMITTED: "{count} work items wait for your review",
    Concern.WISH: "{count} requests of workers wait for your answer",
    Concern.WORK_RETURNED: "{count} work items that came back three times or more wait for you",
}


@frozen
class Attention:
    """One sentence about what needs the customer: one need, or several of one project and one concern.

    `reason` says what and for how long, `since` is that of the oldest. `needs` are in the order of triage.
    """

    reason: str
    since: datetime
    needs: tuple[Need, ...]

    @property
    def first(self) -> Need:
        """The most urgent of its needs."""
        return self.needs[0]

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the records that it is about; none where it is about the whole project."""
        return tuple(need.target_id for need in self.needs if need.subject or need.project is None)


def triage(portfolio: Portfolio) -> list[Attention]:
    """Everything that needs the customer, without what was put off or marked as done, the most urgent first."""
    needs = [need for need in all_needs(portfolio) if not _is_set_aside(need, portfolio)]
    grouped = groupby(needs, key=lambda need: (need.owner_id, need.concern))
    found = [_together(sorted(group, key=lambda need: need.order), portfolio.now) for _, group in grouped]
    return sorted(found, key=lambda item: item.first.order)


def open_needs(portfolio: Portfolio) -> list[Need]:
    """The needs behind `triage`, one by one, the most urgent first."""
    return sorted((need for item in triage(portfolio) for need in item.needs), key=lambda need: need.order)


def _is_set_aside(need: Need, portfolio: Portfolio) -> bool:
    said = portfolio.told.standings.get(need.id)
    return said is not None and said.is_set_aside(portfolio.now)


def _together(needs: list[Need], now: datetime) -> Attention:
    """One sentence for `needs`, which are of one owner and concern, the most urgent first."""
    first, since = needs[0], min(need.since for need in needs)
    if len(needs) == 1:
        return Attention(first.reason, since, (first,))
    waited = age(now - since)
    reason = _SEVERAL[first.concern].format(count=len(needs))
    return Attention(f"{reason}, the first for {waited}" if waited else reason, since, tuple(needs))
