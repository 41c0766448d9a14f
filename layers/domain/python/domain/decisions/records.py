"""What is stored of approvers, and of whom to ask when the customer stays silent."""

from pydantic import ConfigDict

from common.fields import Instant
from common.model import Model


class Record(Model):
    """A stored record; an unknown attribute in the table is a defect."""

    model_config = ConfigDict(extra="forbid")


class Approver(Record):
    """Somebody who may be asked to decide for the customer, once they have confirmed their address by a link.

    `withdrawn_at`: when they asked for no more; then they are not confirmed either.
    """

    id: str
    account_id: str
    email: str
    invited_at: Instant
    confirmed_at: Instant | None = None
    withdrawn_at: Instant | None = None


class Rule(Record):
    """Whom to ask about a project's documents when the customer is silent. `when` are the customer's words of time."""

    account_id: str
    project_id: str
    text: str
    when: str
    approver_id: str
    email: str
    timezone: str
    created_at: Instant


class Escalation(Record):
    """An approver will be asked to decide one approval at `due_at`, unless it is decided before."""

    account_id: str
    project_id: str
    approval_id: str
    approver_id: str
    email: str
    due_at: Instant
