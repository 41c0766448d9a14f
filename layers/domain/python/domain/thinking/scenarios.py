"""What would be: prices and dates computed for a case that is not on record, by the same rules as the real ones.

Each function returns facts, so that an answer can state them. Nothing is changed or stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from common.services import frozen
from domain.agents.brain import slices
from domain.agents.brain.protocol import ProjectFacts
from domain.projects import figures, rates
from domain.projects.build_outlook import BuildOutlook, build_outlook
from domain.projects.dates import add_working_days, working_days_between
from domain.projects.documents.brief import LISTS
from domain.projects.errors import IntakeIncomplete
from domain.projects.estimate import estimate
from domain.projects.questionnaire import PLATFORMS, Answers
from domain.projects.records import HOURS_PER_DAY, AnswerValue, Estimate, Money
from domain.projects.states import DeliverableKind, DeliverableState, ProjectStatus, Role
from domain.receipts.tracing import named_day, of_rule
from domain.thinking.facts import Duration, Fact, MoneyRange, Noun, Source, Term, Value, Words, kind_of

_FARTHEST = timedelta(days=3_653)  # as far as a deadline may be


@frozen
class Found:
    """One thing that a case comes to: what it is (a row of the languages' clauses), in which case, and how much."""

    noun: str
    case: str | date
    value: Value


def price_scenario(
    facts: ProjectFacts, *, drop: Sequence[str] = (), add: Sequence[str] = (), platforms: Sequence[str] = ()
) -> tuple[Found, ...]:
    """What the documents and the build come to without some entries of the brief, with others, on other platforms.

    Args:
        facts: the project.
        drop: ids of entries of the brief, such as `R3` or `I1`; unknown ids are left out.
        add: further must-haves, in words.
        platforms: where it is to run instead; empty means as in the brief.

    The case is said in short: `−R3, Gift cards, web`. Where no estimate can be made, there is nothing.
    """
    before, entries = _answers(facts)
    known = [entry for entry in dict.fromkeys(drop) if entry in entries]
    chosen = tuple(platform for platform in PLATFORMS if platform in platforms)
    after = _changed(before, {entries[entry] for entry in known}, tuple(add), chosen)
    case = ", ".join([*(f"−{entry}" for entry in known), *add, *chosen])
    if not case:
        return ()
    try:
        offers = [estimate(answers, today=facts.now.date()) for answers in (before, after)]
    except IntakeIncomplete:
        return ()
    outlook = build_outlook(after, currency=offers[0].currency)
    accepted = [Found("price", case, Term("price.case"))] if slices.is_running(facts) else []
    return (*_prices(case, *offers), *accepted, *_building(case, outlook))


def date_scenario(
    facts: ProjectFacts,
    *,
    approved_on: date | None = None,
    documents: Sequence[DeliverableKind] = (),
    goes_on: date | None = None,
    deadline: date | None = None,
) -> tuple[Found, ...]:
    """When the documents are done if what waits is approved, or the work goes on, on another day; or by a new deadline.

    Args:
        facts: the project.
        approved_on: the day on which the customer approves.
        documents: which of the documents that wait; empty means all of them.
        goes_on: the day from which the team works, for a draft or a pause.
        deadline: another deadline to compare with.

    There is nothing to say about a day in the past or years away, nor about a project that is over.
    """
    approved_on, goes_on, deadline = (day and named_day(day) for day in (approved_on, goes_on, deadline))
    case = approved_on or goes_on or deadline
    today = facts.now.date()
    given = [day for day in (approved_on, goes_on, deadline) if day is not None]
    if case is None or not all(today <= day <= today + _FARTHEST for day in given):
        return ()
    end = _end(facts, approved_on, goes_on, frozenset(documents))
    if end is None:
        return ()
    how = "if_approved" if approved_on else "if_begun" if goes_on else "by_deadline"
    found = [Found(f"end_{how}", case, end)] if how != "by_deadline" else []
    limit = deadline or facts.project.deadline
    if limit is not None and (spare := working_days_between(end, limit)):
        which = "spare" if spare > 0 else "delay"
        how = "by_deadline" if deadline else how
        found.append(Found(f"{which}_{how}", deadline or case, Duration(abs(spare), "working_days")))
    return tuple(found)


def wish_price_of(facts: ProjectFacts, wish: str) -> Fact:
    """What building a wish may cost, by the outlook's line of its kind, at the price of the days that it takes."""
    days = build_outlook({"must_haves": (wish,)}, currency=rates.DEFAULT_CURRENCY).basis[-1].days
    currency = slices.build_outlook_of(facts).currency
    low, high = (
        rates.cost(of_rule(part) * HOURS_PER_DAY, role=Role.CTO, currency=currency) for part in (days.low, days.high)
    )
    (fact,) = stated(facts, [Found("wish_build_cost", wish, MoneyRange(low, high, currency))], first=1)
    return fact


def stated(facts: ProjectFacts, found: Sequence[Found], *, first: int) -> tuple[Fact, ...]:
    """The facts of what was found, numbered from `s<first>`."""
    source = Source(facts.project.id, str(facts.project.version))
    return tuple(
        Fact(
            f"s{first + number}",
            kind_of(item.value),
            f"computed: {item.noun.replace('_', ' ')}",
            Noun(item.noun, Words(item.case) if isinstance(item.case, str) else item.case),
            item.value,
            source,
            project_id=facts.project.id,
        )
        for number, item in enumerate(found)
    )


def entries_of(facts: ProjectFacts) -> dict[str, str]:
    """The entries of the brief that hold, by id, in the customer's words."""
    return {entry: text for entry, (_, text) in _answers(facts)[1].items()}


def _answers(facts: ProjectFacts) -> tuple[Answers, dict[str, tuple[str, str]]]:
    """The brief's answers as they hold now, and each entry's id with its question and words."""
    brief = slices.brief_of(facts)
    if brief is not None:
        held = {name: [(item.id, item.words.raw) for item in brief.active(name)] for name in LISTS}
        answers: Answers = brief.amended_answers
    else:
        answers = facts.intake.answers
        held = {
            name: [(f"{prefix}{number}", text) for number, text in enumerate(_texts(answers, question), start=1)]
            for name, (prefix, question) in LISTS.items()
        }
    return answers, {entry: (LISTS[name][1], text) for name, pairs in held.items() for entry, text in pairs}


def _changed(
    before: Answers, gone: set[tuple[str, str]], added: tuple[str, ...], platforms: tuple[str, ...]
) -> Answers:
    after: dict[str, AnswerValue] = dict(before)
    for question in {question for question, _ in gone} | ({"must_haves"} if added else set()):
        after[question] = tuple(text for text in _texts(before, question) if (question, text) not in gone)
    if added:
        after["must_haves"] = (*_texts(after, "must_haves"), *added)
    if platforms:
        after["platforms"] = platforms
    return after


def _prices(case: str, before: Estimate, after: Estimate) -> tuple[Found, ...]:
    currency = after.currency
    change = after.total - before.total
    return (
        Found("estimate_in_case", case, Money(amount=after.total, currency=currency)),
        Found(
            "saved_in_case" if change <= 0 else "added_in_case", case, MoneyRange(abs(change), abs(change), currency)
        ),
        Found("estimate_days_in_case", case, Duration(after.working_days, "working_days")),
    )


def _building(case: str, outlook: BuildOutlook) -> tuple[Found, ...]:
    days = outlook.working_days
    return (
        Found("build_cost_in_case", case, MoneyRange(outlook.low, outlook.high, outlook.currency)),
        Found("build_days_in_case", case, Duration(days.low, "working_days", days.high)),
    )


def _end(
    facts: ProjectFacts, approved_on: date | None, goes_on: date | None, documents: frozenset[DeliverableKind]
) -> date | None:
    """When the documents are done; None where nothing is left to do, or no estimate can be made."""
    today = facts.now.date()
    if facts.project.status is ProjectStatus.DRAFT:
        offer = slices.estimate_of(facts)
        return None if offer is None else add_working_days(goes_on or today, offer.working_days)
    if not slices.is_running(facts):
        return None
    left = facts.deliverables
    if approved_on is not None:
        waiting = {item.deliverable_kind for item in slices.pending_approvals(facts)}
        done = waiting & documents if documents else waiting
        left = tuple(
            item.model_copy(update={"state": DeliverableState.APPROVED}) if item.kind in done else item
            for item in facts.deliverables
        )
    return add_working_days(approved_on or goes_on or today, figures.remaining_working_days(left))


def _texts(answers: Answers, question: str) -> tuple[str, ...]:
    value = answers.get(question)
    return value if isinstance(value, tuple) else ()
