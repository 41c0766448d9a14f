"""Reads a project's work items, for code that tells of them."""

from __future__ import annotations

from domain.projects.records import Project
from domain.work_items.records import WorkItem
from domain.work_items.store import work_store


def list_items(project: Project) -> tuple[WorkItem, ...]:
    """Every item of the project as stored, the oldest first; a project that never had one costs no call."""
    return work_store().list_for_project(project.account_id, project.id) if project.has_work else ()
