"""Search (`GET /search`)."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, WithJsonSchema

from common.envelope import Envelope
from common.fields import Line
from common.gate import Access
from common.http import CurrentCaller, Door, Query
from domain.search.models import SearchResults
from domain.search.records import FoundType
from domain.search.service import MAX_QUERY_LENGTH, SCOPES, search_service
from domain.usage.service import note_request

door = Door("search", after_request=note_request)
lambda_handler = door
_NAMES = [one.value for one in FoundType]
_NAME = f"({'|'.join(_NAMES)})"


def _known(types: str) -> str:
    if not set(types.split(",")) <= set(_NAMES):
        raise ValueError(f"There are these types: {', '.join(_NAMES)}")
    return types


Types = Annotated[str, AfterValidator(_known), WithJsonSchema({"type": "string", "pattern": f"^{_NAME}(,{_NAME})*$"})]

_ALLOWED = r"[^\u0000-\u001f\u007f\u0085\u2028\u2029\ufffe\uffff]*"  # as `Line` says
Words = Annotated[
    Line,
    WithJsonSchema(
        {
            "type": "string",
            "minLength": 1,
            "maxLength": MAX_QUERY_LENGTH,
            "pattern": rf"^{_ALLOWED}[\p{{L}}\p{{N}}]{_ALLOWED}$",
        }
    ),
]


@door.route("GET", "/search", Access(SCOPES, narrows=True))
def search_everything(
    caller: CurrentCaller,
    q: Annotated[Words, Query(min_length=1, max_length=MAX_QUERY_LENGTH)],
    types: Annotated[Types | None, Query(max_length=100)] = None,
    project_id: Annotated[str | None, Query(max_length=100)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
) -> Envelope[SearchResults]:
    """All words must match; of the last, its beginning is enough.

    Separate `types` by commas. New things are found within 10 seconds.
    """
    wanted = None if types is None else {FoundType(name) for name in types.split(",")}
    found = search_service().search(caller, q, types=wanted, project_id=project_id, limit=limit, cursor=cursor)
    return Envelope(data=found)
