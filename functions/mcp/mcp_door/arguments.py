"""Arguments that several tools share. A tool mixes them with the body that REST takes for the same thing."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from common.envelope import RequestModel

MAX_ID_LENGTH = 64
MAX_CURSOR_LENGTH = 1024
MAX_KEY_LENGTH = 255

Id = Annotated[str, Field(max_length=MAX_ID_LENGTH)]


class NoArguments(RequestModel):
    """For tools that need none."""


class InProject(RequestModel):
    """Of one project."""

    project_id: Annotated[Id, Field(description="The project's id, as list_projects gives it (prj_…).")]


class MaybeInProject(RequestModel):
    """Of one project, or of all."""

    project_id: Annotated[Id | None, Field(description="Only this project; all projects when left out.")] = None


class Paged(RequestModel):
    """A list, page by page."""

    limit: Annotated[int, Field(ge=1, le=100, description="How many at most.")] = 20
    cursor: Annotated[
        str | None, Field(max_length=MAX_CURSOR_LENGTH, description="next_cursor of the page before.")
    ] = None


class Creating(RequestModel):
    """What must not happen twice when a call is repeated."""

    idempotency_key: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=MAX_KEY_LENGTH,
            description="Any text of your choice. Repeat a call with the same key and arguments within 24 hours, "
            "and you get the first answer again while nothing is done twice.",
        ),
    ] = None
