"""A brief that is complete, for tests that need a running project."""

from __future__ import annotations

from bench.brief import ANSWERS
from domain.projects.requests import CreateProject, IntakeAnswers, SubmitProject

__all__ = ["ANSWERS", "submitted_project"]


def submitted_project(service, account_id: str, *, answers=None, name: str = "Bakery", example: bool = False) -> str:
    """Create, answer and submit; returns the project's id."""
    project_id = service.create(account_id, CreateProject(name=name, example=example)).id
    service.answer_intake(account_id, project_id, IntakeAnswers(answers=answers or ANSWERS))
    service.submit(account_id, project_id, SubmitProject(accept_over_ceiling=True))
    return project_id
