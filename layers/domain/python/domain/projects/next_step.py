"""What the team does next. The records alone decide it, so that a worker can go on where another one died."""

from __future__ import annotations

from common.services import frozen
from domain.projects.phases import phase_after, position_of
from domain.projects.records import Deliverable, Project
from domain.projects.states import DeliverableState, Phase, ProjectStatus


@frozen
class WriteDeliverable:
    """Write the first revision of a document, or present it where a model had it in hand."""

    deliverable_id: str


@frozen
class AdvancePhase:
    """Every document of the phase is approved: begin `to`, or complete the project."""

    to: Phase


@frozen
class HandOutWork:
    """Make work items of the approved delivery plan's packages, or of what of them is new."""


@frozen
class Wait:
    """Nothing for the team to do; the customer decides on `for_deliverables`, or presents them again.

    It is empty when the project is not active, or waits for work that was handed out.
    """

    for_deliverables: tuple[str, ...]


Step = WriteDeliverable | AdvancePhase | HandOutWork | Wait


def next_step(project: Project, deliverables: tuple[Deliverable, ...]) -> Step:
    """The step to take now.

    Documents come in the order of `DeliverableKind`. So a project has exactly one next step, and a step that is
    repeated after a crash makes the same records.
    """
    if project.status is not ProjectStatus.ACTIVE or project.archived:
        return Wait(())
    if project.hand_out_work and project.work_handed_out_at is None:
        return HandOutWork()
    own = sorted(
        (item for item in deliverables if item.phase is project.phase), key=lambda item: position_of(item.kind)
    )
    for item in own:
        if item.state in {DeliverableState.WAITING, DeliverableState.WRITING}:
            return WriteDeliverable(item.id)
    unfinished = tuple(item.id for item in deliverables if _is_unfinished(item, project))
    following = phase_after(project.phase)
    if own and not unfinished and not (following is Phase.COMPLETE and project.open_work_items):
        return AdvancePhase(following)
    return Wait(unfinished)


def _is_unfinished(document: Deliverable, project: Project) -> bool:
    """Whether a document of this phase, or an earlier one that was written anew, is not approved."""
    order = list(Phase)
    reached = order.index(document.phase) <= order.index(project.phase)
    return reached and document.state is not DeliverableState.APPROVED
