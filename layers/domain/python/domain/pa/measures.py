"""The figures of projects that can be told, added up and compared: one table (ADR 56).

Each measure has its value in a project's record, and the words it is told with; `measuring` does the operations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from common.services import frozen
from domain.pa.formats import counted, day
from domain.pa.measure_values import (
    Told,
    Value,
    accesses,
    age_of,
    ceiling,
    days_of,
    documents,
    estimated,
    headroom,
    left,
    money_of,
    names_told,
    over,
    percent,
    plainly,
    share,
    share_told,
    spare,
    spent,
    sum_told,
    told_dates,
    told_deadline,
    told_over,
    told_waiting,
    unread,
    waited,
    working_days,
)
from domain.projects.records import Project
from domain.projects.states import ProjectStatus

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
        unit: how a number or a gap is written.
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
    unit: Callable[[Any, Project], str]
    most: str = ""
    least: str = ""
    more: str = ""
    together: str = ""
    share: str = ""
    parts: tuple[str, ...] = ()
    without: str = "nothing of this is on record"
    leaves_out: frozenset[ProjectStatus] = _CANCELLED
    counts: bool = False


_NO_ESTIMATE, _NO_CEILING, _NO_DEADLINE = "there is no estimate yet", "no ceiling is set", "no deadline is set"
MEASURES: Mapping[str, Measure] = {
    "spent": Measure(
        *("budget", spent, sum_told(spent, "{} of {of} spent"), money_of),
        *("has cost the most so far", "has cost the least so far", "On {high} {gap} more is spent than on {low}"),
        *("spent on planning and documents", "used"),
        without=_NO_ESTIMATE,
        leaves_out=_ALL,
    ),
    "estimated": Measure(
        *("budget", estimated, sum_told(estimated, "estimated at {} for planning and documents"), money_of),
        *("is the dearest", "is the cheapest", "{high} is estimated {gap} higher than {low}"),
        *("estimated for planning and documents; building is not in it", "used"),
        without=_NO_ESTIMATE,
    ),
    "left": Measure(
        *("budget", left, sum_told(left, "{} left of {of}"), money_of),
        *("has the most left", "has the least left", "{high} has {gap} more left than {low}"),
        *("left of the estimates for planning and documents", "used"),
        without=_NO_ESTIMATE,
    ),
    "ceiling": Measure(
        *("budget", ceiling, sum_told(ceiling, "your ceiling is {}"), money_of),
        *("has the highest ceiling", "has the lowest ceiling", "The ceiling of {high} is {gap} over that of {low}"),
        *("may be spent at most on planning and documents, by your ceilings", "used_of_ceiling"),
        without=_NO_CEILING,
    ),
    "headroom": Measure(
        *("budget", headroom, sum_told(headroom, "{} may still be spent"), money_of),
        *("has the most room to its ceiling", "has the least room to its ceiling"),
        *("{high} has {gap} more room to its ceiling than {low}", "may still be spent until your ceilings"),
        share="used_of_ceiling",
        without=_NO_CEILING,
    ),
    "over": Measure(
        *("budget", over, told_over, money_of),
        *(
            "has the estimate nearest to its ceiling, or furthest over it",
            "has the estimate furthest below its ceiling",
        ),
        share="over_share",
        without=_NO_CEILING,
    ),
    "over_share": Measure(
        *("budget", share(over, ceiling), share_told(over, ceiling, "over its ceiling"), percent),
        without=_NO_CEILING,
    ),
    "used": Measure(
        *("budget", share(spent, estimated), share_told(spent, estimated, "of its estimate is spent"), percent),
        *("has used the greatest share of its estimate", "has used the smallest share of its estimate"),
        *("{high} has used {gap} more of its estimate than {low}", "of the estimates is spent"),
        parts=("spent", "estimated"),
        without=_NO_ESTIMATE,
    ),
    "used_of_ceiling": Measure(
        *("budget", share(spent, ceiling), share_told(spent, ceiling, "of its ceiling is spent"), percent),
        *("is the nearest to its ceiling", "is the furthest from its ceiling"),
        *("{high} has used {gap} more of its ceiling than {low}", "of the ceilings is spent"),
        parts=("spent", "ceiling"),
        without=_NO_CEILING,
    ),
    "progress": Measure(
        "project_status",
        lambda project, _view: None if project.status is ProjectStatus.DRAFT else project.progress_percent,
        lambda project, _view: f"{project.progress_percent} % done",
        *(percent, "is the furthest", "is the least far", "{high} is {gap} further than {low}"),
    ),
    "deadline": Measure(
        *("timeline", lambda project, _view: project.deadline, told_deadline, days_of),
        *("is due last", "is due first", "{high} is due {gap} after {low}"),
        without=_NO_DEADLINE,
        leaves_out=_ENDED,
    ),
    "spare": Measure(
        *("timeline", spare, told_dates, working_days),
        *("has the most time to spare", "has the least time to spare", "{high} has {gap} more to spare than {low}"),
        without=_NO_DEADLINE,
        leaves_out=_ENDED,
    ),
    "eta": Measure(
        *("timeline", lambda project, view: view.eta_of(project), told_dates, days_of),
        *("is done last", "is done first", "{high} is done {gap} after {low}"),
        leaves_out=_ENDED,
    ),
    "documents": Measure(
        *("approvals", lambda project, view: len(documents(project, view))),
        names_told(documents, "document waits for your approval", "documents wait for your approval"),
        plainly,
        *("has the most documents waiting for your approval", "has the fewest waiting for your approval"),
        "{high} has {gap} more waiting for your approval than {low}",
        counts=True,
    ),
    "accesses": Measure(
        *("credentials", lambda project, view: len(accesses(project, view))),
        names_told(accesses, "access is asked for and not deposited", "accesses are asked for and not deposited"),
        plainly,
        *("has the most accesses open", "has the fewest accesses open"),
        "{high} has {gap} more accesses open than {low}",
        counts=True,
    ),
    "unread": Measure(
        *("messages", unread, lambda project, view: counted(unread(project, view), "unread message"), plainly),
        *("has the most unread messages", "has the fewest unread messages", "{high} has {gap} more unread than {low}"),
        counts=True,
    ),
    "waiting": Measure(
        *("priorities", waited, told_waiting, age_of, "has waited longest for you", "came to you last"),
        without="nothing waits for you",
    ),
    "created": Measure(
        "project_status",
        lambda project, view: view.now - project.created_at,
        lambda project, _view: f"created on {day(project.created_at)}",
        *(age_of, "is the oldest", "is the newest"),
    ),
    "submitted": Measure(
        "project_status",
        lambda project, view: None if project.submitted_at is None else view.now - project.submitted_at,
        lambda project, view: f"submitted on {day(project.submitted_at or view.now)}",
        *(age_of, "was submitted first", "was submitted last"),
        without="not submitted yet",
    ),
}
