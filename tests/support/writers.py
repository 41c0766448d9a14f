"""The house with a team whose documents a scripted model writes, piece by piece."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from domain.agents.handover import KIND as QUESTION
from domain.agents.sections import KIND, SectionHandOver
from domain.audit.log import NOWHERE
from domain.projects.records import Deliverable
from domain.projects.requests import ApprovalDecision, DecideApproval
from domain.thinking.task import Task
from domain.thinking.writing import WritingService
from domain.work.queue import ThoughtWork, think_queue, work_queue
from house import ME, House
from thoughts import DEADLINE, ThinkingHouse, plainly, with_a_model

THINGS = ("table", "menu", "map", "voucher", "form", "basket", "calendar", "receipt", "poster", "letter", "gallery")
SECTIONS = {"section", "section again"}


def writes(task: Task[Any]) -> Mapping[str, Any]:
    """A model that writes what may stand, something else for each entry."""
    if task.name not in SECTIONS:
        return plainly(task)
    about = task.data["about"]
    assert isinstance(about, list)
    return {"blocks": [block_about(str(entry)) for entry in about] or [{"text": paragraph(str(task.data["section"]))}]}


def block_about(entry: str) -> dict[str, Any]:
    """A block that passes the check as criteria, as steps and as a paragraph."""
    thing = THINGS[int(entry[1:]) % len(THINGS)]
    return {
        "about": entry,
        "text": f"Somebody looks for a {thing} and opens the page for it.",
        "items": [
            f"Given a {thing} is chosen, when the page is left, then the {thing} is kept and must be shown again."
        ],
    }


def paragraph(section: str) -> str:
    """A paragraph about the first must-have, for a section without entries of its own."""
    return f"The part about {section.lower()} begins with {{{{R1}}}}, because the others must build on its page."


@dataclass
class WritingHouse:
    """A thinking house whose documents are written by `thinking.model`."""

    thinking: ThinkingHouse
    service: WritingService

    @property
    def house(self) -> House:
        return self.thinking.house

    def take(self, work: ThoughtWork, *, seconds: float = 290) -> None:
        if work.kind == KIND:
            self.service.write(work, seconds=seconds)
        else:
            self.thinking.think(work, seconds=seconds)

    def handed_over(self) -> list[ThoughtWork]:
        """What is in the thinker's queue, taken off it."""
        items = self.house.taken(think_queue().url)
        return [_as_work(item) for item in items]

    def run_all(self) -> None:
        """The CEO and the thinker take turns until both queues are empty."""
        while True:
            self.house.run_all()
            handed_over = self.handed_over()
            if not handed_over:
                return
            for work in handed_over:
                self.take(work)

    def document(self, project_id: str, kind: str) -> Deliverable:
        _, owned = self.house.projects.load(ME.account_id, project_id)
        return next(item for item in owned.deliverables if item.kind == kind)

    def request_changes(self, project_id: str, kind: str, comment: str) -> None:
        """Request changes; nobody has worked on them yet."""
        _, owned = self.house.projects.load(ME.account_id, project_id)
        approval = next(
            item for item in owned.approvals if item.deliverable_kind == kind and item.status.value == "pending"
        )
        request = DecideApproval(decision=ApprovalDecision.REQUEST_CHANGES, comment=comment)
        self.house.clock.advance(seconds=1)  # type: ignore[attr-defined]
        self.house.projects.decide(ME, project_id, approval.id, request, NOWHERE)


def with_a_writer(house: House) -> WritingHouse:
    """The house with a model that writes documents and answers questions."""
    thinking = with_a_model(house)
    thinking.model.script = writes
    clock: Any = house.clock
    ledger = thinking.service.asking.ledger
    house.turns = replace(house.turns, sections=SectionHandOver(think_queue(), ledger, DEADLINE, clock))
    return WritingHouse(thinking, WritingService(house.turns.answering, thinking.service.asking, work_queue(), clock))


def _as_work(item: Any) -> ThoughtWork:
    kind = KIND if item.subject_id.startswith("evt_") else QUESTION
    return ThoughtWork(item.account_id, item.project_id, item.subject_id, kind)
