from __future__ import annotations

from datetime import UTC, date, datetime

from domain.projects.dates import add_working_days, working_days_between
from domain.receipts.marks import marked, settled
from domain.receipts.steps import Op, Step
from domain.receipts.tracing import count, told, total, traced

RECORD = "prj_1"


def number(value, field="spent"):
    return traced(value, RECORD, field)


def test_number_in_a_text_keeps_its_derivation_through_arithmetic():
    left = number(100, "total") - number(40)

    (span,) = settled(f"**EUR {left:,}** is left").spans

    assert (span.start, span.end, span.value) == (6, 8, 60)
    assert span.step.op is Op.DIFFERENCE
    assert span.step.values() == [(RECORD, "total"), (RECORD, "spent")]


def test_text_reads_as_without_traces():
    at = number(datetime(2026, 3, 2, 9, tzinfo=UTC), "at")

    said = (
        f"{told(at.date(), at.date().isoformat())}: {number(1_500):,}, {-number(3)}, {abs(-number(3))}, {count('ab')}"
    )

    assert settled(said).text == "2026-03-02: 1,500, -3, 3, 2"


def test_days_between_traced_moments_are_traced():
    now, then = (number(datetime(2026, 3, day, 9, tzinfo=UTC), str(day)) for day in (9, 2))

    (span,) = settled(f"{(now - then).days} days").spans

    assert (span.value, span.step.op) == (7, Op.DAYS_BETWEEN)


def test_working_days_are_traced_and_plain_ones_are_not():
    start, days = number(date(2026, 3, 6), "start"), number(3, "days")

    after = add_working_days(start, days)

    assert (after, after.step.op) == (date(2026, 3, 11), Op.WORKING_DAYS_AFTER)
    assert working_days_between(start, after).step.op is Op.WORKING_DAYS_BETWEEN
    assert type(add_working_days(date(2026, 3, 6), 3)) is date
    assert type(working_days_between(date(2026, 3, 6), date(2026, 3, 11))) is int


def test_sum_of_nothing_is_traced():
    assert settled(f"{total([])}").spans[0].step == Step(Op.SUM)


def test_customer_cannot_write_a_mark():
    forged = marked("EUR 1", Step(Op.NUMBER, number=1), 1)

    assert settled(f"{traced(forged, RECORD)}").spans == ()


def test_broken_mark_leaves_its_text():
    assert settled("\ufdd0\U000f0041\ufdd1EUR 1\ufdd2 and \ufdd2").text == "EUR 1 and "
