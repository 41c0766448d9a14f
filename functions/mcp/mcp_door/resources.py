"""Resources: the documents of projects and the assistant's reports, as Markdown under addresses of their own."""

from __future__ import annotations

import re

import mcp_types as types

from common.caller import Caller
from common.errors import NotFound
from domain.pa.tasks import task_service
from domain.projects.documents.service import document_service
from domain.projects.service import project_service
from domain.projects.states import DeliverableKind
from mcp_door.scopes import may_see_account

OF_PROJECTS, OF_ASSISTANT = "projects:read", "pa:access"
DOCUMENT = "atrium://projects/{project_id}/documents/{kind}"
REPORT = "atrium://reports/{report_id}"
MARKDOWN = "text/markdown"
_DOCUMENT = re.compile(r"atrium://projects/(?P<project_id>[^/]{1,64})/documents/(?P<kind>[^/]{1,64})")
_REPORT = re.compile(r"atrium://reports/(?P<report_id>[^/]{1,64})")
# A page reads each of its projects once, so this bounds what a page costs.
PROJECTS_A_PAGE = 5
_REPORTS = 20


def list_page(caller: Caller, cursor: str | None) -> types.ListResourcesResult:
    """The written documents of up to five projects, newest project first. The first page begins with reports."""
    found = _reports(caller) if cursor is None else []
    if OF_PROJECTS not in caller.scopes:
        return types.ListResourcesResult(resources=found)
    page = project_service().list_page(
        caller.account_id, status=None, limit=PROJECTS_A_PAGE, cursor=cursor, within=caller.project_ids
    )
    for project in page.projects:
        found += [
            types.Resource(
                uri=DOCUMENT.format(project_id=project.id, kind=one.kind.value),
                name=f"{project.name}: {one.title}",
                description=f"Revision {one.revision}, {one.state.value.replace('_', ' ')}",
                mime_type=MARKDOWN,
            )
            for one in project_service().describe(caller.account_id, project.id).deliverables
            if one.revision
        ]
    return types.ListResourcesResult(resources=found, next_cursor=page.next_cursor)


def templates_of(caller: Caller) -> list[types.ResourceTemplate]:
    """The templates whose resources the caller may read."""
    kinds = ", ".join(kind.value for kind in DeliverableKind)
    document = types.ResourceTemplate(
        uri_template=DOCUMENT, name="document", title="Document", description=f"kind: {kinds}.", mime_type=MARKDOWN
    )
    report = types.ResourceTemplate(uri_template=REPORT, name="report", title="Report", mime_type=MARKDOWN)
    return [
        *([document] if OF_PROJECTS in caller.scopes else []),
        *([report] if OF_ASSISTANT in caller.scopes and may_see_account(caller) else []),
    ]


def read(caller: Caller, uri: str) -> types.ReadResourceResult:
    """The text of a document or report. Raises `MissingScope`; `NotFound` for unknown and unwritten ones."""
    if found := _DOCUMENT.fullmatch(uri):
        return _text(uri, _document(caller, found["project_id"], found["kind"]))
    if found := _REPORT.fullmatch(uri):
        caller.require_any_scope((OF_ASSISTANT,))
        if may_see_account(caller):
            return _text(uri, task_service().get_report(caller.account_id, found["report_id"]).content)
    raise NotFound("No such resource. See resources/templates/list.")


def _document(caller: Caller, project_id: str, kind: str) -> str:
    caller.require_any_scope((OF_PROJECTS,))
    caller.require_project(project_id)
    documents = project_service().describe(caller.account_id, project_id).deliverables
    meant = next((one for one in documents if one.kind.value == kind and one.revision), None)
    if meant is None:
        raise NotFound("No such document, or nothing is written yet. get_project lists the documents.")
    return document_service().get(caller.account_id, project_id, meant.id).content


def _reports(caller: Caller) -> list[types.Resource]:
    if OF_ASSISTANT not in caller.scopes or not may_see_account(caller):
        return []
    page = task_service().list_reports(caller.account_id, limit=_REPORTS, before=None, task_id=None)
    return [
        types.Resource(uri=REPORT.format(report_id=one.id), name=one.title, mime_type=MARKDOWN) for one in page.reports
    ]


def _text(uri: str, text: str) -> types.ReadResourceResult:
    return types.ReadResourceResult(contents=[types.TextResourceContents(uri=uri, mime_type=MARKDOWN, text=text)])
