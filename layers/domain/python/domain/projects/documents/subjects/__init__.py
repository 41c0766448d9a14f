"""Which subjects a customer's text is about."""

from __future__ import annotations

from functools import lru_cache

from domain.projects.documents.subjects.commerce import COMMERCE
from domain.projects.documents.subjects.content import CONTENT
from domain.projects.documents.subjects.operations import OPERATIONS
from domain.projects.documents.subjects.people import PEOPLE
from domain.projects.documents.subjects.subject import Subject

__all__ = ["SUBJECTS", "Subject", "subjects_of"]

SUBJECTS: tuple[Subject, ...] = COMMERCE + PEOPLE + CONTENT + OPERATIONS


# A document asks about the same few dozen texts hundreds of times.
@lru_cache(maxsize=256)
def subjects_of(text: str) -> tuple[Subject, ...]:
    """The subjects `text` touches, in the order in which it names them; empty when it names none we know."""
    found = [(match.start(), subject) for subject in SUBJECTS if (match := subject.pattern.search(text))]
    return tuple(subject for _, subject in sorted(found, key=lambda hit: hit[0]))
