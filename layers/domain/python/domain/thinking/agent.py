"""One answer with a model: it reads a snapshot, looks things up, consults roles, and proposes cards.

The CEO of a project and the assistant over all projects both answer in this way; they differ in their `Ground`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock

from pydantic import BaseModel, Field, JsonValue
from pydantic.json_schema import SkipJsonSchema

from common.services import frozen
from domain.agents.records import Contribution, Cost
from domain.answers.amounts import NoSuchDeed
from domain.answers.cards import Prepared, not_made, to_confirm
from domain.answers.deeds import Deed
from domain.answers.facts import Fact, Written
from domain.keys.secret_shapes import find_key_shape
from domain.projects.states import Role
from domain.thinking import proposals
from domain.thinking.asking import Asking, TokensSpent
from domain.thinking.prompts import answer as prompt
from domain.thinking.prompts import role as role_prompt
from domain.thinking.proposals import Proposal
from domain.thinking.snapshot import Snapshot, part_of, snapshot_of
from domain.thinking.sources import CITED, Sourced, Sources, Standing
from domain.thinking.task import Failure, ModelFailed, Subject, Task, Thought
from domain.thinking.tools import ProjectNamed, Toolbox

NOT_FROM_RECORDS = "(not from your records)"
NOTHING_DONE = "*Nothing was done.*"
VIEW = "*The team's view.*"
MOST_ROLES = 3
_DRAFT = "**Draft**"
_LEFT_OUT = "(left out: it looked like a secret)"
_NO_LINK = "(a link was left out)"
_FEWEST_SECONDS = 1.0  # with less left, no model answers: the rest of the time is for the reply from the records
_SHARE_OF_A_ROLE = 0.5  # of the seconds that are left
_RECENT = 10
_SMALL_TALK = 200  # characters: a shorter answer without any value claims nothing that a mark would help with
_LONGEST_SAID = 1_500
_LONGEST_CONVERSATION = 4_000  # so that a first call stays within 8,000 tokens
_LINK = re.compile(r"(?:(?:https?|ftp)://|www\.)[^\s<>()\[\]]+", re.IGNORECASE)
# Tags, and what is not seen: controls, marks that turn the direction, characters without width, tags of Unicode.
_UNSHOWN = re.compile(
    r"<(?=[A-Za-z/!?])|(?<=[\w\"'/])>|[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b\u2028-\u202e\u2060-\u206f\ufeff"
    r"\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_JOINERS = re.compile(r"[\u200c-\u200f]")  # some scripts need them
_ADDRESSED = re.compile(r"!?\[([^\[\]\n]{0,300})\]\([^)\n]{0,500}\)")


class Consulted(BaseModel):
    """What a role said to the CEO. `cost`: tokens read, tokens written, and their price in microdollars, if known."""

    role: Role
    text: str
    cost: tuple[int, int, int | None] = (0, 0, None)


class Answer(BaseModel):
    """Your answer to the owner."""

    text: str = Field(min_length=1, max_length=8_000, description="Markdown, with the numbers of facts in brackets.")
    wants_deed: bool = Field(default=False, description="Whether the owner asks for something to be done.")
    cards: list[Proposal] = Field(default=[], max_length=40)
    draft: str = Field(default="", max_length=12_000)
    found: SkipJsonSchema[list[str]] = []
    consulted: SkipJsonSchema[list[Consulted]] = []


class Judgement(BaseModel):
    """What a role answers."""

    text: str = Field(min_length=1, max_length=3_000)


@frozen
class Ground:
    """What one message is answered from.

    Attributes:
        subject: what the steps of thinking are stored under.
        you_are: whom the model speaks as, with the day.
        facts: everything on record.
        earlier: the messages before, oldest first; `sender_type` says whose.
        message: what is answered.
        scopes: what its sender may do; None for all.
        prepared: makes the card of a deed, in the project of that name. Raises `NoSuchDeed`.
        project_named: reads all facts of a project. Raises `NotComputed`.
        forms: cards made by code, not by the model.
        sender: who wrote the message, in our words.
    """

    subject: Subject
    you_are: str
    facts: Sequence[Fact]
    earlier: Sequence[Written]
    message: str
    prepared: Callable[[Deed, str], Prepared]
    project_named: ProjectNamed
    scopes: AbstractSet[str] | None = None
    forms: Sequence[Prepared] = ()
    sender: str = "the owner"


@frozen
class Thoughtful:
    """An answer as it is shown.

    Attributes:
        content: Markdown, with a mark behind what no record holds, and without words about the cards.
        sentences: those of the answer, each with what it rests on.
        facts: what the answer rests on.
        cards: those made by code, and those that the model proposes.
        unmade: why cards that the model proposed were not made, a text for each.
    """

    content: str
    sentences: tuple[Sourced, ...]
    facts: tuple[Fact, ...]
    cards: tuple[Prepared, ...]
    contributions: tuple[Contribution, ...]
    draft: str = ""
    unmade: tuple[str, ...] = ()
    wants_deed: bool = False

    @property
    def whole(self) -> str:
        """All of it as Markdown: the answer, the draft, why cards were not made, and which cards are to confirm."""
        deeds = to_confirm(self.cards) or (NOTHING_DONE if self.wants_deed and not self.draft else "")
        draft = f"{_DRAFT}\n\n{self.draft}" if self.draft else ""
        return "\n\n".join(block for block in (self.content, draft, not_made(self.unmade), deeds) if block)


@dataclass(slots=True)
class Agent:
    """Thinks about one message.

    Attributes:
        until: when the answer must be there.
        progress: tells the customer what is being done.
    """

    ground: Ground
    asking: Asking
    until: datetime
    now: Callable[[], datetime]
    progress: Callable[[str], None] = lambda _: None
    _own: Thought[Answer] | None = None
    _consulted: list[Consulted] = field(default_factory=list)
    _roles: set[Role] = field(default_factory=set)
    _lock: Lock = field(default_factory=Lock)

    def answer(self) -> Thoughtful:
        """Have the model answer, and check what it says. Raises `ModelFailed`, `TokensSpent`, `Unavailable`."""
        ground, snapshot = self.ground, snapshot_of(self.ground.facts)
        toolbox = Toolbox(
            ground.project_named,
            snapshot.facts,
            ground.earlier,
            lambda *asked: self._consult(snapshot, *asked),
            self.progress,
        )
        task = Task(
            name="answer",
            version=prompt.VERSION,
            instructions=prompt.TEXT,
            data={"you_are": ground.you_are, "facts": snapshot.text, **self._said()},
            output=Answer,
            max_tokens=3_000,
            tools=toolbox.tools(),
            check=lambda answer: self._wrong(answer, snapshot, toolbox.found),
            finish=lambda answer: answer.model_copy(update={"found": toolbox.found, "consulted": self._consulted}),
        )
        self.progress("reading the records")
        thought = self._ask(task, self._seconds())
        self._own = thought
        self._consulted = thought.output.consulted  # an answer that was stored has asked nobody now
        return self._shown(thought.output, snapshot)

    @property
    def cost(self) -> Cost | None:
        """The tokens spent so far, those of the roles included; None while nothing was spent."""
        own = [(self._own.input_tokens, self._own.output_tokens, self._own.price)] if self._own else []
        costs = [one.cost for one in self._consulted] + own
        if not costs:
            return None
        prices = [price for _, _, price in costs if price is not None]
        return Cost(
            input_tokens=sum(read for read, _, _ in costs),
            output_tokens=sum(written for _, written, _ in costs),
            model=self.asking.name,
            price_microdollars=sum(prices) if len(prices) == len(costs) else None,
        )

    def _said(self) -> dict[str, JsonValue]:
        """The last messages, as many as there is room for, and the one to answer."""
        lines: list[JsonValue] = []
        room = _LONGEST_CONVERSATION
        for one in reversed(self._recent()):
            said = one.content[: min(room, _LONGEST_SAID)]
            lines += [f"{one.sender_type}: {said}"] if said else []
            room -= len(said)
        return {"conversation": lines[::-1], "message_from": self.ground.sender, "message": self.ground.message}

    def _recent(self) -> Sequence[Written]:
        return self.ground.earlier[-_RECENT:]

    def _ask[Output: BaseModel](self, task: Task[Output], seconds: float, role: str = "") -> Thought[Output]:
        if seconds < _FEWEST_SECONDS:
            raise ModelFailed(Failure.TIMED_OUT)
        return self.asking.ask(task, self.ground.subject, seconds=seconds, role=role)

    def _seconds(self) -> float:
        return (self.until - self.now()).total_seconds()

    def _consult(self, snapshot: Snapshot, role: Role, question: str) -> str:
        """A role's judgement; or words for the CEO that say why there is none, such as that three roles were asked."""
        with self._lock:
            if role in self._roles:
                return "You have asked this role; its answer stands above."
            if len(self._roles) >= MOST_ROLES:
                return "You have asked three roles. Decide now."
            self._roles.add(role)
        own = [number for number, fact in snapshot.facts.items() if fact.owner in {role, None}]
        task = Task(
            name="role",
            version=role_prompt.VERSION,
            instructions=role_prompt.TEXT.format(role=role.value, lens=role_prompt.LENSES[role]),
            data={"facts": part_of(snapshot, own), "question": question, "message": self.ground.message},
            output=Judgement,
            max_tokens=900,
        )
        try:
            thought = self._ask(task, self._seconds() * _SHARE_OF_A_ROLE, role.value)
        except (ModelFailed, TokensSpent):
            return f"The {role.value} can't be reached now. Decide without it."
        text, cost = thought.output.text, (thought.input_tokens, thought.output_tokens, thought.price)
        self._consulted.append(Consulted(role=role, text=text, cost=cost))
        return f"{role.value}: {text}"

    def _sources(self, snapshot: Snapshot, found: Sequence[str], cards: Sequence[Prepared]) -> Sources:
        """The sources that an answer may rest on. Earlier answers are none, because what they said may be outdated."""
        customers = (one.content for one in self._recent() if one.sender_type == "customer")
        said = (self.ground.you_are, self.ground.message, *customers, *(card.summary for card in cards))
        return Sources(snapshot.facts, {f"t{number}": text for number, text in enumerate(found, start=1)}, said)

    def _wrong(self, answer: Answer, snapshot: Snapshot, found: Sequence[str]) -> str:
        """What the model should mend, in words that it can act on; "" where nothing is wrong."""
        cards, unmade = self._cards(answer)
        wrong = [one.wrong for one in self._sources(snapshot, found, cards).sentences(answer.text) if one.wrong]
        wrong += unmade
        if not wrong:
            return ""
        listed = "\n".join(f"- {one}" for one in wrong[:12])
        return f"Mend this and give the whole answer again. What has no source is marked for the owner.\n{listed}"

    def _cards(self, answer: Answer) -> tuple[tuple[Prepared, ...], tuple[str, ...]]:
        """The cards that can be made, those of code first and 24 at most; and why others can't be made."""
        cards, known = list(self.ground.forms), self._known(answer)
        safe = [
            one.model_copy(update={"target": cleaned(one.target, known), "text": cleaned(one.text, known)})
            for one in answer.cards
        ]
        proposed, unmade = proposals.cards_of(safe, self._prepared)
        for card in proposed:
            if not any(card.request == other.request for other in cards):
                cards.append(card)
        if len(cards) > proposals.MOST:
            unmade.append(f"At most {proposals.MOST} cards at a time.")
        return tuple(cards[: proposals.MOST]), tuple(unmade)

    def _prepared(self, proposal: Proposal) -> Prepared:
        if self.ground.scopes is not None and not proposals.is_allowed(proposal, self.ground.scopes):
            raise NoSuchDeed("Whoever wrote the message may not do that.")
        return self.ground.prepared(proposals.deed_of(proposal), proposal.project)

    def _shown(self, answer: Answer, snapshot: Snapshot) -> Thoughtful:
        known = self._known(answer)
        cards, unmade = self._cards(answer)
        sentences = self._sources(snapshot, answer.found, cards).sentences(cleaned(answer.text, known))
        by_id = {fact.id: fact for fact in self.ground.facts}
        rested = dict.fromkeys(one for sentence in sentences for one in sentence.facts)
        content = marked(sentences)
        said = [one for one in sentences if one.text.strip()]
        is_view = len(content) > _SMALL_TALK and all(one.standing is Standing.ADVICE and not one.wrong for one in said)
        is_deed = bool(cards or answer.draft or answer.wants_deed)
        return Thoughtful(
            content=f"{content}\n\n{VIEW}" if is_view and not is_deed else content,
            sentences=tuple(said),
            facts=tuple(by_id[one] for one in rested if one in by_id),
            cards=cards,
            contributions=tuple(self._contribution(one, snapshot) for one in answer.consulted),
            draft=CITED.sub("", cleaned(answer.draft, known)),
            unmade=unmade,
            wants_deed=answer.wants_deed,
        )

    def _known(self, answer: Answer) -> str:
        """What the conversation, the facts and the tools say: links that stand there may be told."""
        written = (self.ground.message, *(one.content for one in self._recent()))
        return "\n".join((*written, *(fact.text for fact in self.ground.facts), *answer.found))

    def _contribution(self, one: Consulted, snapshot: Snapshot) -> Contribution:
        said = cleaned(one.text, self.ground.message)
        sentences = Sources(snapshot.facts, said=(self.ground.message,)).sentences(said)
        cited = dict.fromkeys(fact for sentence in sentences for fact in sentence.facts)
        records = {fact.id: fact.record for fact in self.ground.facts}
        text = marked(sentences)
        evidence = tuple(dict.fromkeys(records[fact] for fact in cited))
        return Contribution(role=one.role, summary=text, evidence=evidence, opinion=True)


def cleaned(text: str, known: str) -> str:
    """A model's Markdown without HTML, hidden characters, secrets, and links that `known` does not hold."""
    plain = _UNSHOWN.sub("", text)
    plain = _ADDRESSED.sub(lambda found: found[1], plain)
    links = {_address(found[0]) for found in _LINK.finditer(known)}
    plain = _LINK.sub(lambda found: found[0] if _address(found[0]) in links else _without_link(found[0]), plain)
    if _has_secret(plain):
        plain = "\n".join(_LEFT_OUT if _has_secret(line) else line for line in plain.split("\n"))
    return _LEFT_OUT if _has_secret(plain) else plain  # one that goes over two lines


def _has_secret(text: str) -> bool:
    """Whether the text holds a secret, also one with invisible characters between its letters."""
    return find_key_shape(_JOINERS.sub("", text)) is not None


def _address(link: str) -> str:
    """A link without the marks of the sentence around it."""
    return link.rstrip(".,;:!?*_\"'”’")


def _without_link(link: str) -> str:
    return f"{_NO_LINK}{link[len(_address(link)) :]}"


def marked(sentences: Iterable[Sourced]) -> str:
    """The sentences as one text, with a mark behind each that says what no record holds."""
    return "".join(f"{_marked(one)}{one.gap}" for one in sentences).strip()


def _marked(sentence: Sourced) -> str:
    """A sentence with its mark, if it needs one; in the row of a table within the last cell."""
    if sentence.standing is not Standing.NOT_ON_RECORD:
        return sentence.text
    is_row = sentence.text.endswith("|")
    return f"{sentence.text[:-1].rstrip()} {NOT_FROM_RECORDS} |" if is_row else f"{sentence.text} {NOT_FROM_RECORDS}"
