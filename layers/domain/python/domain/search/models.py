"""The views of search."""

from pydantic import Field

from common.envelope import View
from common.fields import Instant
from domain.search.records import FoundType


class FoundView(View):
    """One thing that was found, with the part of its text that shows why."""

    type: FoundType
    id: str
    project_id: str | None = Field(description="The project that it belongs to; a project's own id.")
    project_name: str | None
    title: str
    section: str | None = Field(description="The heading that the snippet stands under.")
    line: str | None = Field(description="The id of the document's line in which it was found, such as R1.2.")
    snippet: str = Field(description="On one line, without markup. The words that were looked for stand between `**`.")
    path: str = Field(description="Its page in the dashboard, beginning with `/app`.")
    url: str | None = Field(description="The same as an address, where the service knows its own.")
    updated_at: Instant


class SearchResults(View):
    """A page of what was found. `indexing`: the index is being made, and nothing can be found for some seconds.

    `loosened`: nothing has all the words; these have words that begin like them ("pay" for "payment").
    """

    results: tuple[FoundView, ...]
    has_more: bool
    next_cursor: str | None
    indexing: bool
    loosened: bool = False


class FoundText(View):
    """The whole text of one thing that can be found."""

    type: FoundType
    id: str
    project_id: str | None
    project_name: str | None
    title: str
    text: str
    path: str
    url: str | None
    updated_at: Instant
