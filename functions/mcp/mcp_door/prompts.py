"""Prompts: four pieces of work that a customer starts by choosing them in the client."""

from __future__ import annotations

from collections.abc import Mapping

import mcp_types as types

from common.caller import Caller
from common.errors import InvalidRequest, NotFound
from common.services import frozen
from mcp_door.scopes import may_see_account


@frozen
class Prompt:
    """One prompt.

    Attributes:
        text: what it says to the model; each argument stands in it in braces.
        scope: a caller needs it.
        required, optional: its arguments with what they are; a missing optional one is told as `otherwise`.
        acts: whether it ends in changes, so that it is none for a connection that only reads.
        whole_account: whether it is none for a key that is limited to projects.
    """

    name: str
    title: str
    description: str
    scope: str
    text: str
    required: Mapping[str, str]
    optional: Mapping[str, str]
    otherwise: str = ""
    acts: bool = False
    whole_account: bool = False


_PROMPTS = (
    Prompt(
        name="weekly_review",
        title="Weekly review",
        description="What happened, what needs me, and what comes next, across all projects.",
        scope="pa:access",
        text="Hold my weekly review of Atrium. Call get_status, then list_inbox, then list_pa_reports for the latest "
        "report. Tell me in at most ten lines what needs me first and why, what is on track and when it will be done, "
        "where the budget stands, and which decisions you suggest. Decide and change nothing.",
        required={},
        optional={},
        whole_account=True,
    ),
    Prompt(
        name="start_project",
        title="Start a project",
        description="From an idea to a draft with its questions answered and its cost known.",
        scope="projects:write",
        text="Start a project in Atrium for this idea: {idea}\nCall create_project, which commits me to nothing, then "
        "get_project_intake. Ask me its required questions a few at a time, and send my answers with "
        "answer_project_intake. When nothing is missing, call get_project_brief and ask me what it asks; then call "
        "get_project_estimate and show me its range, its dates, and whether they keep my limits. Call submit_project "
        "only after I have said yes to them.",
        required={"idea": "What it is about, in a sentence or two."},
        optional={},
        acts=True,
        whole_account=True,
    ),
    Prompt(
        name="prepare_decisions",
        title="Prepare my decisions",
        description="Reads what waits for me and prepares each decision; decides nothing.",
        scope="projects:read",
        text="Prepare my decisions in Atrium, {project_id}. Call list_approvals and take those that are pending. Read "
        "each document with get_deliverable. For each, tell me in three lines what it says, what speaks for approving "
        "it, and what I might want changed; what_if_project tells what a change of the brief would take. Decide and "
        "change nothing before I tell you.",
        required={},
        optional={"project_id": "prj_…, of the project; else of all projects."},
        otherwise="for every project that list_projects shows",
    ),
    Prompt(
        name="take_next_item",
        title="Take the next item",
        description="Claims the next work item of a project, does it, and submits it.",
        scope="work:write",
        text="Take the next work item of the project {project_id} in Atrium. Call list_work with state ready and claim "
        "the first with claim_work; if somebody was faster, take the next one. The brief says what to do and what must "
        "be shown. Read the documents that it names with get_deliverable. Do the work here. Call report_work_progress "
        "at least every half hour, because the item is free again when the lease ends. When every criterion is met, or "
        "you know why one can't be, call submit_work with links to the work and evidence for each criterion. If you "
        "can't do it, call release_work and say why. Never put a secret into a text.",
        required={"project_id": "prj_…, of the project."},
        optional={},
        acts=True,
    ),
)


def list_for(caller: Caller, *, read_only: bool) -> list[types.Prompt]:
    """The prompts whose tools the caller may call."""
    return [
        types.Prompt(
            name=one.name,
            title=one.title,
            description=one.description,
            arguments=[
                types.PromptArgument(name=name, description=told, required=name in one.required)
                for name, told in {**one.required, **one.optional}.items()
            ],
        )
        for one in _PROMPTS
        if _is_for(caller, one, read_only=read_only)
    ]


def get(caller: Caller, name: str, arguments: Mapping[str, str], *, read_only: bool) -> types.GetPromptResult:
    """The prompt with its arguments in place. Raises `NotFound`; `InvalidRequest` for a missing or unknown argument."""
    found = next((one for one in _PROMPTS if one.name == name and _is_for(caller, one, read_only=read_only)), None)
    if found is None:
        raise NotFound("No such prompt.")
    known = {**found.required, **found.optional}
    for argument in [*found.required.keys() - arguments.keys(), *arguments.keys() - known.keys()]:
        raise InvalidRequest.of(argument, "This is required." if argument in known else "There is no such argument.")
    filled = {argument: arguments.get(argument) or found.otherwise for argument in known}
    text = found.text
    for argument, value in filled.items():
        text = text.replace(f"{{{argument}}}", value)
    return types.GetPromptResult(
        description=found.description,
        messages=[types.PromptMessage(role="user", content=types.TextContent(text=text))],
    )


def _is_for(caller: Caller, prompt: Prompt, *, read_only: bool) -> bool:
    reaches = may_see_account(caller) or not prompt.whole_account
    return prompt.scope in caller.scopes and reaches and not (read_only and prompt.acts)
