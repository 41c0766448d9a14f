"""Factors and challenges in the identity table: pk = FACTORS#user · CHALLENGE#hash."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cache

from common import one_time
from common.clock import to_iso
from common.dynamo import ConditionFailed, Table, Write, assignments
from common.services import service
from common.settings import settings
from domain.events.log import commit_as_read
from domain.factors.records import Challenge, Factors


@service
class FactorStore:
    """The access patterns of factors and challenges."""

    table: Table

    def find_factors(self, user_id: str) -> Factors | None:
        """GetItem pk=FACTORS#user; None for a user without factors."""
        item = self.table.get({"pk": f"FACTORS#{user_id}"})
        return Factors.model_validate(item) if item else None

    def change(self, seen: Factors, changed: Factors, also: Sequence[Write] = ()) -> None:
        """Transaction: put the user's factors on condition that they are as `seen`, and write `also`.

        Raises `ChangedMeanwhile` when somebody else was faster, or a condition of `also` does not hold.
        """
        commit_as_read([self.changing(seen, changed), *also])

    def changing(self, seen: Factors, changed: Factors) -> Write:
        """The write of a user's factors; it fails unless they are as `seen`."""
        expression, values = assignments({**changed.model_dump(mode="json"), "version": seen.version + 1})
        condition = "version = :seen" if seen.version else "attribute_not_exists(pk)"
        values |= {"seen": seen.version} if seen.version else {}
        return self.table.updating({"pk": f"FACTORS#{seen.user_id}"}, expression, values, condition=condition)

    def put_new_challenge(self, challenge_hash: str, challenge: Challenge) -> None:
        """PutItem pk=CHALLENGE#hash. DynamoDB deletes the row some time after the challenge has expired."""
        item = {"pk": f"CHALLENGE#{challenge_hash}", **challenge.model_dump(mode="json")}
        self.table.put_new(item | {"expires_at_epoch": int(challenge.expires_at.timestamp())})

    def find_challenge(self, challenge_hash: str) -> Challenge | None:
        """GetItem pk=CHALLENGE#hash, used and expired ones included; None without one."""
        item = self.table.get({"pk": f"CHALLENGE#{challenge_hash}"})
        return Challenge.model_validate(item) if item else None

    def use_challenge(self, challenge_hash: str, now: datetime) -> Challenge | None:
        """UpdateItem pk=CHALLENGE#hash: set used_at once; None if the challenge is unknown or was used before."""
        key, values = {"pk": f"CHALLENGE#{challenge_hash}"}, {"now": to_iso(now)}
        try:
            item = self.table.update(key, one_time.USE, values, condition=one_time.UNUSED, returning="ALL_NEW")
        except ConditionFailed:
            return None
        return Challenge.model_validate(item)

    def using(self, challenge_hash: str, now: datetime) -> Write:
        """The write that uses a challenge up; it fails when the challenge was used before."""
        return one_time.using(self.table, {"pk": f"CHALLENGE#{challenge_hash}"}, now)


@cache
def factor_store() -> FactorStore:
    """The store, built once for each process."""
    return FactorStore(Table(settings.identity_table))
