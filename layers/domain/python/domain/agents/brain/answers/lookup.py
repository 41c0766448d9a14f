"""Looking a customer's words up in the brief and in the written documents."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import cache
from itertools import zip_longest

from common.services import frozen
from domain.agents.brain import slices
from domain.agents.brain.protocol import ProjectFacts
from domain.language.matching import tokens
from domain.language.tables import pair_table, word_table
from domain.language.words import is_everyday, is_slip_of
from domain.projects.brief.records import EntryState
from domain.projects.documents.markdown import Words, bullets, escaped
from domain.projects.documents.parts import ASSETS, LISTS, PLATFORMS
from domain.projects.records import Deliverable
from domain.projects.states import DecisionKind

_MOST_FOUND = 3
_LONGEST_LINE = 400
_ENOUGH = 0.65  # of the words looked for, by their worth
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


@frozen
class Entry:
    """One entry of the brief: `R3`, in which list, the customer's words escaped, whether it still holds."""

    id: str
    kind: str
    words: str
    is_active: bool


@frozen
class Hit:
    """A place that has the words: where it is, what it says (Markdown), and whether that is a line of a document."""

    place: str
    text: str
    entry: Entry | None = None
    is_written: bool = False

    @property
    def is_telling(self) -> bool:
        """Whether it says something by itself; that an audience is named says nothing of what is asked."""
        return self.entry is None or self.entry.kind not in {"audience", "success measure"}

    @property
    def stems(self) -> frozenset[str]:
        """The words that it is found by."""
        return _stems(f"{self.entry.id} {self.text}" if self.entry else self.text)


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
    """One of the brief's lists as it stands; dropped entries come last."""
    kind, brief = LISTS[name], facts.brief
    dropped = (one for one in brief.entries if one.type is kind and one.state is EntryState.DROPPED)
    return tuple(
        Entry(one.id, NAMES[name], escaped(one.text), one.state is EntryState.ACTIVE)
        for one in (*brief.of_type(kind), *dropped)
    )


def stem(word: str) -> str:
    """`word` without what makes it a verb, a thing, a person or a plural: "booking" and "booked" are "book"."""
    base = pair_table("irregular").get(word, word)
    base = pair_table("alike").get(base, base)
    return re.sub(r"(?<=\w{3})(?:ings?|ments?)$|(?<=\w{4})(?:ed|er(?:s|y|ies)?|es|e|s)$", "", base)


def look_up(plain: str, facts: ProjectFacts, documents: Sequence[Deliverable] = ()) -> LookedUp | None:
    """What the records, or `documents` alone, say about the particular words of a question; None when it has none.

    A word is found also a slip away; one of everyday speech counts half. An entry of the brief of which a question has
    every word stands first: "are checks kept for 10 years?".
    """
    places = [hit for item in documents for hit in _lines(facts, item)] if documents else list(_places(facts))
    wanted, said = particular_words(plain) - tokens(" ".join(item.title for item in documents)), _stems(plain)
    telling = ((id(hit), _stems(hit.text)) for hit in places if hit.entry and hit.is_telling)
    whole = {one for one, words in telling if words and words <= said}
    if not (wanted or whole):
        return None
    stems = {id(hit): hit.stems for hit in places}
    found_in = Counter(word for words in stems.values() for word in words)
    meant = {_nearest(stem(word), found_in.keys()): word for word in wanted}
    worth = {word: 0.5 if is_everyday(typed) else 1.0 for word, typed in meant.items()}
    most = sum(worth.values()) or 1.0
    shares = {one: most if one in whole else sum(worth[w] for w in worth.keys() & has) for one, has in stems.items()}
    if not any(shares.values()):  # words of everyday speech, where the brief has them: "orders close"
        weak = frozenset(map(stem, tokens(plain) - word_table("whether_in_the_brief")))
        shares = {id(hit): len(weak & stems[id(hit)]) / 100 if hit.entry else 0.0 for hit in places}
    covered = sorted(
        (hit for hit in places if shares[id(hit)]),
        key=lambda hit: (-shares[id(hit)], id(hit) not in whole, not hit.is_telling),
    )
    hits = [hit for hit in covered if shares[id(hit)] >= most * (_ENOUGH if hit.is_telling else 1.0)]
    best = next(iter(hits or covered), None)
    found = LookedUp(named_in(plain, wanted), _without_copies(hits), _without_copies(covered))
    if best and id(best) in whole:
        return found
    absent = meant.keys() - (stems[id(best)] if best else frozenset())
    numbers = set(_NUMBER.findall(plain)) - set(_NUMBER.findall(f"{best.place} {best.text}" if best else ""))
    missing = named_in(plain, frozenset(meant[word] for word in absent if word not in found_in))
    lacking = " ".join([named_in(plain, frozenset(meant[word] for word in absent)), *sorted(numbers)]).strip()
    return replace(found, missing=missing, lacking=lacking)


def named_in(plain: str, wanted: frozenset[str]) -> str:
    """Those words of a question that `wanted` has, as they are said, escaped."""
    return escaped(" ".join(word for word in re.split(r"[\s,:-]+", plain) if tokens(word) & wanted))


def _without_copies(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """The first of them; a document's line that only repeats an entry of the brief is left out."""
    own = [hit.text for hit in hits if not hit.is_written]
    return tuple(hit for hit in hits if not (hit.is_written and any(text in hit.text for text in own)))[:_MOST_FOUND]


def _stems(text: str) -> frozenset[str]:
    return frozenset(map(stem, tokens(text)))


def _nearest(word: str, known: AbstractSet[str]) -> str:
    return word if word in known else min((other for other in known if is_slip_of(word, other)), default=word)


def hit_list(hits: Sequence[Hit]) -> str:
    """Where the words were found, one place a line."""
    return bullets(f"{hit.place[:1].upper()}{hit.place[1:]}: {hit.text}" for hit in hits)


def particular_words(plain: str) -> frozenset[str]:
    """The words of a question that are not about asking, but about the thing."""
    return frozenset(word for word in tokens(plain) if word not in _common_words() and not word.isdigit())


def _places(facts: ProjectFacts) -> Iterator[Hit]:
    """The brief first, then what was decided and wished for, then the written documents, newest phase last."""
    for name in LISTS:
        yield from (Hit(f"{one.kind} {one.id}", one.words, one) for one in entries(facts, name))
    given = slices.answers_of(facts)
    for name, values in (("platforms", PLATFORMS), ("existing", ASSETS)):
        chosen = given.get(name)
        for one in chosen if isinstance(chosen, tuple) else ():
            yield Hit(f"{name}, by your intake", values.get(one, one))
    texts = {name: given.get(name) for name in ("goal", "approver", "tone")}
    for name, text in {**texts, "description": facts.project.description}.items():
        yield from (Hit(name, line) for line in Words(text if isinstance(text, str) else "").lines)
    for decision in facts.decisions:
        if decision.kind is DecisionKind.OTHER:
            yield Hit(f"decision of {decision.at.date().isoformat()}", escaped(decision.text))
    for wish in slices.wishes(facts):
        yield Hit("change request, not part of the brief", escaped(wish.text))
    for document in slices.documents_of(facts):
        yield from _lines(facts, document)


def _lines(facts: ProjectFacts, document: Deliverable) -> Iterator[Hit]:
    """The lines of a document without the marks of lists and tables."""
    lines = facts.text_of(document).splitlines()
    for line, following in zip_longest(lines, lines[1:], fillvalue=""):
        is_form = line.startswith(("#", "|---", *_COVER)) or following.startswith("|---")
        if not line or is_form or len(line) > _LONGEST_LINE:
            continue
        said = re.sub(r"^(?:[-*>]|\d{1,3}\.)\s+", "", line.strip())
        if line.startswith("|"):
            cells = [cell.strip() for cell in _CELL_BORDER.split(line)]
            said = " · ".join(cell for cell in cells if cell not in {"", "–"})
        yield Hit(f"{document.title}, revision {document.revision}", said, is_written=True)


@cache
def _common_words() -> frozenset[str]:
    words = word_table("asking")
    return tokens(" ".join(words)) | words
