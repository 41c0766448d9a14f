"""What can be asked about: for each subject its records, and how they are counted, compared and listed.

Every subject is told by the same few sentences; only the nouns and the records differ.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from datetime import date, datetime

from common.services import frozen
from common.wording import age, counted, weekday_of
from domain.answers.accounts import account_sheet
from domain.answers.facts import Sheet, Topic
from domain.answers.projects import state_sheet
from domain.pa import phrases
from domain.pa.formats import short_list
from domain.pa.needs import OF_ACCOUNT
from domain.pa.portfolio import Portfolio
from domain.pa.records import Task
from domain.pa.triage import Attention, Concern
from domain.projects.documents.markdown import escaped
from domain.projects.records import Project
from domain.projects.states import ProjectStatus
from domain.vault.models import CredentialRequestView, CredentialView
from domain.work_items import standing

STUCK = frozenset(Concern) - {Concern.UNREAD, Concern.QUESTION} - OF_ACCOUNT
NO_TASKS = 'No task is scheduled. Tell me, for example: "send me a status report every Monday at 9am".'
_CANCELLED = frozenset({ProjectStatus.CANCELLED})


@frozen
class Context:
    """What an answer may draw from. `view` is the portfolio, narrowed to the projects asked about.

    `said` is the question in plain words, and `sheets` the whole sheets of projects, by id, that were looked up for it.
    """

    view: Portfolio
    found: Sequence[Attention] = ()
    tasks: Sequence[Task] = ()
    credentials: Sequence[CredentialView] = ()
    declined: Sequence[CredentialRequestView] = ()
    """Access that was asked for and declined."""
    said: str = ""
    sheets: Mapping[str, Sheet] = field(default_factory=dict)

    def sheet(self, project: Project) -> Sheet:
        """What is on record of a project: all of it, or what its own row says."""
        return self.sheets.get(project.id) or state_sheet(project, self.view.now)


@frozen
class Entry:
    """One record: its name and its line in a list, in Markdown, and what it can be compared by."""

    name: str
    line: str
    project: Project | None = None
    since: datetime | None = None
    due: date | None = None
    count: int = 1
    of_account: bool = False
    """It needs the customer and belongs to no project."""

    @property
    def full_name(self) -> str:
        """`Roadmap of **Bakery**`."""
        owner = phrases.name_of(self.project) if self.project else ""
        return f"{self.name} of {owner}" if owner and owner != self.name else self.name


@frozen
class Subject:
    """One thing that is asked about.

    Attributes:
        entries: its records.
        heading: what stands above their list.
        nothing: what is said when there are none.
        one, many: how a count of them is spoken; empty where they are not counted.
        asked_for: a count is a yes only to a question with these words.
        waited: how the age of one is told.
    """

    entries: Callable[[Context], list[Entry]]
    heading: str | Callable[[Context], str]
    nothing: str
    one: str = ""
    many: str = ""
    asked_for: str = "$^"
    waited: str = "it has waited {age}, since {day}"

    def counted(self, count: int) -> str:
        """`two documents wait for your approval`."""
        return f"{phrases.number(count)} {self.one if count <= 1 else self.many}"

    def totalled(self, entries: Sequence[Entry]) -> str:
        """How many there are; what belongs to no project is counted apart."""
        others = sum(entry.of_account for entry in entries)
        own = sum(entry.count for entry in entries) - others
        return phrases.needing(own, others, phrases.number) if others else self.counted(own)

    def told(self, context: Context) -> str:
        """The list of them all, or that there is none."""
        heading = self.heading if isinstance(self.heading, str) else self.heading(context)
        entries = self.entries(context)
        if not entries:
            return self.nothing or heading
        if len(entries) == 1 and not heading:
            return entries[0].line
        return f"{heading}\n\n{self.lines(context)}".strip()

    def lines(self, context: Context) -> str:
        """The list alone."""
        return short_list(entry.line for entry in self.entries(context))


def _approvals(context: Context) -> list[Entry]:
    view = context.view
    return [
        Entry(
            f"{escaped(item.title)}, revision {item.revision}",
            f"{phrases.name_of(project)}: {escaped(item.title)}, revision {item.revision}, has waited"
            f" {age(view.now - item.created_at)}",
            project,
            since=item.created_at,
        )
        for project in view.projects
        for item in view.approvals_of(project)
    ]


def _requests(context: Context) -> list[Entry]:
    view = context.view
    return [
        Entry(
            escaped(item.name),
            f"{phrases.name_of(project)}: {escaped(item.name)} for the {item.requested_by.value.upper()}, asked for"
            f" {age(view.now - item.created_at)} ago. {escaped(item.reason)}",
            project,
            since=item.created_at,
        )
        for project in view.projects
        for item in view.requests_of(project)
    ]


def deposited(context: Context) -> list[Entry]:
    """The credentials in the vault of the projects asked about."""
    projects = {project.id: project for project in context.view.projects}
    return [
        Entry(
            escaped(item.name),
            f"{phrases.name_of(projects[item.project_id])}: {escaped(item.name)} is deposited, version {item.version},"
            f" since {weekday_of(item.created_at)}, used {counted(item.uses, 'time')}",
            projects[item.project_id],
        )
        for item in context.credentials
        if item.project_id in projects
    ]


def _messages(context: Context) -> list[Entry]:
    threads = [(project, context.view.thread_of(project)) for project in context.view.projects]
    return [
        Entry(
            phrases.name_of(project),
            f"{phrases.name_of(project)}: {counted(thread.unread, 'unread message')}."
            + (f" The last: {phrases.gist(thread.last_reply_excerpt)}" if thread.last_reply_excerpt else ""),
            project,
            since=thread.last_reply_at,
            count=thread.unread,
        )
        for project, thread in threads
        if thread is not None and thread.unread
    ]


def _tasks(context: Context) -> list[Entry]:
    return [
        Entry(phrases.task_name(task), phrases.task_line(task), since=task.created_at, due=task.next_run_at)
        for task in context.tasks
    ]


def _needing(context: Context, concerns: frozenset[Concern] = frozenset(Concern)) -> list[Entry]:
    """One entry for each project or notice that needs the customer, in the order of its gravest concern."""
    by_owner: dict[str, list[Attention]] = {}
    for item in context.found:
        if item.concern in concerns:
            by_owner.setdefault(item.owner_id, []).append(item)
    return [_needing_entry(items) for items in by_owner.values()]


def _stuck(context: Context) -> list[Entry]:
    """What is stuck or at risk: what needs the customer, and work that came back and that nobody has."""
    return [*_needing(context, STUCK), *_dropped(context.view)]


def _dropped(view: Portfolio) -> list[Entry]:
    return [
        Entry(phrases.name_of(project), f"{phrases.name_of(project)}: {standing.line_of(item, board)}", project)
        for project in view.projects
        for board in (view.board_of(project),)
        for item in standing.dropped(board)
    ]


def _needing_entry(items: Sequence[Attention]) -> Entry:
    """What one owner needs. A notice's sentence names it already."""
    first = items[0]
    name, reasons = phrases.name_of(first.owner), escaped("; ".join(item.reason for item in items))
    return Entry(
        name,
        f"{name}: {reasons}" if first.project else reasons,
        first.project,
        since=min(item.since for item in items),
        of_account=first.project is None,
    )


def _spending(context: Context) -> list[Entry]:
    """First what all come to together, then each project."""
    shown = _shown(context.view, _CANCELLED)
    return [
        *_together(shown, Topic.MONEY, context),
        *(
            Entry(
                phrases.name_of(project),
                phrases.spending(project, context.sheet(project), said=context.said, alone=len(shown) == 1),
                project,
            )
            for project in shown
        ),
    ]


def _dates(context: Context) -> list[Entry]:
    """First which project is to be done next, then each."""
    shown = _shown(context.view, _CANCELLED)
    each = [Entry(phrases.name_of(one), phrases.dates(one, context.sheet(one)), one) for one in shown]
    return [*_together(shown, Topic.DATES, context), *each]


def _standings(context: Context) -> list[Entry]:
    shown = _shown(context.view, phrases.ENDED)
    return [Entry(phrases.name_of(one), phrases.standing(one, context.sheet(one)), one) for one in shown]


def _shown(view: Portfolio, left_out: frozenset[ProjectStatus]) -> list[Project]:
    """The projects to be told of: one alone in any state; of several, no archive and none in these states."""
    alone = len(view.projects) == 1
    return [one for one in view.projects if alone or not (one.archived or one.status in left_out)]


def _together(shown: Sequence[Project], topic: Topic, context: Context) -> list[Entry]:
    """What is on record of several projects together, where more than one is running."""
    if sum(project.is_running for project in shown) <= 1:
        return []
    sheet = account_sheet(shown[0].account_id, shown, context.view.now)
    return [Entry("", escaped(fact.text)) for fact in sheet.about(topic)]


SUBJECTS: Mapping[str, Subject] = {
    "summary": Subject(_standings, lambda context: phrases.spoken_summary(context.view), ""),
    "priorities": Subject(
        _needing,
        lambda context: f"{phrases.needs(context.found)}, the most urgent first:",
        "Nothing needs you right now.",
        "project needs you",
        "projects need you",
        r"\bneed|\bdo\b|wait|anything|something|nothing|attention|urgent|task|press|hold|forg|undone",
    ),
    "approvals": Subject(
        _approvals,
        "Waiting for your approval:",
        "Nothing waits for your approval.",
        "document waits for your approval",
        "documents wait for your approval",
        r"^(?!.*\b(?:budget|estimate|price|costs?|charged?|pay|money|approvers?|sign\w*er)\b)"
        r".*(?:approv|sign|wait|accept|confirm|decid|decision|\bok|go\b|yes|nod|document|review|check)",
    ),
    "blockers": Subject(_stuck, "Stuck or at risk:", "Nothing is stuck."),
    "budget": Subject(_spending, "", "There is no project to speak of money for."),
    "credentials": Subject(
        _requests,
        "The team asks for access:",
        "The team is not waiting for any access.",
        "access is asked for and not deposited",
        "accesses are asked for and not deposited",
        r"\bneed|miss|open|request|outstanding|wait|lack|require|ask|everything|all\b|every",
    ),
    "timeline": Subject(_dates, "", "There is no project with dates yet."),
    "schedule": Subject(
        _tasks,
        "Your scheduled tasks:",
        NO_TASKS,
        "task is scheduled",
        "tasks are scheduled",
        r"schedul|task|remind|report|recur|regular|job|set up|plan",
        "it was set up {age} ago, on {day}",
    ),
    "messages": Subject(
        _messages,
        "From the CEO:",
        "You have read everything the CEO wrote.",
        "message is unread",
        "messages are unread",
        r"^(?!.*\b(?:my|our)\b).*(?:messag|wr[io]t|repl|answer|said|mail|inbox|news|word|respon|letter|new|read\b)",
        "the CEO last wrote on {day}, {age} ago",
    ),
}
