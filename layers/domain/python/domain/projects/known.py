"""Reads an account's project ids, or one project, for code that needs nothing else of projects."""

from __future__ import annotations

from domain.projects.records import Project
from domain.projects.store import project_store


def project_ids_of(account_id: str) -> frozenset[str]:
    """The ids of the account's projects."""
    return frozenset(project_store().list_ids(account_id))


def known_project(account_id: str, project_id: str) -> Project:
    """The stored project. Raises `NotFound`, for another account's project too."""
    return project_store().get_project(account_id, project_id)
