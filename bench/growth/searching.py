"""Searches an account at several sizes, in a running cloud: what a query calls and reads, and whether it finds all."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from bench.product import hand_over
from common.attributes import to_attributes
from common.caller import Caller
from common.clock import to_iso, utc_now
from common.dynamo import dynamodb
from common.settings import settings
from domain.keys.scopes import SCOPES
from domain.projects.known import project_ids_of
from domain.search import objects
from domain.search.index import Index
from domain.search.objects import index_files
from domain.search.queue import change_queue
from domain.search.records import Entry, FoundType
from domain.search.service import OpenIndexes, SearchService

SIZES = (100, 1_000, 10_000)
WORDS = 1_000
VOCABULARY = 5_000
DIVISORS = (7, 31, 97)
ACCOUNT, PROJECT = "acc_0bench_search", "prj_0bench_search"
CALLER = Caller(ACCOUNT, "api_key", "key_0bench", frozenset(SCOPES))
MILLISECONDS = 1_000


@dataclass(slots=True)
class Reading:
    """The calls of a query, and the bytes of their answers."""

    operations: list[str] = field(default_factory=list)
    bytes: int = 0

    def note(self, http_response: Any, model: Any, parsed: Mapping[str, Any], **_rest: Any) -> None:
        """Botocore calls this after each call."""
        self.operations.append(model.name)
        streamed = "Body" in parsed
        self.bytes += int(http_response.headers.get("Content-Length", 0)) if streamed else len(http_response.content)


def main() -> None:
    """Fill, search and count at every size."""
    owner = {"id": PROJECT, "account_id": ACCOUNT}
    row = {"pk": f"ACCOUNT#{ACCOUNT}", "sk": f"PROJECT#{PROJECT}", **owner}
    dynamodb().put_item(TableName=settings.projects_table, Item=to_attributes(row))
    index, looks, made = Index.empty(), [], 0
    index_files().delete(ACCOUNT)
    for size in SIZES:
        for number in range(made, size):
            index.put(_document(number))
        made = size
        began = time.perf_counter()
        index.put(_document(made - 1))
        index_files().put(ACCOUNT, index.to_bytes(), seen=index_files().find(ACCOUNT))
        looks.append({"size": size, "write_milliseconds": _since(began), **_look(size)})
    hand_over(looks)


def _look(size: int) -> dict[str, Any]:
    service = SearchService(OpenIndexes(index_files()), change_queue(), project_ids_of, None, utc_now)
    with _reading() as cold:
        service.search(CALLER, "every divisor7")
    began = time.perf_counter()
    with _reading() as warm:
        service.search(CALLER, "every divisor7")
    milliseconds = _since(began)
    wrong = expected = 0
    for divisor in DIVISORS:
        wanted = {_id(number) for number in range(size) if number % divisor == 0}
        expected += len(wanted)
        for query in (f"divisor{divisor}x every", f"every divisor{divisor}x"):
            wrong += len(wanted ^ set(_all(service, query)))
    return {
        "cold": {"operations": cold.operations, "bytes": cold.bytes},
        "warm": {"operations": warm.operations, "bytes": warm.bytes, "milliseconds": milliseconds},
        "wrong": wrong,
        "expected": expected,
    }


def _all(service: SearchService, query: str) -> Iterator[str]:
    cursor = None
    while True:
        page = service.search(CALLER, query, limit=100, cursor=cursor)
        yield from (one.id for one in page.results)
        if (cursor := page.next_cursor) is None:
            return


@contextmanager
def _reading() -> Iterator[Reading]:
    reading = Reading()
    clients = (dynamodb(), objects._s3())  # noqa: SLF001 - only its events are looked at
    for one in clients:
        one.meta.events.register("after-call", reading.note, unique_id="search")
    yield reading
    for one in clients:
        one.meta.events.unregister("after-call", unique_id="search")


def _document(number: int) -> Entry:
    """A thousand words, the commoner the smaller their number, and one for each number that divides the document's."""
    drawn = random.Random(number)  # noqa: S311 - the same text each time
    words = [f"word{int(VOCABULARY ** drawn.random())}" for _ in range(WORDS)]
    divisors = [f"divisor{one}x" for one in DIVISORS if number % one == 0]
    return Entry(
        id=_id(number),
        type=FoundType.DOCUMENT,
        project_id=PROJECT,
        title=f"Document {number}",
        body=" ".join(["every", *words, *divisors]),
        around="Bakery",
        path=f"/app/projects/{PROJECT}/deliverables/{_id(number)}",
        updated_at=to_iso(utc_now()),
    )


def _id(number: int) -> str:
    return f"dlv_0{number:025d}"


def _since(began: float) -> float:
    return (time.perf_counter() - began) * MILLISECONDS


if __name__ == "__main__":
    main()
