"""The personal assistant: status, questions, tasks, runs, reports (interface 4.3), and the inbox."""

from __future__ import annotations

from typing import Annotated

from common.envelope import Envelope
from common.gate import Access
from common.http import CurrentCaller, Door, Path, Query
from domain.answers.cards import CardList, CardView
from domain.pa.cards import account_cards
from domain.pa.chat import MAX_SEQUENCE, ChatPage
from domain.pa.inbox import Inbox, InboxItem, ItemState, SnoozeItem, inbox_service
from domain.pa.models import (
    AskAssistant,
    AssignTask,
    AssistantAnswer,
    AssistantStatus,
    ConversationList,
    ProjectSummary,
    ReadSchedule,
    ReportList,
    ReportView,
    RunList,
    ScheduleRead,
    SkipRun,
    TaskAccepted,
    TaskDeleted,
    TaskList,
    TaskView,
    UpdateTask,
)
from domain.pa.service import assistant_service
from domain.pa.tasks import task_service
from domain.usage.service import note_request

door = Door("pa", after_request=note_request)
lambda_handler = door
PA = Access(scopes=("pa:access",))
INBOX = Access(scopes=("pa:access",), narrows=True)
Id = Annotated[str, Path(max_length=64)]
Limit = Annotated[int, Query(ge=1, le=100)]
Cursor = Annotated[str | None, Query(max_length=1024)]


@door.route("GET", "/pa/status", PA)
def get_pa_status(caller: CurrentCaller) -> Envelope[AssistantStatus]:
    """Figures of the whole account, and the same in words."""
    return Envelope(data=assistant_service().describe_status(caller.account_id))


@door.route("POST", "/pa/ask", PA, creates=True, example={"message": "What needs me first?"})
def ask_pa(body: AskAssistant, caller: CurrentCaller) -> Envelope[AssistantAnswer]:
    """Answer from the records. What the message asks to be done is prepared as `cards`, and nothing of it was done."""
    return Envelope(data=assistant_service().ask(caller, body))


@door.route("GET", "/pa/messages", PA)
def list_pa_messages(
    caller: CurrentCaller, limit: Limit = 20, before: Annotated[int | None, Query(ge=1, le=MAX_SEQUENCE)] = None
) -> Envelope[ChatPage]:
    """What the assistant was asked in the last 30 days, and its answers, newest first.

    200 at most. `before` is a `sequence`.
    """
    return Envelope(data=assistant_service().list_asked(caller.account_id, limit=limit, before=before))


@door.route(
    "POST",
    "/pa/task",
    PA,
    status=202,
    creates=True,
    errors=("LIMIT_REACHED", "NOT_FOUND"),
    example={"task": "Report progress and what needs me", "when": "every Monday at 9am", "timezone": "Europe/Berlin"},
)
def assign_pa_task(body: AssignTask, caller: CurrentCaller) -> Envelope[TaskAccepted]:
    """Say `when` in words, such as “every Monday at 9am”, or as RFC 5545. An unclear schedule is refused."""
    return Envelope(data=task_service().assign(caller.account_id, body))


@door.route("POST", "/pa/schedule", PA, example={"when": "every Monday at 9am"})
def read_pa_schedule(body: ReadSchedule, caller: CurrentCaller) -> Envelope[ScheduleRead]:
    """Say when a task would run, with its next runs. Nothing is assigned. An unclear schedule is refused."""
    return Envelope(data=task_service().read_schedule(caller.account_id, body))


@door.route("GET", "/pa/conversations", PA)
def list_pa_conversations(caller: CurrentCaller) -> Envelope[ConversationList]:
    """The conversations with the CEO, each with its latest message and how many are unread."""
    return Envelope(data=assistant_service().list_conversations(caller.account_id))


@door.route("GET", "/pa/projects", PA)
def get_pa_project_summary(caller: CurrentCaller) -> Envelope[ProjectSummary]:
    """The projects by what they need of you."""
    return Envelope(data=assistant_service().summarise_projects(caller.account_id))


@door.route("GET", "/pa/tasks", PA)
def list_pa_tasks(caller: CurrentCaller, limit: Limit = 20, cursor: Cursor = None) -> Envelope[TaskList]:
    """Newest first."""
    return Envelope(data=task_service().list_page(caller.account_id, limit=limit, cursor=cursor))


@door.route("GET", "/pa/tasks/{task_id}", PA)
def get_pa_task(task_id: Id, caller: CurrentCaller) -> Envelope[TaskView]:
    """One task."""
    return Envelope(data=task_service().get(caller.account_id, task_id))


@door.route(
    "PATCH",
    "/pa/tasks/{task_id}",
    PA,
    errors=("CHANGED_SINCE", "CONFLICT", "LIMIT_REACHED"),
    example={"status": "paused"},
)
def update_pa_task(task_id: Id, body: UpdateTask, caller: CurrentCaller) -> Envelope[TaskView]:
    """Pause or resume a task, or change its words, times, kind, project or mails. Its id and its runs stay."""
    return Envelope(data=task_service().update(caller.account_id, task_id, body))


@door.route("DELETE", "/pa/tasks/{task_id}", PA, errors=("CONFLICT",))
def delete_pa_task(task_id: Id, caller: CurrentCaller) -> Envelope[TaskDeleted]:
    """Delete a task; its reports stay."""
    return Envelope(data=task_service().delete(caller.account_id, task_id))


@door.route(
    "POST",
    "/pa/tasks/{task_id}/skip",
    PA,
    errors=("CHANGED_SINCE", "CONFLICT"),
    example={"due_at": "2027-03-01T08:00:00Z"},
)
def skip_pa_task_run(task_id: Id, body: SkipRun, caller: CurrentCaller) -> Envelope[TaskView]:
    """Leave out the next run; those after it stay."""
    return Envelope(data=task_service().skip(caller.account_id, task_id, body))


@door.route("GET", "/pa/cards", PA)
def list_pa_cards(caller: CurrentCaller) -> Envelope[CardList]:
    """What messages to the assistant asked for and nobody has done: the open cards, newest first."""
    return Envelope(data=account_cards().list_open(caller.account_id))


@door.route("POST", "/pa/cards/{card_id}/dismiss", PA)
def dismiss_pa_card(card_id: Id, caller: CurrentCaller) -> Envelope[CardView]:
    """Put a card aside: nothing is done, and the card can't be confirmed any more."""
    return Envelope(data=account_cards().dismiss(caller.account_id, card_id))


@door.route("POST", "/pa/tasks/{task_id}/run", PA, status=202, creates=True, errors=("CONFLICT",))
def run_pa_task(task_id: Id, caller: CurrentCaller) -> Envelope[TaskView]:
    """Run the task once more now."""
    return Envelope(data=task_service().run_now(caller.account_id, task_id))


@door.route("GET", "/pa/tasks/{task_id}/runs", PA)
def list_pa_task_runs(
    task_id: Id, caller: CurrentCaller, limit: Limit = 20, cursor: Cursor = None
) -> Envelope[RunList]:
    """The latest first."""
    return Envelope(data=task_service().list_runs(caller.account_id, task_id, limit=limit, cursor=cursor))


@door.route("GET", "/pa/reports", PA)
def list_pa_reports(
    caller: CurrentCaller,
    limit: Limit = 20,
    before: Annotated[str | None, Query(max_length=64)] = None,
    task_id: Annotated[str | None, Query(max_length=64)] = None,
) -> Envelope[ReportList]:
    """Latest first, each with its verdict as `summary` and without its text. `next_cursor` goes into `before`."""
    page = task_service().list_reports(caller.account_id, limit=limit, before=before, task_id=task_id)
    return Envelope(data=page)


@door.route("GET", "/pa/reports/{report_id}", PA)
def get_pa_report(report_id: Id, caller: CurrentCaller) -> Envelope[ReportView]:
    """One report, with its text."""
    return Envelope(data=task_service().get_report(caller.account_id, report_id))


@door.route("GET", "/inbox", INBOX)
def list_inbox(
    caller: CurrentCaller,
    state: Annotated[ItemState, Query()] = "open",
    limit: Limit = 20,
    cursor: Cursor = None,
) -> Envelope[Inbox]:
    """What needs you, one item for each thing to do, most urgent first. `state`: snoozed or done ones."""
    page = inbox_service().list_page(
        caller.account_id, state=state, limit=limit, cursor=cursor, within=caller.project_ids
    )
    return Envelope(data=page)


@door.route("POST", "/inbox/{item_id}/snooze", INBOX, errors=("CONFLICT",), example={"until": "Thursday 5pm"})
def snooze_inbox_item(item_id: Id, body: SnoozeItem, caller: CurrentCaller) -> Envelope[InboxItem]:
    """Hide an item until an instant, or words such as “Thursday 5pm”; “now” brings it back."""
    return Envelope(data=inbox_service().snooze(caller.account_id, item_id, body, within=caller.project_ids))


@door.route("POST", "/inbox/{item_id}/done", INBOX, errors=("DECISION_NEEDED", "CONFLICT"))
def finish_inbox_item(item_id: Id, caller: CurrentCaller) -> Envelope[InboxItem]:
    """Mark an item as done, where nothing has to be decided. Nothing shows it as needing you any more."""
    return Envelope(data=inbox_service().mark_done(caller.account_id, item_id, within=caller.project_ids))
