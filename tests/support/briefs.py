"""A brief that is complete, for tests that need a running project."""

from __future__ import annotations

from domain.projects.models import CreateProject, IntakeAnswers

ANSWERS = {
    "goal": "A web shop where neighbours order bread the evening before and collect it in the morning",
    "audience": ["Commuters", "Young families"],
    "success_measure": ["200 orders a week within 3 months"],
    "must_haves": ["Order until 22:00 for the next morning", "Pay by card", "Show allergens"],
    "platforms": ["web"],
    "existing": ["source_repository", "domain"],
    "approver": "Maria Becker",
}


def submitted_project(service, account_id: str, *, answers=None, name: str = "Bakery") -> str:
    """Create, answer and submit; returns the project's id."""
    project_id = service.create(account_id, CreateProject(name=name)).id
    service.answer_intake(account_id, project_id, IntakeAnswers(answers=answers or ANSWERS))
    service.submit(account_id, project_id)
    return project_id
