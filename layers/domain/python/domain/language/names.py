"""Names: which of the account's projects a text names, tolerant of case, accents, typos and short forms."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from domain.language.tables import word_table
from domain.language.text import Word, read_sentences
from domain.language.words import SHORTEST_FREELY_CORRECTED, Speller, is_everyday, is_known, word_set

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
_SHORTEST_JOINED = 6
_MOSTLY_CAPITALS = 0.6


@dataclass(frozen=True, slots=True)
class Mention:
    """Words `start` to `end` (exclusive) of a sentence name a project, or several equally well."""

    start: int
    end: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Run:
    """Consecutive words up to `end` that stand for these words of one project's name."""

    project: int
    end: int
    matched: frozenset[str]
    is_whole: bool


class ProjectNames:
    """An index of project names by their words."""

    def __init__(self, names: Sequence[str]) -> None:
        """Take names; everyday words need more than themselves to name a project, known words are never typos."""
        self._names = names
        self._words = [frozenset(_name_words(name)) for name in names]
        self._projects: dict[str, list[int]] = defaultdict(list)
        for project, name in enumerate(names):
            words = _name_words(name)
            joined = "".join(words)
            for word in {*words, joined} if len(joined) >= _SHORTEST_JOINED else set(words):
                self._projects[word].append(project)
        self._speller = Speller(word for word in self._projects if word)

    def find(self, words: Sequence[Word]) -> list[Mention]:
        """The mentions in one sentence, in order, not overlapping: each the project of which it says most."""
        meant = [self._meant(word, 2 if len(word.text) >= SHORTEST_FREELY_CORRECTED else None) for word in words]
        mentions: list[Mention] = []
        position = 0
        while position < len(words):
            runs = [self._run(words, meant, position, project) for project in self._projects.get(meant[position], ())]
            named = [run for run in runs if self._names_project(run, words, position)]
            if named:
                most = max((run.is_whole, len(run.matched)) for run in named)
                best = [run for run in named if (run.is_whole, len(run.matched)) == most]
                end = max(run.end for run in best)
                mentions.append(Mention(position, end, tuple(self._names[run.project] for run in best)))
            position = mentions[-1].end if named else position + 1
        return mentions

    def _meant(self, word: Word, slips: int | None = None) -> str:
        """The word of a name that a typed word stands for; empty for any other."""
        typed = word.text.removesuffix("'s")
        exact = next((one for one in (typed, typed.removesuffix("s")) if one in self._projects), "")
        return exact or ("" if is_known(typed) else self._speller.nearest(typed, slips) or "")

    def _run(self, words: Sequence[Word], meant: Sequence[str], start: int, project: int) -> _Run:
        """The words of a name from `start` on, each once, with connectors between them."""
        matched: set[str] = set()
        end = start
        for position, word in enumerate(meant[start:], start):
            if word and word not in matched and project in self._projects[word]:
                matched.add(word)
                end = position + 1
            elif position > end or words[position].text not in CONNECTORS:
                break
        return _Run(project, end, frozenset(matched), matched == self._words[project])

    def _names_project(self, run: _Run, words: Sequence[Word], start: int) -> bool:
        """Whether a run is meant as a name: one of its words is rare, or the words around it point at a project."""
        is_one_word = len(self._words[run.project]) == 1
        if run.is_whole and not is_one_word:
            return True
        if any(not _is_weak(word) for word in run.matched):  # two slips need another word of the name: "zefyr crm"
            return len(run.matched) > 1 or self._meant(words[start]) in run.matched
        word, before = words[start], words[start - 1].text if start else ""
        after = words[run.end].text if run.end < len(words) else ""
        if before in _ARTICLES and after in _POINTERS:
            return is_one_word or not run.matched <= COMMON
        if not is_one_word:  # "the app is", but not "the app owners"
            return before in _ARTICLES and run.matched <= KINDS and (not after or after in word_table("asking"))
        stands_out = word.capital and start > 0 and before not in _ARTICLES
        return word.quoted or (stands_out and sum(one.capital for one in words[1:]) <= _MOSTLY_CAPITALS * len(words))


def _is_weak(word: str) -> bool:
    """Whether a word names no project by itself."""
    return word in COMMON or word in KINDS or word in CONNECTORS or is_everyday(word)


def _name_words(name: str) -> tuple[str, ...]:
    """The words of a name; connectors only if there is nothing else."""
    words = tuple(word.text.removesuffix("'s") for sentence in read_sentences(name) for word in sentence.words)
    return tuple(word for word in words if word not in CONNECTORS) or words
