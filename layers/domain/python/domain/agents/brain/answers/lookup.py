"""Looking a customer's words up in the brief and in the written documents."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import zip_longest

from common.services import frozen
from domain.agents.brain import slices
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.wording import as_said
from domain.language.tables import pair_table, word_table
from domain.language.words import is_everyday, is_slip_of
from domain.projects.documents.brief import LISTS
from domain.projects.documents.markdown import Words, bullets, escaped
from domain.projects.documents.matching import tokens
from domain.projects.documents.parts import ASSETS, PLATFORMS, counted
from domain.projects.records import Deliverable
from domain.projects.states import DecisionKind, Role
from domain.receipts.tracing import count

_MOST_FOUND = 3
_LONGEST_LINE = 400
_ENOUGH = 0.65  # of the words looked for, by their worth
_CHOSEN = {"platforms": "platform, by your intake", "existing": "exists already, by your intake"}
_NUMBER = re.compile(r"\d+")
_CELL_BORDER = re.compile(r"(?<!\\)\|")
_COVER = ("| Document |", "| Written by |", "| For approval by |", "| Based on |")
NAMES = {
    "requirements": "must-have",
    "audiences": "audience",
    "measures": "success measure",
    "integrations": "integration",
    "constraints": "rule",
    "exclusions": "out of scope",
}
_TELLING = frozenset({"must-have", "integration", "rule", "out of scope"})


@frozen
class Entry:
    """One entry of the brief: `R3`, in which list, the customer's words escaped, whether it still holds."""

    id: str
    kind: str
    words: str
    is_active: bool


@frozen
class Hit:
    """A place that has the words: where it is, what it says (Markdown), whose it is, and the record's id."""

    place: str
    text: str
    role: Role
    evidence: str | None
    entry: Entry | None = None

    @property
    def is_telling(self) -> bool:
        """Whether it says something by itself; that an audience is named says nothing of what is asked."""
        return self.entry is None or self.entry.kind in _TELLING

    @property
    def searched(self) -> str:
        """The words that it is found by."""
        return f"{self.entry.id} {self.text}" if self.entry else self.text


@frozen
class LookedUp:
    """`asked` are the words looked for, escaped; `hits` have nearly all of them, `closest` some, the best first.

    `missing` are the words that no record has, `lacking` those and the numbers that the first of them hasn't, escaped.
    """

    asked: str
    hits: tuple[Hit, ...]
    closest: tuple[Hit, ...]
    missing: str = ""
    lacking: str = ""


def entries(facts: ProjectFacts, name: str) -> tuple[Entry, ...]:
    """One of the brief's lists as it stands, withdrawn entries included; before submission the answers so far."""
    brief = slices.brief_of(facts)
    if brief is not None:
        listed = brief.entries(name)
        return tuple(Entry(item.id, NAMES[name], str(item.words), item.is_active) for item in listed)
    prefix, question_id = LISTS[name]
    answer = facts.intake.answers.get(question_id)
    given = answer if isinstance(answer, tuple) else ()
    return tuple(
        Entry(f"{prefix}{number}", NAMES[name], escaped(text), is_active=True)
        for number, text in enumerate(given, start=1)
    )


def stem(word: str) -> str:
    """`word` without what makes it a verb, a thing, a person or a plural: "booking" and "booked" are "book"."""
    base = pair_table("irregular").get(word, word)
    base = pair_table("alike").get(base, base)
    return re.sub(r"(?<=\w{3})(?:ings?|ments?)$|(?<=\w{4})(?:ed|er(?:s|y|ies)?|es|e|s)$", "", base)


def look_up(plain: str, facts: ProjectFacts) -> LookedUp | None:
    """What the records say about the particular words of a question; None when it has none."""
    wanted, places, said = particular_words(plain), list(_places(facts)), _stems(plain)
    # The entries of the brief of which a question has every word: "are checks kept for 10 years?".
    whole = [hit for hit in places if hit.entry and hit.is_telling and (words := _stems(hit.text)) and words <= said]
    named = tuple(sorted(whole, key=lambda hit: -len(_stems(hit.text))))
    if not wanted:
        return LookedUp("", named, named) if named else None
    found = _found(plain, wanted, places)
    is_better = named and (found.lacking or not (found.hits and found.hits[0].entry))
    return replace(found, hits=_without_copies([*named, *found.hits]), missing="", lacking="") if is_better else found


def look_up_in(documents: Sequence[Deliverable], plain: str) -> LookedUp | None:
    """What `documents` say about the particular words of a question beside their titles; None when it has none."""
    wanted = particular_words(plain) - tokens(" ".join(item.title for item in documents))
    return _found(plain, wanted, [hit for item in documents for hit in _lines(item)]) if wanted else None


def _found(plain: str, wanted: frozenset[str], places: Sequence[Hit]) -> LookedUp:
    """The places that have the words, or words a slip away from them; a word of everyday speech counts half."""
    spoken = [word for word in re.split(r"[\s,:-]+", plain) if tokens(word) & wanted]
    known = frozenset(word for hit in places for word in tokens(hit.searched))
    stems = {id(hit): _stems(hit.searched) for hit in places}
    known_stems = frozenset[str]().union(*stems.values())
    meant = {stem(word if stem(word) in known_stems else _nearest(word, known)): word for word in wanted}
    worth = {word: 0.5 if is_everyday(typed) else 1.0 for word, typed in meant.items()}
    has = {one: meant.keys() & words for one, words in stems.items()}
    shares = {one: sum(worth[word] for word in words) / sum(worth.values()) for one, words in has.items()}
    if not any(shares.values()):  # words of everyday speech, where the brief has them: "orders close"
        weak = frozenset(map(stem, tokens(plain) - word_table("whether_in_the_brief")))
        shares = {id(hit): len(weak & stems[id(hit)]) / 100 if hit.entry else 0.0 for hit in places}
    found_in = Counter(word for words in has.values() for word in words)
    rarest = {one: min((found_in[word] for word in words), default=0) for one, words in has.items()}
    covered = sorted(
        (hit for hit in places if shares[id(hit)]),
        key=lambda hit: (-shares[id(hit)], rarest[id(hit)], not hit.is_telling),
    )
    hits = [hit for hit in covered if shares[id(hit)] >= (_ENOUGH if hit.is_telling else 1.0)]
    best = next(iter(hits or covered), None)
    absent = meant.keys() - (stems[id(best)] if best else frozenset())
    numbers = set(_NUMBER.findall(plain)) - set(_NUMBER.findall(f"{best.place} {best.text}" if best else ""))
    lacking = [word for word in spoken if absent & _stems(word)]
    missing = [word for word in lacking if not found_in.keys() & _stems(word)]
    asked, *others = (escaped(" ".join(one)) for one in (spoken, missing, [*lacking, *sorted(numbers)]))
    return LookedUp(asked, _without_copies(hits), _without_copies(covered), *others)


def _without_copies(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """The first of them; a document's line that only repeats an entry of the brief is left out."""
    own = [hit.text for hit in hits if hit.evidence is None]
    return tuple(hit for hit in hits if hit.evidence is None or not any(text in hit.text for text in own))[:_MOST_FOUND]


def _stems(text: str) -> frozenset[str]:
    return frozenset(map(stem, tokens(text)))


def _nearest(word: str, known: frozenset[str]) -> str:
    return min((other for other in known if is_slip_of(word, other)), default=word)


def looked_at(facts: ProjectFacts) -> str:
    """The records that a look-up goes through, in words."""
    written = count(item for item in facts.deliverables if item.revision)
    documents = f", {counted(written, 'written document')}" if written else ""
    return f"I looked at your intake answers{documents}, the decisions and your wishes"


def hit_list(hits: Sequence[Hit]) -> str:
    """Where the words were found, one place a line."""
    return bullets(f"{hit.place[:1].upper()}{hit.place[1:]}: {as_said(hit.text)}" for hit in hits)


def particular_words(plain: str) -> frozenset[str]:
    """The words of a question that are not about asking, but about the thing."""
    return frozenset(word for word in tokens(plain) if word not in _common_words() and not word.isdigit())


def _places(facts: ProjectFacts) -> Iterator[Hit]:
    """The brief first, then what was decided and wished for, then the written documents, newest phase last."""
    for name in LISTS:
        for entry in entries(facts, name):
            yield Hit(f"{entry.kind} {entry.id}", entry.words, Role.CPO, None, entry)
    given = facts.intake.answers
    for question_id, names in {"platforms": PLATFORMS, "existing": ASSETS}.items():
        values = given.get(question_id)
        for value in values if isinstance(values, tuple) else ():
            yield Hit(_CHOSEN[question_id], names.get(value, value), Role.CTO, None)
    told = {place: given.get(place) for place in ("goal", "approver", "tone")}
    for place, text in {**told, "description": facts.project.description}.items():
        yield from (Hit(place, line, Role.CPO, None) for line in Words(text if isinstance(text, str) else "").lines)
    for decision in facts.decisions:
        if decision.kind is DecisionKind.OTHER:
            yield Hit(f"decision of {decision.at.date().isoformat()}", escaped(decision.text), Role.CPO, decision.id)
    for wish in slices.wishes(facts):
        yield Hit("change request, not part of the brief", escaped(wish.text), wish.owner, wish.id)
    for document in slices.documents_of(facts):
        yield from _lines(document)


def _lines(document: Deliverable) -> Iterator[Hit]:
    place = f"{document.title}, revision {document.revision}"
    lines = document.content.splitlines()
    for line, following in zip_longest(lines, lines[1:], fillvalue=""):
        is_form = line.startswith(("#", "|---", *_COVER)) or following.startswith("|---")
        if line and not is_form and len(line) <= _LONGEST_LINE:
            yield Hit(place, _spoken(line), document.owner, document.id)


def _spoken(line: str) -> str:
    """A line of a document without the marks of its list or table."""
    if line.startswith("|"):
        cells = [cell.strip() for cell in _CELL_BORDER.split(line)]
        return " · ".join(cell for cell in cells if cell not in {"", "–"})
    return re.sub(r"^(?:[-*>]|\d{1,3}\.)\s+", "", line.strip())


@cache
def _common_words() -> frozenset[str]:
    words = word_table("asking")
    return tokens(" ".join(words)) | words
