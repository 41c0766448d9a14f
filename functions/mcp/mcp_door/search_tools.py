"""Search, in the shape that assistants look for in a server: `search` finds, `fetch` reads whole what was found."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from pydantic import Field

from common.caller import Caller
from common.envelope import RequestModel, View
from common.fields import Instant
from domain.search.records import CEO, FoundType
from domain.search.service import MAX_QUERY_LENGTH, SCOPES, search_service
from mcp_door.tool import READS, tool
from mcp_door.wording import in_tools

MAX_ENTRY_ID_LENGTH = 200
WORDS = "All must occur; the last may be begun."


class Search(RequestModel):
    """Arguments of `search`: the words to look for."""

    query: Annotated[str, Field(min_length=1, max_length=MAX_QUERY_LENGTH, description=WORDS)]
    limit: Annotated[int, Field(ge=1, le=100, description="1 to 100.")] = 5


class Fetch(RequestModel):
    """Arguments of `fetch`: the result to read."""

    id: Annotated[str, Field(max_length=MAX_ENTRY_ID_LENGTH, description="Of a result of search.")]


class Result(View):
    """One thing that was found; `text` is a snippet of it, `date` the day of its last change."""

    id: str
    type: FoundType
    title: str
    project: str | None
    date: date
    text: str
    url: str


class Results(View):
    """What was found, the best first. `indexing`: the index is being made; nothing can be found for some seconds.

    `loosened`: nothing has all the words; these have words that begin like them.
    """

    results: tuple[Result, ...]
    has_more: bool
    indexing: bool | None
    loosened: bool | None


class Metadata(View):
    """What kind of thing was found, in which project, and when it changed last."""

    type: FoundType
    project_id: str | None
    project: str | None
    updated_at: Instant


class Document(View):
    """A thing that was found, with its whole text."""

    id: str
    title: str
    text: str
    url: str
    metadata: Metadata


@tool("Search", SCOPES, READS, narrows=True)
def search(caller: Caller, arguments: Search) -> Results:
    """Find projects, documents, messages, reports, access requests, work items, names of credentials. Then fetch."""
    found = search_service().search(caller, arguments.query, limit=arguments.limit)
    return Results(
        results=tuple(
            Result(
                id=one.id,
                type=one.type,
                title=one.title,
                project=one.project_name,
                date=one.updated_at.date(),
                text=one.snippet,
                url=one.url or one.path,
            )
            for one in found.results
        ),
        has_more=found.has_more,
        indexing=found.indexing or None,
        loosened=found.loosened or None,
    )


@tool("Read a result", SCOPES, READS, narrows=True)
def fetch(caller: Caller, arguments: Fetch) -> Document:
    """The whole text of one result."""
    found = search_service().fetch(caller, arguments.id)
    return Document(
        id=found.id,
        title=found.title,
        text=in_tools(found.text) if (found.type, found.title) == (FoundType.MESSAGE, CEO) else found.text,
        url=found.url or found.path,
        metadata=Metadata(
            type=found.type, project_id=found.project_id, project=found.project_name, updated_at=found.updated_at
        ),
    )
