"""The index of one account: a SQLite database with a full-text table (FTS5), as one file.

Each entry is a row: what is shown of it, its text compressed, and its words in the full-text table. That table gets
our own folded words (`domain.search.words`), so SQLite has nothing to decide about letters. It keeps no texts:
to take an entry out, we make its words once more from its row.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet

from domain.search.records import Entry, FoundType, Match
from domain.search.words import Wanted, words_of

VERSION = 2
"""Goes up with every change of this file's tables or of how texts are cut into words. Older files are made anew."""

_TABLES = (
    """CREATE TABLE entries (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, type TEXT NOT NULL, project_id TEXT,
       title TEXT NOT NULL, body BLOB NOT NULL, around TEXT NOT NULL, path TEXT NOT NULL, updated_at TEXT NOT NULL)""",
    "CREATE INDEX by_project ON entries (project_id)",
    "CREATE VIRTUAL TABLE words USING fts5(title, body, around, content='', tokenize='ascii')",
    f"PRAGMA user_version = {VERSION}",
)
_WEIGHTS = "8.0, 1.0, 0.5"  # of title, body, around
_FOUND = (
    f"SELECT number, id, type, project_id, updated_at, -bm25(words, {_WEIGHTS})"  # noqa: S608 - a constant of ours
    " FROM words JOIN entries ON number = words.rowid WHERE words MATCH ?"
)
_FIELDS = "id, type, project_id, title, body, around, path, updated_at"


class Index:
    """An index in memory. `Index.empty` makes a new one, `Index.of` reads one from a file, `to_bytes` writes it."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database

    @classmethod
    def empty(cls) -> Index:
        """A new index, which has no entry."""
        database = _database()
        for statement in _TABLES:
            database.execute(statement)
        return cls(database)

    @classmethod
    def of(cls, file: bytes) -> Index | None:
        """The index in the bytes that `to_bytes` made; None when they are of another version, or no index at all."""
        if not file:
            return None
        index = cls(_database())
        try:
            index._database.deserialize(file)
            version = index._database.execute("PRAGMA user_version").fetchone()
        except sqlite3.DatabaseError:
            return None
        return index if version == (VERSION,) else None

    def __del__(self) -> None:
        self._database.close()

    def to_bytes(self) -> bytes:
        """The index as the bytes of a file."""
        self._database.commit()
        return self._database.serialize()

    def put(self, entry: Entry) -> None:
        """Add an entry, or replace the entry that has the same id."""
        self.remove(entry.id)
        values = (
            entry.id,
            entry.type.value,
            entry.project_id,
            entry.title,
            zlib.compress(entry.body.encode(errors="replace")),
            entry.around,
            entry.path,
            entry.updated_at,
        )
        added = self._database.execute(f"INSERT INTO entries ({_FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)  # noqa: S608
        self._database.execute(
            "INSERT INTO words (rowid, title, body, around) VALUES (?, ?, ?, ?)", (added.lastrowid, *_folded(entry))
        )

    def remove(self, entry_id: str) -> None:
        """Take an entry out, if there is one with this id."""
        for number, *fields in self._rows("id = ?", (entry_id,)):
            gone = (number, *_folded(_entry(fields)))
            self._database.execute(
                "INSERT INTO words (words, rowid, title, body, around) VALUES ('delete', ?, ?, ?, ?)", gone
            )
            self._database.execute("DELETE FROM entries WHERE number = ?", (number,))

    def erase_project(self, project_id: str) -> None:
        """Take out everything of a project, so that none of its words is left in the file."""
        for (entry_id,) in self._database.execute(
            "SELECT id FROM entries WHERE project_id = ?", (project_id,)
        ).fetchall():
            self.remove(entry_id)
        self._database.execute("INSERT INTO words (words) VALUES ('optimize')")
        self._database.commit()
        self._database.execute("VACUUM")

    def find(self, entry_id: str) -> Entry | None:
        """The entry with this id; None if there is none."""
        return next((_entry(fields) for _, *fields in self._rows("id = ?", (entry_id,))), None)

    def get(self, number: int) -> Entry:
        """The entry with this number, as a `Match` of this index names it."""
        ((_, *fields),) = self._rows("number = ?", (number,))
        return _entry(fields)

    def has(self, entry_id: str) -> bool:
        """Whether there is an entry with this id."""
        return self._database.execute("SELECT 1 FROM entries WHERE id = ?", (entry_id,)).fetchone() is not None

    @property
    def is_empty(self) -> bool:
        """Whether the index has no entry."""
        return self._database.execute("SELECT 1 FROM entries LIMIT 1").fetchone() is None

    def search(
        self,
        wanted: Sequence[Wanted],
        types: AbstractSet[FoundType],
        projects: AbstractSet[str],
        *,
        without_project: bool,
    ) -> list[Match]:
        """All entries of these types that have all the words, in no order.

        Args:
            wanted: one word or more.
            types: what may be found.
            projects: the ids of the projects in which it may be found.
            without_project: whether entries that belong to no project may be found.
        """
        query = " AND ".join(map(_phrase, wanted))
        titled = {row[0] for row in self._database.execute(_FOUND, (f"title : ({query})",))}
        return [
            Match(number, entry_id, updated_at, weight, number in titled)
            for number, entry_id, kind, project_id, updated_at, weight in self._database.execute(_FOUND, (query,))
            if kind in types and (project_id in projects if project_id is not None else without_project)
        ]

    def _rows(self, condition: str, values: tuple[object, ...]) -> list[tuple[int, ...]]:
        query = f"SELECT number, {_FIELDS} FROM entries WHERE {condition}"  # noqa: S608 - constants of this file
        return self._database.execute(query, values).fetchall()


def _database() -> sqlite3.Connection:
    database = sqlite3.connect(":memory:")
    database.execute("PRAGMA secure_delete = ON")  # what is deleted is overwritten, not only forgotten
    return database


def _phrase(wanted: Wanted) -> str:
    """A word in FTS5's query language. Its parts are letters, digits and marks, so none can end the quotes."""
    return f'"{" ".join(wanted.parts)}"{" *" if wanted.prefix else ""}'


def _folded(entry: Entry) -> Iterable[str]:
    title = "" if entry.type is FoundType.MESSAGE else entry.title  # who wrote a message is nothing to find it by
    return (" ".join(word.folded for word in words_of(text)) for text in (title, entry.body, entry.around))


def _entry(fields: Sequence[object]) -> Entry:
    entry_id, kind, project_id, title, body, around, path, updated_at = fields
    text = zlib.decompress(body).decode()  # type: ignore[arg-type]  # a BLOB
    return Entry(entry_id, FoundType(kind), project_id, title, text, around, path, updated_at)  # type: ignore[arg-type]
