"""Tools of cards: actions that messages asked for, prepared but not done until the customer confirms them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any

import mcp_types as types
from pydantic import Field

from common.caller import Caller, Origin
from common.envelope import RequestModel, View
from common.errors import Conflict, DomainError
from domain.agents.cards import project_cards
from domain.answers.cards import Card, CardList, CardState, CardView
from domain.answers.deeds import CardKind
from domain.pa.cards import account_cards
from domain.pa.models import AssignTask, SkipRun, UpdateTask
from domain.pa.tasks import task_service
from domain.projects.brief.requests import AddEntry, ChangeBrief, ChangeEntry, UpdateProject
from domain.projects.documents.requests import AnswerChoice, ChangeLine
from domain.projects.documents.service import document_service
from domain.projects.requests import ChangeProjectStatus, DecideApproval
from domain.projects.service import project_service
from domain.work_items.models import CreateWorkItem
from domain.work_items.service import work_service
from mcp_door.arguments import Id, MaybeInProject, Once
from mcp_door.asking_back import Answer, Person, says_yes, yes_or_no
from mcp_door.exchange import Exchange
from mcp_door.scopes import is_allowed
from mcp_door.tool import READS, REPLACES, SETS, Brief, Do, tool
from mcp_door.wording import in_words

READ, WRITE, PA = ("projects:read",), ("projects:write",), ("pa:access",)
_OF_TASKS = frozenset(
    (
        *(CardKind.ADD_TASK, CardKind.CHANGE_TASK, CardKind.PAUSE_TASK, CardKind.RESUME_TASK),
        *(CardKind.RUN_TASK, CardKind.DELETE_TASK, CardKind.SKIP_RUN),
    )
)
_SHOWN = ("id", "kind", "project_id", "summary", "effect", "state", "worker")


class OfCard(MaybeInProject):
    """Arguments that name a card: `project_id` for one that a message to a CEO made, none for one of the assistant."""

    card_id: Annotated[Id, Field(description="Id card_…")]


class ConfirmCard(Once, OfCard):
    """Arguments of `confirm_card`: the card to carry out."""

    @property
    def once(self) -> str | None:
        """The card's id: a card is done once."""
        return self.card_id


class CardNamed(View):
    """A card, as an answer names it."""

    id: str
    summary: str


class Confirmed(View):
    """A card that was carried out. `result`: what the route of the card's request answers."""

    card_id: str
    summary: str
    result: dict[str, Any]


@tool("Cards to confirm", (*READ, *PA), READS, narrows=True, brief=Brief(_SHOWN, of="cards"))
def list_cards(caller: Caller, arguments: MaybeInProject) -> CardList:
    """Deeds that messages asked for and nobody has done; without project_id, the assistant's."""
    caller.require_project(arguments.project_id)
    if arguments.project_id is not None:
        caller.require_any_scope(READ)
        return project_cards().list_open(caller.account_id, arguments.project_id)
    caller.require_any_scope(PA)
    return account_cards().list_open(caller.account_id)


@tool("Confirm a card", (*WRITE, *PA), REPLACES, narrows=True)
def confirm_card(caller: Caller, arguments: ConfirmCard, origin: Origin, person: Person) -> Confirmed:
    """Do what a card says, once the customer has confirmed that very card."""
    # Do what the card's request does, by the same use case as its route, with the scopes of that route.
    caller.require_project(arguments.project_id)
    known = cards_of(caller, arguments.project_id, [arguments.card_id])
    if arguments.project_id is not None:
        card = project_cards().get(caller.account_id, arguments.project_id, arguments.card_id)
    else:
        card = account_cards().get(caller.account_id, arguments.card_id)
    caller.require_any_scope(_scopes_of(card.kind))
    if known[card.id].state is not CardState.OPEN:
        raise Conflict(f"This card is {known[card.id].state.value}, so nothing was done.")
    if person.fills_in_forms:
        person.confirm(card.id, _question(caller, known[card.id]))
    result: View = DEEDS[card.kind](caller, card, origin)
    return Confirmed(card_id=card.id, summary=card.summary, result=result.model_dump(mode="json"))


@tool("Dismiss a card", (*WRITE, *PA), SETS, narrows=True, brief=Brief(_SHOWN))
def dismiss_card(caller: Caller, arguments: OfCard) -> CardView:
    """Put a card aside. It does nothing."""
    caller.require_project(arguments.project_id)
    if arguments.project_id is not None:
        caller.require_any_scope(WRITE)
        return project_cards().dismiss(caller.account_id, arguments.project_id, arguments.card_id)
    caller.require_any_scope(PA)
    return account_cards().dismiss(caller.account_id, arguments.card_id)


def cards_of(caller: Caller, project_id: str | None, ids: Sequence[str]) -> Mapping[str, CardView]:
    """The cards with these ids, of a project or of the assistant, in this order. Unknown ids are left out."""
    if project_id is not None:
        found = project_cards().of_messages(caller.account_id, project_id, ids)
    else:
        found = account_cards().of_answers(caller.account_id, ids)
    return {one: found[one] for one in ids if one in found}


def forms_of(exchange: Exchange, cards: Iterable[CardView]) -> types.InputRequests:
    """A yes-or-no form by card id, for each open card that this caller may confirm."""
    if not is_allowed(exchange.caller, confirm_card, read_only=exchange.read_only):
        return {}
    return {
        card.id: yes_or_no(_question(exchange.caller, card))
        for card in cards
        if card.state is CardState.OPEN and not exchange.caller.scopes.isdisjoint(_scopes_of(card.kind))
    }


def settle(of: OfCard, answer: Answer, do: Do) -> CardState:
    """Carry out a card or put it aside, as the user answered; returns its state then. Raises what the tools raise."""
    if says_yes(answer):
        do(confirm_card, of.model_dump())
        return CardState.DONE
    if answer.get("action") not in {"accept", "decline"}:
        return CardState.OPEN
    do(dismiss_card, of.model_dump())
    return CardState.DISMISSED


def put_to_person(exchange: Exchange, arguments: RequestModel, found: dict[str, Any], do: Do) -> dict[str, Any]:
    """Ask the user about the cards in `found`; returns `found` with each card's outcome. Raises `Interim` to ask."""
    ids, person = [one["id"] for one in found.get("cards", ())], exchange.person
    if not ids or not person.fills_in_forms:
        return found
    project_id = getattr(arguments, "project_id", None)
    person.ask(forms_of(exchange, cards_of(exchange.caller, project_id, ids).values()), keep=found)
    became: dict[str, str] = {}
    for key, answer in person.answers.items():
        try:
            became[key] = settle(OfCard(project_id=project_id, card_id=key), answer, do)
        except DomainError as error:
            became[key] = in_words(error, exchange.caller)
    told = {key: {"became": state} for key, state in became.items()}
    return found | {"cards": [one | told.get(one["id"], {}) for one in found["cards"]]}


def _question(caller: Caller, card: CardView) -> str:
    """What a card would do, in which project, and what follows from it."""
    said = f"{card.summary} {card.effect}".strip()
    name = project_service().get(caller.account_id, card.project_id).name if card.project_id else ""
    return said if name in said else f"{name}: {said}"


def _scopes_of(kind: CardKind) -> tuple[str, ...]:
    return PA if kind in _OF_TASKS else WRITE


def _decided(caller: Caller, card: Card, origin: Origin) -> View:
    return project_service().decide(caller, _project(card), _last(card), _body(card, DecideApproval), origin)


def _reworded(caller: Caller, card: Card, _: Origin) -> View:
    return project_service().change_entry(caller.account_id, _project(card), _last(card), _body(card, ChangeEntry))


def _edited(caller: Caller, card: Card, _: Origin) -> View:
    document, line = card.request.path.split("/")[4], _last(card)
    body = _body(card, ChangeLine)
    return document_service().change_line(caller.account_id, _project(card), document, line, body)


def _stated(caller: Caller, card: Card, _: Origin) -> View:
    return project_service().change_status(caller.account_id, _project(card), _body(card, ChangeProjectStatus))


def _limited(caller: Caller, card: Card, _: Origin) -> View:
    return project_service().change_project(caller.account_id, _project(card), _body(card, UpdateProject))


def _changed(caller: Caller, card: Card, _: Origin) -> View:
    return task_service().update(caller.account_id, card.target.id, _body(card, UpdateTask))


DEEDS: Mapping[CardKind, Callable[[Caller, Card, Origin], View]] = {
    **dict.fromkeys((CardKind.APPROVE, CardKind.REQUEST_CHANGES), _decided),
    **dict.fromkeys((CardKind.REWORD_ENTRY, CardKind.SET_KINDS), _reworded),
    **dict.fromkeys((CardKind.EDIT_LINE, CardKind.STRIKE_LINE), _edited),
    **dict.fromkeys((CardKind.PAUSE, CardKind.RESUME, CardKind.COMPLETE, CardKind.CANCEL), _stated),
    **dict.fromkeys((CardKind.SET_CEILING, CardKind.SET_DEADLINE), _limited),
    **dict.fromkeys((CardKind.CHANGE_TASK, CardKind.PAUSE_TASK, CardKind.RESUME_TASK), _changed),
    CardKind.ADD_ENTRY: lambda caller, card, _: project_service().add_entry(
        caller.account_id, _project(card), _body(card, AddEntry)
    ),
    CardKind.DROP_ENTRY: lambda caller, card, _: project_service().drop_entry(
        caller.account_id, _project(card), card.target.id, was=card.target.was
    ),
    CardKind.CHANGE_BRIEF: lambda caller, card, _: project_service().change_brief(
        caller.account_id, _project(card), _body(card, ChangeBrief)
    ),
    CardKind.CREATE_WORK: lambda caller, card, _: work_service().create(
        caller, _project(card), _body(card, CreateWorkItem)
    ),
    CardKind.ANSWER_CHOICE: lambda caller, card, _: document_service().answer_choice(
        caller.account_id, _project(card), _last(card), _body(card, AnswerChoice)
    ),
    CardKind.ADD_TASK: lambda caller, card, _: task_service().assign(caller.account_id, _body(card, AssignTask)),
    CardKind.DELETE_TASK: lambda caller, card, _: task_service().delete(caller.account_id, card.target.id),
    CardKind.RUN_TASK: lambda caller, card, _: task_service().run_now(caller.account_id, card.target.id),
    CardKind.SKIP_RUN: lambda caller, card, _: task_service().skip(
        caller.account_id, card.target.id, _body(card, SkipRun)
    ),
}


def _body[R: RequestModel](card: Card, model: type[R]) -> R:
    return model.model_validate(card.request.body)


def _project(card: Card) -> str:
    return card.request.path.split("/")[2]


def _last(card: Card) -> str:
    return card.request.path.rpartition("/")[2]
