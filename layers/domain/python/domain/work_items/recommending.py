"""The CTO's look at a submission, by rules: what is doubtful about it. An opinion beside the customer's decision.

Further opinions, such as a model's, are further doubts: `recommendation` takes what anybody else found doubtful.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from domain.work_items.records import Criterion, Evidence, Recommendation, ReviewDecision

_TOO_SHORT = 20
"""An answer of fewer characters hardly says what was done to see that a criterion is met."""


def recommendation(
    criteria: Sequence[Criterion], links: Sequence[str], evidence: Sequence[Evidence], further: Iterable[str] = ()
) -> Recommendation:
    """What the CTO recommends; every criterion is answered. `further`: doubts that somebody else has, as sentences."""
    doubts = (*_doubts(criteria, links, evidence), *further)
    return Recommendation(decision=ReviewDecision.RETURN if doubts else ReviewDecision.ACCEPT, doubts=doubts)


def _doubts(criteria: Sequence[Criterion], links: Sequence[str], evidence: Sequence[Evidence]) -> Iterator[str]:
    asked = {criterion.id: criterion.text for criterion in criteria}
    said = Counter(_folded(one.text) for one in evidence)
    for one in evidence:
        if not one.met:
            yield f"{one.criterion} is not met: the worker says so."
        elif _folded(one.text) == _folded(asked.get(one.criterion, "")):
            yield f"{one.criterion}: the evidence only repeats the criterion."
        elif said[_folded(one.text)] > 1:
            yield f"{one.criterion}: the same words are given for another criterion, too."
        elif len(one.text) < _TOO_SHORT and one.link is None:
            yield f"{one.criterion}: the evidence is very short and has no link."
    if not links and not any(one.link for one in evidence):
        yield "Nothing is linked, so nobody can look at the work itself."


def _folded(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".")
