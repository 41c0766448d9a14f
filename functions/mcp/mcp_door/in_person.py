"""Asks the customer in person, where the client has forms: to start a project, to decide about a document."""

from __future__ import annotations

from typing import Any

from domain.projects.models import QuestionView
from domain.projects.requests import ApprovalDecision, DecideApproval, IntakeAnswers
from domain.projects.service import project_service
from domain.projects.states import ApprovalStatus, ProjectStatus
from mcp_door.asking_back import Answer, Person, form


def accept_estimate(account_id: str, project_id: str, person: Person) -> bool:
    """Have the customer answer what is missing, store it, and ask if they accept the estimate; returns whether they do.

    False where there is nothing to accept. Raises what the service raises, `Declined`, `Interim`.
    """
    projects = project_service()
    if projects.get(account_id, project_id).status is not ProjectStatus.DRAFT:
        return False
    intake = projects.get_intake(account_id, project_id)
    if intake.missing:
        asked = [one for one in intake.questions if one.id in intake.missing]
        needed = form("The project needs these answers.", {one.id: _field(one) for one in asked})
        said = person.fill_in("answers", needed) or {}
        answers = {one.id: _read(one, said.get(one.id)) for one in asked}
        projects.answer_intake(account_id, project_id, IntakeAnswers(answers=answers))
    estimate = projects.get_estimate(account_id, project_id)
    told = ("Accept the estimate?", estimate.said.cost, estimate.said.dates, estimate.said.ceiling)
    # Another figure is another question: nobody accepts what they were not shown.
    person.confirm(f"estimate_{estimate.likely}", " ".join(filter(None, told)))
    return True


def decide(account_id: str, project_id: str, approval_id: str, proposed: DecideApproval, person: Person) -> Answer:
    """The fields of `DecideApproval` as the customer filled them in; the form shows what the assistant proposes.

    Empty where no such decision waits. Raises `NotFound`, `Declined`, `Interim`.
    """
    approvals = project_service().list_approvals(account_id, project_id).approvals
    meant = next((one for one in approvals if one.id == approval_id), None)
    if meant is None or meant.status is not ApprovalStatus.PENDING:
        return {}
    choices = [{"const": one.value, "title": one.value.replace("_", " ").capitalize()} for one in ApprovalDecision]
    fields = {
        "decision": {"type": "string", "oneOf": choices, "default": proposed.decision.value},
        "comment": {"type": "string", "title": "What should change", "default": proposed.comment or ""},
    }
    asked = form(f"Decide about {meant.title}, revision {meant.revision}.", fields, optional=frozenset({"comment"}))
    said = person.fill_in(f"decision_{meant.revision}", asked) or {}
    kept = {} if said.get("decision") == proposed.decision.value else {"hand_out_work": None}
    return {"decision": said.get("decision"), "comment": said.get("comment") or None} | kept


def _field(question: QuestionView) -> dict[str, Any]:
    """The form's field for an intake question. Forms have no free lists, so a list is a text with one entry a line."""
    told: dict[str, Any] = {"type": "string", "title": question.prompt}
    options = list(question.options or ())
    match question.type:
        case "multi_choice":
            return told | {"type": "array", "items": {"type": "string", "enum": options}}
        case "choice":
            return told | {"enum": options}
        case "list":
            return told | {"description": "One a line."}
    return told


def _read(question: QuestionView, said: Any) -> Any:
    """What the user filled in, as the intake takes it: the lines of a list's text become its entries."""
    if question.type == "list" and isinstance(said, str):
        return [line.strip() for line in said.splitlines() if line.strip()]
    return said
