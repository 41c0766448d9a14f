"""What was done in a project today, yesterday or in these weeks: by the team, the workers and the customer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

from domain.agents.brain import roles, slices
from domain.agents.brain.answers.part import Part, folded
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.sentences import Sentence
from domain.agents.brain.wording import escaped, project_name, quoted_text
from domain.language.dialogue import About
from domain.projects.documents.parts import counted, on
from domain.projects.states import ApprovalStatus, DecisionKind, Role
from domain.receipts.tracing import count
from domain.work_items.records import DeedKind
from domain.work_items.standing import name_of, told_deed
from domain.work_items.telling import span_of

_WHAT_WAS_DONE = re.compile(
    r"\bwhat\b.*\b(?:did|do|done|happen\w*|chang\w+|new|been up to|progress\w*|finish\w*|achiev\w*|work\w*)\b"
    r"|\b(?:any(?:thing)? (?:news?|progress)|summar\w+ of|recap)\b"
)
_AHEAD = re.compile(r"\b(?:should|shall|must|have to|need|needs|to do|will|going to|can i|waits?|next|open|due)\b")
_SHORT = re.compile(r"\b(?:short|brief\w*|one line|two lines|nutshell|quick\w*)\b")
_MOST, _MOST_SHORT = 10, 5
_DECIDED = {ApprovalStatus.APPROVED: "you approved it", ApprovalStatus.CHANGES_REQUESTED: "you asked for changes"}


def asked_in(sentences: Sequence[Sentence]) -> Sentence | None:
    """The question of what was done in a span of time that it names."""
    return next((one for one in sentences if _asks(one)), None)


def done(sentence: Sentence, said: str, facts: ProjectFacts) -> Part:
    """What was done in that time, the newest first; `said` is the whole message, which may want it short."""
    words, start = span_of(sentence.plain, facts.now)
    happened = sorted(_happened(facts), key=lambda one: one[0], reverse=True)
    is_over = start is not None and "yesterday" in words and "since" not in sentence.plain
    end = start + timedelta(days=1) if start is not None and is_over else facts.now
    lines = [line for at, line in happened if (start is None or at >= start) and at <= end]
    when = words.strip()
    if not lines:
        latest = f" The latest: {happened[0][1]}." if happened else ""
        return Part(f"By the records, nothing was done in {project_name(facts)} {when}.{latest}", about=_ABOUT)
    most = _MOST_SHORT if _SHORT.search(said.lower()) else _MOST
    headline = f"{counted(count(lines), 'thing')} happened in {project_name(facts)} {when}, the newest first."
    return Part(headline, (folded(lines, most),), (roles.standing(facts, Role.CPO),), label="Done", about=_ABOUT)


_ABOUT = About(topic="status")


def _asks(sentence: Sentence) -> bool:
    words, _ = span_of(sentence.plain, datetime.max.replace(tzinfo=UTC))
    is_asked = sentence.is_question or sentence.plain.startswith(("tell", "give", "list", "show", "summar", "recap"))
    return bool(words and is_asked and _WHAT_WAS_DONE.search(sentence.plain) and not _AHEAD.search(sentence.plain))


def _happened(facts: ProjectFacts) -> Iterator[tuple[datetime, str]]:
    yield from _of_documents(facts)
    yield from _of_access(facts)
    for decision in facts.decisions:
        if decision.kind is DecisionKind.OTHER:
            yield decision.at, f"You decided on {on(decision.at)}: {quoted_text(decision.text)}"
    for wish in slices.wishes(facts):
        yield wish.at, f"You wished on {on(wish.at)}: {quoted_text(wish.text)}"
    for item in facts.work:
        deeds = [deed for deed in item.history if deed.kind is not DeedKind.CLAIMED]
        yield from ((deed.at, f"{name_of(item)}: {told_deed(deed)}") for deed in deeds)


def _of_documents(facts: ProjectFacts) -> Iterator[tuple[datetime, str]]:
    for document in facts.deliverables:
        for revision in document.history:
            by = f"written by the {document.owner} on {on(revision.at)}"
            yield revision.at, f"**{document.title}**, revision {revision.revision}: {by}"
    for approval in facts.approvals:
        if approval.decided_at and approval.status in _DECIDED:
            said = f"{_DECIDED[approval.status]} on {on(approval.decided_at)}"
            yield approval.decided_at, f"**{approval.title}**, revision {approval.revision}: {said}"


def _of_access(facts: ProjectFacts) -> Iterator[tuple[datetime, str]]:
    for request in facts.credential_requests:
        name = f"Access to **{escaped(request.name)}**"
        yield request.created_at, f"{name}: asked for by the {request.requested_by} on {on(request.created_at)}"
        for at, word in ((request.fulfilled_at, "given"), (request.declined_at, "declined")):
            if at:
                yield at, f"{name}: {word} by you on {on(at)}"
