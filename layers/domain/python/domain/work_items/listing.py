"""Reads a project's work items, for code that describes them in words."""

from __future__ import annotations

from domain.projects.records import Project
from domain.work_items.records import WorkItem
from domain.work_items.store import work_store


def list_items(project: Project) -> tuple[WorkItem, ...]:
    """Every item of the project as stored, the plan's first. For a project that never had one, no table is read."""
    return work_store().list_for_project(project.account_id, project.id) if project.has_work else ()
