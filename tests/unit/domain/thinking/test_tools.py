"""The tools of an answer: what each tells, what it refuses in words, and what of it is a source."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from domain.answers.facts import Topic
from domain.answers.record_facts import whole_sheet
from domain.thinking.snapshot import snapshot_of
from domain.thinking.tools import NotComputed, Toolbox
from model_wire.tools import ASKED_BEFORE, bounded
from thoughts import call

EARLIER = {"id": "msg_1", "sender_type": "customer", "created_at": datetime(2026, 3, 1, tzinfo=UTC)}
TOLD = (("a", 3), ("b", 1), ("c", 2))  # decisions in the order of their ids, and the hour of each


@pytest.fixture
def doing():
    return []


@pytest.fixture
def toolbox(facts, doing):
    def project_named(name):
        if name:
            raise NotComputed("You answer for this project alone.")
        return facts

    earlier = (SimpleNamespace(content="Our oven breaks down every second Tuesday", **EARLIER),)
    known = snapshot_of(whole_sheet(facts)).facts
    return Toolbox(project_named, known, earlier, lambda role, _: f"{role.value}: no", doing.append)


@pytest.fixture
def use(toolbox, question):
    return lambda name, **arguments: call(replace(question, tools=toolbox.tools()), name, **arguments)


@pytest.fixture
def number_of(toolbox):
    return {fact.id: number for number, fact in toolbox.facts.items()}


def test_sums_are_sources_by_their_result_and_only_where_they_rest_on_records(toolbox, use, number_of):
    likely, day = number_of["money.likely"], number_of["dates.expected"]
    of_facts = [f"{likely} * 1.19", f"{likely} - 2928", f"days({day}, '2026-06-30')", f"workdays({day}, {day})", day]

    for expression in (*of_facts, "40284 - 23972", "12345 * 1"):
        use("compute", expression=expression)

    assert toolbox.found == ["38,232.32 (about 38,232)", "29,200", "83", "0", "8 Apr 2026", "16,312", ""]


@pytest.mark.parametrize(
    ("tool", "arguments", "why"),
    [
        ("read_document", {"title": "Launch plan"}, "Launch plan has no text yet."),
        ("read_document", {"title": "plan"}, "Name one of: Product brief, Scope"),
        ("read_document", {"title": "Roadmap", "project": "Next door"}, "You answer for this project alone."),
        ("find", {"query": "oven", "project": "Next door"}, "You answer for this project alone."),
        ("what_if", {"project": "Next door"}, "You answer for this project alone."),
        ("what_if", {"drop": ["R9"]}, "No such entry in this brief."),
        ("what_if", {"drop": ["R1", "R2", "R3"]}, "R3 is the last of its kind"),
        ("what_if", {"add": [""]}, "Not so: Value error, must not be empty."),
        ("what_if", {"ceiling": -5}, "Not so: Input should be greater than or equal to 1."),
        ("what_if", {"deadline": "soon"}, "Not so: must be a date, YYYY-MM-DD."),
        ("what_if", {"deadline": "2020-01-01"}, "This must be after today"),
        ("what_if", {"people": 10**9}, "Not so: Input should be less than or equal to 20."),
        ("playbook", {"topic": "quantum"}, "No playbook has that name alone. Close ones: "),
        ("compute", {"expression": "9**9**9"}, "Only numbers"),
        ("compute", {"expression": "__import__('os').system('x')"}, "Only numbers"),
        ("compute", {"expression": "f1.__class__"}, "Only numbers"),
        ("compute", {"expression": "[1 for _ in 'x']"}, "Only numbers"),
        ("compute", {"expression": "days(*[1, 2])"}, "Only numbers"),
        ("compute", {"expression": "f999"}, "There is no f999."),
        ("compute", {"expression": "1 / 0"}, "Nothing can be divided by 0."),
        ("compute", {"expression": "1e999999"}, "I can't read this"),
        ("compute", {"expression": "9e99 * 9e99"}, "I can't read this"),
        ("compute", {"expression": "(" * 150}, "I can't read this"),
        ("compute", {"expression": "-" * 190 + "1"}, "Too long."),
        ("compute", {"expression": "1 + " * 100 + "1"}, "Too long: at most 200 characters."),
        ("compute", {"expression": "'2027-01-01' + 1"}, "Count from day to day"),
        ("compute", {"expression": "days(1, 2)"}, "days takes two days."),
    ],
)
def test_tool_that_cannot_tell_says_why_and_is_no_source(toolbox, use, tool, arguments, why):
    assert use(tool, **arguments).startswith(why)
    assert toolbox.found == []


def test_tool_called_in_a_circle_answers_once(toolbox):
    compute = next(tool for tool in bounded(toolbox.tools()) if tool.__name__ == "compute")

    said = [compute(expression="40284 - 23972") for _ in range(5)]

    assert said == ["[t1] 40284 - 23972 = 16,312", *[ASKED_BEFORE] * 4]
    assert toolbox.found == ["16,312"]


def test_document_is_read_as_it_stands(toolbox, use, doing):
    said = use("read_document", title="scope")

    text = said.removeprefix("[t1] ")
    assert text.startswith("Scope and acceptance criteria, revision 1, in_review:\n\n# Scope and acceptance criteria")
    assert "| R1.1 |" in said
    assert (toolbox.found, doing) == ([text], ["reading scope"])


def test_words_are_found_in_lines_and_in_the_customers_messages(use):
    assert use("find", query="pressing order twice").startswith("[t1] R1.1 in Scope and acceptance criteria: ")
    assert use("find", query="oven breaks").endswith("Mar 2026: “Our oven breaks down every second Tuesday”")


def test_what_if_tells_both_and_whether_the_limits_hold(toolbox, use):
    said = use("what_if", drop=["R3"], ceiling=20_000, deadline="2026-06-30", people=1)

    now, then = said.split("\n")
    assert now.startswith("[t1] Now: likely EUR 32,128, between EUR 23,972 and EUR 40,284; 47.5 days of effort;")
    changes = "without R3, with a ceiling of 20,000, with the deadline 2026-06-30, with 1 people"
    assert then.startswith(f"Then, {changes}: likely EUR 29,200,")
    assert "ceiling of EUR 20,000" in then
    assert "deadline of 30 Jun 2026" in then
    assert toolbox.found == [said.removeprefix("[t1] ")]


def test_decisions_are_told_by_their_time_the_newest_first(facts):
    (one, *_) = facts.decisions
    made = tuple(one.model_copy(update={"id": f"dec_{name}", "at": one.at + timedelta(hours=at)}) for name, at in TOLD)

    told = [fact.id for fact in whole_sheet(replace(facts, decisions=made)) if fact.topic is Topic.DECISIONS]

    assert told == ["decision.dec_a", "decision.dec_c", "decision.dec_b"]
