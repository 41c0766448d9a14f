"""Search: what a caller finds. A query reads the account's projects once and the index once, however large it is.

What a caller may not read is not found: each type needs a scope, a key that is limited to projects finds only those,
and nobody finds what belongs to a deleted project. `GET /search` and the tools of AI assistants call it.
"""

from __future__ import annotations

import base64
import hashlib
import json
import math
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from types import MappingProxyType

from common.caller import Caller
from common.clock import from_iso, utc_now
from common.errors import InvalidRequest, NotFound
from common.services import frozen, service
from common.settings import settings
from domain.projects.known import project_ids_of
from domain.search.index import Index
from domain.search.models import FoundText, FoundView, SearchResults
from domain.search.objects import IndexFile, IndexFiles, index_files
from domain.search.queue import ChangeQueue, change_queue
from domain.search.records import Entry, FoundType, Match
from domain.search.snippets import snippet_of
from domain.search.words import Wanted, wanted_of

MAX_QUERY_LENGTH = 200
SCOPE_OF: Mapping[FoundType, str] = MappingProxyType(
    {
        FoundType.PROJECT: "projects:read",
        FoundType.DOCUMENT: "projects:read",
        FoundType.MESSAGE: "agents:read",
        FoundType.REPORT: "pa:access",
        FoundType.REQUEST: "vault:read",
        FoundType.WORK: "work:read",
        FoundType.CREDENTIAL: "vault:read",
    }
)
SCOPES = tuple(dict.fromkeys(SCOPE_OF.values()))
"""One of these is needed to search at all."""
_OF_ACCOUNT = frozenset({FoundType.REPORT})  # the assistant's routes refuse keys that are limited to projects
_NEW_DAYS = 45  # after so long, a thing counts 1.4 times as much as an old one
_CACHED_BYTES = 64 * 1024 * 1024
_DAY_SECONDS = 86_400


@dataclass(slots=True)
class OpenIndexes:
    """The indexes that this process used last, by account, and the files they were read from; 64 MB in all."""

    files: IndexFiles
    kept: OrderedDict[str, tuple[IndexFile, int, Index]] = field(default_factory=OrderedDict)

    def find(self, account_id: str) -> Index | None:
        """The account's index as it is now; None when there is none, or one of an older version."""
        known = self.kept.pop(account_id, None)
        file = self.files.find(account_id, known=known[0] if known else None)
        if file is None:
            return None
        index = known[2] if known and known[0].tag == file.tag else Index.of(file.content)
        if index is None:
            return None
        size = known[1] if known and known[0].tag == file.tag else len(file.content)
        self.kept[account_id] = IndexFile(file.tag, b""), size, index
        while len(self.kept) > 1 and sum(one for _, one, _ in self.kept.values()) > _CACHED_BYTES:
            self.kept.popitem(last=False)
        return index


@service
class SearchService:
    """Searches for callers. `projects_of` gives the ids of an account's projects, without deleted ones."""

    indexes: OpenIndexes
    changes: ChangeQueue
    projects_of: Callable[[str], AbstractSet[str]]
    public_url: str | None
    now: Callable[[], datetime]

    def search(
        self,
        caller: Caller,
        query: str,
        *,
        types: AbstractSet[FoundType] | None = None,
        project_id: str | None = None,
        limit: int = 20,
        cursor: str | None = None,
    ) -> SearchResults:
        """A page of what has all the words of a query, best first; if nothing has, of what has words that begin alike.

        Args:
            caller: who asks; what they may not read is not found.
            query: 1 to 200 characters; of its last word, the beginning is enough.
            types: what to look for; None for everything.
            project_id: the only project to look in; None for all.
            limit: how many results a page has, 1 to 100.
            cursor: where the page before ended.

        Raises:
            InvalidRequest: the query is too long or has no letter or digit, or the cursor is of another query.
            NotFound: there is no such project for this caller.
        """
        wanted = _wanted(query)
        asked = _Asked(query, types, project_id)
        first = 0 if cursor is None else asked.place_of(cursor)
        projects = self._projects(caller, project_id)
        index = self._index(caller.account_id, projects)
        if index is None:
            return SearchResults(results=(), has_more=False, next_cursor=None, indexing=bool(projects))
        readable = _readable(caller) & (types if types is not None else frozenset(FoundType))
        matches = index.search(wanted, readable, projects, without_project=project_id is None)
        loosened = () if matches else tuple(one.loosened for one in wanted)
        if loosened:
            wanted = loosened
            matches = index.search(wanted, readable, projects, without_project=project_id is None)
        ranked = _ranked(matches, self.now())
        has_more = len(ranked) > first + limit
        return SearchResults(
            results=tuple(self._found(index.get(one.number), wanted) for one in ranked[first : first + limit]),
            has_more=has_more,
            next_cursor=asked.cursor_at(first + limit) if has_more else None,
            indexing=False,
            loosened=bool(loosened and matches),
        )

    def fetch(self, caller: Caller, entry_id: str) -> FoundText:
        """The whole text of something that can be found. Raises `NotFound`, also for what the caller may not read."""
        projects = self._projects(caller, None)
        index = self._index(caller.account_id, projects)
        entry = index.find(entry_id) if index else None
        if (
            entry is None
            or entry.type not in _readable(caller)
            or (entry.project_id is not None and entry.project_id not in projects)
        ):
            raise NotFound
        return FoundText(
            type=entry.type,
            id=entry.id,
            project_id=entry.project_id,
            project_name=entry.project_name,
            title=entry.title,
            text=entry.body,
            path=entry.path,
            url=self._url(entry),
            updated_at=from_iso(entry.updated_at),
        )

    def _projects(self, caller: Caller, project_id: str | None) -> AbstractSet[str]:
        """The ids of the projects to look in. Raises `NotFound` for a `project_id` that the caller may not see."""
        found = {one for one in self.projects_of(caller.account_id) if caller.reaches(one)}
        if project_id is None:
            return found
        if project_id not in found:
            raise NotFound("No such project.")
        return {project_id}

    def _index(self, account_id: str, projects: AbstractSet[str]) -> Index | None:
        """The account's index. If there is none and the account has projects, the worker is told to make it."""
        index = self.indexes.find(account_id)
        if index is None and projects:
            self.changes.make_anew(account_id)
        return index

    def _found(self, entry: Entry, wanted: Sequence[Wanted]) -> FoundView:
        snippet = snippet_of(entry.body, wanted)
        return FoundView(
            type=entry.type,
            id=entry.id,
            project_id=entry.project_id,
            project_name=entry.project_name,
            title=entry.title,
            section=snippet.section,
            line=snippet.line,
            snippet=snippet.text,
            path=entry.path,
            url=self._url(entry),
            updated_at=from_iso(entry.updated_at),
        )

    def _url(self, entry: Entry) -> str | None:
        return self.public_url + entry.path if self.public_url else None


@frozen
class _Asked:
    """A query and its filters, without the page. A cursor is good only for the query that it was made for."""

    query: str
    types: AbstractSet[FoundType] | None
    project_id: str | None

    def cursor_at(self, place: int) -> str:
        plain = json.dumps([place, self._mark()], separators=(",", ":"))
        return base64.urlsafe_b64encode(plain.encode()).decode().rstrip("=")

    def place_of(self, cursor: str) -> int:
        """How many results come before the page that this cursor names. Raises `InvalidRequest`."""
        try:
            place, mark = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        except (ValueError, TypeError, RecursionError):
            place, mark = None, None
        if mark != self._mark() or type(place) is not int or place < 1:
            raise InvalidRequest.of("cursor", "Not a cursor of this search.")
        return place

    def _mark(self) -> str:
        types = sorted(self.types) if self.types is not None else None
        asked = json.dumps([self.query, types, self.project_id])
        return hashlib.sha256(asked.encode()).hexdigest()[:16]


def _wanted(query: str) -> tuple[Wanted, ...]:
    if not 1 <= len(query) <= MAX_QUERY_LENGTH:
        raise InvalidRequest.of("q", f"Type 1 to {MAX_QUERY_LENGTH} characters.")
    wanted = wanted_of(query)
    if not wanted:
        raise InvalidRequest.of("q", "Type a letter or a digit.")
    return wanted


def _readable(caller: Caller) -> AbstractSet[FoundType]:
    return {
        one
        for one, scope in SCOPE_OF.items()
        if scope in caller.scopes and (one not in _OF_ACCOUNT or caller.project_ids is None)
    }


def _ranked(matches: Sequence[Match], now: datetime) -> list[Match]:
    """Matches with all words in the title first; then by how well they fit, where new things count up to twice."""

    def worth(match: Match) -> float:
        days = max(0.0, (now - from_iso(match.updated_at)).total_seconds() / _DAY_SECONDS)
        return match.weight * (1 + math.exp(-days / _NEW_DAYS))

    newest_first = sorted(matches, key=lambda one: (one.updated_at, one.id), reverse=True)
    return sorted(newest_first, key=lambda one: (one.in_title, worth(one)), reverse=True)


@cache
def search_service() -> SearchService:
    """The service, built once for each process."""
    return SearchService(OpenIndexes(index_files()), change_queue(), project_ids_of, settings.public_url, utc_now)
