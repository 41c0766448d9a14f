"""Turns the services' words about REST routes into words about tools, and adds what to call after a refusal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import takewhile
from types import MappingProxyType

from common.caller import Caller
from common.errors import ApprovalNeeded, DomainError, InvalidRequest, MissingScope, Unavailable
from common.settings import settings

DASHBOARD = "the dashboard"
CONNECTIONS_PAGE = "/app/#/settings/connections"
INBOX_PAGE = "/app/inbox"
# The tool that does what a route does. A route without a tool becomes “the dashboard”.
TOOL_OF_ROUTE: Mapping[str, str] = MappingProxyType(
    {
        "GET /projects": "list_projects",
        "GET /projects/{}": "get_project",
        "GET /projects/{}/brief": "get_project_brief",
        "PATCH /projects/{}/brief": "change_project_brief",
        "POST /projects/{}/brief/entries": "add_brief_entry",
        "PATCH /projects/{}/brief/entries/{}": "change_brief_entry",
        "DELETE /projects/{}/brief/entries/{}": "drop_brief_entry",
        "GET /projects/{}/estimate": "get_project_estimate",
        "POST /projects/{}/what-if": "what_if_project",
        "GET /work-items/{}": "get_work",
        "POST /agents/{}/ask": "ask_ceo_agent",
        "POST /inbox/{}/snooze": "snooze_inbox_item",
        "POST /pa/task": "assign_pa_task",
        "PATCH /projects/{}": "update_project",
        "POST /projects": "create_project",
        "POST /projects/{}/work-items": "create_work",
        "POST /projects/{}/approvals/{}": "decide_approval",
        "POST /projects/{}/submit": "submit_project",
        "POST /vault/credentials/{}": "deposit_credential",
        "POST /vault/requests/{}/decline": "decline_credential_request",
    }
)
# The next step after a refusal, by its code, or by its message where the code says too little.
NEXT: Mapping[str, str] = MappingProxyType(
    {
        "ALREADY_DECIDED": "See list_approvals or list_credential_requests; create_work adds what else is to be built.",
        "ALREADY_FULFILLED": "See list_credential_requests.",
        "ALREADY_SUBMITTED": "See get_project.",
        "DECISION_NEEDED": "Call decide_approval or fulfill_credential_request, or snooze_inbox_item.",
        "IDEMPOTENCY_KEY_REUSED": "Choose another idempotency_key.",
        "INTAKE_INCOMPLETE": "Call get_project_intake, then answer_project_intake.",
        "KEY_LIMITED_TO_PROJECTS": "Name a project_id from list_projects.",
        "OVER_CEILING": "Ask the customer; then submit_project with accept_over_ceiling, or update_project or "
        "drop_brief_entry first.",
        "ALREADY_CLAIMED": "See list_work with state ready.",
        "CLAIM_OVER": "See get_work; claim_work to go on.",
        "NOT_CLAIMED": "Call claim_work first.",
        "REVISION_REPLACED": "Call get_deliverable, show the customer what changed, then decide_approval.",
        "TEXT_CHANGED": "Call get_deliverable, then edit_document with its content_hash.",
        "WORK_BLOCKED": "See list_work with state ready.",
        "You already declined this request.": "deposit_credential stores it all the same.",
        "No such work item.": "list_work gives the ids.",
        "No such approval.": "list_approvals gives the ids.",
        "No such credential request.": "list_credential_requests gives the ids.",
        "No such credential.": "list_credentials gives the ids.",
        "No such deliverable.": "get_project gives the ids.",
        "No such choice in this project.": "get_deliverable or get_project_brief, with fields choices, gives the ids.",
        "No such entry in this brief.": "get_project_brief gives the ids.",
        "No such item in the inbox.": "list_inbox gives the ids.",
        "No such project.": "list_projects gives the ids.",
        "No such report.": "list_pa_reports gives the ids.",
        "No such task.": "list_pa_tasks gives the ids.",
    }
)
# Where no tool stands for a route, "or by" goes with it: what comes before names the place in the dashboard.
_ROUTE = re.compile(r"(,? (?:or|and) (?:by|at) )?`?\b(GET|POST|PUT|PATCH|DELETE) (/[\w{}/-]+)`?")
_REQUEST = re.compile(r"“request changes on the ([^:”]+): ([^…”]+)”")
_VARIABLE = re.compile(r"\{\w+\}")
# An argument's name, or the place in a list. What is longer, or no name, may be a value that got into a name's place.
_NAME = re.compile(r"[A-Za-z_]{1,40}|\d{1,3}")


def in_tools(text: str) -> str:
    """The text with each REST route replaced by the tool that does the same, or by the dashboard."""
    spoken = text.replace("Idempotency-Key", "idempotency_key")
    spoken = _REQUEST.sub(r"decide_approval, request_changes on the \1, “\2”", spoken)
    spoken = _ROUTE.sub(lambda found: _in_place_of(found[1] or "", _tool_of(found[2], found[3])), spoken)
    return spoken.replace(f" ({DASHBOARD})", "")


def in_words(error: DomainError, caller: Caller | None = None) -> str:
    """A refusal as a model reads it: `CODE: message`, then the next step where there is one.

    `caller`: who is refused. A connected program needs other words for a missing scope: it gets it by connecting anew.
    """
    if isinstance(error, MissingScope) and caller is not None and caller.kind == "connection":
        page = f"{settings.public_url}{CONNECTIONS_PAGE}"
        return (
            f"{error.code}: This connection lacks the scope {error.scope}. Only the customer can grant it: they revoke "
            f"the connection at {page}, connect this program again, and tick {error.scope}."
        )
    if isinstance(error, InvalidRequest) and error.problems:
        told = " ".join(f"{_named(one.field)}: {in_tools(one.message)}" for one in error.problems)
        instead = f" Understood would be, as `when`: {error.suggestion['when']}" if error.suggestion else ""
        return " ".join([f"{error.code}: {told}{instead}", *([NEXT[error.code]] if error.code in NEXT else [])])
    words = f"{error.code}: {in_tools(error.message)}"
    if isinstance(error, ApprovalNeeded):
        return f"{words} The inbox: {settings.public_url or ''}{INBOX_PAGE}"
    if isinstance(error, Unavailable):
        return f"{words} Retry after {error.retry_after_seconds} s."
    step = NEXT.get(error.message) or NEXT.get(error.code)
    return f"{words} {step}" if step else words


def _named(field: str) -> str:
    """Where an argument is wrong: its dotted path, cut before the first part that may be no name but a value."""
    parts = takewhile(_NAME.fullmatch, field.split("."))
    found = ".".join(parts)
    return "arguments" if found in {"", "body"} else found  # shared validation calls the input as a whole the body


def _in_place_of(lead: str, tool: str) -> str:
    return "" if lead and tool == DASHBOARD else lead + tool


def _tool_of(method: str, path: str) -> str:
    route = _VARIABLE.sub("{}", path)
    return TOOL_OF_ROUTE.get(f"{method} {route}", DASHBOARD)
