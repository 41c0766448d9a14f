"""What a caller sends to projects (interface 4.4 shows no shapes; these are ours)."""

from enum import StrEnum
from typing import Annotated, Any, Self

from pydantic import Field, StrictBool, StringConstraints, model_validator

from common.envelope import RequestModel
from domain.projects.dates import Day
from domain.projects.records import Money
from domain.projects.states import ProjectStatus
from domain.projects.text import Comment, Description, Name

ContentHash = Annotated[str, StringConstraints(pattern="^[0-9a-f]{64}$")]


class NewProject(RequestModel):
    """A new draft. Deadline and ceiling also answer the intake's questions of the same name.

    A description of up to 2,000 characters also answers the question about the goal.
    """

    name: Name
    description: Description | None = None
    deadline: Day | None = None
    budget_ceiling: Money | None = None


class CreateProject(NewProject):
    """POST /projects. `example`: made to be looked at, and left out of whatever looks across projects."""

    example: StrictBool = False


class IntakeAnswers(RequestModel):
    """POST …/intake: any subset of the questions; null clears an answer. Each question has rules for its answer."""

    answers: dict[str, Any] = Field(max_length=100)


class ApprovalDecision(StrEnum):
    """What a customer may decide about a revision."""

    APPROVE = "approve"
    REQUEST_CHANGES = "request_changes"


class DecideApproval(RequestModel):
    """POST …/approvals/:id. A request for changes needs a comment that says which changes.

    `content_hash` is that of the text that was read; a text that was edited since it was presented needs it.
    `hand_out_work`, beside the approval of the delivery plan: false leaves its work packages in the plan; otherwise
    they become work items.
    """

    decision: ApprovalDecision
    comment: Comment | None = None
    content_hash: ContentHash | None = None
    hand_out_work: StrictBool | None = None

    @model_validator(mode="after")
    def _changes_need_a_comment(self) -> Self:
        if self.decision is ApprovalDecision.REQUEST_CHANGES and self.comment is None:
            raise ValueError("Say in the comment what should change")
        if self.decision is ApprovalDecision.REQUEST_CHANGES and self.hand_out_work:
            raise ValueError("Give hand_out_work with an approval only")
        return self


class SubmitProject(RequestModel):
    """POST …/submit; the body may be left out."""

    accept_over_ceiling: StrictBool = False


class StatusAction(StrEnum):
    """What a customer may do with a project that has not ended; a draft can only be cancelled."""

    PAUSE = "pause"
    RESUME = "resume"
    CANCEL = "cancel"
    COMPLETE = "complete"


class ChangeProjectStatus(RequestModel):
    """POST …/status. `was`: the status as you read it; if it is another now, nothing is changed."""

    action: StatusAction
    was: ProjectStatus | None = None
