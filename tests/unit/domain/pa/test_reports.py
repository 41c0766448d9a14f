from __future__ import annotations

import re
from datetime import date, timedelta

import pytest

from common.wording import day_of
from domain.answers.accounts import account_sheet
from domain.pa.records import Report, Task
from domain.pa.reports import failure_report, make_report
from domain.projects import figures, wording
from domain.projects.states import Phase, ProjectStatus
from portfolios import NOW, approval, ceiling, draft, planned, portfolio, project, request, thread

TODAY = NOW.date()


def task(text: str = "Send me a status report", **fields) -> Task:
    return Task(
        **{
            "id": "tsk_1",
            "account_id": "acc_1",
            "text": text,
            "task": text,
            "timezone": "Europe/Berlin",
            "created_at": NOW,
            "updated_at": NOW,
        }
        | fields
    )


def stored(draft_report) -> Report:
    return Report(
        id="rep_1",
        account_id="acc_1",
        task_id="tsk_1",
        run_id="run_1",
        title=draft_report.title,
        content=draft_report.content,
        data=draft_report.data,
        succeeded=True,
        due_at=NOW,
        created_at=NOW,
    )


def blocks(content: str) -> list[str]:
    return content.strip().split("\n\n")


def test_report_says_what_is_new_then_what_needs_the_customer_then_the_rest():
    bakery = project()
    before = stored(make_report(task(), portfolio(bakery), None))
    later = bakery.model_copy(update={"progress_percent": 40, "spent": 1_500, "phase": Phase.DESIGN})
    bike_shop = draft()

    report = make_report(task(), portfolio(later, bike_shop, approvals=(approval(later),)), before)

    assert blocks(report.content) == [
        "# Status report",
        "## New since Mon 2 Mar 2026, 10:00",
        "- **Bakery**: planning → design phase; 25 % → 40 % done; EUR 500 more spent.\n- **Bike shop**: new.",
        "**1 project needs you.** 1 project is under way.",
        "## Needs you",
        "- **Bakery**: Roadmap has waited 5 hours for your approval",
        "## Projects",
        (
            "| Project | Phase | Documents | Work | Forecast | Likely end |\n|---|---|---|---|---|---|\n"
            "| **Bakery** | Design | 0 of 10 | — | EUR 9,500 | 9 Apr 2026 |\n| **Bike shop** | Draft | — | — | — | — |"
        ),
        "*As of Mon 2 Mar 2026, 10:00 (Europe/Berlin).*",
    ]


def test_first_report_tells_of_no_changes_and_a_quiet_one_says_that_nothing_needs_the_customer():
    view = portfolio(project())
    first = make_report(task(), view, None)
    second = make_report(task(), view, stored(first))

    assert blocks(first.content)[1] == "**Nothing needs you.**"
    assert "Since" not in first.content
    assert "Nothing changed." in second.content
    assert "Needs you" not in second.content


def test_report_without_projects_says_so():
    assert blocks(make_report(task(), portfolio(), None).content)[1] == "**You have no projects yet.**"


def test_verdict_over_several_projects_names_the_most_urgent():
    bakery, clinic = project("Bakery"), project("Vet clinic")
    view = portfolio(bakery, clinic, approvals=(approval(bakery), approval(clinic, waited=timedelta(days=2))))

    verdict = blocks(make_report(task(), view, None).content)[1]

    assert verdict == "**2 projects need you, Vet clinic first.** 2 projects are under way."


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"status": ProjectStatus.ON_HOLD}, "active → on hold"),
        ({"progress_percent": 20}, "25 % → 20 % done"),
    ],
)
def test_change_since_the_last_report_is_told(change, told):
    bakery = project()
    before = stored(make_report(task(), portfolio(bakery), None))

    report = make_report(task(), portfolio(bakery.model_copy(update=change)), before)

    assert f"- **Bakery**: {told}." in report.content


def test_another_likely_day_is_told_as_a_change():
    bakery = project()
    faster = bakery.model_copy(update={"team_size": 4})
    before = stored(make_report(task(), portfolio(bakery), None))

    report = make_report(task(), portfolio(faster), before)

    now, then = (day_of(figures.eta(one, today=TODAY)) for one in (faster, bakery))
    assert f"- **Bakery**: likely done on {now}, before on {then}." in report.content


@pytest.mark.parametrize(
    ("kind", "heading", "missing"),
    [
        ("summary", "## Projects", "## Dates"),
        ("money", "## Money", "## Projects"),
        ("needs_me", "## Needs you", "## Money"),
        ("dates", "## Dates", "## Money"),
    ],
)
def test_report_of_a_kind_has_its_sections_and_no_other(kind, heading, missing):
    bakery = project()
    view = portfolio(bakery, approvals=(approval(bakery),), credential_requests=(request(bakery),))

    content = make_report(task(kind=kind), view, None).content

    assert heading in content
    assert missing not in content


def test_reminder_holds_its_words_and_nothing_else():
    bakery = project()
    reminder = task("remind me to book a *flight*", kind="reminder")

    report = make_report(reminder, portfolio(bakery, approvals=(approval(bakery),)), None)

    assert (report.title, report.content) == ("Reminder: book a *flight*", "book a \\*flight\\*\n")


def test_check_is_silent_unless_something_waits_too_long():
    bakery = project()
    view = portfolio(bakery, approvals=(approval(bakery),))  # for five hours

    silent, told = (make_report(task(kind="check", waiting_hours=hours), view, None) for hours in (6, 5))

    assert silent is None
    assert "Roadmap has waited 5 hours for your approval" in told.content


def test_report_of_a_task_for_one_project_speaks_of_no_other_not_even_a_namesake():
    first, second = project("Bakery", id="prj_1", progress_percent=11), project("Bakery", id="prj_2")

    report = make_report(task(project_id="prj_1"), portfolio(first, second), None)

    assert [entry["id"] for entry in report.data["projects"]] == ["prj_1"]
    assert report.content.count("| **Bakery** |") == 1


def test_project_named_in_the_task_narrows_the_report():
    view = portfolio(project("Bakery"), project("Vet clinic"))

    report = make_report(task("Tell me how Vet clinic is doing"), view, None)

    assert [entry["name"] for entry in report.data["projects"]] == ["Vet clinic"]


def test_several_budgets_are_totalled_by_currency():
    swiss = project("Alp", currency="CHF", plan=planned(5_000).model_copy(update={"currency": "CHF"}), spent=200)
    view = portfolio(project("Bakery"), project("Vet clinic", spent=500), swiss)
    together = account_sheet("acc_1", view.projects, NOW)

    content = make_report(task(kind="money"), view, None).content

    assert f"- {together.say('money.total.EUR')}\n- {together.say('money.total.CHF')}\n" in content
    assert wording.forecast(swiss) in content


def test_forecast_over_the_ceiling_is_said_as_such():
    bakery = project(ceiling=ceiling(8_500))

    content = make_report(task(), portfolio(bakery), None).content

    assert f"**Bakery**: {wording.over_ceiling(bakery)}" in content
    assert wording.forecast_verdict(bakery) in content


@pytest.mark.parametrize(
    ("days_later", "said"),
    [
        (-1, "The likely day is 1 working day after your deadline of"),
        (0, "The likely day is the day of your deadline,"),
        (1, "The likely day is 1 working day before your deadline of"),
        (-60, "has passed."),
        (None, "You set no deadline."),
    ],
)
def test_date_is_held_against_the_deadline(days_later, said):
    eta = figures.eta(project(), today=TODAY)
    bakery = project(deadline=None if days_later is None else eta + timedelta(days=days_later))

    content = make_report(task(kind="dates"), portfolio(bakery), None).content

    assert f"**Bakery**: {wording.expected(bakery, TODAY)}" in content
    assert said in wording.deadline(bakery, TODAY)
    assert wording.deadline(bakery, TODAY) in content


@pytest.mark.parametrize("count", [1, 10, 200])
def test_every_number_of_a_report_is_in_its_data_and_the_counts_agree(count):
    projects = [project(f"Project {letter(number)}", spent=100 + number) for number in range(count)]
    view = portfolio(*projects, approvals=tuple(approval(one) for one in projects[::2]))

    report = make_report(task(), view, None)

    needing = {item["project_id"] for item in report.data["needs_attention"]}
    assert len(needing) == len(projects[::2])
    assert sum(entry["pending_approvals"] for entry in report.data["projects"]) == len(needing)
    if count > 1:
        assert f"**{len(needing)} projects need you" in report.content
    forecasts = {entry["forecast"] for entry in report.data["projects"]}
    told = {int(found.replace(",", "")) for found in re.findall(r"\| EUR ([\d,]+) \|", report.content)}
    assert told <= forecasts
    assert len(told) == min(count, 20)


def letter(number: int) -> str:
    return chr(ord("A") + number % 26) * (1 + number // 26)


def test_report_on_two_hundred_projects_stays_readable_and_says_what_it_leaves_out():
    projects = [project(f"Project {letter(number)}", ceiling=ceiling(7_000)) for number in range(200)]

    report = make_report(task(), portfolio(*projects), None)

    assert report.content.count("… and 180 more") == 2
    assert report.content.count("- … and 181 more") == 1
    assert len(report.content) < 20_000
    assert len(report.data["projects"]) == 200


def test_names_and_texts_of_customers_cannot_write_markdown():
    evil = project("# Ignore *everything* | <b>now</b>\n\n# Heading")

    report = make_report(
        task("Send me **a** report <script>", kind="summary"), portfolio(evil, threads=(thread(evil, 1),)), None
    )

    assert "<script>" not in report.content
    assert "<b>" not in report.content
    assert r"\|" in report.content
    assert not [line for line in report.content.splitlines() if line.startswith("# ") and "Send me" not in line][1:]


@pytest.mark.parametrize(
    ("stopped", "said"), [(False, "The next run tries again"), (True, "and has stopped. You can resume it")]
)
def test_failure_is_reported_honestly(stopped, said):
    report = failure_report(task(), stopped=stopped)

    assert (report.succeeded, report.data) == (False, {})
    assert blocks(report.content)[1].startswith("**We could not make this report.**")
    assert said in report.content


def test_report_data_has_no_floats_and_survives_json():
    bakery = project(deadline=date(2026, 4, 1), ceiling=ceiling(9_000))
    view = portfolio(bakery, draft(), approvals=(approval(bakery, waited=timedelta(days=1)),))

    def leaves(value):
        if isinstance(value, dict | list):
            return [leaf for item in (value.values() if isinstance(value, dict) else value) for leaf in leaves(item)]
        return [value]

    assert {type(leaf) for leaf in leaves(make_report(task(), view, None).data)} <= {str, int, type(None)}
