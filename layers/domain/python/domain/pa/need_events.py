"""Attention as events: we compare what needs the customer now with what we told before, and tell the difference.

The rows and the events are written in one transaction, on condition that the rows are as they were read. So a nudge
that comes twice, or a worker that is killed, tells nothing twice and forgets nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import cache
from itertools import islice

from common.clock import utc_now
from common.dynamo import Write
from common.optimistic import settle
from common.services import frozen, service
from common.wording import moment_of
from domain.events.log import recording
from domain.events.records import Event, EventType, happened
from domain.pa.need_records import Standing
from domain.pa.need_store import NeedStore, need_store
from domain.pa.needs import OF_ACCOUNT, Concern, all_needs, opening_times
from domain.pa.portfolio import Portfolio, PortfolioReader, portfolio_reader
from domain.pa.triage import open_needs

SETTLED_AFTER = timedelta(seconds=60)
"""Two of the indexes that the triage reads are eventually consistent: after an event, we look a second time."""
LOOK_EVERY = timedelta(hours=1)
_UNHEARD = frozenset({Concern.OVER_BUDGET, Concern.QUESTION, Concern.STILL}) | OF_ACCOUNT
"""Needs that may end without an event: a ceiling is raised, a webhook delivers again."""
_MOST = 30  # differences in one transaction: three writes each, of a hundred


@frozen
class Difference:
    """How a need's row changes: no `before` if new, no `after` once ended. `tells`: event and sentence, if any."""

    need: Standing
    before: Standing | None
    after: Standing | None
    tells: tuple[EventType, str] | None = None


@service
class NeedEventService:
    """Records the events of what needs the customer."""

    reader: PortfolioReader
    store: NeedStore
    now: Callable[[], datetime]

    def refresh(self, account_id: str, *, look_again: bool = False) -> int:
        """Record events of needs that began, changed or ended since the last time; returns how many needs did.

        `look_again`: look again in a minute: indexes may not show yet what just happened. Raises `ChangedMeanwhile`.
        """
        changed = 0
        while True:
            count = settle(lambda: self._tell_some(account_id, look_again=look_again))
            changed += count
            if count < _MOST:
                return changed

    def _tell_some(self, account_id: str, *, look_again: bool) -> int:
        """Tell as many differences as fit into one transaction; returns how many. Raises `ChangedMeanwhile`."""
        portfolio = self.reader.read(account_id, timezone="UTC")
        found = list(islice(differences(portfolio), _MOST))
        writes = recording([_event(one, portfolio.now) for one in found if one.tells is not None])
        writes += [write for one in found for write in self._writes_of(one, portfolio.now)]
        look_at = _next_look(portfolio, look_again=look_again)
        if look_at != portfolio.told.look_at:
            writes.append(self.store.looking(account_id, portfolio.told.look_at, look_at))
        if writes:
            self.store.save(writes)
        return len(found)

    def _writes_of(self, difference: Difference, now: datetime) -> list[Write]:
        if difference.after is not None:
            return [self.store.saving(difference.before, difference.after)]
        gone = difference.need
        # What was marked as done is kept since then.
        return [self.store.removing(gone), *([] if gone.done_at else [self.store.ending(gone, now)])]


def differences(portfolio: Portfolio) -> Iterator[Difference]:
    """The differences between live needs and what was told, by project; then those of needs that have ended."""
    live = set()
    for need in all_needs(portfolio):
        live.add(need.id)
        if found := _difference(portfolio.told.standings.get(need.id), need.standing(), portfolio.now):
            yield found
    for gone in portfolio.told.standings.values():
        if gone.id not in live:
            yield Difference(gone, gone, None, (EventType.ATTENTION_CLEARED, gone.over) if gone.told else None)


def _difference(before: Standing | None, need: Standing, now: datetime) -> Difference | None:
    """How the row of a need that goes on changes from `before`; None if there is nothing to change."""
    if before is None:
        told = need.model_copy(update={"told": True})
        return Difference(told, None, told, (EventType.ATTENTION_OPENED, need.fact))
    if before.is_set_aside(now):
        if not before.told:
            return None
        said = f"snoozed until {moment_of(before.snoozed_until)}" if before.snoozed_until else "marked as done"
        aside = before.model_copy(update={"told": False, "version": before.version + 1})
        return Difference(aside, before, aside, (EventType.ATTENTION_CLEARED, f"{said}: {before.fact}"))
    after = need.model_copy(update={"told": True, "version": before.version + 1})
    if not before.told:
        return Difference(after, before, after, (EventType.ATTENTION_OPENED, need.fact))
    if before.says_the_same(need):
        return None
    return Difference(after, before, after, (EventType.ATTENTION_CHANGED, need.fact))


def _next_look(portfolio: Portfolio, *, look_again: bool) -> datetime | None:
    """The next instant at which needs may change without an event; None if there is none."""
    now, told = portfolio.now, portfolio.told
    instants = [instant for project in portfolio.projects for instant in opening_times(project, portfolio)]
    instants += [one.snoozed_until for one in told.standings.values() if one.snoozed_until is not None]
    if told.look_at is not None:
        instants.append(told.look_at)  # it may have been set for a reason that is not seen here
    if look_again:
        instants.append(now + SETTLED_AFTER)
    if any(need.concern in _UNHEARD for need in open_needs(portfolio)):
        instants.append(now + LOOK_EVERY)
    return min((instant for instant in instants if instant > now), default=None)


def _event(difference: Difference, now: datetime) -> Event:
    kind, words = difference.tells or (EventType.ATTENTION_CHANGED, "")
    need = difference.need
    return happened(
        kind,
        need.account_id,
        now,
        (need.project_name, words) if need.project_name else (words,),
        project_id=need.project_id,
        subject_id=need.target_id,
        item_id=need.id,
        path=need.path,
        revision=need.revision,
        content_hash=need.content_hash,
        action=None if kind is EventType.ATTENTION_CLEARED else need.action,
    )


@cache
def need_event_service() -> NeedEventService:
    """The service, built once for each process."""
    return NeedEventService(portfolio_reader(), need_store(), utc_now)
