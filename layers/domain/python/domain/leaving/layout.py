"""Where everything of an account lies, and which fields of its rows are not the customer's, so that no export has them.

An account has partitions in each table, named as in `common.settings`, and some rows lead to partitions of their own by
their sort key: a project's row `PROJECT#prj_…` to the partitions `PROJECT#prj_…` of three tables. Tests compare this
module with the template's tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from common.dynamo import Item
from common.services import frozen
from domain.connections.tokens import ACCESS_ATTRIBUTE

# Where a row lies, and what would open something: none of it is the customer's.
_HIDDEN = frozenset(
    {
        *("pk", "sk", "outbox_shard", "outbox_at", "expires_at_epoch", "project_sk", "open_for", "opened_at"),
        *("owner_id", "scheduled_for", "report_of", "lease_until", "secret_hash", "password_hash", "sessions"),
        *("public_part", "ciphertext", "current", "previous"),
        *("code_hash", "code_challenge", "family_hash", "refresh_tokens", "used_refresh_tokens", "turn"),
        *("earlier_hash", "refresh_hashes", "used_refresh_hashes"),  # of connections that version 1.1 made
    }
)


@frozen
class Partition:
    """The rows of one partition key whose sort keys begin with `begins`.

    `only`: the sort key of its one row, which is deleted unread, as it is a ciphertext, a sealed secret or a token.
    """

    table: str
    pk: str
    begins: str = ""
    only: str | None = None


# The partitions that an account's id names.
_OF_ACCOUNT = (
    ("conversations", ()),  # only by their projects
    ("decisions", ("ACCOUNT#",)),
    ("events", ("ACCOUNT#", "NEW#", "LATER#", "ATTENTION#", "AUDIT#", "CHANGED#")),
    ("leaving", ("ACCOUNT#",)),
    ("mail", ("ACCOUNT#",)),
    ("pa", ("ACCOUNT#",)),
    ("projects", ("ACCOUNT#",)),
    ("thinking", ("ACCOUNT#",)),
    ("usage", ("ACCOUNT#",)),
    ("vault", ("ACCOUNT#",)),
    ("webhooks", ("ACCOUNT#",)),
    ("work", ("ACCOUNT#",)),
)
TABLES = tuple(table for table, _ in _OF_ACCOUNT)
# What has no sort key is found by other ways: see `erasing`. `clients` names an account in a device's request alone,
# which lives for ten minutes. The last two hold nothing for longer than a day.
TABLES_WITHOUT_SORT_KEY = ("identity", "keys", "clients", "idempotency", "limits")

_LEADS: Mapping[tuple[str, str], tuple[tuple[str, str], ...]] = {
    ("projects", "PROJECT"): (
        ("projects", "PROJECT"),
        ("conversations", "PROJECT"),
        ("conversations", "RECEIPT"),  # of the first edition
        ("decisions", "PROJECT"),
    ),
    ("vault", "CREDENTIAL"): (("vault", "CREDENTIAL"), ("vault", "VALUE")),
    ("vault", "DELETED"): (("vault", "CREDENTIAL"),),
    ("pa", "TASK"): (("pa", "TASK"),),
    ("pa", "DELETED"): (("pa", "TASK"),),
    ("webhooks", "ENDPOINT"): (("webhooks", "ENDPOINT"), ("webhooks", "SECRET")),
    ("webhooks", "DELETED"): (("webhooks", "ENDPOINT"),),
    ("mail", "TOKEN"): (("mail", "TOKEN"),),
    ("work", "ITEM"): (("work", "ITEM"),),
}

_UNREAD = {"VALUE": "VALUE", "SECRET": "SECRET", "TOKEN": "TOKEN"}


def of_account(account_id: str, *tables: str) -> Iterator[Partition]:
    """The partitions whose keys an account's id names, in these tables or, if none is given, in all."""
    for table, prefixes in _OF_ACCOUNT:
        if not tables or table in tables:
            yield from (Partition(table, prefix + account_id) for prefix in prefixes)


def below(table: str, row: Item) -> Iterator[Partition]:
    """The partitions that lie below a row, because its sort key names them."""
    if table == "leaving":
        yield from _below_leaving(row)
    elif str(row["pk"]).startswith("ACCOUNT#"):
        kind, _, name = str(row["sk"]).partition("#")
        if (table, kind) == ("mail", "INVITED"):  # how often the account invited an address
            yield Partition("mail", str(row["sk"]), only=str(row["pk"]))
        for other, prefix in _LEADS.get((table, kind), ()):
            yield Partition(other, f"{prefix}#{name}", only=_UNREAD.get(prefix))


def _below_leaving(row: Item) -> Iterator[Partition]:
    """The partitions below a row that was set aside (as before that), or below a record: what was set aside with it."""
    if "aside" in row:
        yield from below(row["table"], row["aside"])
    elif str(row["sk"]).startswith("PROJECT#"):
        yield Partition("leaving", f"ASIDE#{row['account_id']}#{row['id']}")
    elif row["sk"] == "CLOSING":
        yield Partition("leaving", f"ASIDE#{row['account_id']}#ACCOUNT")


def shown(row: Item) -> Item:
    """The row without the attributes that are not the customer's (`_HIDDEN`, access tokens), at any depth."""
    return {name: _shown(value) for name, value in row.items() if not _is_hidden(name)}


def _is_hidden(name: str) -> bool:
    return name in _HIDDEN or name.startswith(ACCESS_ATTRIBUTE)


def _shown(value: Any) -> Any:
    if isinstance(value, dict):
        return shown(value)
    return [_shown(entry) for entry in value] if isinstance(value, list) else value
