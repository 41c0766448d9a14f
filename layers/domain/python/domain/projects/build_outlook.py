"""The build outlook: what building the product may take, a wide and honest range by a published rule.

The rule is in docs/estimate.md.
It is apart from the estimate on purpose. The estimate prices the team's own work, planning and documents, and is
charged; the outlook is a first look at the work that comes after, which nobody has planned yet, and is never charged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal

from common.services import frozen
from domain.projects import rates
from domain.projects.effort import entries
from domain.projects.questionnaire import Answers
from domain.projects.records import HOURS_PER_DAY
from domain.projects.states import Role

RULE = "build-outlook-2"
_ROUNDED_TO = 100


@frozen
class Days:
    """Days of effort, from the least to the most."""

    low: int
    high: int


@frozen
class BasisLine:
    """What part of the build takes how long, and why: `kind` names the row of the rule's table."""

    text: str
    kind: str
    days: Days


@frozen
class BuildOutlook:
    """Whole currency units and working days, from `low` to `high`, and the lines they add up from."""

    currency: str
    low: int
    high: int
    working_days: Days
    rule: str
    basis: tuple[BasisLine, ...]


FOUNDATION = Days(5, 12)
FOUNDATION_ON_CODE = Days(8, 20)  # existing code has to be read first
FURTHER_PLATFORM = Days(15, 45)
INTEGRATION = Days(3, 12)
CONSTRAINT = Days(1, 5)
PERSONAL_DATA = Days(3, 10)
OTHER_MUST_HAVE = Days(3, 12)
# A must-have is of the first kind whose things or deeds it names; most name none and are `other`. A thing is named by a
# word of its own: “bookings”, not “bookkeeping”. A deed is a verb in its place: “book a table”, not “book club”.
MUST_HAVES: tuple[tuple[str, Days, str, str], ...] = (
    ("payment", Days(6, 18), "payments?|checkout|subscriptions?|invoices?|invoicing|refunds?|billing", "pay"),
    (
        "accounts",
        Days(4, 12),
        "accounts?(?! of)|roles?(?! of)(?! in)|permissions?|profiles?(?! of)|members?(?! of)|log-?in|sign-?in|sign-?up",
        "log in|sign in|sign up",
    ),
    (
        "data exchange",
        Days(5, 15),
        "data imports?|data exports?|csv imports?|csv exports?|migration|api|sync",
        "import|export|sync|synchroni[sz]e|migrate",
    ),
    (
        "booking",
        Days(6, 18),
        "bookings?|reservations?|appointments?|calendar|scheduling",
        "book|reserve|schedule",
    ),
    (
        "messages",
        Days(3, 9),
        "notifications?|reminders?|newsletters?|chat|messages?|e-?mails?|sms|alerts?",
        "notify|remind|alert",
    ),
    ("search", Days(3, 9), "search(?! part)", "search|filter|find"),
    ("reports", Days(4, 12), "reports?(?! an? )|dashboards?|analytics|statistics|charts?", "chart"),
    (
        "content",
        Days(1, 4),
        "pages?|texts?|photos?|gallery|contact(?! lens)|imprint|faq|opening hours|blog|articles?|menu",
        "contact",
    ),
)
# A verb stands after one of the first words, whatever follows; or at the beginning or after one of the second words,
# where a word of the third list follows.
AFTER = "can|could|may|must|will|should"
BETWEEN = "to|and|or|users|guests|customers|clients|members|readers|people|they"
BEFORE = "a|an|the|their|its|your|our|my|it|them|all|any|everything|online|in|on|by|with|from|as|up|until|before"


def build_outlook(answers: Answers, *, currency: str) -> BuildOutlook:
    """The outlook for `answers`, at the CTO's day rate in `currency`; an unanswered question adds nothing."""
    basis = tuple(_basis(answers))
    days = Days(sum(line.days.low for line in basis), sum(line.days.high for line in basis))
    return BuildOutlook(
        currency=currency,
        low=_price(days.low, currency) // _ROUNDED_TO * _ROUNDED_TO,
        high=-(-_price(days.high, currency) // _ROUNDED_TO) * _ROUNDED_TO,
        working_days=Days(-(-days.low // rates.BUILDERS), -(-days.high // rates.BUILDERS)),
        rule=RULE,
        basis=basis,
    )


@frozen
class BuildChange:
    """What a change adds to an outlook: days of effort, whole currency units. Below zero: what it saves."""

    effort_days: Days
    low: int
    high: int


def build_change(before: BuildOutlook, after: BuildOutlook) -> BuildChange | None:
    """By what two outlooks in one currency differ; None where they don't."""
    if before.basis == after.basis:
        return None
    low, high = (_total(after, end) - _total(before, end) for end in ("low", "high"))
    return BuildChange(Days(low, high), _price(low, before.currency), _price(high, before.currency))


def _total(outlook: BuildOutlook, end: Literal["low", "high"]) -> int:
    return sum(getattr(line.days, end) for line in outlook.basis)


def _basis(answers: Answers) -> Iterator[BasisLine]:
    code = "source_repository" in entries(answers, "existing")
    yield BasisLine("Start, release and operation", "foundation", FOUNDATION_ON_CODE if code else FOUNDATION)
    for text in entries(answers, "must_haves"):
        kind, days = _kind_of(text)
        yield BasisLine(text, kind, days)
    yield from _each(entries(answers, "platforms")[1:], "further platform", FURTHER_PLATFORM)
    yield from _each(entries(answers, "integrations"), "integration", INTEGRATION)
    yield from _each(entries(answers, "constraints"), "constraint", CONSTRAINT)
    if answers.get("personal_data") is True:
        yield BasisLine("Data about identifiable people", "personal data", PERSONAL_DATA)


def _each(texts: Iterable[str], kind: str, days: Days) -> Iterator[BasisLine]:
    return (BasisLine(text, kind, days) for text in texts)


def _kind_of(must_have: str) -> tuple[str, Days]:
    for kind, days, things, deeds in MUST_HAVES:
        done = rf"\b(?:{AFTER}) (?:{deeds})\b|(?:^|\b(?:{BETWEEN}) )(?:{deeds})(?= (?:{BEFORE})\b)"
        if re.search(rf"\b(?:{things})\b|{done}", must_have, re.IGNORECASE):
            return kind, days
    return "other", OTHER_MUST_HAVE


def _price(days: int, currency: str) -> int:
    return rates.cost(days * HOURS_PER_DAY, role=Role.CTO, currency=currency)
