"""What a message changes of the question answered before it. Learned from labelled follow-ups (ADR 15, ADR 52).

alone: nothing, it stands alone. The same question about: `about` a project it names, `other` projects than the last.
Of the same things: `pick` one, `reason`, `since` when, `details`, `count`, `difference`, `facet` (another question),
`again` (doubt or repetition). Of the task spoken of: its next `runs`, `retime` it. Of what the customer said last,
whether it was `kept`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from domain.language.learned import Reader
from domain.language.names import ProjectNames
from domain.language.reading import read_text

ALONE = "alone"
OF_ANSWERS = ("about", "other", "pick", "reason", "since", "details", "count", "difference", "facet", "again")
OF_A_TASK = ("runs", "retime")
KEPT = "kept"
READER = Reader((ALONE, *OF_ANSWERS, *OF_A_TASK, KEPT), Path(__file__).with_name("follow_ups.bin"))


def odds_of(message: str, project_names: Sequence[str]) -> Mapping[str, float]:
    """The odds of each label; none for a message without words."""
    read = [one.features for one in read_text(message, ProjectNames(project_names))]
    return READER.likelihoods(read) if read else {}


def likeliest(odds: Mapping[str, float], possible: Collection[str]) -> str:
    """The likeliest of the labels that the last answer leaves possible; `alone` where that is none."""
    return max((ALONE, *possible), key=lambda label: odds.get(label, float("-inf")))
