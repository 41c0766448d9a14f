"""Triage: what needs the customer, and in which order. Pure rules over facts."""

from __future__ import annotations

from datetime import datetime
from itertools import groupby

from common.services import frozen
from common.wording import age
from domain.events.notices import Notice
from domain.pa.attention_records import Priority
from domain.pa.needs import QUESTION_AGE, STILL_AGE, Concern, Need, all_needs
from domain.pa.portfolio import Portfolio
from domain.projects.records import Project

__all__ = ["QUESTION_AGE", "STILL_AGE", "Attention", "Concern", "open_needs", "order_of", "triage"]
_SEVERAL = {
    Concern.CREDENTIAL: "the team needs {count} credentials, the first asked for {waited} ago",
    Concern.APPROVAL: "{count} documents wait for your approval, the first for {waited}",
    Concern.WORK_SUBMITTED: "{count} submissions of work wait for your review, the first for {waited}",
    Concern.WISH: "{count} wishes of workers wait for your word, the first for {waited}",
    Concern.WORK_RETURNED: "{count} work items came back three times or more, the first {waited} ago",
}


@frozen
class Attention:
    """What needs the customer for one concern: one need, or several of one project told in one sentence.

    `reason` says what and for how long, `ids` name the records it is about, and `count` is their number.
    """

    owner: Project | Notice
    concern: Concern
    reason: str
    since: datetime
    ids: tuple[str, ...] = ()
    count: int = 1
    needs: tuple[Need, ...] = ()

    @property
    def project(self) -> Project | None:
        """The project that it belongs to, if it belongs to one."""
        return self.owner if isinstance(self.owner, Project) else None

    @property
    def owner_id(self) -> str:
        """The project's id, or that of what the notice is about."""
        return self.owner.id if isinstance(self.owner, Project) else self.owner.subject_id

    @property
    def priority(self) -> Priority:
        """High for what stops work or costs money."""
        return self.needs[0].priority if self.needs else "medium"


def triage(portfolio: Portfolio) -> list[Attention]:
    """Everything that needs the customer, without what was put off or marked as done.

    The gravest concern comes first, and within one concern the oldest.
    """
    needs = [need for need in all_needs(portfolio) if not _is_set_aside(need, portfolio)]
    grouped = groupby(needs, key=lambda need: (need.owner_id, need.concern))
    found = [_together(tuple(group), portfolio.now) for _, group in grouped]
    return sorted(found, key=lambda item: (item.concern, item.since, item.owner_id))


def open_needs(portfolio: Portfolio) -> list[Need]:
    """The needs behind `triage`, each by itself, in its order."""
    needs = [need for item in triage(portfolio) for need in item.needs]
    return sorted(needs, key=order_of)


def order_of(need: Need) -> tuple[Concern, datetime, str]:
    """The gravest concern first, then the oldest."""
    return need.concern, need.since, need.id


def _is_set_aside(need: Need, portfolio: Portfolio) -> bool:
    said = portfolio.told.standings.get(need.id)
    return said is not None and said.is_set_aside(portfolio.now)


def _together(needs: tuple[Need, ...], now: datetime) -> Attention:
    """Needs of one owner and concern, oldest first."""
    first = needs[0]
    count = len(needs)
    ids = tuple(need.target_id for need in needs if need.subject) if first.project else (first.owner_id,)
    reason = first.reason
    if count > 1:
        reason = _SEVERAL[first.concern].format(count=count, waited=age(now - first.since))
    return Attention(first.owner, first.concern, reason, first.since, ids, count, needs)
