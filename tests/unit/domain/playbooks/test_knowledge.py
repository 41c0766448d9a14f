"""What the playbooks must hold, family by family, and that each line is about its own topic alone."""

from __future__ import annotations

import re

import pytest

from domain.playbooks.knowledge import Knowledge
from domain.playbooks.library import FOLDER, OTHER, SLOT, knowledge, playbooks
from domain.playbooks.sources import read_knowledge

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
TOPICS = [pytest.param(*one, id=f"{one[0]}/{one[1]}") for one in ALL if one[0] != "foundation"]
FILLED_BY_CODE = {"entry", "next", "number", "date", "time", "name", "amount", "place", "count", "reason"}
COMMON = re.compile(r"^(none|contact data)\b", re.IGNORECASE)


@pytest.mark.parametrize(("family", "name", "known"), TOPICS)
def test_playbook_knows_enough(family: str, name: str, known: Knowledge) -> None:
    counts = {part: len(getattr(known, part)) for part in LEAST[family]}

    assert {part: found for part, found in counts.items() if found < LEAST[family][part]} == {}, name


@pytest.mark.parametrize(("family", "name", "known"), TOPICS)
def test_slots_are_choices_of_the_same_playbook(family: str, name: str, known: Knowledge) -> None:
    choices = [choice.id for choice in known.choices]
    shown = {text.text for text in known.texts}

    slots = {slot for line in known.lines() if line not in shown for slot in SLOT.findall(line)}
    of_screens = {slot for line in shown for slot in SLOT.findall(line)}

    assert len({*choices}) == len(choices), (family, name)
    assert slots - {*choices, "entry"} == set()
    assert of_screens - {*choices} - FILLED_BY_CODE == set()


@pytest.mark.parametrize(("family", "name", "known"), TOPICS)
def test_choice_is_used_and_its_proposal_is_a_phrase(family: str, name: str, known: Knowledge) -> None:
    text = "\n".join(known.lines())

    assert [one.id for one in known.choices if f"{{{one.id}}}" not in text] == [], (family, name)
    assert [one.ask for one in known.choices if not one.ask.endswith("?")] == []
    assert [one.proposed for one in known.choices if one.proposed.endswith(".")] == []


@pytest.mark.parametrize(("family", "name", "known"), TOPICS)
def test_sentences_end_and_clauses_do_not(family: str, name: str, known: Knowledge) -> None:
    sentences = (*known.criteria, *known.each, *known.flow, *known.build, *known.tests, *known.architecture)
    clauses = [text for one in known.failures for text in (one.when, one.then)]

    assert [line for line in sentences if line[-1] not in ".!?"] == [], (family, name)
    assert [line for line in clauses if line.endswith(".")] == []


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


@pytest.mark.parametrize(("family", "name", "known"), TOPICS)
def test_what_ages_says_when_and_where_it_was_read(family: str, name: str, known: Knowledge) -> None:
    if family in {"guides", "platforms"} or known.limits:
        assert known.checked is not None, (family, name)
    if known.limits:
        assert known.source, (family, name)


def test_packed_knowledge_says_the_same() -> None:
    assert knowledge() == KNOWN
