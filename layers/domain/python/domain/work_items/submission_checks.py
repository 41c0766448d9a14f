"""Finds by rules what is doubtful about a submission. This is the CTO's opinion; the customer decides.

The doubts of a model (`opinions.py`) are added to these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from common.wording import listed
from domain.work_items.records import Criterion, Evidence, Opinion, OpinionState, Recommendation, ReviewDecision

_TOO_SHORT = 20
"""An answer of fewer characters hardly says what was done to see that a criterion is met."""
_UNMET = "The worker says that {those} {are} not met."
_ECHO = "The evidence for {those} only repeats {them}."
_SHORT = "The evidence for {those} is very short and without a link."


def recommendation(
    criteria: Sequence[Criterion],
    links: Sequence[str],
    evidence: Sequence[Evidence],
    further: Iterable[str] = (),
    opinion: Opinion | None = None,
) -> Recommendation:
    """The CTO's recommendation: to return, for any doubt; else to accept if a model read the evidence; else None.

    Args:
        criteria: what the item asks for.
        links: the links of the whole submission.
        evidence: the submission's answers to the criteria.
        further: doubts that a model has, as sentences.
        opinion: what became of asking the model; None where none was asked.
    """
    doubts = (*_doubts(criteria, links, evidence), *further)
    is_read = opinion is not None and opinion.state is OpinionState.GIVEN
    decision = ReviewDecision.RETURN if doubts else ReviewDecision.ACCEPT if is_read else None
    return Recommendation(decision=decision, doubts=doubts, opinion=opinion)


def _doubts(criteria: Sequence[Criterion], links: Sequence[str], evidence: Sequence[Evidence]) -> Iterator[str]:
    asked = {criterion.id: criterion.text for criterion in criteria}
    said: dict[str, list[str]] = {}
    for one in evidence:
        said.setdefault(_folded(one.text), []).append(one.criterion)
    found: dict[str, list[str]] = {}
    repeated: dict[str, None] = {}
    for one in evidence:
        if not one.met:
            found.setdefault(_UNMET, []).append(one.criterion)
        elif _folded(one.text) == _folded(asked.get(one.criterion, "")):
            found.setdefault(_ECHO, []).append(one.criterion)
        elif len(alike := said[_folded(one.text)]) > 1:
            every = "Both" if len(alike) == 2 else f"All {len(alike)}"  # noqa: PLR2004 - English has a word for two
            repeated.setdefault(f"{every} criteria" if len(alike) == len(evidence) else f"Criteria {listed(alike)}")
        elif len(one.text) < _TOO_SHORT and one.link is None:
            found.setdefault(_SHORT, []).append(one.criterion)
    yield from (_sentence(doubt, ids) for doubt, ids in found.items())
    yield from (f"{those} cite the same evidence." for those in repeated)
    if not links and not any(one.link for one in evidence):
        yield "There are no links, so nobody can look at the work itself."


def _sentence(doubt: str, ids: Sequence[str]) -> str:
    if len(ids) == 1:
        return doubt.format(those=f"criterion {ids[0]}", are="is", them="it")
    return doubt.format(those=f"criteria {listed(ids)}", are="are", them="them")


def _folded(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".")
