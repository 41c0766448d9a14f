"""Tools of projects: from a draft to its approved deliverables (interface 4.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, WithJsonSchema

from common.caller import Caller, Origin
from common.envelope import RequestModel, View
from common.errors import InvalidRequest
from domain.agents.asking import questions
from domain.keys.service import key_service
from domain.projects.brief.requests import (
    MOST_CHANGES,
    AddEntry,
    ChangeBrief,
    ChangeEntry,
    ChangeOp,
    DayRates,
    UpdateProject,
    WhatIf,
)
from domain.projects.brief.views import BriefEntryView, BriefView, ChoiceView, EstimateView, WhatIfView
from domain.projects.documents.records import Section
from domain.projects.documents.requests import (
    MOST_EDITS,
    MOST_IN_ANSWER,
    AddLine,
    AnswerChoice,
    AnswerComment,
    ChangeLines,
    EditLine,
)
from domain.projects.documents.service import document_service
from domain.projects.documents.views import DocumentView, LineView
from domain.projects.models import (
    ApprovalList,
    ApprovalView,
    IntakeView,
    ProjectDetail,
    ProjectList,
    ProjectView,
)
from domain.projects.requests import (
    DecideApproval,
    IntakeAnswers,
    NewProject,
    SubmitProject,
)
from domain.projects.review import ANY_KEY
from domain.projects.service import project_service
from domain.projects.states import ApprovalStatus, ProjectStatus
from domain.projects.text import line
from mcp_door.arguments import Chosen, ChosenInProject, Creating, Id, InProject, Paged, told
from mcp_door.asking_back import Person, filled_in
from mcp_door.in_person import accept_estimate, decide
from mcp_door.tool import ADDS, IRREVOCABLE, READS, REPLACES, Brief, tool

READ = ("projects:read",)
WRITE = ("projects:write",)
WORDS = "In the customer's words."
DAY = "Day, YYYY-MM-DD."
CEILING = "For getting it built; nothing stops at it."
APPROVAL = "apr_…, from list_approvals."
_KEY = "key_"
_OPS = (
    "Of {op, …}: add_entry, change_entry (id), drop_entry (id), change_brief, change_project, with what the tools "
    "add_brief_entry, change_brief_entry, change_project_brief, update_project take; null clears."
)
_EDITS = (
    "Of {id, text, state or after, resolves}. state: kept, struck, or proposed, which takes back. "
    "after: the line that it follows then, or start. resolves: ids of comments."
)
_ENTRY = "Such as R2, from get_project_brief."
_KINDS = "Ids, from get_project_brief with fields kinds, systems, rules."
_BUDGET = {"budget": ("currency", "ceiling", "likely", "spent", "forecast")}
_AFTER = Brief(("id", "name", "status", "phase", "eta", "deadline", "budget", "said"), of_each=_BUDGET)
_ENTRY_SHOWN = ("id", "type", "text", "state", "kinds", "asked", "size", "effort_days")
_DOCUMENT = ("id", "kind", "title", "state", "revision", "content_hash", "outdated", "accepts")
_ESTIMATE = ("currency", "low", "likely", "high", "eta", "to_fit", "said")


class ListProjects(Chosen, Paged):
    """Arguments of `list_projects`: which projects to list."""

    status: Annotated[ProjectStatus | None, Field(description="Only these.")] = None


class OfDocument(InProject):
    """Arguments that name a document of a project."""

    deliverable_id: Annotated[Id, Field(description="dlv_…, from get_project.")]


class GetDeliverable(Chosen, OfDocument):
    """Arguments of `get_deliverable`: a document, and which fields of it."""


@told(description=WORDS, deadline=DAY, budget_ceiling=CEILING)
class CreateDraft(Creating, NewProject):
    """Arguments of `create_project`: the draft's name, description and limits."""


@told(answers="{question id: value}; null clears one.")
class AnswerIntake(IntakeAnswers, InProject):
    """Arguments of `answer_project_intake`: answers to any of the questions."""


@told(text=WORDS, kinds=_KINDS, size="Beside others of its kind.")
class AddBriefEntry(Creating, AddEntry, InProject):
    """Arguments of `add_brief_entry`: the new entry."""


class OfEntry(InProject):
    """Arguments that name an entry of a brief."""

    entry_id: Annotated[Id, Field(description=_ENTRY)]


@told(text=WORDS, kinds=_KINDS, size="Beside others of its kind.", position="Within its type, from 1.")
class ChangeBriefEntry(ChangeEntry, OfEntry):
    """Arguments of `change_brief_entry`: an entry, and what to change of it."""


@told(goal=WORDS, platforms="All of them.", existing="What the customer has.")
class ChangeProjectBrief(ChangeBrief, InProject):
    """Arguments of `change_project_brief`. Only `remove` clears: models send null for whatever they leave out."""

    remove: Annotated[
        list[Literal["existing", "personal_data", "tone"]] | None, Field(max_length=3, description="To clear.")
    ] = None


@told(deadline=DAY, budget_ceiling=CEILING)
class ChangeProject(UpdateProject, InProject):
    """Arguments of `update_project`. Only `remove` clears: models send null for whatever they leave out."""

    day_rates: Annotated[
        DayRates | None,
        WithJsonSchema({"type": "object", "description": "Of a day: {CPO, CDO, CTO, CMO}, each a whole number."}),
    ] = None
    remove: Annotated[
        list[Literal["deadline", "budget_ceiling", "day_rates"]] | None, Field(max_length=3, description="To clear.")
    ] = None


class WhatIfProject(WhatIf, InProject):
    """Arguments of `what_if_project`: changes to try, each with the arguments of the tool that would make it."""

    changes: Annotated[
        list[Annotated[ChangeOp, Field(discriminator="op")]],
        Field(min_length=1, max_length=MOST_CHANGES),
        WithJsonSchema({"type": "array", "items": {"type": "object"}, "description": _OPS}),
    ]


@told(content_hash="Of the text that you read.")
class EditDocument(ChangeLines, OfDocument):
    """Arguments of `edit_document`: edits of lines, all or none of which are made."""

    edits: Annotated[
        list[EditLine],
        Field(min_length=1, max_length=MOST_EDITS),
        WithJsonSchema({"type": "array", "items": {"type": "object"}, "description": _EDITS}),
    ]


@told(text=WORDS, refs="Entries that it serves, such as R1.", after="The line before it.")
class AddDocumentLine(Creating, AddLine, OfDocument):
    """Arguments of `add_document_line`: the new line, and its place."""

    section: Annotated[Section, WithJsonSchema({"type": "string", "description": "One of its accepts."})]


@told(answer="What became of it.")
class AnswerDocumentComment(AnswerComment, OfDocument):
    """Arguments of `answer_document_comment`: a comment, and what became of it."""

    comment_id: Annotated[Id, Field(description="Such as c2.")]


@told(answer="The customer's; left out: the proposed one.")
class AnswerProjectChoice(AnswerChoice, InProject):
    """Arguments of `answer_choice`: a choice and its answer. Models send null for an answer that they leave out."""

    answer: Annotated[str, line(MOST_IN_ANSWER)] | None = None

    choice_id: Annotated[Id, Field(description="Such as D4.")]


@told(
    comment="In the customer's words; needed for request_changes.",
    content_hash="Of the text that was read; needed once it was edited.",
    hand_out_work="Delivery plan: false leaves its work in the plan.",
)
class Decide(DecideApproval, InProject):
    """Arguments of `decide_approval`: a decision about one revision."""

    approval_id: Annotated[Id, Field(description=APPROVAL)]


@told(accept_over_ceiling="true: the customer accepts more than the ceiling.")
class Submit(SubmitProject, InProject):
    """Arguments of `submit_project`: the draft to submit."""


class Waiting(View):
    """An approval that waits for the customer."""

    approval_id: str
    title: str


class Decided(View):
    """A decision. `next`: what happens now. `to_decide`: the project's other approvals that wait for the customer."""

    id: str
    title: str
    revision: int
    status: ApprovalStatus
    decided: str | None
    next_approval_id: str | None
    next: str
    to_decide: list[Waiting]


@tool(
    "List projects",
    READ,
    READS,
    narrows=True,
    brief=Brief(
        ("id", "name", "status", "phase", "progress", "eta", "deadline", "budget"),
        of="projects",
        of_each=_BUDGET,
    ),
)
def list_projects(caller: Caller, arguments: ListProjects) -> ProjectList:
    """List projects, newest first."""
    return project_service().list_page(
        caller.account_id,
        status=arguments.status,
        limit=arguments.limit,
        cursor=arguments.cursor,
        within=caller.project_ids,
    )


@tool(
    "Project",
    READ,
    READS,
    brief=Brief(
        (
            *("id", "name", "status", "phase", "progress", "eta", "deadline", "budget"),
            *("deliverables", "pending_approvals", "open_credential_requests"),
        ),
        of_each={**_BUDGET, "deliverables": ("id", "kind", "state", "revision")},
    ),
)
def get_project(caller: Caller, arguments: ChosenInProject) -> ProjectDetail:
    """One project: dates, budget, documents, what waits for the customer."""
    return project_service().describe(caller.account_id, arguments.project_id)


@tool(
    "Intake questions",
    READ,
    READS,
    mirrors="get_intake",
    brief=Brief(("id", "prompt", "type", "required", "options", "answer"), of="questions"),
)
def get_project_intake(caller: Caller, arguments: InProject) -> IntakeView:
    """A project's questions, the answers so far, and which required ones are missing."""
    return project_service().get_intake(caller.account_id, arguments.project_id)


@tool("Estimate", READ, READS, mirrors="get_estimate", brief=Brief(_ESTIMATE))
def get_project_estimate(caller: Caller, arguments: ChosenInProject) -> EstimateView:
    """What getting the product built costs and takes, and whether ceiling and deadline hold.

    Needs a must-have and a platform.
    """
    return project_service().get_estimate(caller.account_id, arguments.project_id)


@tool(
    "Brief",
    READ,
    READS,
    mirrors="get_brief",
    brief=Brief(("goal", "platforms", "entries"), of_each={"entries": _ENTRY_SHOWN}),
)
def get_project_brief(caller: Caller, arguments: ChosenInProject) -> BriefView:
    """The brief: each entry, what it is taken to be, and the days it takes.

    `asked`: ask the customer whether the entry is of that kind, then change_brief_entry.
    """
    return project_service().get_brief(caller.account_id, arguments.project_id)


@tool(
    "What if",
    READ,
    READS,
    mirrors="ask_what_if",
    brief=Brief(("before", "after", "outdated"), of_each={"before": _ESTIMATE, "after": _ESTIMATE}),
)
def what_if_project(caller: Caller, arguments: WhatIfProject) -> WhatIfView:
    """The estimates before and after changes of brief, limits or team. Nothing is done."""
    return project_service().what_if(caller.account_id, arguments.project_id, arguments)


@tool("Read a document", READ, READS, brief=Brief((*_DOCUMENT, "content", "comments", "choices")))
def get_deliverable(caller: Caller, arguments: GetDeliverable) -> DocumentView:
    """A document, as Markdown. Read it before you advise on its approval or edit it."""
    return document_service().get(caller.account_id, arguments.project_id, arguments.deliverable_id)


@tool(
    "List approvals",
    READ,
    READS,
    brief=Brief(
        ("id", "deliverable_id", "kind", "title", "revision", "status", "created_at", "decided"), of="approvals"
    ),
)
def list_approvals(caller: Caller, arguments: InProject) -> ApprovalList:
    """What waits for the customer's approval in a project, and what was decided, newest first."""
    found = project_service().list_approvals(caller.account_id, arguments.project_id)
    if not any((one.decided_by or "").startswith(_KEY) for one in found.approvals):
        return found
    names = key_service().names_of(caller.account_id)
    return found.model_copy(update={"approvals": tuple(_with_key(one, names) for one in found.approvals)})


def _with_key(approval: ApprovalView, names: Mapping[str, str]) -> ApprovalView:
    """The approval, naming the API key that decided it if `names` has it."""
    name = names.get(approval.decided_by or "")
    if not name or not approval.decided:
        return approval
    return approval.model_copy(update={"decided": approval.decided.replace(ANY_KEY, f"with the API key “{name}”")})


@tool("Create a project", WRITE, ADDS, brief=_AFTER)
def create_project(caller: Caller, arguments: CreateDraft) -> ProjectView:
    """Create a draft, which commits to nothing.

    Next: get_project_intake, answer_project_intake, get_project_estimate, submit_project.
    """
    made = project_service().create(caller.account_id, arguments)
    questions().interview(caller, made.id, arguments.description)
    return made


@tool("Answer the intake", WRITE, REPLACES, mirrors="answer_intake", brief=Brief(("complete", "missing")))
def answer_project_intake(caller: Caller, arguments: AnswerIntake) -> IntakeView:
    """Answer some or all of a draft's questions. Later answers replace earlier ones."""
    return project_service().answer_intake(caller.account_id, arguments.project_id, arguments)


@tool("Submit a project", WRITE, IRREVOCABLE, brief=_AFTER)
def submit_project(caller: Caller, arguments: Submit, person: Person) -> ProjectView:
    """Accept the estimate and start. It can't be undone: show the estimate and ask the customer first."""
    if person.fills_in_forms and accept_estimate(caller.account_id, arguments.project_id, person):
        arguments = filled_in(arguments, {"accept_over_ceiling": True})
    return project_service().submit(caller.account_id, arguments.project_id, arguments)


@tool("Change name, limits or team", WRITE, REPLACES, brief=_AFTER)
def update_project(caller: Caller, arguments: ChangeProject) -> ProjectView:
    """Change a project's name, deadline, ceiling, day rates or team size; ask the customer first."""
    request = UpdateProject.model_validate(_named(arguments, arguments.remove))
    return project_service().change_project(caller.account_id, arguments.project_id, request)


@tool("Add to the brief", WRITE, ADDS, brief=Brief(_ENTRY_SHOWN))
def add_brief_entry(caller: Caller, arguments: AddBriefEntry) -> BriefEntryView:
    """Add an entry, also while the project runs. what_if_project tells first what it takes."""
    return project_service().add_entry(caller.account_id, arguments.project_id, arguments)


@tool("Change an entry", WRITE, REPLACES, brief=Brief(_ENTRY_SHOWN))
def change_brief_entry(caller: Caller, arguments: ChangeBriefEntry) -> BriefEntryView:
    """Reword an entry, correct what it is taken to be, or move it."""
    return project_service().change_entry(caller.account_id, arguments.project_id, arguments.entry_id, arguments)


@tool("Drop an entry", WRITE, IRREVOCABLE, brief=Brief(("id", "text", "state")))
def drop_brief_entry(caller: Caller, arguments: OfEntry) -> BriefEntryView:
    """Take an entry out of the brief. It can't be undone: ask the customer first."""
    return project_service().drop_entry(caller.account_id, arguments.project_id, arguments.entry_id)


@tool(
    "Change the brief",
    WRITE,
    REPLACES,
    mirrors="change_brief",
    brief=Brief(("goal", "platforms", "existing", "personal_data", "tone", "approver")),
)
def change_project_brief(caller: Caller, arguments: ChangeProjectBrief) -> BriefView:
    """Change what the brief says once for the whole product."""
    request = ChangeBrief.model_validate(_named(arguments, arguments.remove))
    return project_service().change_brief(caller.account_id, arguments.project_id, request)


@tool("Edit a document", WRITE, REPLACES, mirrors="change_lines", brief=Brief(_DOCUMENT))
def edit_document(caller: Caller, arguments: EditDocument) -> DocumentView:
    """Reword, keep, strike or move lines of a document that waits or was sent back; all or none."""
    return document_service().change_lines(caller.account_id, arguments.project_id, arguments.deliverable_id, arguments)


@tool("Add a line", WRITE, ADDS, mirrors="add_line")
def add_document_line(caller: Caller, arguments: AddDocumentLine) -> LineView:
    """Add a line to a document that waits or was sent back."""
    return document_service().add_line(caller.account_id, arguments.project_id, arguments.deliverable_id, arguments)


@tool("Answer a comment", WRITE, REPLACES, mirrors="answer_comment", brief=Brief(_DOCUMENT))
def answer_document_comment(caller: Caller, arguments: AnswerDocumentComment) -> DocumentView:
    """Say what became of a comment, which closes it."""
    return document_service().answer_comment(
        caller.account_id,
        arguments.project_id,
        arguments.deliverable_id,
        arguments.comment_id,
        arguments.answer,
    )


@tool("Answer a choice", WRITE, REPLACES)
def answer_choice(caller: Caller, arguments: AnswerProjectChoice) -> ChoiceView:
    """Decide what the playbooks ask; every text that is not approved shows it."""
    return document_service().answer_choice(caller.account_id, arguments.project_id, arguments.choice_id, arguments)


@tool("Write a document anew", WRITE, ADDS, mirrors="rewrite_deliverable", brief=Brief(_DOCUMENT))
def rewrite_document(caller: Caller, arguments: OfDocument) -> DocumentView:
    """The next revision of an outdated document, from the brief; edited lines stay."""
    return document_service().rewrite(caller.account_id, arguments.project_id, arguments.deliverable_id)


def _named(arguments: RequestModel, removed: Sequence[str] | None) -> dict[str, Any]:
    """The body for the route: what is given, and null for what is removed. Raises `InvalidRequest` if it is empty."""
    given = arguments.model_dump(mode="json", exclude_unset=True, exclude={"project_id", "remove"})
    if not given and not removed:
        raise InvalidRequest.of("remove", "Name what to change, or to remove.")
    return given | dict.fromkeys(removed or ())


@tool("Present a document again", WRITE, ADDS, mirrors="present_deliverable", brief=Brief(_DOCUMENT))
def present_document(caller: Caller, arguments: OfDocument) -> DocumentView:
    """Ask for approval of a document that was sent back, as it stands."""
    return document_service().present(caller.account_id, arguments.project_id, arguments.deliverable_id)


@tool("Hand out the work", WRITE, ADDS, brief=_AFTER)
def hand_out_work(caller: Caller, arguments: InProject) -> ProjectView:
    """Make work items of the approved delivery plan, or update those that nobody claimed."""
    return project_service().hand_out_work(caller.account_id, arguments.project_id)


@tool("Decide", WRITE, IRREVOCABLE)
def decide_approval(caller: Caller, arguments: Decide, origin: Origin, person: Person) -> Decided:
    """Approve a revision, or send it back with a comment, which stands beside its lines.

    It can't be undone: ask the customer first.
    """
    if person.fills_in_forms:
        said = decide(caller.account_id, arguments.project_id, arguments.approval_id, arguments, person)
        arguments = filled_in(arguments, said)
    decided = project_service().decide(caller, arguments.project_id, arguments.approval_id, arguments, origin)
    approvals = project_service().list_approvals(caller.account_id, arguments.project_id).approvals
    waiting = [
        Waiting(approval_id=one.id, title=one.title) for one in approvals if one.status is ApprovalStatus.PENDING
    ]
    if decided.status is ApprovalStatus.CHANGES_REQUESTED:
        following = "The customer's move: edit_document, then present_document. next_approval_id is its approval then."
    else:
        titles = ", ".join(one.title for one in waiting)
        following = (
            f"The team goes on once the customer has decided these, too: {titles}."
            if waiting
            else "The team goes on; nothing else waits here."
        )
    return Decided(
        **decided.model_dump(include={"id", "title", "revision", "status", "decided", "next_approval_id"}),
        next=following,
        to_decide=waiting,
    )
