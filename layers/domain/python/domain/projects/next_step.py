"""What the team does next. The records alone decide it, so that a worker can go on where another one died."""

from __future__ import annotations

from collections.abc import Mapping

from common.services import frozen
from domain.projects.phases import phase_after, position_of
from domain.projects.records import Deliverable, Project
from domain.projects.states import DeliverableKind, DeliverableState, Phase, ProjectStatus

_TO_WRITE = frozenset({DeliverableState.WAITING, DeliverableState.CHANGES_REQUESTED, DeliverableState.WRITING})


@frozen
class WriteDeliverable:
    """Write `revision` of a document. `comment` is the customer's comment on the one before, if there is one."""

    deliverable_id: str
    kind: DeliverableKind
    revision: int
    comment: str | None


@frozen
class BlockDeliverable:
    """Hold a document until the named credential requests are closed."""

    deliverable_id: str
    request_ids: tuple[str, ...]


@frozen
class UnblockDeliverable:
    """Release a document, because none of its credential requests is open any more."""

    deliverable_id: str


@frozen
class AdvancePhase:
    """Every document of the phase is approved: begin `to`, or complete the project."""

    to: Phase


@frozen
class HandOutWork:
    """Make work items of the approved delivery plan's packages, or of the next ones."""


@frozen
class Wait:
    """Nothing for the team to do; `for_deliverables` are in review or blocked.

    It is empty when the project is not active, or waits for work that was handed out.
    """

    for_deliverables: tuple[str, ...]


Step = WriteDeliverable | BlockDeliverable | UnblockDeliverable | AdvancePhase | HandOutWork | Wait


def next_step(
    project: Project,
    deliverables: tuple[Deliverable, ...],
    *,
    open_requests: Mapping[DeliverableKind, tuple[str, ...]] | None = None,
) -> Step:
    """The step to take now. `open_requests`: for each document, the ids of the open credential requests that block it.

    Blocking and unblocking come before writing, and documents come in the order of `DeliverableKind`. So a project has
    exactly one next step, and a step that is repeated after a crash makes the same records.
    """
    if project.status is not ProjectStatus.ACTIVE or project.archived:
        return Wait(())
    if project.hand_out_work and project.work_handed_out_at is None:
        return HandOutWork()
    own = sorted(
        (item for item in deliverables if item.phase is project.phase), key=lambda item: position_of(item.kind)
    )
    held = {item.id: tuple(sorted((open_requests or {}).get(item.kind, ()))) for item in own}
    for item in own:
        if step := _access_step(item, held[item.id]):
            return step
    for item in own:
        if item.state in _TO_WRITE:
            return WriteDeliverable(item.id, item.kind, item.revision + 1, item.comment)
    unfinished = tuple(item.id for item in own if item.state is not DeliverableState.APPROVED)
    if own and not unfinished and not project.waits_for_work:
        return AdvancePhase(phase_after(project.phase))
    return Wait(unfinished)


def _access_step(deliverable: Deliverable, requests: tuple[str, ...]) -> Step | None:
    if deliverable.state is DeliverableState.WAITING and requests:
        return BlockDeliverable(deliverable.id, requests)
    if deliverable.state is DeliverableState.BLOCKED and not requests:
        return UnblockDeliverable(deliverable.id)
    if deliverable.state is DeliverableState.BLOCKED and requests != deliverable.blocked_by:
        return BlockDeliverable(deliverable.id, requests)
    return None
