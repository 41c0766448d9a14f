"""Indexing: the worker brings an account's index up to what the tables hold.

It reads the changes, then the things that changed, writes the file on condition that nobody else did, and only then
deletes the changes. So it can die anywhere: the changes are still there, and doing them again gives the same index.
"""

from __future__ import annotations

from dataclasses import field
from functools import cache, partial

from common.optimistic import settle
from common.services import service
from common.telemetry import logger
from domain.events.changes import Changed, Subject
from domain.search.index import Index
from domain.search.library import Library, library
from domain.search.objects import IndexFile, IndexFiles, index_files
from domain.search.store import ChangeStore, change_store

BATCH = 200
REMEMBERED = 8


@service
class IndexingService:
    """Keeps indexes up to date. `seen` has the files that this process wrote last, so S3 need not send them again."""

    store: ChangeStore
    files: IndexFiles
    library: Library
    seen: dict[str, IndexFile] = field(default_factory=dict)

    def catch_up(self, account_id: str) -> int:
        """Bring all changes of an account into the index; returns how many there were."""
        done = 0
        while changes := self.store.list_changes(account_id, limit=BATCH):
            settle(partial(self._apply, account_id, changes))
            self.store.forget(changes)
            done += len(changes)
        return done

    def make_anew(self, account_id: str) -> None:
        """Make the index from the tables again, whatever the file holds."""
        settle(partial(self._apply, account_id, [], anew=True))

    def _apply(self, account_id: str, changes: list[Changed], *, anew: bool = False) -> None:
        """Write the file with these changes, or made anew; delete it when it is empty. Raises `ChangedMeanwhile`."""
        file = self.files.find(account_id, known=self.seen.get(account_id))
        index = Index.of(file.content) if file and not anew else None
        if index is None:
            index = Index.empty()
            for entry in self.library.of_account(account_id):
                index.put(entry)
            logger.info("index_made_anew", account_id=account_id)
        else:
            self._change(index, changes)
        if index.is_empty:  # so nothing is left of an account that was deleted meanwhile
            self.files.delete(account_id)
            return
        self._remember(account_id, self.files.put(account_id, index.to_bytes(), seen=file))

    def _change(self, index: Index, changes: list[Changed]) -> None:
        whole: set[str] = set()
        for changed in _each_once(changes):
            if changed.subject is Subject.ERASED:
                index.erase_project(changed.subject_id)
            elif changed.project_id is not None and not index.has(changed.project_id):
                if changed.project_id not in whole:  # new, or restored after the index was made without it
                    for entry in self.library.of_project(changed.account_id, changed.project_id):
                        index.put(entry)
                    whole.add(changed.project_id)
            else:
                if changed.subject in {Subject.CREDENTIAL, Subject.MESSAGE}:  # they can be deleted by themselves
                    index.remove(changed.subject_id)
                for entry in self.library.of_change(changed):
                    index.put(entry)

    def _remember(self, account_id: str, file: IndexFile) -> None:
        self.seen.pop(account_id, None)
        self.seen[account_id] = file
        while len(self.seen) > REMEMBERED:
            del self.seen[next(iter(self.seen))]


def _each_once(changes: list[Changed]) -> list[Changed]:
    """The last change of each thing, in the order of their first ones."""
    return list({(one.subject, one.subject_id): one for one in changes}.values())


@cache
def indexing_service() -> IndexingService:
    """The service, built once for each process."""
    return IndexingService(change_store(), index_files(), library())
