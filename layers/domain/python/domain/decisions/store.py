"""The decisions table: pk=ACCOUNT#id sk=APPROVER#id; pk=PROJECT#id sk=RULE, ESCALATION#approval."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import Any

from common.clock import to_iso
from common.dynamo import Item, Table, Write
from common.errors import NotFound
from common.services import service
from common.settings import settings
from common.transactions import changed_if_failed, transact
from domain.decisions.records import Approver, Escalation, Rule
from domain.projects.tenancy import OwnedProject
from domain.work import outbox


@service
class DecisionStore:
    """The access patterns of approvers, rules and escalations."""

    table: Table

    def list_approvers(self, account_id: str) -> list[Approver]:
        """Query pk=ACCOUNT#id, sk begins APPROVER#: all of them, oldest first: at most 20, and those who withdrew."""
        rows = self.table.query_all(
            "pk = :pk AND begins_with(sk, :kind)", {"pk": f"ACCOUNT#{account_id}", "kind": "APPROVER#"}
        )
        return [Approver.model_validate(_fields(row)) for row in rows]

    def get_approver(self, account_id: str, approver_id: str) -> Approver:
        """GetItem pk=ACCOUNT#id, sk=APPROVER#id. Raises `NotFound`, for another account's approver too."""
        row = self.table.get(_approver_key(account_id, approver_id))
        if row is None:
            raise NotFound("No such approver.")
        return Approver.model_validate(_fields(row))

    def adding_approver(self, approver: Approver) -> Write:
        """The write of a new approver, for the transaction of the mail that invites them."""
        key = _approver_key(approver.account_id, approver.id)
        return self.table.putting_new({**key, **approver.model_dump(mode="json")})

    def confirm_approver(self, approver: Approver, also: Write) -> None:
        """Transaction: set confirmed_at, and write `also`. Raises `ChangedMeanwhile` (removed, or token used)."""
        confirming = self.table.updating(
            _approver_key(approver.account_id, approver.id),
            "SET confirmed_at = :at REMOVE withdrawn_at",
            {"at": to_iso(approver.confirmed_at or approver.invited_at)},
            condition="attribute_exists(pk)",
        )
        with changed_if_failed():
            transact([confirming, also])

    def withdrawing(self, approver: Approver, at: datetime) -> Write:
        """The write that notes that an approver wants no more mail; it fails once they are removed."""
        return self.table.updating(
            _approver_key(approver.account_id, approver.id),
            "SET withdrawn_at = :at REMOVE confirmed_at",
            {"at": to_iso(at)},
            condition="attribute_exists(pk)",
        )

    def deleting_approver(self, approver: Approver) -> Write:
        """The write that removes an approver who withdrew, for the transaction that names the address again."""
        return self.table.deleting(_approver_key(approver.account_id, approver.id))

    def delete_approver(self, approver: Approver) -> None:
        """DeleteItem pk=ACCOUNT#id, sk=APPROVER#id. Rules that name them stay, and ask nobody."""
        self.table.delete(_approver_key(approver.account_id, approver.id))

    def find_rule(self, project: OwnedProject) -> Rule | None:
        """GetItem pk=PROJECT#id, sk=RULE; None when the project has no rule."""
        row = self.table.get(_rule_key(project.id))
        return Rule.model_validate(_fields(row)) if row and row["account_id"] == project.account_id else None

    def putting_rule(self, rule: Rule) -> Write:
        """The write of a rule; it replaces the project's former one."""
        return self.table.putting({**_rule_key(rule.project_id), **rule.model_dump(mode="json")})

    def deleting_rule(self, project: OwnedProject) -> Write:
        """The write that removes a project's rule."""
        return self.table.deleting(_rule_key(project.id))

    def list_escalations(self, project: OwnedProject) -> list[Escalation]:
        """Query pk=PROJECT#id, sk begins ESCALATION#: the planned escalations, in the order of approval ids."""
        rows = self.table.query_all(
            "pk = :pk AND begins_with(sk, :kind)", {"pk": f"PROJECT#{project.id}", "kind": "ESCALATION#"}
        )
        found = [Escalation.model_validate(_fields(row)) for row in rows]
        return [one for one in found if one.account_id == project.account_id]

    def planning(self, escalation: Escalation) -> Write:
        """The write of an escalation, with an outbox mark for `due_at`; it replaces the approval's former one."""
        row = {**_escalation_key(escalation.project_id, escalation.approval_id), **escalation.model_dump(mode="json")}
        return self.table.putting(row | outbox.mark(escalation.project_id, escalation.due_at))

    def dropping(self, project_id: str, approval_id: str) -> Write:
        """The write that drops an approval's escalation, so that nobody is asked."""
        return self.table.deleting(_escalation_key(project_id, approval_id))

    def taking(self, escalation: Escalation) -> Write:
        """The write that deletes a due escalation to act on it; it fails if another took, dropped or replaced it."""
        write = self.dropping(escalation.project_id, escalation.approval_id)
        write["Delete"] |= _as_read(escalation)
        return write

    def putting_off(self, escalation: Escalation, until: datetime) -> Write:
        """The write that makes a due escalation due later; it fails as `taking` does."""
        write = self.planning(escalation.model_copy(update={"due_at": until}))
        write["Put"] |= _as_read(escalation)
        return write

    def list_due(self, window: outbox.Window, *, limit: int) -> list[Escalation]:
        """Query index outbox: escalations of all accounts that fell due in the window; `limit` is for each shard."""
        return [Escalation.model_validate(_fields(row)) for row in outbox.list_waiting(self.table, window, limit=limit)]


@cache
def decision_store() -> DecisionStore:
    """The store, built once for each process."""
    return DecisionStore(Table(settings.decisions_table))


def _approver_key(account_id: str, approver_id: str) -> Item:
    return {"pk": f"ACCOUNT#{account_id}", "sk": f"APPROVER#{approver_id}"}


def _rule_key(project_id: str) -> Item:
    return {"pk": f"PROJECT#{project_id}", "sk": "RULE"}


def _escalation_key(project_id: str, approval_id: str) -> Item:
    return {"pk": f"PROJECT#{project_id}", "sk": f"ESCALATION#{approval_id}"}


def _as_read(escalation: Escalation) -> dict[str, Any]:
    """The condition that nobody took, dropped or replaced an escalation since it was read."""
    return {
        "ConditionExpression": "due_at = :due AND approver_id = :approver",
        "ExpressionAttributeValues": {
            ":due": {"S": to_iso(escalation.due_at)},
            ":approver": {"S": escalation.approver_id},
        },
    }


def _fields(row: Item) -> Item:
    return {name: value for name, value in row.items() if name not in {"pk", "sk", *outbox.ATTRIBUTES}}
