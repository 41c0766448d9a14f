"""Arguments that several tools share.

A tool whose action has a REST route inherits from these classes and from the route's request model, which has the types
and bounds. `told` adds a description to each argument, unit first: a model reads nothing else about it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from pydantic import AfterValidator, Field

from common.envelope import RequestModel
from domain.projects.dates import Day

MAX_ID_LENGTH = 64
MAX_CURSOR_LENGTH = 1024
MAX_KEY_LENGTH = 255
ALL = "all"
_EMPTY_IS_NONE = AfterValidator(lambda cursor: cursor or None)  # models fill in every argument

Id = Annotated[str, Field(max_length=MAX_ID_LENGTH)]


def told[Arguments: RequestModel](**words: str) -> Callable[[type[Arguments]], type[Arguments]]:
    """A decorator that gives arguments of the class, inherited ones too, the descriptions that a model reads."""

    def tell(arguments: type[Arguments]) -> type[Arguments]:
        for name, text in words.items():
            arguments.model_fields[name].description = text
        return arguments

    return tell


class NoArguments(RequestModel):
    """Arguments of a tool that takes none; also a base for the arguments of other tools."""


class InProject(RequestModel):
    """Arguments of a tool that works on one project."""

    project_id: Annotated[Id, Field(description="Id prj_…")]


class MaybeInProject(RequestModel):
    """Arguments of a tool that works on one project or, without an id, on all."""

    project_id: Annotated[Id | None, Field(description="prj_…; else all.")] = None


class Paged(RequestModel):
    """Arguments of a tool that returns a list page by page."""

    limit: Annotated[int, Field(ge=1, le=100, description="1 to 100.")] = 20
    cursor: Annotated[str | None, _EMPTY_IS_NONE, Field(max_length=MAX_CURSOR_LENGTH, description="next_cursor.")] = (
        None
    )


class Chosen(RequestModel):
    """Arguments of a tool that returns the usual fields of its records, or those that `fields` names."""

    fields: Annotated[list[Id] | None, Field(max_length=40, description='By name, or ["all"].')] = None


class ChosenInProject(Chosen, InProject):
    """Arguments of a tool that returns the usual fields of one project, or those that `fields` names."""


class Days(RequestModel):
    """A range of days, both included."""

    first: Annotated[Day | None, Field(alias="from", description="First day, YYYY-MM-DD.")] = None
    last: Annotated[Day | None, Field(alias="to", description="Last day, YYYY-MM-DD.")] = None


class Once(RequestModel):
    """Arguments of a tool whose work must not be done twice, even when a client repeats the call."""

    @property
    def once(self) -> str | None:
        """The key under which a caller's repeated calls count as one; None when each call counts."""
        return None


class Creating(Once):
    """Arguments of a tool that creates something. The client may give the call a key."""

    idempotency_key: Annotated[
        str | None,
        Field(min_length=1, max_length=MAX_KEY_LENGTH, description="Once per key."),
    ] = None

    @property
    def once(self) -> str | None:
        """The key that the client gave; None without one."""
        return self.idempotency_key
