"""The statuses, phases, roles and documents of a project (interface 3.2 gives examples; the full sets are ours)."""

from __future__ import annotations

from enum import StrEnum

from common.services import frozen


class ProjectStatus(StrEnum):
    """Whether the team may work on the project."""

    DRAFT = "draft"
    ACTIVE = "active"
    ON_HOLD = "on_hold"
    COMPLETED = "completed"
    CANCELLED = "cancelled"


class ListedStatus(StrEnum):
    """What projects can be listed by: their statuses; `deleted` are those that can be restored."""

    DRAFT = ProjectStatus.DRAFT.value
    ACTIVE = ProjectStatus.ACTIVE.value
    ON_HOLD = ProjectStatus.ON_HOLD.value
    COMPLETED = ProjectStatus.COMPLETED.value
    CANCELLED = ProjectStatus.CANCELLED.value
    DELETED = "deleted"


class Phase(StrEnum):
    """The phases of a project, in order; the four in the middle have deliverables."""

    INTAKE = "intake"
    PLANNING = "planning"
    DESIGN = "design"
    DEVELOPMENT = "development"
    LAUNCH = "launch"
    COMPLETE = "complete"


class Role(StrEnum):
    """The roles of the CEO's team."""

    CTO = "CTO"
    CPO = "CPO"
    CDO = "CDO"
    CMO = "CMO"


class DeliverableKind(StrEnum):
    """The ten documents of a project, in the order in which they are written."""

    PRODUCT_BRIEF = "product_brief"
    SCOPE = "scope"
    ROADMAP = "roadmap"
    STYLE_GUIDE = "style_guide"
    USER_FLOWS = "user_flows"
    ARCHITECTURE_PLAN = "architecture_plan"
    DELIVERY_PLAN = "delivery_plan"
    TEST_PLAN = "test_plan"
    MESSAGING = "messaging"
    LAUNCH_PLAN = "launch_plan"


class DeliverableState(StrEnum):
    """How far a document has come. `writing`: a model has its first revision in hand; `blocked`: in archives only."""

    WAITING = "waiting"
    BLOCKED = "blocked"
    WRITING = "writing"
    IN_REVIEW = "in_review"
    CHANGES_REQUESTED = "changes_requested"
    APPROVED = "approved"


class ApprovalStatus(StrEnum):
    """What the customer decided about one revision; `replaced` by a newer one before anybody decided."""

    PENDING = "pending"
    APPROVED = "approved"
    CHANGES_REQUESTED = "changes_requested"
    REPLACED = "replaced"


class DecisionKind(StrEnum):
    """What kind of thing was decided. The CEO quotes a project's decisions."""

    BRIEF_SUBMITTED = "brief_submitted"
    DELIVERABLE_APPROVED = "deliverable_approved"
    CHANGES_REQUESTED = "changes_requested"
    PHASE_STARTED = "phase_started"
    STATUS_CHANGED = "status_changed"
    ACCESS_DECLINED = "access_declined"
    OTHER = "other"


class DeliveryState(StrEnum):
    """How far an approved document has come on its way into the customer's source repository."""

    PENDING = "pending"
    DELIVERED = "delivered"
    CONFLICT = "conflict"
    FAILED = "failed"


class DeliveryReason(StrEnum):
    """Why an attempt to deliver a document brought no commit."""

    CONFLICT = "conflict"
    NO_ACCESS = "no_access"
    UNAUTHORIZED = "unauthorized"
    FORBIDDEN = "forbidden"
    NOT_FOUND = "not_found"
    REDIRECT = "redirect"
    SERVER_ERROR = "server_error"
    PROTECTED_BRANCH = "protected_branch"
    HOOK_DECLINED = "hook_declined"
    REJECTED = "rejected"
    BRANCH_MOVED = "branch_moved"
    TOO_LARGE = "too_large"
    TIMED_OUT = "timed_out"
    NAME_NOT_RESOLVED = "name_not_resolved"
    FORBIDDEN_TARGET = "forbidden_target"
    CONNECTION_FAILED = "connection_failed"
    TLS_FAILED = "tls_failed"
    BAD_ANSWER = "bad_answer"


@frozen
class DeliverableSpec:
    """One of the ten documents: its kind, the phase and role that it belongs to, and its title."""

    kind: DeliverableKind
    phase: Phase
    owner: Role
    title: str


DELIVERABLES: tuple[DeliverableSpec, ...] = (
    DeliverableSpec(DeliverableKind.PRODUCT_BRIEF, Phase.PLANNING, Role.CPO, "Product brief"),
    DeliverableSpec(DeliverableKind.SCOPE, Phase.PLANNING, Role.CPO, "Scope and acceptance criteria"),
    DeliverableSpec(DeliverableKind.ROADMAP, Phase.PLANNING, Role.CPO, "Roadmap"),
    DeliverableSpec(DeliverableKind.STYLE_GUIDE, Phase.DESIGN, Role.CDO, "Design principles and style guide"),
    DeliverableSpec(DeliverableKind.USER_FLOWS, Phase.DESIGN, Role.CDO, "Key user flows"),
    DeliverableSpec(DeliverableKind.ARCHITECTURE_PLAN, Phase.DEVELOPMENT, Role.CTO, "Architecture plan"),
    DeliverableSpec(DeliverableKind.DELIVERY_PLAN, Phase.DEVELOPMENT, Role.CTO, "Delivery plan"),
    DeliverableSpec(DeliverableKind.TEST_PLAN, Phase.DEVELOPMENT, Role.CTO, "Test and release plan"),
    DeliverableSpec(DeliverableKind.MESSAGING, Phase.LAUNCH, Role.CMO, "Positioning and messaging"),
    DeliverableSpec(DeliverableKind.LAUNCH_PLAN, Phase.LAUNCH, Role.CMO, "Launch plan"),
)

WORKING_PHASES: tuple[Phase, ...] = (Phase.PLANNING, Phase.DESIGN, Phase.DEVELOPMENT, Phase.LAUNCH)

_SPECS = {spec.kind: spec for spec in DELIVERABLES}


def spec_of(kind: DeliverableKind) -> DeliverableSpec:
    """The phase, owner and title of the documents of this kind."""
    return _SPECS[kind]


def position_of(kind: DeliverableKind) -> int:
    """The place of `kind` in the order of writing, counted from 0."""
    return list(DeliverableKind).index(kind)


def owner_of(phase: Phase) -> Role:
    """The role that owns a working phase; every deliverable of a phase has the same owner."""
    return next(spec.owner for spec in DELIVERABLES if spec.phase is phase)


def phase_after(phase: Phase) -> Phase:
    """The phase that follows `phase`. `complete` is the last: it follows launch, and it follows itself."""
    order = list(Phase)
    return order[min(order.index(phase) + 1, len(order) - 1)]
