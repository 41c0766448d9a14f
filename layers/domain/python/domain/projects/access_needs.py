"""The access that the team asks for: to the other systems of the brief, and to the repository for the documents."""

from __future__ import annotations

from collections.abc import Iterator

from common.services import frozen
from domain.playbooks.library import OTHER, knowledge
from domain.projects.brief.records import Brief, BriefEntryType, Entry
from domain.projects.states import Phase, Role, owner_of

REPOSITORY = "source_repository"
_NAME_LENGTH = 120


@frozen
class AccessNeed:
    """One access that the work needs. `entry`: the id of the brief entry that names the other system, if any.

    `how_to_obtain` has one step per line.
    """

    name: str
    type: str
    reason: str
    how_to_obtain: str
    entry: str | None = None
    requested_by: Role = owner_of(Phase.DEVELOPMENT)


_REPOSITORY = AccessNeed(
    name="Source repository",
    type="token",
    reason="The team delivers each approved document to your repository. Builders can use it for the code too, if you "
    "allow it.",
    how_to_obtain="Create an access token in your repository's settings that can read and write this repository only.\n"
    "Give the repository's address with it.",
)


def access_needs(phase: Phase, brief: Brief) -> tuple[AccessNeed, ...]:
    """The access to ask for when `phase` begins, the repository's first; none unless the phase is development."""
    return tuple(_needs(brief)) if phase is Phase.DEVELOPMENT else ()


def _needs(brief: Brief) -> Iterator[AccessNeed]:
    if REPOSITORY in (brief.existing or ()):
        yield _REPOSITORY
    for entry in brief.of_type(BriefEntryType.OTHER_SYSTEM):
        yield from _of_system(entry)


def _of_system(entry: Entry) -> Iterator[AccessNeed]:
    for topic in entry.topics:
        for access in knowledge()["systems"][topic.id].access:
            named = f"{entry.text}: {access.name}" if topic.id == OTHER else access.name
            yield AccessNeed(
                name=named[:_NAME_LENGTH],
                type=access.type,
                reason=f"The work on “{entry.text}” needs it for {access.needed_for}.",
                how_to_obtain="\n".join(access.steps),
                entry=entry.id,
            )
