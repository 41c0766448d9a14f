"""The figures of projects that can be told, added up and compared: one table (ADR 56).

Each measure has its value in a project's record, and the words it is told with; `measuring` does the operations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from common.services import frozen
from domain.pa import phrases
from domain.pa.formats import age, counted, day, money
from domain.pa.portfolio import Portfolio
from domain.projects import figures
from domain.projects.documents.markdown import escaped, listed
from domain.projects.records import Approval, Project
from domain.projects.states import ProjectStatus
from domain.vault.records import CredentialRequest

type Value = Callable[[Project, Portfolio], Any]
type Told = Callable[[Project, Portfolio], str]

_ALL = frozenset[ProjectStatus]()
_CANCELLED = frozenset({ProjectStatus.CANCELLED})
_ENDED = frozenset({ProjectStatus.CANCELLED, ProjectStatus.COMPLETED})


@frozen
class Measure:
    """One figure.

    Attributes:
        intent: what a question for it asks about.
        value: a number, a day or a span; None where the record has none.
        told: it of one project, after the name.
        unit: how a number or a gap is written, one of `_UNITS`.
        most, least: what is said of the project where it is highest, and lowest.
        more: how far two lie apart: `{high}`, `{gap}`, `{low}`.
        together: what a sum is, after the number; empty where adding up says nothing.
        share: the measure that gives it in percent.
        parts: the measures that it is the percentage of, which are added up in its place: the part and the whole.
        without: what a project without it is said to have.
        leaves_out: projects in these states are not asked for it.
        counts: it counts records, which the answer to another question lists.
    """

    intent: str
    value: Value
    told: Told
    unit: str
    most: str = ""
    least: str = ""
    more: str = ""
    together: str = ""
    share: str = ""
    parts: tuple[str, ...] = ()
    without: str = "nothing of this is on record"
    leaves_out: frozenset[ProjectStatus] = _CANCELLED
    counts: bool = False

    def written(self, amount: Any, project: Project) -> str:
        """A number or a gap in the unit, without its sign where it is a span."""
        return _UNITS[self.unit](amount, project)


def share_of(part: int, whole: int) -> int:
    """How many percent `part` is of `whole`, rounded."""
    return (200 * part + whole) // (2 * whole)


def money_of(amount: int | None, project: Project) -> str:
    """A sum in the currency of a project."""
    return money(amount or 0, figures.budget(project).currency)


_UNITS: Mapping[str, Callable[[Any, Project], str]] = {
    "money": money_of,
    "percent": lambda amount, _project: f"{amount} %",
    "days": lambda span, _project: counted(abs(span.days), "day"),
    "working days": lambda amount, _project: counted(abs(amount), "working day"),
    "age": lambda span, _project: age(span),
    "number": lambda amount, _project: f"{amount}",
}


def _of_budget(name: str) -> Value:
    """What the project's budget has under this name."""
    return lambda project, _view: getattr(figures.budget(project), name)


def _spent(project: Project, _view: Portfolio) -> int | None:
    """What was spent; None without an estimate."""
    return project.spent if project.estimate else None


_estimated, _ceiling, _left, _headroom = map(_of_budget, ("estimated", "ceiling", "remaining", "may_still_spend"))


def expected_total(project: Project, view: Portfolio) -> int | None:
    """The estimate; of a draft what it would be if it were submitted now, where that is known."""
    return figures.budget(project).estimated if project.estimate else view.draft_totals.get(project.id)


def _over(project: Project, view: Portfolio) -> int | None:
    """How far the estimate lies over the ceiling; negative under it."""
    total, most = expected_total(project, view), figures.budget(project).ceiling
    return None if total is None or most is None else total - most


def _told_over(project: Project, view: Portfolio) -> str:
    """The estimate against the ceiling, and what was spent."""
    beyond = _over(project, view) or 0
    would = "" if project.estimate else "submitted today, it would be "
    return (
        f"{would}estimated at {money_of(expected_total(project, view), project)}, {money_of(abs(beyond), project)}"
        f" {'over' if beyond > 0 else 'under'} its ceiling of {money_of(figures.budget(project).ceiling, project)};"
        f" {money_of(project.spent, project)} spent"
    )


def _oldest(project: Project, view: Portfolio) -> Approval | CredentialRequest | None:
    """The approval or the access asked for that has waited longest for the customer."""
    open_now: list[Approval | CredentialRequest] = [*view.approvals_of(project), *view.requests_of(project)]
    return min(open_now, key=lambda one: one.created_at, default=None)


def _waited(project: Project, view: Portfolio) -> Any:
    """How long the oldest open request has waited."""
    found = _oldest(project, view)
    return None if found is None else view.now - found.created_at


def _told_waiting(project: Project, view: Portfolio) -> str:
    """The oldest open request, and since when it waits."""
    found = _oldest(project, view)
    if found is None:
        return ""
    name = f"{found.title}, revision {found.revision}" if isinstance(found, Approval) else f"access to {found.name}"
    return f"{escaped(name)}, for {age(view.now - found.created_at)}, since {day(found.created_at)}"


def _told_deadline(project: Project, view: Portfolio) -> str:
    """The deadline, and how many days away it is."""
    due = project.deadline or view.today
    days = (due - view.today).days
    return f"due {day(due)}, {f'{counted(days, "day")} from today' if days >= 0 else f'{counted(-days, "day")} ago'}"


def _told_dates(project: Project, view: Portfolio) -> str:
    """The dates of a project, without its name."""
    name = phrases.name_of(project)
    return phrases.dates(project, view).removeprefix(name).removeprefix(":").strip(" .")


def _spare(project: Project, view: Portfolio) -> int | None:
    """Working days between the expected date and the deadline."""
    standing = figures.deadline_standing(project, today=view.today)
    return None if standing is None else standing.days_spare


def _unread(project: Project, view: Portfolio) -> int:
    """How many messages are unread."""
    thread = view.thread_of(project)
    return thread.unread if thread else 0


def _sum(value: Value, text: str) -> tuple[Value, Told]:
    """A sum of money, told in a text where `{}` is the sum and `{of}` the estimate."""
    return value, lambda project, view: text.format(
        money_of(value(project, view), project), of=money_of(figures.budget(project).estimated, project)
    )


def _share(part: Value, whole: Value, text: str) -> tuple[Value, Told]:
    """The percentage that one value is of another, told with the sums that it is of."""

    def value(project: Project, view: Portfolio) -> int | None:
        found, of = part(project, view), whole(project, view)
        return share_of(found, of) if found is not None and of else None

    return (
        value,
        lambda project, view: (
            f"{value(project, view)} % {text}, {money_of(part(project, view), project)} of"
            f" {money_of(whole(project, view), project)}"
        ),
    )


def _names_told(names: Callable[[Project, Portfolio], Sequence[str]], one: str, many: str) -> Told:
    """How many records there are, and which."""

    def told(project: Project, view: Portfolio) -> str:
        found = names(project, view)
        return f"{counted(len(found), one, many)}{': ' if found else ''}{listed(list(map(escaped, found)))}"

    return told


def _documents(project: Project, view: Portfolio) -> list[str]:
    return [one.title for one in view.approvals_of(project)]


def _accesses(project: Project, view: Portfolio) -> list[str]:
    return [one.name for one in view.requests_of(project)]


_NO_ESTIMATE, _NO_CEILING, _NO_DEADLINE = "there is no estimate yet", "no ceiling is set", "no deadline is set"
MEASURES: Mapping[str, Measure] = {
    "spent": Measure(
        *("budget", *_sum(_spent, "{} of {of} spent"), "money"),
        *("has cost the most so far", "has cost the least so far", "On {high} {gap} more is spent than on {low}"),
        *("spent on planning and documents", "used"),
        without=_NO_ESTIMATE,
        leaves_out=_ALL,
    ),
    "estimated": Measure(
        *("budget", *_sum(_estimated, "estimated at {} for planning and documents"), "money"),
        *("is the dearest", "is the cheapest", "{high} is estimated {gap} higher than {low}"),
        *("estimated for planning and documents; building is not in it", "used"),
        without=_NO_ESTIMATE,
    ),
    "left": Measure(
        *("budget", *_sum(_left, "{} left of {of}"), "money"),
        *("has the most left", "has the least left", "{high} has {gap} more left than {low}"),
        *("left of the estimates for planning and documents", "used"),
        without=_NO_ESTIMATE,
    ),
    "ceiling": Measure(
        *("budget", *_sum(_ceiling, "your ceiling is {}"), "money"),
        *("has the highest ceiling", "has the lowest ceiling", "The ceiling of {high} is {gap} over that of {low}"),
        *("may be spent at most on planning and documents, by your ceilings", "used_of_ceiling"),
        without=_NO_CEILING,
    ),
    "headroom": Measure(
        *("budget", *_sum(_headroom, "{} may still be spent"), "money"),
        *("has the most room to its ceiling", "has the least room to its ceiling"),
        *("{high} has {gap} more room to its ceiling than {low}", "may still be spent until your ceilings"),
        share="used_of_ceiling",
        without=_NO_CEILING,
    ),
    "over": Measure(
        *("budget", _over, _told_over, "money"),
        *(
            "has the estimate nearest to its ceiling, or furthest over it",
            "has the estimate furthest below its ceiling",
        ),
        share="over_share",
        without=_NO_CEILING,
    ),
    "over_share": Measure(
        *("budget", *_share(_over, _ceiling, "over its ceiling"), "percent"),
        without=_NO_CEILING,
    ),
    "used": Measure(
        *("budget", *_share(_spent, _estimated, "of its estimate is spent"), "percent"),
        *("has used the greatest share of its estimate", "has used the smallest share of its estimate"),
        *("{high} has used {gap} more of its estimate than {low}", "of the estimates is spent"),
        parts=("spent", "estimated"),
        without=_NO_ESTIMATE,
    ),
    "used_of_ceiling": Measure(
        *("budget", *_share(_spent, _ceiling, "of its ceiling is spent"), "percent"),
        *("is the nearest to its ceiling", "is the furthest from its ceiling"),
        *("{high} has used {gap} more of its ceiling than {low}", "of the ceilings is spent"),
        parts=("spent", "ceiling"),
        without=_NO_CEILING,
    ),
    "progress": Measure(
        "project_status",
        lambda project, _view: None if project.status is ProjectStatus.DRAFT else project.progress_percent,
        lambda project, _view: f"{project.progress_percent} % done",
        *("percent", "is the furthest", "is the least far", "{high} is {gap} further than {low}"),
    ),
    "deadline": Measure(
        *("timeline", lambda project, _view: project.deadline, _told_deadline, "days"),
        *("is due last", "is due first", "{high} is due {gap} after {low}"),
        without=_NO_DEADLINE,
        leaves_out=_ENDED,
    ),
    "spare": Measure(
        *("timeline", _spare, _told_dates, "working days"),
        *("has the most time to spare", "has the least time to spare", "{high} has {gap} more to spare than {low}"),
        without=_NO_DEADLINE,
        leaves_out=_ENDED,
    ),
    "eta": Measure(
        *("timeline", lambda project, view: view.eta_of(project), _told_dates, "days"),
        *("is done last", "is done first", "{high} is done {gap} after {low}"),
        leaves_out=_ENDED,
    ),
    "documents": Measure(
        *("approvals", lambda project, view: len(_documents(project, view))),
        _names_told(_documents, "document waits for your approval", "documents wait for your approval"),
        "number",
        *("has the most documents waiting for your approval", "has the fewest waiting for your approval"),
        "{high} has {gap} more waiting for your approval than {low}",
        counts=True,
    ),
    "accesses": Measure(
        *("credentials", lambda project, view: len(_accesses(project, view))),
        _names_told(_accesses, "access is asked for and not deposited", "accesses are asked for and not deposited"),
        "number",
        *("has the most accesses open", "has the fewest accesses open"),
        "{high} has {gap} more accesses open than {low}",
        counts=True,
    ),
    "unread": Measure(
        *("messages", _unread, lambda project, view: counted(_unread(project, view), "unread message"), "number"),
        *("has the most unread messages", "has the fewest unread messages", "{high} has {gap} more unread than {low}"),
        counts=True,
    ),
    "waiting": Measure(
        *("priorities", _waited, _told_waiting, "age", "has waited longest for you", "came to you last"),
        without="nothing waits for you",
    ),
    "created": Measure(
        "project_status",
        lambda project, view: view.now - project.created_at,
        lambda project, _view: f"created on {day(project.created_at)}",
        *("age", "is the oldest", "is the newest"),
    ),
    "submitted": Measure(
        "project_status",
        lambda project, view: None if project.submitted_at is None else view.now - project.submitted_at,
        lambda project, view: f"submitted on {day(project.submitted_at or view.now)}",
        *("age", "was submitted first", "was submitted last"),
        without="not submitted yet",
    ),
}
