"""The feed of events (`GET /events`)."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, WithJsonSchema

from common.envelope import Envelope
from common.gate import Access
from common.http import CurrentCaller, Door, Query
from domain.events.feed import EventPage, feed_service
from domain.events.records import EventType
from domain.keys.event_scopes import readable_events
from domain.usage.service import note_request

door = Door("events", after_request=note_request)
lambda_handler = door
MAX_SEQUENCE = 10**12 - 2
_NAMES = frozenset(one.value for one in EventType)
_NAME = "(" + "|".join(one.value.replace(".", r"\.") for one in EventType) + ")"


def _known(types: str) -> str:
    if not _NAMES.issuperset(types.split(",")):
        raise ValueError(f"There are these types: {', '.join(sorted(_NAMES))}")
    return types


Types = Annotated[str, AfterValidator(_known), WithJsonSchema({"type": "string", "pattern": f"^{_NAME}(,{_NAME})*$"})]


@door.route("GET", "/events", Access(narrows=True))
def list_events(
    caller: CurrentCaller,
    after: Annotated[int, Query(ge=0, le=MAX_SEQUENCE)] = 0,
    before: Annotated[int | None, Query(ge=1, le=MAX_SEQUENCE)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    wait: Annotated[int, Query(ge=0, le=20)] = 0,
    types: Annotated[Types | None, Query(max_length=2_000)] = None,
    project_id: Annotated[str | None, Query(min_length=1, max_length=64)] = None,
) -> Envelope[EventPage]:
    """Events newer than the sequence `after`, in order, or older than `before`, newest first.

    Separate `types` by commas. Holds the answer back for up to `wait` seconds.
    """
    readable = readable_events(caller)
    wanted = readable if types is None else readable & {EventType(name) for name in types.split(",")}
    within = caller.project_ids
    if project_id is not None:
        within = frozenset({project_id} if within is None else within & {project_id})
    if before is not None:
        page = feed_service().read_back(caller.account_id, before=before, limit=limit, types=wanted, within=within)
        return Envelope(data=page)
    page = feed_service().read(
        caller.account_id, after=after, limit=limit, types=wanted, wait_seconds=wait, within=within
    )
    return Envelope(data=page)
