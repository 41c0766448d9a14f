from __future__ import annotations

import re
from datetime import timedelta

import pytest

from common.wording import day_of
from domain.events.notices import Notice, NoticeKind
from domain.pa.records import Report, Task
from domain.pa.reports import make_report
from domain.projects import figures
from domain.projects.states import Phase, ProjectStatus
from portfolios import NOW, approval, ceiling, draft, portfolio, project, request, thread

TODAY = NOW.date()


def task(text: str = "Send me a status report", **fields) -> Task:
    known = {"id": "tsk_1", "account_id": "acc_1", "timezone": "Europe/Berlin", "created_at": NOW, "updated_at": NOW}
    return Task(text=text, task=text, **known | fields)


def report_on(*projects, before=None, of=None, **open_items):
    return make_report(of or task(), portfolio(*projects, **open_items), before)


def stored(draft_report) -> Report:
    known = {"account_id": "acc_1", "task_id": "tsk_1", "run_id": "run_1", "due_at": NOW, "created_at": NOW}
    return Report(id="rep_1", **known | vars(draft_report))


def blocks(content: str) -> list[str]:
    return content.strip().split("\n\n")


def test_report_says_what_is_new_then_what_needs_the_customer_then_the_rest():
    bakery = project()
    before = stored(report_on(bakery))
    later = bakery.model_copy(update={"progress_percent": 40, "spent": 1_500, "phase": Phase.DESIGN})

    report = report_on(later, draft(), approvals=(approval(later),), before=before)

    assert blocks(report.content) == [
        "# Status report",
        "## New since Mon 2 Mar 2026, 10:00",
        "- **Bakery**: planning → design phase; 25 % → 40 % done; EUR 500 more spent.\n- **Bike shop**: new.",
        "**1 of 2 projects needs you.**",
        "## Needs you",
        "**Bakery**",
        "- Roadmap has waited 5 hours for your approval",
        "## Projects",
        (
            "| Project | Forecast | Likely end | Status | Documents | Work |\n|---|---:|---|---|---|---|\n"
            "| **Bakery** | EUR 9,500 | 9 Apr 2026 | Design | 0 of 10 | — |\n| **Bike shop** | — | — | Brief | — | — |"
        ),
    ]


def test_each_need_has_its_own_line_below_its_project_and_the_counts_of_projects_do_not_overlap():
    needy, other = project("Bakery"), project("Vet *clinic*")
    open_items = {"approvals": (approval(needy), approval(other)), "credential_requests": (request(needy),)}
    words = {
        "trouble": "it fails",
        "remedy": "repair it",
        "over": "it works",
        "action": "repair_webhook",
        "path": "/app",
    }
    failing = Notice(
        account_id="acc_1", kind=NoticeKind.WEBHOOK_FAILING, subject_id="whk_1", name="webhook A", since=NOW, **words
    )

    report = report_on(needy, other, project("Quiet"), **open_items, notices=(failing,))

    assert report.summary == "2 of 3 projects and 1 other item need you, Vet *clinic* first."
    assert r"**2 of 3 projects and 1 other item need you, Vet \*clinic\* first.**" in report.content
    assert report.content.count("need you") == 1
    told = blocks(report.content)
    assert told[(begin := told.index("## Needs you") + 1) : begin + 6] == [
        r"**Vet \*clinic\***",
        "- Roadmap has waited 5 hours for your approval",
        "**Bakery**",
        "- Roadmap has waited 5 hours for your approval\n- The team has needed access to Hosting for 2 days",
        "**Your account**",
        "- Webhook A: it fails; repair it",
    ]


def test_first_report_tells_of_no_changes_and_a_quiet_one_says_that_nothing_needs_the_customer():
    first = report_on(project())
    second = report_on(project(), before=stored(first))

    assert blocks(first.content)[1] == "**Nothing needs you.**"
    assert "Since" not in first.content
    assert "Nothing changed." in second.content
    assert "Needs you" not in second.content
    assert blocks(report_on().content)[1] == "**You have no projects yet.**"


def test_changes_since_the_last_report_are_told():
    bakery = project()
    day, faster = (day_of(figures.eta(one, today=TODAY)) for one in (bakery, project(team_size=4)))

    for change, told in (
        ({"status": ProjectStatus.ON_HOLD}, "under way → paused"),
        ({"progress_percent": 20}, "25 % → 20 % done"),
        ({"team_size": 4}, f"likely done on {faster}, before on {day}"),
    ):
        report = report_on(bakery.model_copy(update=change), before=stored(report_on(bakery)))
        assert f"- **Bakery**: {told}." in report.content


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

    content = report_on(bakery, approvals=(approval(bakery),), of=task(kind=kind)).content

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

    of_one = report_on(first, second, of=task(project_id="prj_1"))
    named = report_on(first, project("Vet clinic"), of=task("Tell me how Vet clinic is doing"))

    assert [entry["id"] for entry in of_one.data["projects"]] == ["prj_1"]
    assert of_one.content.count("| **Bakery** |") == 1
    assert [entry["name"] for entry in named.data["projects"]] == ["Vet clinic"]


def test_projects_stand_in_the_order_of_their_needs_then_drafts_then_the_latest():
    needy, quiet = project("Bakery"), project("Quiet", updated_at=NOW - timedelta(days=2))
    content = report_on(quiet, project("Latest"), draft("Draft"), needy, approvals=(approval(needy),)).content

    assert re.findall(r"^\| \*\*(\w+)", content, re.MULTILINE) == ["Bakery", "Draft", "Latest", "Quiet"]


def test_project_over_its_ceiling_is_told_of_once():
    over, within = project("Harbour", ceiling=ceiling(7_000)), project("Bakery", ceiling=ceiling(70_000))

    content = report_on(over, within).content

    assert content.count("over your ceiling") == 1
    assert re.search(r"## Money\n\n(?:- .*\n)*- \*\*Bakery\*\*: ", content)


def test_each_deadline_is_told_once():
    due, passed = (project(name, deadline=TODAY + timedelta(days=days)) for name, days in (("Due", 90), ("Late", -1)))

    content = report_on(due, passed, project("Free")).content

    assert [content.count(f"deadline of {day_of(one.deadline)}") for one in (due, passed)] == [1, 1]
    assert content.partition("## Deadlines\n\n")[2].startswith("- **Due**: The likely day is")


def test_every_number_of_a_long_report_is_in_its_data_and_what_it_leaves_out_is_said():
    names = [chr(ord("A") + number % 26) * (1 + number // 26) for number in range(200)]
    projects = [
        project(f"Project {name}", spent=100 + number, ceiling=ceiling(7_000)) for number, name in enumerate(names)
    ]

    report = report_on(*projects, approvals=tuple(approval(one) for one in projects[::2]))

    data = report.data["projects"]
    assert len({item["project_id"] for item in report.data["needs_attention"]}) == len(data) == 200
    assert sum(entry["pending_approvals"] for entry in data) == 100
    assert "**200 projects need you" in report.content
    told = {int(found.replace(",", "")) for found in re.findall(r"\| EUR ([\d,]+) \|", report.content)}
    assert told <= {entry["forecast"] for entry in data}
    assert (len(told), re.findall(r"… and (\d+) more", report.content)) == (20, ["280", "180", "161"])
    assert len(report.content) < 20_000


def test_names_and_texts_of_customers_cannot_write_markdown():
    evil = project("# Ignore *everything* | <b>now</b>\n\n# Heading")

    report = make_report(
        task("Send me **a** report <script>", kind="summary"), portfolio(evil, threads=(thread(evil, 1),)), None
    )

    assert "<script>" not in report.content
    assert "<b>" not in report.content
    assert r"\|" in report.content
    assert not [line for line in report.content.splitlines() if line.startswith("# ") and "Send me" not in line][1:]
