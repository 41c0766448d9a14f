"""Completes arguments of templates and prompts: finds ids by how the id, or a word of the thing's name, begins."""

from __future__ import annotations

import mcp_types as types

from common.caller import Caller
from domain.pa.tasks import task_service
from domain.projects.service import project_service
from domain.projects.states import DeliverableKind
from mcp_door.resources import OF_ASSISTANT, OF_PROJECTS
from mcp_door.scopes import may_see_account

LOOKED_AT = 100


def complete(caller: Caller, argument: types.CompletionArgument) -> types.Completion:
    """The values, of the newest hundred, that fit what is typed; none for an unknown argument."""
    typed = argument.value.strip().lower()
    found = [value for value, names in _candidates(caller, argument.name) if _fits(typed, (value, *names))]
    return types.Completion(values=found[:LOOKED_AT], total=len(found), has_more=False)


def _candidates(caller: Caller, name: str) -> list[tuple[str, tuple[str, ...]]]:
    """The values that the argument can have, each with the names that it is found by; none for an unknown argument."""
    match name:
        case "kind":
            return [(kind.value, (kind.value.replace("_", " "),)) for kind in DeliverableKind]
        case "project_id" if OF_PROJECTS in caller.scopes:
            page = project_service().list_page(
                caller.account_id, status=None, limit=LOOKED_AT, cursor=None, within=caller.project_ids
            )
            return [(one.id, (one.name,)) for one in page.projects]
        case "report_id" if OF_ASSISTANT in caller.scopes and may_see_account(caller):
            reports = task_service().list_reports(caller.account_id, limit=LOOKED_AT, before=None, task_id=None).reports
            return [(one.id, (one.title,)) for one in reports]
    return []


def _fits(typed: str, names: tuple[str, ...]) -> bool:
    """Whether one of the names, or a word in it, begins with `typed`, which is in lower case; the names need not be."""
    return any(f" {name.lower()}".find(f" {typed}") >= 0 for name in names)
