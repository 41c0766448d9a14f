"""Tenancy: the id of a project together with the account that owns it.

A store function whose rows are found by a project's id alone takes an `OwnedProject`. We make one only from a stored
row that names the owner: from a project's row (`Project.owned`), whose key contains the account, or from a row of a
conversation, which contains the account too. So code that takes an id from a request and does not check who owns the
project fails the type check.
"""

from __future__ import annotations

from common.services import frozen


@frozen
class OwnedProject:
    """The id of a project, and the account that owns it."""

    account_id: str
    id: str
