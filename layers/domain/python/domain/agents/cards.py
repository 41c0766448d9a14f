"""The cards of a project: which can be confirmed, what follows from each, and putting one aside."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache, partial

from common.clock import utc_now
from common.services import service
from domain.agents import wishes
from domain.agents.answering import Answering, answering
from domain.answers.card_store import CardStore, project_card_store
from domain.answers.cards import Card, CardList, CardState, CardView
from domain.answers.deeds import CardKind
from domain.answers.effects import project_value, view_of
from domain.answers.project_facts import ProjectFacts
from domain.work.queue import WorkItem


@service
class ProjectCards:
    """Use cases on the cards that messages to the CEO made."""

    store: CardStore
    answering: Answering
    now: Callable[[], datetime]

    def list_open(self, account_id: str, project_id: str) -> CardList:
        """The cards that can be confirmed now, the newest first. Raises `NotFound`."""
        facts = self._read(account_id, project_id)
        cards = self.store.list_cards(project_id, account_id, self.now())
        facts = self._with_work(facts, cards)
        views = (self._view(card, facts) for card in cards)
        return CardList(cards=tuple(view for view in views if view.state is CardState.OPEN))

    def get(self, account_id: str, project_id: str, card_id: str) -> Card:
        """A card as it is stored. Raises `NotFound`, for an expired card too."""
        return self.store.get_card(project_id, account_id, card_id, self.now())

    def dismiss(self, account_id: str, project_id: str, card_id: str) -> CardView:
        """Put a card aside; withdraw a worker's notice that has no open card left. Idempotent. Raises `NotFound`."""
        facts = self._read(account_id, project_id)
        card = self.get(account_id, project_id, card_id)
        now = self.now()
        self.store.dismiss(project_id, card, now)
        if card.worker is not None:
            of_message = [
                one for one in self.store.list_cards(project_id, account_id, now) if one.message_id == card.message_id
            ]
            facts = self._with_work(facts, of_message)
            wishes.settle(account_id, [self._view(one, facts) for one in of_message])
        return self._view(card.model_copy(update={"dismissed_at": card.dismissed_at or now}), facts)

    def of_messages(self, account_id: str, project_id: str, ids: Iterable[str]) -> Mapping[str, CardView]:
        """The unexpired cards with these ids, by id. Raises `NotFound` for the project, unless `ids` is empty."""
        wanted = frozenset(ids)
        if not wanted:
            return {}
        facts = self._read(account_id, project_id)
        cards = self.store.list_cards(project_id, account_id, self.now())
        shown = [card for card in cards if card.id in wanted]
        facts = self._with_work(facts, shown)
        return {card.id: self._view(card, facts) for card in shown}

    def _read(self, account_id: str, project_id: str) -> ProjectFacts:
        facts, _ = self.answering.read(WorkItem(account_id, project_id, project_id))
        return facts

    def _with_work(self, facts: ProjectFacts, cards: Sequence[Card]) -> ProjectFacts:
        """The facts, with the work items if one of these cards creates one: most pages need not read them."""
        return self.answering.with_work(facts) if any(card.kind is CardKind.CREATE_WORK for card in cards) else facts

    def _view(self, card: Card, facts: ProjectFacts) -> CardView:
        return view_of(card, partial(project_value, facts), facts.plan, self.now())


@cache
def project_cards() -> ProjectCards:
    """The `ProjectCards`, built once for each process."""
    return ProjectCards(project_card_store(), answering(), utc_now)
