"""Leaving: deleting and restoring projects and the account, exporting the account."""

from __future__ import annotations

from typing import Annotated, Any

from common.envelope import Envelope
from common.gate import Access
from common.http import JSON_TYPE, CurrentCaller, CurrentOrigin, CurrentRequest, Door, Path, Response
from domain.identity import sessions
from domain.leaving.accounts import account_leaving
from domain.leaving.exports import export_service
from domain.leaving.models import AccountClosing, AccountRestored, CloseAccount, ExportView
from domain.leaving.projects import project_leaving
from domain.projects.models import ProjectDetail, ProjectView
from domain.projects.service import project_service
from domain.usage.service import note_request

door = Door("leaving", after_request=note_request)
lambda_handler = door
SESSION = Access(session_only=True)
PROVED = Access(session_only=True, step_up=True)
UNDO = Access(session_only=True, step_up=True, while_closing=True)
Id = Annotated[str, Path(max_length=64)]


@door.route("DELETE", "/projects/{project_id}", PROVED, errors=("CONFLICT",))
def delete_project(project_id: Id, caller: CurrentCaller) -> Envelope[ProjectView]:
    """The project is unknown everywhere at once. For 30 days you can restore it; then all is gone."""
    return Envelope(data=project_leaving().delete(caller.account_id, project_id))


@door.route("POST", "/projects/{project_id}/restore", PROVED, errors=("LIMIT_REACHED", "CONFLICT"))
def restore_project(project_id: Id, caller: CurrentCaller) -> Envelope[ProjectDetail]:
    """The project is as it was, and its team goes on."""
    project_leaving().restore(caller.account_id, project_id)
    return Envelope(data=project_service().describe(caller.account_id, project_id))


@door.route("POST", "/api/account/export", PROVED, status=202)
def export_account(caller: CurrentCaller, origin: CurrentOrigin) -> Envelope[ExportView]:
    """A zip of everything. While one is being made, its entry is the answer. Five a day."""
    return Envelope(data=export_service().ask(caller, origin))


@door.route("GET", "/api/account/exports/{export_id}", SESSION)
def get_export(export_id: Id, caller: CurrentCaller) -> Envelope[ExportView]:
    """The id `latest` names the newest one.

    `url` is good for an hour at most, and made anew each time. The file is there for 24 hours.
    """
    return Envelope(data=export_service().get(caller.account_id, export_id))


@door.route("DELETE", "/api/account", PROVED, errors=("CONFLICT",))
def close_account(
    body: CloseAccount, caller: CurrentCaller, origin: CurrentOrigin, request: CurrentRequest
) -> Response[Envelope[AccountClosing]]:
    """Confirm with the account's name or your e-mail address.

    Keys, webhooks and tasks stop at once. For 7 days signing in allows nothing but to restore it; then everything
    is gone. Backups keep it for up to 35 days more, logs for 30. Sets a new session's cookie.
    """
    closing, token = account_leaving().close(caller, body, origin)
    return _signed_in(Envelope(data=closing), request, token)


@door.route("POST", "/api/account/restore", UNDO, errors=("NOT_CLOSING", "TOO_LATE"))
def restore_account(
    caller: CurrentCaller, origin: CurrentOrigin, request: CurrentRequest
) -> Response[Envelope[AccountRestored]]:
    """The account is as it was; other sessions and connections have ended. Sets a new session's cookie."""
    restored, token = account_leaving().restore(caller, origin)
    return _signed_in(Envelope(data=restored), request, token)


def _signed_in(body: Any, request: CurrentRequest, token: str) -> Response[Any]:
    cookie = sessions.set_cookie(request.headers.get("host", ""), token)
    return Response(200, JSON_TYPE, body, headers={"Set-Cookie": [cookie]})
