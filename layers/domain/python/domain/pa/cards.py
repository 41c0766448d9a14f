"""The cards of the assistant: changes of tasks and projects that a message asked for and the customer confirms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache, partial

from common.clock import utc_now
from common.dynamo import Write
from common.errors import NotFound
from common.ids import made_at
from common.services import service
from common.transactions import transact
from domain.answers.card_store import CardStore, account_card_store
from domain.answers.cards import Card, CardList, CardState, CardView, Prepared, made_of
from domain.answers.effects import project_value, view_of
from domain.answers.project_facts import ProjectFacts
from domain.pa.preparing import task_value
from domain.pa.records import Task
from domain.pa.scheduled import ScheduledTasks, scheduled_tasks
from domain.work.queue import WorkItem


@service
class AccountCards:
    """Use cases on the cards of an account's assistant.

    `facts_of` takes the ids of an account and a project; `NotFound` means a deleted one, whose cards are left out.
    """

    store: CardStore
    tasks: ScheduledTasks
    facts_of: Callable[[str, str], ProjectFacts]
    now: Callable[[], datetime]

    def make(self, account_id: str, request_id: str, prepared: Sequence[Prepared]) -> tuple[CardView, ...]:
        """Store a card for each of `prepared`; returns the views, without cards of projects that were deleted."""
        if not prepared:
            return ()
        writes, views = self.making(account_id, request_id, prepared, self.tasks.list_scheduled(account_id))
        transact(writes)
        return views

    def making(
        self, account_id: str, request_id: str, prepared: Sequence[Prepared], tasks: Sequence[Task], *, made: int = 0
    ) -> tuple[list[Write], tuple[CardView, ...]]:
        """The writes that store cards, and the views of these cards; a repetition gives the same ids.

        `tasks`: those of the account. `made`: the first so many of `prepared` have cards already and are left out.
        """
        cards = made_of(prepared, account_id, request_id, made_at(request_id), self.now())[made:]
        return [self.store.putting(account_id, card) for card in cards], tuple(self._views(account_id, cards, tasks))

    def list_open(self, account_id: str) -> CardList:
        """The cards that can be confirmed now, the newest first."""
        cards = self.store.list_cards(account_id, account_id, self.now())
        views = self._views(account_id, cards)
        return CardList(cards=tuple(view for view in views if view.state is CardState.OPEN))

    def of_answers(self, account_id: str, ids: Iterable[str]) -> Mapping[str, CardView]:
        """The cards with these ids as they stand now, by id; without expired ones and those of deleted projects."""
        wanted = frozenset(ids)
        if not wanted:
            return {}
        cards = [one for one in self.store.list_cards(account_id, account_id, self.now()) if one.id in wanted]
        return {view.id: view for view in self._views(account_id, cards)}

    def get(self, account_id: str, card_id: str) -> Card:
        """A card as it is stored. Raises `NotFound`, for an expired card too."""
        return self.store.get_card(account_id, account_id, card_id, self.now())

    def dismiss(self, account_id: str, card_id: str) -> CardView:
        """Put a card aside; a repetition changes nothing. Raises `NotFound`."""
        card, now = self.get(account_id, card_id), self.now()
        aside = card.model_copy(update={"dismissed_at": card.dismissed_at or now})
        view = next(iter(self._views(account_id, [aside])), None)
        if view is None:  # its project was deleted
            raise NotFound("No such card.")
        self.store.dismiss(account_id, card, now)
        return view

    def _views(self, account_id: str, cards: Sequence[Card], tasks: Sequence[Task] | None = None) -> Iterable[CardView]:
        if tasks is None:
            tasks = self.tasks.list_scheduled(account_id) if cards else ()
        read = cache(lambda project_id: self._read(account_id, project_id))
        for card in cards:
            facts = read(card.project_id) if card.project_id is not None else None
            if facts is None and card.project_id is not None:
                continue  # its project was deleted
            value_of = partial(project_value, facts) if facts else partial(task_value, tasks)
            yield view_of(card, value_of, facts.plan if facts else None, self.now())

    def _read(self, account_id: str, project_id: str) -> ProjectFacts | None:
        try:
            return self.facts_of(account_id, project_id)
        except NotFound:
            return None


def facts_of(account_id: str, project_id: str) -> ProjectFacts:
    """All facts of one project, its work items included. Raises `NotFound`."""
    from domain.agents.answering import answering  # noqa: PLC0415 - only for cards of projects

    facts, _ = answering().read(WorkItem(account_id, project_id, project_id))
    return answering().with_work(facts)


@cache
def account_cards() -> AccountCards:
    """The `AccountCards`, built once for each process."""
    return AccountCards(account_card_store(), scheduled_tasks(), facts_of, utc_now)
