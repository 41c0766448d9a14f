"""What exactly a question asks for: a figure and what is done with it, or a particular of the records (ADR 55).

The weights read every sentence once more, by labels of their own (`data/intents/asked_for.jsonl`): which figure, which
operation, over what, or which particular. What is named, such as a document, is found by its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

from common.services import frozen
from domain.language.learned import Reader, Text


class Figure(StrEnum):
    """What may be known in numbers, of the project, a phase or a document."""

    ESTIMATED = "estimated"
    SPENT = "spent"
    LEFT = "left"
    DAYS = "days"
    CEILING = "ceiling"
    HEADROOM = "headroom"
    LIMIT = "limit"


class Operation(StrEnum):
    """What is done with the figure, where it is not just told."""

    MOST = "most"
    LEAST = "least"
    PERCENT = "percent"
    INCLUDED = "included"


class Of(StrEnum):
    """Of what each one is asked for, or the one that has most."""

    DOCUMENTS = "by_document"
    PHASES = "by_phase"


class Particular(StrEnum):
    """What is asked for that is no figure, and has an answer of its own."""

    PERSONAL_DATA = "personal_data"
    LANGUAGES = "languages"
    DEADLINE = "deadline"
    PROCESS = "process"


OTHER = "other"
READER = Reader(
    (*map(str, Figure), *map(str, Operation), *map(str, Of), *map(str, Particular), OTHER),
    Path(__file__).with_name("asked_for.bin"),
)


@frozen
class AskedFor:
    """The labels found in a sentence, with the `odds` of the likeliest; nothing where it asks for none of them."""

    figures: tuple[Figure, ...] = ()
    operation: Operation | None = None
    of: Of | None = None
    particular: Particular | None = None
    odds: float = 0.0

    @property
    def is_figure(self) -> bool:
        """Whether a figure is asked for, or something is done with one."""
        return bool(self.figures or self.operation or self.of)

    def __bool__(self) -> bool:
        """Whether anything is asked for."""
        return self.is_figure or self.particular is not None


NOTHING = AskedFor()


def asked_for(text: Text) -> AskedFor:
    """What a text of one sentence asks for, by its features."""
    odds = READER.likelihoods(text)
    particular = _likeliest(Particular, odds)
    figures = tuple(figure for figure in Figure if odds[figure] > 0)
    operation, of = _likeliest(Operation, odds), _likeliest(Of, odds)
    of_figures = max((odds[one] for one in (*figures, operation, of) if one), default=float("-inf"))
    if particular and odds[particular] > of_figures:
        return AskedFor(particular=particular, odds=odds[particular])
    return NOTHING if odds[OTHER] > of_figures else AskedFor(figures, operation, of, odds=of_figures)


def _likeliest[Label: StrEnum](labels: type[Label], odds: Mapping[str, float]) -> Label | None:
    found = max(labels, key=lambda label: odds[label])
    return found if odds[found] > 0 else None
