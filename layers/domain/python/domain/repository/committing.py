"""Makes one commit of a file on our branch: once, on top of what others have pushed, and never over their work.

The commit follows the branch's last one, so nothing is ever forced. If the file is not as we left it, nothing is
written. A line of the message names the revision: a worker that died after the push finds the commit by it.
"""

from __future__ import annotations

import stat
import time
from collections.abc import Iterator
from datetime import datetime

from dulwich.object_store import MemoryObjectStore
from dulwich.objects import Blob, Commit, ObjectID, ShaFile, Tree
from dulwich.refs import Ref

from common.services import frozen
from domain.projects.states import DeliveryReason
from domain.repository.documents import BRANCH, RepositoryFile
from domain.repository.git import WITHIN_SECONDS, Access, BranchMoved, NotDelivered, Remote, Seen, own_words
from domain.webhooks.wire import Wire

DEPTH = 50
TRIES = 3
AUTHOR = b"Atrium <atrium@documents.invalid>"
_REF = Ref(b"refs/heads/" + BRANCH.encode())
_FILE_MODE = 0o100644


@frozen
class Committed:
    """The id of the commit that brought a file, and that of the file's content (its blob) in Git."""

    commit: str
    blob: str


def commit_file(file: RepositoryFile, access: Access, wire: Wire, *, left_as: str | None, now: datetime) -> Committed:
    """Commit the file on our branch, or find the commit of an earlier attempt; returns it.

    Args:
        file: what to commit.
        access: the repository, and who may push to it.
        wire: makes the requests, each through the guard of webhooks.
        left_as: the id of the file's content in Git as we delivered it last; None when we never did.
        now: the time of the commit.

    Raises:
        NotDelivered: with the reason; nothing was changed, or the next attempt finds what was changed.
    """
    remote = Remote(access, wire, time.monotonic() + WITHIN_SECONDS)
    refused: list[ObjectID | None] = []
    for _ in range(TRIES):
        seen = _look(remote)
        if refused and seen.tip == refused[-1]:
            raise NotDelivered(DeliveryReason.REJECTED)  # the branch did not move: the server wants no such branch
        with own_words():
            found = _find(seen, file)
            if found is not None:
                return found
            commit, blob, objects = _build(seen, file, left_as, now)
        try:
            remote.push(_REF, seen.tip, commit.id, objects)
        except BranchMoved:
            refused.append(seen.tip)
            continue
        return Committed(commit.id.decode(), blob.id.decode())
    raise NotDelivered(DeliveryReason.BRANCH_MOVED)


def _look(remote: Remote) -> Seen:
    """Read the branch with 50 commits of its past, or with the last one alone if the server sends too much."""
    try:
        return remote.look(_REF, depth=DEPTH)
    except NotDelivered as error:
        if error.reason is not DeliveryReason.TOO_LARGE:
            raise
        return remote.look(_REF, depth=1)


def _find(seen: Seen, file: RepositoryFile) -> Committed | None:
    """The commit on our branch that brought this very file; None if there is none in what we have read."""
    blob = Blob.from_string(file.content)
    for commit in _commits(seen):
        named = file.trailer.encode() in commit.message.splitlines()
        if named and _entry(seen.objects, commit.tree, file) == (_FILE_MODE, blob.id):
            return Committed(commit.id.decode(), blob.id.decode())
    return None


def _commits(seen: Seen) -> Iterator[Commit]:
    """Yield the commits of our branch that we have read, each once."""
    waiting, met = ([seen.tip] if seen.tip else []), set()
    while waiting:
        commit_id = waiting.pop()
        if commit_id in met or commit_id not in seen.objects:
            continue
        met.add(commit_id)
        commit = seen.objects[commit_id]
        if isinstance(commit, Commit):
            yield commit
            waiting += commit.parents


def _build(seen: Seen, file: RepositoryFile, left_as: str | None, now: datetime) -> tuple[Commit, Blob, list[ShaFile]]:
    """The next commit, the file's blob, and all new objects. Raises `NotDelivered` if others have changed the file."""
    base = seen.objects[seen.base] if seen.base else None
    if base is not None and not isinstance(base, Commit):
        raise TypeError("the end of a branch is no commit")
    blob = Blob.from_string(file.content)
    _require_ours(seen, base, file, left_as)
    trees = _trees(seen.objects, base.tree if base else None, file.path, blob.id)
    commit = Commit()
    commit.tree, commit.parents = trees[-1].id, [seen.base] if seen.base else []
    commit.author = commit.committer = AUTHOR
    commit.author_time, commit.commit_time = int(file.at.timestamp()), int(now.timestamp())
    commit.author_timezone = commit.commit_timezone = 0
    commit.encoding, commit.message = b"UTF-8", file.message.encode()
    return commit, blob, [commit, *trees, blob]


def _require_ours(seen: Seen, base: Commit | None, file: RepositoryFile, left_as: str | None) -> None:
    """Raise `NotDelivered` unless the file is as we left it, or was never on the branch.

    If our branch is gone (merged and deleted, say) or in another repository now, the file may be gone, too.
    """
    entry = _entry(seen.objects, base.tree, file) if base else None
    missing_is_ours = left_as is None or not any(_entry(seen.objects, one.tree, file) for one in _commits(seen))
    ours = missing_is_ours if entry is None else left_as is not None and entry == (_FILE_MODE, left_as.encode())
    if not ours:
        raise NotDelivered(DeliveryReason.CONFLICT)


def _entry(objects: MemoryObjectStore, tree_id: ObjectID, file: RepositoryFile) -> tuple[int, ObjectID] | None:
    """The mode and id of the entry at the file's path; None when there is none.

    Raises `NotDelivered` when a folder of the path is something else than a folder.
    """
    *folders, name = file.path
    for folder in folders:
        found = _child(objects, tree_id, folder)
        if found is None:
            return None
        if not stat.S_ISDIR(found[0]):
            raise NotDelivered(DeliveryReason.CONFLICT)
        tree_id = found[1]
    return _child(objects, tree_id, name)


def _child(objects: MemoryObjectStore, tree_id: ObjectID, name: str) -> tuple[int, ObjectID] | None:
    tree = _tree(objects, tree_id)
    try:
        return tree[name.encode()]
    except KeyError:
        return None


def _tree(objects: MemoryObjectStore, tree_id: ObjectID) -> Tree:
    tree = objects[tree_id]
    if not isinstance(tree, Tree):
        raise TypeError("a folder is no folder")
    return tree


def _trees(
    objects: MemoryObjectStore, tree_id: ObjectID | None, path: tuple[str, ...], blob_id: ObjectID
) -> list[ShaFile]:
    """The folders along the path with the new file in them, innermost first."""
    name, *rest = path
    old = _tree(objects, tree_id) if tree_id else Tree()
    new = Tree()
    for item in old.items():
        new.add(item.path, item.mode, item.sha)
    if not rest:
        new.add(name.encode(), _FILE_MODE, blob_id)
        return [new]
    inner_id = old[name.encode()][1] if name.encode() in old else None
    inner = _trees(objects, inner_id, tuple(rest), blob_id)
    new.add(name.encode(), stat.S_IFDIR, inner[-1].id)
    return [*inner, new]
