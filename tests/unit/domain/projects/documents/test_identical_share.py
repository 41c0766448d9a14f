"""How much of a project's documents would be the same for any other project: what is left without the customer's words.

Every paragraph's sentences and every table's cells of four words or more are compared, with the customer's words, ids,
days and numbers masked. What consists of the customer's words alone is left out of both sides.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

from domain.projects.documents.markdown import escaped
from domain.projects.states import DeliverableKind

MOST_IDENTICAL = 0.40
FEWEST_WORDS = 4
CELL_BORDER = re.compile(r"(?<!\\)\|")
MASKS = (
    (re.compile(r"\d{4}-\d{2}-\d{2}"), " @ "),
    (re.compile(r"\b(?:EUR|GBP|USD|CHF)\b"), " "),
    (re.compile(r"\b[A-Z]\d+(?:\.\d+)?\b"), " @ "),
    (re.compile(r"\d+(?:[.,]\d+)*"), " @ "),
    (re.compile(r"[*`“”>():;–]"), " "),
    # A list of ids or names counts as one of them, however long it is.
    (re.compile(r"@(?:\s*(?:,|and|to)?\s*@)+"), "@"),
)

BRIEFS: dict[str, dict[str, Any]] = {
    "Kruste und Krume": {
        "goal": "Our bakery sells out at nine and throws bread away at six. People should order the evening before.",
        "audience": ["Commuters on their way to the station", "Families at the weekend"],
        "success_measure": ["A third less bread thrown away by summer", "300 orders a week"],
        "must_haves": [
            "Order bread until 20:00 for the next morning",
            "Pay in the shop or with Klarna",
            "Bakers print tomorrow's list at 3:00",
            "Mark a loaf as sold out",
        ],
        "out_of_scope": ["Delivery by bicycle"],
        "platforms": ["web"],
        "integrations": ["Klarna"],
        "existing": ["domain", "brand"],
        "personal_data": True,
        "tone": "warm",
        "deadline": "2026-09-01",
        "budget_ceiling": {"amount": 20000, "currency": "EUR"},
        "constraints": ["Prices carry the deposit"],
        "approver": "Hanne Krume, master baker",
    },
    "Ward Roster": {
        "goal": "Nurses learn of a changed shift from a note on the fridge.",
        "audience": ["Nurses", "Ward managers", "The works council"],
        "success_measure": ["No shift uncovered for a month"],
        "must_haves": [
            "Ward managers publish the roster for four weeks",
            "Nurses swap a shift without a phone call",
            "A warning when eleven hours of rest are broken",
            "Read the qualifications from Kronos",
            "Show who is on call tonight",
            "Keep every version for the works council",
            "Print a ward's week",
        ],
        "platforms": ["web", "ios", "android"],
        "integrations": ["Kronos", "The hospital's Active Directory"],
        "existing": ["source_repository", "hosting"],
        "personal_data": True,
        "deadline": "2026-03-25",
        "budget_ceiling": {"amount": 12000, "currency": "GBP"},
        "constraints": ["Data stays in the hospital's data centre", "Working Time Regulations"],
        "approver": "Dr Osei",
    },
    "Owl Night": {
        "goal": "A quiet game to fall asleep with",
        "audience": ["Children from four to seven"],
        "success_measure": ["Parents use it again"],
        "must_haves": ["Twelve owls that fly home", "It dims by itself", "No sound after ten minutes"],
        "out_of_scope": ["Advertising", "Points and rankings"],
        "platforms": ["ios"],
        "tone": "playful",
        "personal_data": False,
        "approver": "Mika",
    },
    "Tree Register": {
        "goal": "Everybody can see which tree the city felled, and why, and use the data.",
        "audience": ["Residents", "Journalists", "Arborists of the city", "Programmers"],
        "success_measure": ["95 % of fellings published within 3 days", "10 programs that use the data"],
        "must_haves": [
            "A map of 80,000 trees",
            "Arborists enter a felling with its reason",
            "Residents subscribe to a street",
            "Open data as CSV and GeoJSON",
            "The history of a tree",
        ],
        "out_of_scope": [],
        "platforms": ["web", "api"],
        "integrations": ["ArcGIS", "The city's single sign-on", "Matomo"],
        "existing": [],
        "tone": "formal",
        "deadline": "2027-02-01",
        "constraints": ["Barrier-free by BITV 2.0", "Licence: CC BY 4.0", "No cookies"],
        "approver": "Council committee for the environment",
    },
}


def units(text: str, answers: dict[str, Any], name: str) -> list[str]:
    """The masked sentences and cells of a document that are long enough and not the customer's words alone."""
    return [unit for unit in _masked_units(text, answers, name) if _is_ours(unit)]


def _masked_units(text: str, answers: dict[str, Any], name: str) -> list[str]:
    for words in sorted(_customers_words(answers, name), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(words)}(?!\w)", " @ ", text, flags=re.IGNORECASE)
    parts: list[str] = []
    for line in text.splitlines():
        if line.startswith("|"):
            parts += CELL_BORDER.split(line)[1:-1]
        else:
            parts += re.split(r"(?<=[.!?])\s+|\s+(?=- )", re.sub(r"^(?:#+|[-*>]|\d+\.)\s+", "", line))
    return [_masked(part) for part in parts]


def _masked(text: str) -> str:
    for pattern, mask in MASKS:
        text = pattern.sub(mask, text)
    return " ".join(text.split()).strip(" .,").casefold()


def _is_ours(unit: str) -> bool:
    return len(re.findall(r"[^\W\d_]+|@", unit)) >= FEWEST_WORDS and re.search(r"[^\W\d_]{2}", unit) is not None


def _customers_words(answers: dict[str, Any], name: str) -> set[str]:
    found = {name}
    # The options of a choice are our words.
    typed = (value for question, value in answers.items() if question not in {"platforms", "existing", "tone"})
    for value in typed:
        texts = value if isinstance(value, list) else [value] if isinstance(value, str) else []
        for text in texts:
            found |= {escaped(line) for line in text.splitlines() if line.strip()}
            found.add(escaped(text.split(",")[0]))
    return found


def share(one: list[str], other: list[str]) -> float:
    """Of the units of `one`, repeated ones counted as often as they stand there, those that `other` has as well."""
    return sum(unit in set(other) for unit in one) / max(1, len(one))


@pytest.fixture
def written(begin: Callable[..., Any]) -> dict[str, list[str]]:
    """The units of all ten documents of each brief."""
    found = {}
    for name, answers in BRIEFS.items():
        story = begin(name, answers).written_on().finished()
        assert {kind for kind, _ in story.texts} == set(DeliverableKind)
        found[name] = [unit for text in story.texts.values() for unit in units(text, answers, name)]
    return found


def test_two_unlike_projects_share_few_sentences(written: dict[str, list[str]]) -> None:
    shares = {
        (one, other): max(share(written[one], written[other]), share(written[other], written[one]))
        for one, other in combinations(BRIEFS, 2)
    }

    worst_first = sorted(shares.items(), key=lambda pair: -pair[1])
    report = "\n".join(
        f"{found:.0%}  {one} ({len(written[one])})  {other} ({len(written[other])})"
        for (one, other), found in worst_first
    )
    print(report)  # noqa: T201 - `pytest -s` shows how near the limit is
    assert max(shares.values()) <= MOST_IDENTICAL, report


@pytest.mark.parametrize(
    ("line", "masked"),
    [
        ("| R1 | Mark a loaf as sold out |", []),
        ("The deadline is 2026-09-01, and R1 to R4 wait.", ["the deadline is @ , and @ wait"]),
        ("- Mark a loaf as sold out: who does that?", ["@ who does that?"]),
        ("| Days | 3 to 12 | too short |", []),
        ("One sentence of five words. Another one follows", ["one sentence of five words"]),
    ],
)
def test_units_are_sentences_and_cells_without_the_customers_words(line: str, masked: list[str]) -> None:
    assert units(line, BRIEFS["Kruste und Krume"], "Kruste und Krume") == masked
