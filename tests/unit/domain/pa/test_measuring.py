from __future__ import annotations

from datetime import date, timedelta

import pytest

from domain.pa.answers import answer
from domain.pa.intent import Classification
from domain.pa.manner import Manner, read_manner
from domain.pa.measures import MEASURES
from domain.pa.measuring import BY_INTENT, DIFFERENCE, EACH, LEAST, MOST, SUM, Asked, completed, tell
from domain.pa.subjects import Context
from domain.projects.states import ProjectStatus
from portfolios import NOW, approval, ceiling, draft, portfolio, project, request, thread

NAMES = ("Bakery", "Clinic", "Museum")
BAKERY = project("Bakery", spent=2_000, progress_percent=40, deadline=date(2026, 6, 1), ceiling=ceiling(20_000))
CLINIC = project("Clinic", spent=6_000, progress_percent=10, deadline=date(2026, 5, 1), ceiling=ceiling(7_000))
VIEW = portfolio(
    BAKERY,
    CLINIC,
    approvals=(approval(BAKERY), approval(BAKERY, "Product brief")),
    credential_requests=(request(CLINIC),),
    threads=(thread(BAKERY, 2),),
)


def told(measure: str, operation: str, view=VIEW) -> str:
    found = tell(Asked(measure, operation), view)
    assert found is not None
    return found.text


@pytest.mark.parametrize(
    ("measure", "operation", "said"),
    [
        ("spent", SUM, "EUR 8,000 spent on planning and documents, both together."),
        ("left", SUM, "EUR 8,000 left of the estimates for planning and documents, both together."),
        ("left", MOST, "**Bakery** has the most left: EUR 6,000 left of EUR 8,000."),
        ("left", DIFFERENCE, "**Bakery** has EUR 4,000 more left than **Clinic**."),
        ("used", MOST, "**Clinic** has used the greatest share of its estimate: 75 % of its estimate is spent"),
        ("used", SUM, "50 % of the estimates is spent, both together."),
        ("used_of_ceiling", MOST, "**Clinic** is the nearest to its ceiling: 86 % of its ceiling is spent"),
        ("ceiling", SUM, "EUR 27,000 may be spent at most on planning and documents, by your ceilings"),
        ("headroom", LEAST, "**Clinic** has the least room to its ceiling: EUR 1,000 may still be spent."),
        ("over", EACH, "**Clinic**: estimated at EUR 8,000, EUR 1,000 over its ceiling of EUR 7,000; EUR 6,000 spent"),
        ("over_share", EACH, "**Clinic**: 14 % over its ceiling, EUR 1,000 of EUR 7,000"),
        ("progress", MOST, "**Bakery** is the furthest: 40 % done."),
        ("progress", DIFFERENCE, "**Bakery** is 30 percentage points further than **Clinic**."),
        ("deadline", LEAST, "**Clinic** is due first: due Fri 1 May 2026, 60 days from today."),
        ("deadline", DIFFERENCE, "**Bakery** is due 31 days after **Clinic**."),
        ("documents", MOST, "**Bakery** has the most documents waiting for your approval: 2 documents wait"),
        ("accesses", MOST, "**Clinic** has the most accesses open: 1 access is asked for and not deposited: Hosting."),
        ("unread", MOST, "**Bakery** has the most unread messages: 2 unread messages."),
        ("waiting", MOST, "**Clinic** has waited longest for you: access to Hosting, for 2 days"),
    ],
)
def test_each_figure_is_told_by_each_operation(measure, operation, said):
    assert said in told(measure, operation)


def test_every_measure_tells_every_project_or_says_what_is_missing():
    bare = project("Bare", ceiling=None, deadline=None)

    for name in MEASURES:
        found = tell(Asked(name, EACH), portfolio(bare, BAKERY, draft()), plain="each")
        assert found is None or found.text, name


def test_projects_that_are_level_are_said_to_be_so():
    same = CLINIC.model_copy(update={"progress_percent": 40})

    assert told("progress", MOST, portfolio(BAKERY, same)).startswith("**Bakery** and **Clinic** are level:")
    assert told("progress", DIFFERENCE, portfolio(BAKERY, same)).startswith("**Bakery** and **Clinic** are level.")


def test_sums_of_several_currencies_are_not_added_together():
    dollars = project("Museum", estimate=BAKERY.estimate.model_copy(update={"currency": "USD"}), spent=500)

    said = told("spent", SUM, portfolio(BAKERY, dollars))

    assert "EUR 2,000 spent on planning and documents, for **Bakery**." in said
    assert "USD 500 spent on planning and documents, for **Museum**." in said


def test_what_was_spent_counts_cancelled_projects_and_what_is_left_does_not():
    gone = project("Museum", status=ProjectStatus.CANCELLED, spent=700)

    assert told("spent", SUM, portfolio(BAKERY, gone)).startswith("EUR 2,700 spent")
    assert "Museum" not in told("left", SUM, portfolio(BAKERY, CLINIC, gone))


def test_figure_that_no_project_has_is_left_to_the_answer_of_the_topic():
    assert tell(Asked("spent", EACH), portfolio(draft())) is None


def test_pair_is_compared_by_yes_or_no_and_nothing_else_is():
    view = VIEW.only(["Clinic", "Bakery"])

    yes = tell(Asked("used", MOST), view, yes_no=True, plain="has clinic used more than bakery")
    no = tell(Asked("progress", MOST), view, yes_no=True, plain="is clinic further than bakery")

    assert yes is not None
    assert yes.text.startswith("Yes: **Clinic** has used")
    assert no is not None
    assert no.text.startswith("No: **Bakery** is the furthest")
    assert tell(Asked("progress", MOST), view, yes_no=True, plain="is clinic far") is None


def test_question_that_leaves_out_the_measure_is_of_the_one_before():
    assert completed(Asked(operation=DIFFERENCE), "progress") == Asked("progress", DIFFERENCE)
    assert completed(Asked(percent=True), "left") == Asked("used", EACH)
    assert completed(Asked(operation=SUM, percent=True), "estimated") == Asked("used", SUM)
    assert not completed(Asked(operation=MOST), "").intent


def test_measures_by_which_topics_are_compared_exist():
    assert set(BY_INTENT.values()) <= set(MEASURES)


@pytest.mark.parametrize(
    ("text", "measure", "operation"),
    [
        ("What remains to spend, summed?", "left", SUM),
        ("Which project has used the greater share of its estimate?", "used", MOST),
        ("which of the two is closer to done", "progress", MOST),
        ("how far apart are the two deadlines", "deadline", DIFFERENCE),
        ("who signs for Bakery", "approver", EACH),
        ("what's been waiting for me the longest", "waiting", MOST),
    ],
)
def test_question_for_a_figure_is_mapped_to_the_table(text, measure, operation):
    found = read_manner(text, NAMES).measured

    assert found is not None
    assert (found.measure, found.operation) == (measure, operation)


@pytest.mark.parametrize(
    "text",
    [
        "How do things stand?",
        "which planet is the furthest from the sun",
        "pause the Monday report",
        "what is there to approve",
        "thanks",
    ],
)
def test_other_messages_ask_for_no_figure(text):
    found = read_manner(text, NAMES).measured

    assert found is None or not (found.intent and found.is_sure)


def test_answer_is_the_figure_alone_and_remembers_which_it_was():
    found = answer(Classification(("project_status",)), Context(VIEW), Manner("x", measured=Asked("progress", MOST)))

    assert found.response == "**Bakery** is the furthest: 40 % done.\n\n- **Clinic**: 10 % done"
    assert (found.names, found.measure) == (("Bakery",), "progress")


def test_figure_of_another_topic_than_the_one_asked_about_is_not_told():
    found = answer(Classification(("timeline",)), Context(VIEW), Manner("x", measured=Asked("progress", MOST)))

    assert "furthest" not in found.response


def test_long_tables_are_folded_after_five():
    many = [project(f"P{number}", progress_percent=number) for number in range(9)]

    found = answer(
        Classification(("project_status",)), Context(portfolio(*many)), Manner("x", measured=Asked("progress", MOST))
    )

    assert found.response.count("\n- ") == 6
    assert found.response.endswith("- … and 3 more")


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (ProjectStatus.ON_HOLD, "No: **Bakery** costs nothing now: it is on hold, and nothing is spent on it."),
        (ProjectStatus.COMPLETED, "No: **Bakery** costs nothing now: it is completed, and nothing is spent on it."),
    ],
)
def test_whether_it_costs_while_it_is_paused_is_decided_by_its_status(status, said):
    text = "is bakery costing us anything while it's paused"
    view = portfolio(BAKERY.model_copy(update={"status": status}))

    found = answer(Classification(("budget",), ("Bakery",)), Context(view), read_manner(text, NAMES))

    assert found.response.startswith(said)


def test_whether_a_running_project_costs_is_not_decided_by_its_status():
    text = "is bakery costing us anything while we wait"

    found = answer(Classification(("budget",), ("Bakery",)), Context(VIEW), read_manner(text, NAMES))

    assert not found.response.startswith(("Yes", "No"))


def test_danger_of_crossing_a_ceiling_is_told_by_the_estimate_and_the_concern():
    text = "is any of them in danger of crossing its ceiling?"

    near = answer(Classification(("budget",)), Context(VIEW), read_manner(text, NAMES)).response
    far = answer(Classification(("budget",)), Context(portfolio(BAKERY)), read_manner(text, NAMES)).response

    assert near.startswith("Yes: **Clinic** is near its ceiling or over it.")
    assert far.startswith("No: **Bakery** is not near its ceiling or over it.")


def test_whether_we_stay_under_the_ceiling_is_not_answered_like_whether_we_cross_it():
    text = "will we stay under the ceiling with bakery?"

    found = answer(Classification(("budget",), ("Bakery",)), Context(VIEW), read_manner(text, NAMES)).response

    assert not found.startswith("No")


def test_one_paused_project_does_not_tell_whether_anything_costs():
    held = CLINIC.model_copy(update={"status": ProjectStatus.ON_HOLD})
    text = "is anything costing us money right now"

    found = answer(Classification(("budget",)), Context(portfolio(BAKERY, held)), read_manner(text, NAMES)).response

    assert not found.startswith(("Yes", "No"))


def test_age_of_projects_is_compared():
    older = project("Museum", created_at=NOW - timedelta(days=90))

    assert told("created", MOST, portfolio(BAKERY, older)).startswith("**Museum** is the oldest: created on")
