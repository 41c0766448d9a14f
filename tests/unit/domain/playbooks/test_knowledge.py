"""What the playbooks must hold, family by family, and that each line is about its own topic alone."""

from __future__ import annotations

import re

from domain.playbooks.knowledge import Knowledge
from domain.playbooks.library import FOLDER, OTHER, SLOT, knowledge, playbooks
from domain.playbooks.sources import read_knowledge
from tables import for_each

BOOKS, KNOWN = playbooks(), read_knowledge(FOLDER)
ALL = [(family, name, known) for family, those in KNOWN.items() for name, known in those.items()]
LEAST = {
    "kinds": {
        "criteria": 5, "each": 1, "flow": 5, "failures": 4, "choices": 2, "data": 1, "build": 2, "risks": 2,
        "tests": 2, "claims": 2, "words": 1, "texts": 2, "launch": 1, "watch": 1, "out_of_scope": 2,
    },
    "guides": {"criteria": 2, "architecture": 1, "duties": 1, "choices": 1, "risks": 1, "tests": 1, "source": 1},
    "systems": {"access": 1, "criteria": 2, "failures": 3, "choices": 1, "tests": 1},
    "platforms": {"criteria": 2, "parts": 3, "stacks": 2, "release": 2, "operation": 2, "tests": 1},
}  # fmt: skip
TOPICS = [(family, name, known) for family, name, known in ALL if family != "foundation"]
FILLED_BY_CODE = {"entry", "next", "number", "date", "time", "name", "amount", "place", "count", "reason"}
COMMON = re.compile(r"^(none|contact data)\b", re.IGNORECASE)


@for_each(("family", "name", "known"), TOPICS, ids=[f"{family}/{name}" for family, name, _ in TOPICS])
def test_playbook_is_whole(family: str, name: str, known: Knowledge) -> None:
    """It knows enough, fills every slot, uses every choice, writes sentences and clauses, and says what ages."""
    counts = {part: len(getattr(known, part)) for part in LEAST[family]}
    assert {part: found for part, found in counts.items() if found < LEAST[family][part]} == {}

    choices = {choice.id for choice in known.choices}
    shown = {text.text for text in known.texts}
    slots = {slot for line in known.lines() if line not in shown for slot in SLOT.findall(line)}
    of_screens = {slot for line in shown for slot in SLOT.findall(line)}
    assert (len(choices), slots - choices - {"entry"}) == (len(known.choices), set())
    assert of_screens - choices - FILLED_BY_CODE == set()
    assert choices - {slot for line in known.lines() for slot in SLOT.findall(line)} == set()

    assert [one.ask for one in known.choices if not one.ask.endswith("?")] == []
    assert [one.proposed for one in known.choices if one.proposed.endswith(".")] == []
    sentences = (*known.criteria, *known.each, *known.flow, *known.build, *known.tests, *known.architecture)
    assert [line for line in sentences if line[-1] not in ".!?"] == []
    assert [text for one in known.failures for text in (one.when, one.then) if text.endswith(".")] == []

    assert known.checked is not None or not (known.limits or family in {"guides", "platforms"})
    assert known.source or not known.limits


def test_no_line_stands_in_two_playbooks() -> None:
    owners: dict[str, set[str]] = {}
    for family, name, known in ALL:
        for line in known.lines():
            if len(line) > 25 and not COMMON.match(line):
                owners.setdefault(SLOT.sub("", line).casefold(), set()).add(f"{family}/{name}")

    assert {line: names for line, names in owners.items() if len(names) > 1} == {}


def test_kinds_are_named_by_their_ids() -> None:
    kinds = {*BOOKS.kinds} - {OTHER}

    for _, name, known in ALL:
        assert {*known.after} <= kinds - {name}, name
        for stack in known.stacks:
            assert {*stack.suits, *stack.strains} <= kinds, (name, stack.name)
            assert not {*stack.suits} & {*stack.strains}, (name, stack.name)


def test_a_kind_never_waits_for_itself() -> None:
    kinds = KNOWN["kinds"]

    def reach(name: str, seen: tuple[str, ...]) -> None:
        assert name not in seen, f"{' -> '.join((*seen, name))}"
        for before in kinds[name].after:
            reach(before, (*seen, name))

    for name in kinds:
        reach(name, ())


def test_packed_knowledge_says_the_same() -> None:
    assert knowledge() == KNOWN
