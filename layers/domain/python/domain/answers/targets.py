"""What the targets of cards hold now."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from common.services import frozen
from common.wording import money
from domain.answers.cards import Target
from domain.answers.project_facts import ProjectFacts, status_of
from domain.projects.brief.records import Brief, BriefEntryType, EntryState


def said_once(brief: Brief, name: str) -> str:
    """What a field of the brief says, in words; "" where nobody has answered."""
    return worded(brief.said_once.get(name))


def kinds_of(brief: Brief, entry_id: str) -> str:
    """What an active entry counts as, by the ids of its kinds; "" where there is no such entry."""
    entry = brief.find(entry_id)
    return ", ".join(one.id for one in entry.topics) if entry and entry.state is EntryState.ACTIVE else ""


def worded(value: object) -> str:
    """A value of a request in words."""
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    if value is None:
        return ""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


@frozen
class ProjectTargets:
    """The records of one project."""

    facts: ProjectFacts

    def value(self, target: Target) -> str:
        """What a target holds now; "" where there is no such record."""
        readers: Mapping[str, Callable[[Target], str]] = {
            "approval": self._approval,
            "entry": self._entry,
            "entry_of": self._entry_of,
            "entry_kinds": lambda target: kinds_of(self.facts.brief, target.id),
            "choice": self._choice,
            "ceiling": self._ceiling,
            "deadline": self._deadline,
            "status": self._status,
            "line": self._line,
            "line_state": self._line,
            "work_of": self._work_of,
            "brief": lambda target: said_once(self.facts.brief, target.id),
        }
        return readers[target.record](target) if target.record in readers else ""

    def _status(self, target: Target) -> str:
        status = self.facts.project.status.value
        return status if status == target.becomes else status_of(self.facts)

    def _approval(self, target: Target) -> str:
        approval = next((one for one in self.facts.approvals if one.id == target.id), None)
        if approval is None:
            return ""
        return f"pending {approval.content_hash}" if approval.status == "pending" else approval.status.value

    def _entry(self, target: Target) -> str:
        entry = self.facts.brief.find(target.id)
        return entry.text if entry is not None and entry.state is EntryState.ACTIVE else ""

    def _entry_of(self, target: Target) -> str:
        kind, _, text = target.id.partition(" ")
        return "there" if any(one.text == text for one in self.facts.brief.of_type(BriefEntryType(kind))) else ""

    def _work_of(self, target: Target) -> str:
        return "there" if any(one.title == target.id for one in self.facts.work) else ""

    def _choice(self, target: Target) -> str:
        choice = next((one for one in self.facts.brief.choices if one.id == target.id), None)
        return (choice.answer or "") if choice else ""

    def _ceiling(self, _: Target) -> str:
        ceiling = self.facts.project.ceiling
        return money(ceiling.amount, ceiling.currency) if ceiling else ""

    def _deadline(self, _: Target) -> str:
        deadline = self.facts.project.deadline
        return deadline.isoformat() if deadline else ""

    def _line(self, target: Target) -> str:
        document_id, _, line_id = target.id.partition(" ")
        document = next((one for one in self.facts.deliverables if one.id == document_id), None)
        text = self.facts.text_of(document) if document else None
        line = next((one for one in text.lines if one.id == line_id), None) if text else None
        if text is None or line is None:
            return ""
        if target.record == "line_state":
            return "struck" if line.state == "struck" else f"{line.state.value} {text.content_hash}"
        return line.text if line.text == target.becomes else f"{text.content_hash} {line.text}"
