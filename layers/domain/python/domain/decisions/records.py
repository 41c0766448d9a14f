"""Records of approvers, of rules whom to ask when the customer stays silent, and of planned escalations."""

from pydantic import ConfigDict

from common.fields import Instant
from common.model import Model


class Record(Model):
    """A stored record; reading one with an unknown attribute fails."""

    model_config = ConfigDict(extra="forbid")


class Approver(Record):
    """Somebody who may be asked to decide for the customer, once they have confirmed their address by a link.

    `withdrawn_at`: when they asked for no more mail; `confirmed_at` is then None again.
    """

    id: str
    account_id: str
    email: str
    invited_at: Instant
    confirmed_at: Instant | None = None
    withdrawn_at: Instant | None = None


class Rule(Record):
    """Whom to ask about a project's documents when the customer is silent. `when`: the words of `text` about time."""

    account_id: str
    project_id: str
    text: str
    when: str
    approver_id: str
    email: str
    timezone: str
    created_at: Instant


class Escalation(Record):
    """The plan to ask an approver at `due_at` to decide one approval, unless it is decided before."""

    account_id: str
    project_id: str
    approval_id: str
    approver_id: str
    email: str
    due_at: Instant
