"""Makes entries, which search finds, from records: title, text, and the page that shows the record. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from common.clock import to_iso
from common.wording import money
from domain.agents.records import Message
from domain.pa.models import ReportView
from domain.projects.brief.changing import Plan
from domain.projects.brief.intake import answers_of
from domain.projects.changes import Owned
from domain.projects.questionnaire import QUESTIONS
from domain.projects.records import AnswerValue, Deliverable, Money, Project
from domain.projects.states import DeliverableState
from domain.search.records import CEO, Entry, FoundType
from domain.vault.records import Credential, CredentialRequest
from domain.work_items.records import WorkItem

# A document is found once the customer may read it. While changes are written, its last revision is there to be read.
_READABLE = frozenset({DeliverableState.IN_REVIEW, DeliverableState.CHANGES_REQUESTED, DeliverableState.APPROVED})


def of_project(project: Project, owned: Owned) -> Iterator[Entry]:
    """The entries of a project: one of its own, with the brief, and one of each document that the customer may read."""
    given = answers_of(Plan(project, owned.brief))
    answers = [f"## {question.prompt}\n\n{_said(given[question.id])}" for question in QUESTIONS if question.id in given]
    yield Entry(
        id=project.id,
        type=FoundType.PROJECT,
        project_id=project.id,
        title=project.name,
        body="\n\n".join([*([project.description] if project.description else []), *answers]),
        around="",
        path=f"/app/projects/{project.id}",
        updated_at=to_iso(max(project.created_at, owned.brief.updated_at)),
    )
    yield from (_of_document(project, one) for one in owned.deliverables if one.state in _READABLE and one.content)


def of_message(project: Project, message: Message) -> Entry:
    """The entry of a message in the conversation with the CEO."""
    return Entry(
        id=message.id,
        type=FoundType.MESSAGE,
        project_id=project.id,
        title=CEO if message.sender_type == "agent" else (message.sender and message.sender.name) or "You",
        body=message.content,
        around=project.name,
        path=f"/app/projects/{project.id}/chat",
        updated_at=to_iso(message.created_at),
    )


def of_report(report: ReportView, project_id: str | None) -> Entry:
    """The entry of an assistant's report; `project_id` is that of its task, None if there is none."""
    return Entry(
        id=report.id,
        type=FoundType.REPORT,
        project_id=project_id,
        title=report.title,
        body=report.content,
        around="",
        path=f"/app/reports/{report.id}",
        updated_at=to_iso(report.created_at),
    )


def of_request(request: CredentialRequest) -> Entry:
    """The entry of a request for access: its reasons and how to get it. It holds no credential's value."""
    texts = (request.reason, request.how_to_obtain, request.decline_reason or "")
    ended = request.fulfilled_at or request.declined_at or request.cancelled_at
    return Entry(
        id=request.id,
        type=FoundType.REQUEST,
        project_id=request.project_id,
        title=request.name,
        body="\n\n".join(text for text in texts if text),
        around=request.project_name,
        path=f"/app/settings/vault/{request.id}",
        updated_at=to_iso(ended or request.created_at),
    )


def of_work(item: WorkItem) -> Entry:
    """The entry of a work item: what is asked for, the criteria, and who has worked on it."""
    criteria = "\n".join(f"- {one.text}" for one in item.criteria)
    workers = dict.fromkeys(deed.worker for deed in item.history if deed.worker)
    worked_on = f"\n\nWorked on by {', '.join(workers)}." if workers else ""
    return Entry(
        id=item.id,
        type=FoundType.WORK,
        project_id=item.project_id,
        title=item.name,
        body=f"{item.what}\n\n{criteria}{worked_on}",
        around=item.project_name,
        path=f"/app/projects/{item.project_id}/work/{item.id}",
        updated_at=to_iso(item.updated_at),
    )


def of_credential(credential: Credential, project: Project) -> Entry:
    """The entry of a deposited credential, which is found by its name alone."""
    return Entry(
        id=credential.id,
        type=FoundType.CREDENTIAL,
        project_id=credential.project_id,
        title=credential.name,
        body="",
        around=project.name,
        path="/app/settings/vault",
        updated_at=to_iso(credential.updated_at),
    )


def _of_document(project: Project, deliverable: Deliverable) -> Entry:
    return Entry(
        id=deliverable.id,
        type=FoundType.DOCUMENT,
        project_id=project.id,
        title=deliverable.title,
        body=deliverable.content,
        around=project.name,
        path=f"/app/projects/{project.id}/deliverables/{deliverable.id}",
        updated_at=to_iso(deliverable.updated_at),
    )


def _said(answer: AnswerValue) -> str:
    match answer:
        case bool():
            return "yes" if answer else "no"
        case str():
            return answer
        case Money():
            return money(answer.amount, answer.currency)
    return "\n".join(f"- {one}" for one in answer)
