"""Ids that are derived from what they name. A step that is repeated after a crash makes the same ids again."""

from __future__ import annotations

import hashlib

_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_TIME_LENGTH = 10
_SEQUENCE_LIMIT = 1_023
_HASH_LENGTH = 14


def derived_id(prefix: str, project_id: str, *parts: str | int, sequence: int = 0) -> str:
    """A ULID-shaped id for a thing of `project_id` named by `parts`; the same arguments give the same id.

    The id begins with the time of the project's id, so that it is a valid ULID. Then follow 10 bits of `sequence` (a
    larger one counts as 1,023), by which ids of one prefix sort, and 70 bits of SHA-256.
    """
    time = project_id.rpartition("_")[2][:_TIME_LENGTH]
    order = min(sequence, _SEQUENCE_LIMIT)
    digest = hashlib.sha256("\x1f".join((prefix, project_id, *map(str, parts))).encode()).digest()
    number = int.from_bytes(digest)
    tail = "".join(_CROCKFORD[number >> 5 * place & 31] for place in range(_HASH_LENGTH))
    return f"{prefix}_{time}{_CROCKFORD[order >> 5]}{_CROCKFORD[order & 31]}{tail}"
