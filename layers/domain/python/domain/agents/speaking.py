"""The CEO's answers without a model: facts on record, cards for orders in known forms, notes of all other words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from common.services import frozen
from common.wording import day_of
from domain.agents.moves import Reply, asked_of, told
from domain.agents.records import Message
from domain.answers.amounts import NoSuchDeed
from domain.answers.answering import Answer, Before, answer, follows
from domain.answers.cards import shown, to_confirm
from domain.answers.deeds import Deed, Form
from domain.answers.facts import Fact, Sheet, Topic, gist
from domain.answers.naming import Thing, words_of
from domain.answers.preparing import Preparer, wanted_in
from domain.answers.project_facts import ProjectFacts, pending_approvals
from domain.answers.ranking import find
from domain.answers.reader import read
from domain.answers.record_facts import whole_sheet
from domain.projects.brief.records import BriefEntryType, Entry

NOTED = "I keep this as a note for the team. It changes nothing by itself."
ALSO_NOTED = "I also keep this as a note for the team."
_LONGEST_ENTRY = 300
_LAST_WRITTEN = 3
_SHARED = 0.5  # of the words of a must-have


@frozen
class Said:
    """A question, the newest messages with it among them (oldest first), and the project's records."""

    question: Message
    recent: Sequence[Message]
    facts: ProjectFacts

    @property
    def earlier(self) -> list[Message]:
        """Those of `recent` that came before the question, oldest first."""
        return [one for one in self.recent if one.id < self.question.id]


def reply_to(said: Said) -> Reply:
    """The reply to a question. It does no deed: it prepares cards, and whoever sends a card's request does its deed."""
    wanted = wanted_in(said.question.content, Preparer(said.facts).prepared, said.facts.now)
    rest = _answered(said, wanted.rest) if wanted.rest else Reply("", settled=not wanted.unread)
    blocks = (to_confirm(wanted.cards), *map(shown, wanted.unread), rest.prepared)
    prepared = "\n\n".join(block for block in blocks if block)
    return replace(
        rest,
        content="\n\n".join(block for block in (prepared, rest.content) if block),
        cards=(*wanted.cards, *rest.cards),
        prepared=prepared,
    )


def _answered(said: Said, text: str) -> Reply:
    """The reply from the records to words that are no order in a known form; it notes words that ask nothing."""
    sheet = Sheet((*whole_sheet(said.facts), *_written(said)))
    names = tuple(_names(said.facts))
    message = read(text, names)
    before = _before(said, sheet)
    following = follows(text, message, before)
    if isinstance(following, str):
        message = read(following, names)
    found = (
        following
        if isinstance(following, Answer)
        else answer(message, sheet, lambda: find(text, said.facts, said.earlier))
    )
    asks = "?" in text or (message.is_question and message.is_sure) or found.is_courtesy
    if not found.facts and not asks:
        return _noted(said, text)
    return Reply(
        found.content if asks else f"{found.content}\n\n{ALSO_NOTED}",
        note="" if asks else text,
        contributions=asked_of(found.facts),
        facts=told(found.facts),
        settled=found.is_courtesy,
    )


def _written(said: Said) -> Iterator[Fact]:
    """Facts of what the CEO wrote last, the newest first; at most three."""
    facts = said.facts
    for one in reversed([one for one in said.earlier if one.sender_type == "agent"][-_LAST_WRITTEN:]):
        text = f"On {day_of(one.created_at)} the CEO wrote: “{gist(one.content)}”"
        yield Fact(f"message.{one.id}", Topic.MESSAGES, facts.project.id, text, one.id, "content", facts.now)


def _noted(said: Said, text: str) -> Reply:
    """The reply that keeps `text` as a note and offers cards."""
    wanted: list[tuple[Deed, str]] = []
    about = _must_have_about(text, said.facts)
    if about is None and "\n" not in text and len(text) <= _LONGEST_ENTRY and not said.facts.project.has_ended:
        wanted.append((Deed(Form.ADD, text, target="must-have", text=text), "Make it a must-have."))
    for approval in pending_approvals(said.facts)[:1]:
        sending = Deed(Form.REQUEST_CHANGES, text, target=approval.title, text=text)
        wanted.append((sending, f"Send {approval.title} back with it."))
    cards = []
    for deed, summary in wanted:
        with suppress(NoSuchDeed):  # its route would refuse it
            cards.append(replace(Preparer(said.facts).prepared(deed), summary=summary))
    kept = NOTED
    if about is not None:
        own = about.id
        kept += f" It may be about {own}, “{gist(about.text)}”: write `drop {own}` or `{own}: <new text>`."
    return Reply("", cards=tuple(cards), prepared=kept, note=text)


def _must_have_about(text: str, facts: ProjectFacts) -> Entry | None:
    """The must-have with the largest share of its words in the text, at least half; a new one would only repeat it."""
    said = words_of(text)
    shares = {
        entry.id: len(own & said) / len(own)
        for entry in facts.brief.of_type(BriefEntryType.MUST_HAVE)
        if (own := words_of(entry.text))
    }
    nearest = max(shares, key=lambda entry_id: shares[entry_id], default=None)
    return facts.brief.find(nearest) if nearest and shares[nearest] >= _SHARED else None


def _before(said: Said, sheet: Sheet) -> Before:
    """The last question that was answered, and the facts that its answer told; empty if there is none."""
    replies = [one for one in said.earlier if one.reply_to]
    if not replies:
        return Before()
    last = replies[-1]
    question = next((one.content for one in said.recent if one.id == last.reply_to), "")
    facts = tuple(fact for fact in sheet if fact.id in {one.id for one in last.facts})
    return Before(question, facts)


def _names(facts: ProjectFacts) -> Iterator[Thing]:
    """The things that a message may name: documents, entries, choices, work items and requests for access."""
    for document in facts.deliverables:
        yield Thing(document.id, document.title, "document")
    for entry in facts.brief.entries:
        yield Thing(entry.id, entry.text if entry.type is BriefEntryType.OTHER_SYSTEM else entry.id, "entry")
    for choice in facts.brief.choices:
        yield Thing(choice.id, choice.id, "choice")
    for item in facts.work:
        yield Thing(item.id, item.title, "work_item")
        if item.package:
            yield Thing(item.id, item.package, "work_item")
    for request in facts.credential_requests:
        yield Thing(request.id, request.name, "access")
