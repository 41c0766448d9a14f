"""Prompts: three pieces of work that a customer starts by choosing them in the client."""

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
        text: what the prompt says to the model, with each argument's name in braces.
        scope: the scope that a caller needs.
        required: the description of each argument, by its name.
        acts: whether it ends in changes, so that a connection that only reads does not get it.
        whole_account: whether it spans all projects, so that a key that is limited to projects does not get it.
    """

    name: str
    title: str
    description: str
    scope: str
    text: str
    required: Mapping[str, str]
    acts: bool = False
    whole_account: bool = False


_PROMPTS = (
    Prompt(
        name="review_inbox",
        title="Review my inbox",
        description="What needs me across all projects, with each decision prepared; decides nothing.",
        scope="pa:access",
        text="Review my inbox in Atrium with me. Call get_status, then list_inbox. Tell me in at most ten lines what "
        "needs me first and why, what is on track, and where the budget stands. Then take the items one by one: read "
        "the document of an approval with get_deliverable, tell me in three lines what it says, what speaks for "
        "approving it, and what I might want changed; what_if_project tells what a change of the brief would take. "
        "Decide and change nothing before I tell you.",
        required={},
        whole_account=True,
    ),
    Prompt(
        name="write_brief",
        title="Write the brief with me",
        description="From an idea, or a draft, to a brief whose questions are answered and whose cost is known.",
        scope="projects:write",
        text="Write a project's brief with me in Atrium: {idea}\nIf that is an id prj_…, it is the draft's; else call "
        "create_project, which commits me to nothing. Then call get_project_intake. Ask me its required questions a "
        "few at a time, and send my answers with answer_project_intake. When nothing is missing, call "
        "get_project_brief and ask me what it asks; then call get_project_estimate and show me its range, its dates, "
        "and whether they keep my limits. Call submit_project only after I have said yes to them.",
        required={"idea": "What it is about, in a sentence or two; or the prj_… of a draft."},
        acts=True,
        whole_account=True,
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
        acts=True,
    ),
)


def list_for(caller: Caller, *, read_only: bool) -> list[types.Prompt]:
    """The prompts that the caller may use, by scope and reach; with `read_only`, those that change nothing."""
    return [
        types.Prompt(
            name=one.name,
            title=one.title,
            description=one.description,
            arguments=[
                types.PromptArgument(name=name, description=told, required=True) for name, told in one.required.items()
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
    for argument in found.required.keys() ^ arguments.keys():
        known = argument in found.required
        raise InvalidRequest.of(argument, "This is required." if known else "There is no such argument.")
    text = found.text
    for argument, value in arguments.items():
        text = text.replace(f"{{{argument}}}", value)
    return types.GetPromptResult(
        description=found.description,
        messages=[types.PromptMessage(role="user", content=types.TextContent(text=text))],
    )


def _is_for(caller: Caller, prompt: Prompt, *, read_only: bool) -> bool:
    reaches = may_see_account(caller) or not prompt.whole_account
    return prompt.scope in caller.scopes and reaches and not (read_only and prompt.acts)
