"""Names: which of the account's projects a text names, tolerant of case, accents, typos and short forms."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from domain.edit_distance import within_edits
from domain.language.spelling import Speller
from domain.language.text import Word, read_sentences
from domain.language.words import is_everyday, is_known, word_set

# Words for the kind of thing a project is: "the app" names the only app among the projects, "app" alone does not.
KINDS = word_set(
    """
    website site app application shop store portal platform relaunch redesign rebrand migration campaign webshop page
    dashboard blog newsletter intranet webstore marketplace studio
    """
)

# Words so common in names and questions alike that they tell no project from another.
COMMON = word_set(
    """
    project mobile web online system tool landing marketing internal service software refresh rework update version
    phase integration new old brand digital customer client company business team program programme product solution
    initiative revamp rollout upgrade overhaul suite hub center centre manager management tracker planner assistant
    agency group inc gmbh ltd launch design one two
    """
)

# Words of a name that nobody needs to repeat.
CONNECTORS = word_set("the a an of and for in on at to by with my our de la le der die das und et s")

_ARTICLES = word_set("the our my your this that")
_POINTERS = word_set("one project thing")
_STATE_WORDS = word_set("is was has will does did are")
_INDEFINITE = word_set("a an many")
_ARTICLE_LIKE = word_set("a an the my our your this that any some")
# After "the shop" these leave it a name; a noun ("the shop owners") does not.
_AFTER_A_NAME = word_set(
    """
    is was are be has have had will would can could should does did do going doing coming looking running moving ready
    done finished live late and or on at in for to with from now so yet cost costs costing stand stands progressing
    advancing getting still please project one go goes launch launches this before by until
    """
)
_SHORTEST_JOINED = 6
_SHORTEST_FORGIVEN_TWICE = 5
_SLIPS_BESIDE = 2
_MOSTLY_CAPITALS = 0.6


@dataclass(frozen=True, slots=True)
class Mention:
    """Words `start` to `end` (exclusive) of a sentence name a project, or several equally well."""

    start: int
    end: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Run:
    """Consecutive words that are words of one project's name."""

    project: int
    start: int
    end: int
    matched: frozenset[int]
    slips: int


class ProjectNames:
    """An index of project names by their words."""

    def __init__(self, names: Sequence[str]) -> None:
        """Take names; everyday words need more than themselves to name a project, known words are never typos."""
        self._names = names
        self._words = [_name_words(name) for name in names]
        self._places: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for project, words in enumerate(self._words):
            for place, word in enumerate(words):
                self._places[word].append((project, place))
        self._joined = {"".join(words): project for project, words in enumerate(self._words) if len(words) > 1}
        self._speller = Speller(word for word in self._places if not _is_weak(word))

    def find(self, words: Sequence[Word]) -> list[Mention]:
        """The mentions in one sentence, in order, not overlapping."""
        places = [self._places_of(words, position) for position in range(len(words))]
        self._forgive_beside(words, places)
        shouting = sum(word.capital for word in words[1:]) > _MOSTLY_CAPITALS * len(words)
        mentions: list[Mention] = []
        position = 0
        while position < len(words):
            runs = [
                run for run in self._runs(words, places, position) if self._names_project(run, words, shouting=shouting)
            ]
            mention = self._best(runs) or self._written_as_one(words, position)
            if mention is None:
                position += 1
            else:
                mentions.append(mention)
                position = mention.end
        return mentions

    def _places_of(self, words: Sequence[Word], position: int) -> dict[int, tuple[frozenset[int], int]]:
        """By project: the places in its name this word may stand for, and the slips in it."""
        word = words[position].text.removesuffix("'s")
        nearest: str | None = word
        slips = 0
        if word not in self._places:
            singular = word.removesuffix("s")
            slips = int(singular not in self._places)
            nearest = singular if not slips else None if is_known(word) else self._speller.nearest(word)
        found: dict[int, tuple[frozenset[int], int]] = {}
        for project, place in self._places.get(nearest or "", ()):
            earlier, _ = found.get(project, (frozenset(), 0))
            found[project] = (earlier | {place}, slips)
        return found

    def _forgive_beside(self, words: Sequence[Word], places: Sequence[dict[int, tuple[frozenset[int], int]]]) -> None:
        """Beside another word of the same name two slips are forgiven: "zefyr crm" is the Zephyr CRM."""
        for position, word in enumerate(words):
            if places[position] or len(word.text) < _SHORTEST_FORGIVEN_TWICE or is_known(word.text):
                continue
            for project in {key for beside in places[max(position - 1, 0) : position + 2] for key in beside}:
                name = enumerate(self._words[project])
                near = [
                    at for at, own in name if own[0] == word.text[0] and within_edits(word.text, own, _SLIPS_BESIDE)
                ]
                if near:
                    places[position][project] = (frozenset(near), _SLIPS_BESIDE)

    def _runs(
        self, words: Sequence[Word], places: Sequence[dict[int, tuple[frozenset[int], int]]], start: int
    ) -> Iterator[_Run]:
        for project in places[start]:
            matched: set[int] = set()
            slips = 0
            position = end = start
            while position < len(words) and position <= end + 2:
                new, typos = places[position].get(project, (frozenset(), 0))
                if new - matched:
                    matched.add(min(new - matched))
                    slips += typos
                    end = position + 1
                elif words[position].text not in CONNECTORS:
                    break
                position += 1
            yield _Run(project, start, end, frozenset(matched), slips)

    def _names_project(self, run: _Run, words: Sequence[Word], *, shouting: bool) -> bool:
        """Whether a run is meant as a name: one of its words is rare, or the words around it point at a project."""
        if _is_one_of_many(run, words):
            return False
        name = self._words[run.project]
        matched = [name[place] for place in run.matched]
        if any(not _is_weak(word) for word in matched):
            return True
        if len(run.matched) == len(name) > 1:
            return True
        before = words[run.start - 1].text if run.start else ""
        after = words[run.end].text if run.end < len(words) else ""
        if after in _POINTERS and before in _ARTICLES:
            return not set(matched) <= COMMON or len(name) == 1
        if len(name) > 1:
            return before in _ARTICLES and set(matched) <= KINDS and (not after or after in _AFTER_A_NAME)
        return self._everyday_name_is_meant(words, run, before, after, shouting=shouting)

    @staticmethod
    def _everyday_name_is_meant(words: Sequence[Word], run: _Run, before: str, after: str, *, shouting: bool) -> bool:
        """Whether "Summary" is a name here: in quotation marks, with a capital inside a sentence, or talked about."""
        word = words[run.start]
        if word.quoted:
            return True
        if before in _ARTICLE_LIKE:
            return False
        if word.capital and not shouting:
            if before == "project" or word.text.endswith("'s"):
                return True
            return run.start > 0 or after in _STATE_WORDS
        two_before = words[run.start - 2].text if run.start > 1 else ""
        return (two_before, before) in {("how", "is"), ("status", "of")} or before == "hows"

    def _best(self, runs: Sequence[_Run]) -> Mention | None:
        """The run that says most of a name; several that say equally much are all meant."""
        if not runs:
            return None

        def merit(run: _Run) -> tuple[bool, int, int]:
            full = len(run.matched) == len(self._words[run.project])
            return full and not run.slips, len(run.matched), -run.slips

        best = max(map(merit, runs))
        chosen = [run for run in runs if merit(run) == best]
        return Mention(
            chosen[0].start, max(run.end for run in chosen), tuple(self._names[run.project] for run in chosen)
        )

    def _written_as_one(self, words: Sequence[Word], position: int) -> Mention | None:
        """A name of two words typed as one."""
        word = words[position].text
        project = self._joined.get(word)
        if project is not None and len(word) >= _SHORTEST_JOINED:
            return Mention(position, position + 1, (self._names[project],))
        return None


def _is_one_of_many(run: _Run, words: Sequence[Word]) -> bool:
    """Whether words in small letters are but the thing: "a door without a key", "how many mirrors"."""
    inside = words[run.start : run.end]
    before = words[run.start - 1].text if run.start else ""
    after = words[run.end].text if run.end < len(words) else ""
    if before not in _INDEFINITE or any(word.capital or word.quoted for word in inside):
        return False
    return not after or words[run.end].opens_segment or after in CONNECTORS | _AFTER_A_NAME | _STATE_WORDS


def _is_weak(word: str) -> bool:
    """Whether a word names no project by itself."""
    return word in COMMON or word in KINDS or word in CONNECTORS or is_everyday(word)


def _name_words(name: str) -> tuple[str, ...]:
    """The words of a name; connectors only if there is nothing else."""
    words = tuple(word.text.removesuffix("'s") for sentence in read_sentences(name) for word in sentence.words)
    return tuple(word for word in words if word not in CONNECTORS) or words
