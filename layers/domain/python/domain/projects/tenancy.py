"""Tenancy: the id of a project together with the account that was shown to own it.

A store that reads or writes under a project's id alone takes an `OwnedProject`. One is made only where a row that names
the owner was read: from a project's row (`Project.owned`), which lies under its account's key, and from the rows of a
conversation, each of which carries its account. So code that has an id from a request, and did not look whose it is,
does not type-check.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OwnedProject:
    """A project and its owner; `id` is the project's."""

    account_id: str
    id: str
