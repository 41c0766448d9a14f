"""The authorizer's own store: one update of the credential's row per request reads, counts and limits at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cache
from typing import Any, Literal

from common.dynamo import ConditionFailed, Item, Table
from common.errors import ChangedMeanwhile, Unavailable
from common.services import frozen, service
from common.settings import settings
from common.telemetry import logger
from domain.authentication.windows import SLOT, Limits, Moment
from domain.limits.pool import Lease
from domain.usage.counters import names


@frozen
class Presented:
    """A credential as a request presents it.

    Attributes:
        table: the table of its row.
        pk: the row's key.
        condition: what the row must fulfil: that it is this credential's, and that the credential is good.
        values: the values that `condition` and `kept` name.
        kept: what each use of the credential writes: attribute → name of its value.
    """

    table: Literal["keys", "identity"]
    pk: str
    condition: str
    values: Mapping[str, Any] = field(repr=False)
    kept: Mapping[str, str]


@frozen
class Raise:
    """A lease for a row on which `seen` requests were allowed in this minute; None: only the standing ones."""

    lease: Lease
    seen: int | None


@service
class CredentialStore:
    """The access patterns of the authorizer on the rows of keys and sessions."""

    keys: Table
    identity: Table

    def count(
        self, presented: Presented, moment: Moment, area: str, limits: Limits, raised: Raise | None = None
    ) -> Item:
        """UpdateItem: count one request, on condition that the credential is good and its windows have room.

        Returns the row, strongly consistent. With `raised`, the row may use from now on what was leased.
        Raises `ConditionFailed` with the row as it stands.
        """
        values: dict[str, Any] = {"one": 1, "day": moment.day, "per_second": limits.per_second, **presented.values}
        conditions = [presented.condition, "#day = :day"]
        conditions.append(f"(attribute_not_exists(#{moment.second}) OR #{moment.second} < :per_second)")
        sets = [f"#{name} = :{value}" for name, value in presented.kept.items()]
        for part in (_room(moment, limits, raised), _raising(moment, limits, raised)):
            conditions += part.conditions
            sets += part.sets
            values |= part.values
        counted = [*names(area, moment.now), moment.second, moment.minute]
        row = self._table(presented).update(
            {"pk": presented.pk},
            f"ADD {', '.join(f'#{name} :one' for name in counted)} SET {', '.join(sets)}"
            f" REMOVE {', '.join(f'#{name}' for name in moment.before)}",
            values,
            condition=" AND ".join(conditions),
            returning="ALL_NEW",
        )
        assert row is not None  # noqa: S101 - ALL_NEW returns the row
        return row

    def forget_windows(self, presented: Presented, windows: Sequence[str]) -> None:
        """UpdateItem: remove the counters of windows that are over. A failure is only logged."""
        expression = "REMOVE " + ", ".join(f"#{name}" for name in windows)
        try:
            self._table(presented).update({"pk": presented.pk}, expression, {}, condition="attribute_exists(pk)")
        except (ConditionFailed, ChangedMeanwhile, Unavailable):
            logger.warning("windows_kept", table=presented.table)

    def _table(self, presented: Presented) -> Table:
        return self.keys if presented.table == "keys" else self.identity


@frozen
class _Part:
    """Conditions, assignments and values that make up a part of the update."""

    conditions: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)


def _room(moment: Moment, limits: Limits, raised: Raise | None) -> _Part:
    """The part that requires room in the minute: among the standing requests, or within what is leased."""
    used, allowed = f"#{moment.minute}", f"#{moment.allowed}"
    if raised is not None and not raised.lease.reserved:
        top = (raised.seen or limits.standing) + raised.lease.requests
        return _Part((f"{used} < :top",), values={"top": top})
    leased = f"({used} < {allowed} AND {used} < :per_minute)"
    room = f"(attribute_not_exists({used}) OR {used} < :standing OR {leased})"
    return _Part((room,), values={"standing": limits.standing, "per_minute": limits.per_minute})


def _raising(moment: Moment, limits: Limits, raised: Raise | None) -> _Part:
    """The part that requires the reservation of standing requests, makes it, or raises the lease if it is as seen."""
    slot, allowed = f"#{SLOT}", f"#{moment.allowed}"
    values: dict[str, Any] = {"slot": limits.slot(moment)}
    if raised is None:
        return _Part((f"{slot} = :slot",), values=values)
    if raised.lease.reserved:
        fresh = f"(attribute_not_exists({slot}) OR {slot} <> :slot)"
        return _Part((fresh,), (f"{slot} = :slot",), values)
    values["raised"] = (raised.seen or limits.standing) + raised.lease.requests
    unchanged = f"attribute_not_exists({allowed})"
    if raised.seen is not None:
        unchanged, values["seen"] = f"{allowed} = :seen", raised.seen
    return _Part((f"{slot} = :slot", unchanged), (f"{allowed} = :raised",), values)


@cache
def credential_store() -> CredentialStore:
    """The store, built once for each process."""
    return CredentialStore(Table(settings.keys_table), Table(settings.identity_table))
