"""Names: which of the account's projects a text names, tolerant of case, accents, typos and short forms."""

from collections import defaultdict
from collections.abc import Sequence
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
    """Consecutive words, `start` to `end`, that stand for these words of one project's name, with so many slips."""

    project: int
    start: int
    end: int
    matched: frozenset[str]
    slips: int


type _Meant = dict[int, tuple[str, int]]
"""By project: the word of its name that a typed word stands for, and the slips in it."""


class ProjectNames:
    """An index of project names by their words."""

    def __init__(self, names: Sequence[str]) -> None:
        """Take names; everyday words need more than themselves to name a project, known words are never typos."""
        self._names = names
        self._words = [_name_words(name) for name in names]
        self._projects: dict[str, list[int]] = defaultdict(list)
        for project, words in enumerate(self._words):
            for word in dict.fromkeys(words):
                self._projects[word].append(project)
        joined = {"".join(words): project for project, words in enumerate(self._words) if len(words) > 1}
        self._joined = {word: project for word, project in joined.items() if len(word) >= _SHORTEST_JOINED}
        self._speller = Speller(word for word in self._projects if not _is_weak(word))

    def find(self, words: Sequence[Word]) -> list[Mention]:
        """The mentions in one sentence, in order, not overlapping."""
        meant = [self._meant(word.text.removesuffix("'s")) for word in words]
        self._forgive_beside(words, meant)
        mentions: list[Mention] = []
        position = 0
        while position < len(words):
            runs = (self._run(words, meant, position, project) for project in meant[position])
            named = [run for run in runs if self._names_project(run, words)]
            joined = self._joined.get(words[position].text)
            if named:
                mentions.append(self._best(named))
            elif joined is not None:
                mentions.append(Mention(position, position + 1, (self._names[joined],)))
            position = mentions[-1].end if named or joined is not None else position + 1
        return mentions

    def _meant(self, typed: str) -> _Meant:
        exact = next((one for one in (typed, typed.removesuffix("s")) if one in self._projects), None)
        word = exact or (None if is_known(typed) else self._speller.nearest(typed))
        return {project: (word, int(exact is None)) for project in self._projects[word]} if word else {}

    def _forgive_beside(self, words: Sequence[Word], meant: Sequence[_Meant]) -> None:
        """Beside another word of the same name two slips are forgiven: "zefyr crm" is the Zephyr CRM."""
        for position, typed in enumerate(word.text for word in words):
            if meant[position] or len(typed) < _SHORTEST_FORGIVEN_TWICE or is_known(typed):
                continue
            beside = {project for one in meant[max(position - 1, 0) : position + 2] for project in one}
            for project in beside:
                for word in self._words[project]:
                    if word[0] == typed[0] and within_edits(typed, word, _SLIPS_BESIDE):
                        meant[position][project] = (word, _SLIPS_BESIDE)

    @staticmethod
    def _run(words: Sequence[Word], meant: Sequence[_Meant], start: int, project: int) -> _Run:
        matched: set[str] = set()
        slips = 0
        position = end = start
        while position < len(words) and position <= end + 2:
            word, typos = meant[position].get(project, ("", 0))
            if word and word not in matched:
                matched.add(word)
                slips += typos
                end = position + 1
            elif words[position].text not in CONNECTORS:
                break
            position += 1
        return _Run(project, start, end, frozenset(matched), slips)

    def _names_project(self, run: _Run, words: Sequence[Word]) -> bool:
        """Whether a run is meant as a name: one of its words is rare, or the words around it point at a project."""
        name = set(self._words[run.project])
        if any(not _is_weak(word) for word in run.matched) or len(run.matched) == len(name) > 1:
            return True
        before = words[run.start - 1].text if run.start else ""
        after = words[run.end].text if run.end < len(words) else ""
        if after in _POINTERS and before in _ARTICLES:
            return not run.matched <= COMMON or len(name) == 1
        if len(name) > 1:
            return before in _ARTICLES and run.matched <= KINDS and (not after or after in _AFTER_A_NAME)
        return _everyday_name_is_meant(words, run.start, before, after)

    def _best(self, runs: Sequence[_Run]) -> Mention:
        """The run that says most of a name; several that say equally much are all meant."""

        def merit(run: _Run) -> tuple[bool, int, int]:
            full = len(run.matched) == len(set(self._words[run.project]))
            return full and not run.slips, len(run.matched), -run.slips

        best = max(map(merit, runs))
        chosen = [run for run in runs if merit(run) == best]
        names = tuple(self._names[run.project] for run in chosen)
        return Mention(chosen[0].start, max(run.end for run in chosen), names)


def _everyday_name_is_meant(words: Sequence[Word], position: int, before: str, after: str) -> bool:
    """Whether "Summary" is a name here: in quotation marks, with a capital inside a sentence, or talked about."""
    word = words[position]
    if word.quoted or before in _ARTICLE_LIKE:
        return word.quoted
    if word.capital and sum(one.capital for one in words[1:]) <= _MOSTLY_CAPITALS * len(words):
        return position > 0 or after in _STATE_WORDS or word.text.endswith("'s")
    two_before = words[position - 2].text if position > 1 else ""
    return (two_before, before) in {("how", "is"), ("status", "of")} or before == "hows"


def _is_weak(word: str) -> bool:
    """Whether a word names no project by itself."""
    return word in COMMON or word in KINDS or word in CONNECTORS or is_everyday(word)


def _name_words(name: str) -> tuple[str, ...]:
    """The words of a name; connectors only if there is nothing else."""
    words = tuple(word.text.removesuffix("'s") for sentence in read_sentences(name) for word in sentence.words)
    return tuple(word for word in words if word not in CONNECTORS) or words
