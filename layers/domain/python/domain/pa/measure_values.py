"""What can be read off a project for the table of figures: values, and the words that one project's is told with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domain.pa import phrases
from domain.pa.formats import age, counted, day, money
from domain.pa.portfolio import Portfolio
from domain.projects import figures
from domain.projects.documents.markdown import escaped, listed
from domain.projects.records import Approval, Project
from domain.vault.records import CredentialRequest

type Value = Callable[[Project, Portfolio], Any]
type Told = Callable[[Project, Portfolio], str]


def share_of(part: int, whole: int) -> int:
    """How many percent `part` is of `whole`, rounded."""
    return (200 * part + whole) // (2 * whole)


def money_of(amount: int | None, project: Project) -> str:
    """A sum in the currency of a project."""
    return money(amount or 0, figures.budget(project).currency)


def percent(amount: int, _project: Project) -> str:
    """`45 %`."""
    return f"{amount} %"


def days_of(span: Any, _project: Project) -> str:
    """`12 days`, however the span points."""
    return counted(abs(span.days), "day")


def working_days(amount: int, _project: Project) -> str:
    """`3 working days`, before or after."""
    return counted(abs(amount), "working day")


def plainly(amount: int, _project: Project) -> str:
    """A number alone."""
    return f"{amount}"


def age_of(span: Any, _project: Project) -> str:
    """How long a span is."""
    return age(span)


def spent(project: Project, _view: Portfolio) -> int | None:
    """What was spent; None without an estimate."""
    return project.spent if project.estimate else None


def estimated(project: Project, _view: Portfolio) -> int | None:
    """The estimate of planning and documents."""
    return figures.budget(project).estimated


def ceiling(project: Project, _view: Portfolio) -> int | None:
    """The ceiling."""
    return figures.budget(project).ceiling


def expected_total(project: Project, view: Portfolio) -> int | None:
    """The estimate; of a draft what it would be if it were submitted now, where that is known."""
    return figures.budget(project).estimated if project.estimate else view.draft_totals.get(project.id)


def over(project: Project, view: Portfolio) -> int | None:
    """How far the estimate lies over the ceiling; negative under it."""
    total, most = expected_total(project, view), ceiling(project, view)
    return None if total is None or most is None else total - most


def told_over(project: Project, view: Portfolio) -> str:
    """The estimate against the ceiling, and what was spent."""
    beyond = over(project, view) or 0
    would = "" if project.estimate else "submitted today, it would be "
    return (
        f"{would}estimated at {money_of(expected_total(project, view), project)}, {money_of(abs(beyond), project)}"
        f" {'over' if beyond > 0 else 'under'} its ceiling of {money_of(ceiling(project, view), project)};"
        f" {money_of(project.spent, project)} spent"
    )


def _oldest(project: Project, view: Portfolio) -> Approval | CredentialRequest | None:
    """The approval or the access asked for that has waited longest for the customer."""
    open_now: list[Approval | CredentialRequest] = [*view.approvals_of(project), *view.requests_of(project)]
    return min(open_now, key=lambda one: one.created_at, default=None)


def waited(project: Project, view: Portfolio) -> Any:
    """How long the oldest open request has waited."""
    found = _oldest(project, view)
    return None if found is None else view.now - found.created_at


def told_waiting(project: Project, view: Portfolio) -> str:
    """The oldest open request, and since when it waits."""
    found = _oldest(project, view)
    if found is None:
        return ""
    name = f"{found.title}, revision {found.revision}" if isinstance(found, Approval) else f"access to {found.name}"
    return f"{escaped(name)}, for {age(view.now - found.created_at)}, since {day(found.created_at)}"


def told_deadline(project: Project, view: Portfolio) -> str:
    """The deadline, and how many days away it is."""
    due = project.deadline or view.today
    days = (due - view.today).days
    return f"due {day(due)}, {f'{counted(days, "day")} from today' if days >= 0 else f'{counted(-days, "day")} ago'}"


def spare(project: Project, view: Portfolio) -> int | None:
    """Working days between the expected date and the deadline."""
    standing = figures.deadline_standing(project, today=view.today)
    return None if standing is None else standing.days_spare


def told_dates(project: Project, view: Portfolio) -> str:
    """The dates of a project, without its name."""
    name = phrases.name_of(project)
    return phrases.dates(project, view).removeprefix(name).removeprefix(":").strip(" .")


def unread(project: Project, view: Portfolio) -> int:
    """How many messages are unread."""
    thread = view.thread_of(project)
    return thread.unread if thread else 0


def sum_told(value: Value, text: str) -> Told:
    """A sum of money in a text where `{}` is the sum and `{of}` the estimate."""
    return lambda project, view: text.format(
        money_of(value(project, view), project), of=money_of(figures.budget(project).estimated, project)
    )


def share(part: Value, whole: Value) -> Value:
    """The percentage that one value is of another."""

    def value(project: Project, view: Portfolio) -> int | None:
        found, of = part(project, view), whole(project, view)
        return share_of(found, of) if found is not None and of else None

    return value


def share_told(part: Value, whole: Value, text: str) -> Told:
    """A percentage, and the sums that it is of."""
    return lambda project, view: (
        f"{share(part, whole)(project, view)} % {text}, {money_of(part(project, view), project)} of"
        f" {money_of(whole(project, view), project)}"
    )


def names_told(names: Callable[[Project, Portfolio], Sequence[str]], one: str, many: str) -> Told:
    """How many records there are, and which."""

    def told(project: Project, view: Portfolio) -> str:
        found = names(project, view)
        return f"{counted(len(found), one, many)}{': ' if found else ''}{listed(list(map(escaped, found)))}"

    return told


def documents(project: Project, view: Portfolio) -> list[str]:
    """The documents that wait for approval."""
    return [one.title for one in view.approvals_of(project)]


def accesses(project: Project, view: Portfolio) -> list[str]:
    """The accesses asked for."""
    return [one.name for one in view.requests_of(project)]


def left(project: Project, _view: Portfolio) -> int | None:
    """What is left of the estimate."""
    return figures.budget(project).remaining


def headroom(project: Project, _view: Portfolio) -> int | None:
    """What may still be spent until the ceiling."""
    return figures.budget(project).may_still_spend
