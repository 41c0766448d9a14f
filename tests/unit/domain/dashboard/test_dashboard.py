from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from dataclasses import asdict, replace
from datetime import timedelta
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts import Accounts
from briefs import submitted_project
from common.caller import Caller
from common.errors import InvalidRequest, MissingScope
from common.paging import weight
from common.transactions import transact
from domain.agents.reading import conversation_reader
from domain.dashboard.exports import ExportService, csv_lines, without_markup
from domain.dashboard.models import AttentionItem
from domain.dashboard.service import DashboardService
from domain.identity.zones import zone_service
from domain.keys.models import CreateApiKey
from domain.keys.scopes import SCOPES
from domain.keys.service import KeyService
from domain.keys.store import key_store
from domain.pa.need_store import need_store
from domain.pa.portfolio import PortfolioReader
from domain.pa.scheduled import scheduled_tasks
from domain.pa.triage import Concern
from domain.projects.figures import budget
from domain.projects.service import ProjectService
from domain.projects.store import project_store
from domain.thinking.standing import StandingService, standing_service
from domain.thinking.store import thinking_store
from domain.usage.records import Answered
from domain.usage.service import UsageService
from domain.usage.store import usage_store
from domain.usage.tokens import TokenLedger
from domain.vault.team_requests import team_requests
from domain.work.queue import work_queue
from doors import session_caller
from origins import HERE
from tables import for_each


class Account:
    """Services of one signed-up account, on one clock."""

    def __init__(self, clock):
        self.id = Accounts(clock).sign_up(verified=False)[0].account_id
        self.projects = ProjectService(project_store(), clock, work_queue())
        self.usage = UsageService(usage_store(), clock)
        self.keys = KeyService(key_store(), clock, lambda alphabet: alphabet[next(self._digits) % 62])
        self._digits = iter(range(10_000))
        reader = PortfolioReader(self.projects, conversation_reader(), team_requests(), need_store(), clock)
        self.dashboard = DashboardService(
            reader, zone_service(), self.keys, scheduled_tasks(), self.usage, standing_service(), clock
        )
        self.exports = ExportService(self.dashboard, self.projects, conversation_reader(), clock)

    def export(self, kind, wanted="csv", first=None, last=None, scopes=frozenset(SCOPES)):
        return self.exports.export(Caller(self.id, "api_key", "key_1", frozenset(scopes)), kind, wanted, first, last)

    def request(self, principal="key_1", area="projects", status=200, *, asked=False):
        """A request as the authorizer, the door and the CEO's conversation count it."""
        now = self.usage.now()
        counts = {"requests": 1, f"requests_{area}": 1, f"hour_{now:%H}": 1}
        transact([self.usage.store.adding(self.id, now.date(), principal, counts)])
        if status >= 400:
            kind = "session" if principal == "session" else "api_key"
            refused = Answered("GET", f"/{area}", None, status, "NOT_FOUND", "req-1", 1)
            self.usage.note(Caller(self.id, kind, principal, frozenset()), refused)
        if asked:
            transact([self.usage.counting_question(self.id)])


@pytest.fixture
def account(aws, clock):
    return Account(clock)


def test_usage_totals_equal_the_requests_made_by_key_and_area(account, clock):
    account.request("key_1", "agents", 202, asked=True)
    account.request("key_1", "projects", 404)
    account.request("session", "keys")
    clock.advance(days=1)
    account.request("key_2", "projects")

    by_key = account.dashboard.report_usage(account.id, None, None, "key")
    by_area = account.dashboard.report_usage(account.id, None, None, "area")
    of_keys = account.dashboard.report_usage(account.id, None, None, "none", "keys")

    assert (of_keys.totals.requests, of_keys.buckets[-2].requests, of_keys.totals.messages) == (3, 2, 1)
    assert {name: count for name, count in by_key.totals.model_dump().items() if count} == {
        "requests": 4,
        "errors": 1,
        "messages": 1,
    }
    assert [(group.name, group.requests, group.errors) for group in by_key.buckets[-2].groups] == [
        ("key_1", 2, 1),
        ("session", 1, 0),
    ]
    assert [(group.name, group.requests, group.errors) for group in by_area.buckets[-2].groups] == [
        ("agents", 1, 0),
        ("keys", 1, 0),
        ("projects", 1, 1),
    ]
    for report in (by_key, by_area):
        assert sum(group.requests for bucket in report.buckets for group in bucket.groups) == report.totals.requests


def test_usage_has_a_bucket_for_every_day_of_a_range_of_92_at_most(account, clock):
    today = clock().date()

    def of_days(first, last):
        return account.dashboard.report_usage(
            account.id, today + timedelta(days=first), today + timedelta(days=last), "none"
        )

    report = of_days(-91, 0)

    assert len(report.buckets) == 92
    assert (report.buckets[0].date, report.buckets[-1].date) == (report.from_, report.to)
    for refused in ((-92, 0), (0, -1)):
        with pytest.raises(InvalidRequest):
            of_days(*refused)


def test_requests_of_the_last_day_are_counted_to_the_hour(account, clock):
    account.request()
    clock.advance(hours=23)
    account.request()
    within = account.dashboard.summarise(account.id).requests_24h
    clock.advance(hours=1)

    assert (within, account.dashboard.summarise(account.id).requests_24h) == (2, 1)


def test_summary_counts_what_the_records_say(account, clock):
    submitted_project(account.projects, account.id)
    account.keys.create(session_caller(account_id=account.id), CreateApiKey(name="k", preset="pa_only"), HERE)
    soon = (clock() + timedelta(days=13)).isoformat()
    account.keys.create(
        session_caller(account_id=account.id), CreateApiKey(name="k", preset="pa_only", expiresAt=soon), HERE
    )

    summary = account.dashboard.summarise(account.id)

    assert (summary.projects_by_status, summary.projects_by_phase) == ({"active": 1}, {"planning": 1})
    assert (summary.keys_active, summary.keys_expiring_soon) == (2, 1)
    assert (summary.model.by, summary.model.reason, summary.model.tokens_month) == ("rules", "no_model", None)
    (total,) = summary.budgets
    (project,) = account.projects.list_all(account.id)
    assert total.model_dump() == {
        "currency": project.currency,
        "likely": project.plan.likely,
        "spent": 0,
        "forecast": project.plan.likely,
        "projects": 1,
    }


def test_export_of_budgets_has_the_figures_of_each_project(account):
    submitted_project(account.projects, account.id)
    (project,) = account.projects.list_all(account.id)

    (row,) = json.loads(account.export("budget", "json").content)

    figures = asdict(budget(project))
    del figures["unreported_items"]
    assert row == {"id": project.id, "name": project.name, "status": "active"} | figures


def test_neither_an_archive_nor_an_example_is_counted_and_no_example_exported(account):
    submitted_project(account.projects, account.id)
    (project,) = account.projects.list_all(account.id)
    estimate = {"currency": "EUR", "total": 9_620}
    archive = project.changed(project.updated_at, plan=None, accepted=None, estimate=estimate)
    transact(project_store().changing(project, archive, ()))
    example = submitted_project(account.projects, account.id, example=True)

    summary = account.dashboard.summarise(account.id)

    assert (summary.projects_by_status, summary.budgets, summary.attention) == ({}, [], [])
    assert not [kind for kind in ("budget", "projects") if example in account.export(kind).content]


def test_export_of_usage_equals_the_usage_answer(account):
    for _ in range(3):
        account.request()
    report = account.dashboard.report_usage(account.id, None, None, "none")

    as_table = account.export("usage", "csv", None, None)
    as_json = account.export("usage", "json", None, None)

    assert as_table.content.startswith("\ufeffdate,")
    rows = list(csv.DictReader(io.StringIO(as_table.content)))
    assert sum(int(row["requests"]) for row in rows) == report.totals.requests == 3
    assert sum(row["requests"] for row in json.loads(as_json.content)) == 3
    assert (as_table.rows, as_table.content_type, as_table.filename) == (
        30,
        "text/csv; charset=utf-8",
        "atrium-usage-2026-03-02.csv",
    )


@pytest.mark.parametrize("wanted", ["csv", "json"])
def test_export_that_does_not_fit_into_an_answer_says_that_it_is_cut(account, wanted):
    caller = Caller(account.id, "api_key", "key_1", frozenset(SCOPES))

    cut = account.exports.export(caller, "usage", wanted, None, None, most_bytes=1_000)

    assert cut.truncated
    assert 0 < cut.rows < 30
    assert weight(cut.content) < 1_500
    assert not account.export("usage", wanted).truncated


@for_each("kind", ["projects", "budget", "messages"])
def test_export_of_nothing_is_an_empty_file(account, kind):
    for wanted, content in (("csv", ""), ("json", "[]")):
        exported = account.export(kind, wanted)
        assert (exported.rows, exported.content) == (0, content)


def cell_of(row):
    """The only cell of a row, as a spreadsheet reads it."""
    ((cell,),) = csv.reader(io.StringIO("".join(csv_lines([row])), newline=""))
    return cell


@given(st.text(max_size=40))
def test_csv_cell_is_never_a_formula_and_keeps_its_text(text):
    read = cell_of({"cell": text})

    cells = re.split(r'[;,|\t\r\n"]', read)
    assert not [cell for cell in cells if unicodedata.normalize("NFKC", cell.lstrip()).startswith(("=", "+", "-", "@"))]
    assert not read.startswith(("\t", "\r"))
    assert read.replace("'", "") == text.replace("'", "")


@for_each(
    ("text", "cell"),
    [
        ("x;=1+1", "x;'=1+1"),
        ("\uff1d1+1", "'\uff1d1+1"),
        ("x\n =1", "x\n' =1"),
        ('say "=1"', 'say "\'=1"'),
        ("- a point", "'- a point"),
        ("a-b = c", "a-b = c"),
        ("5 + 3, more or less", "5 + 3, more or less"),
    ],
)
def test_csv_cell_cut_by_any_separator_is_no_formula(text, cell):
    assert cell_of({"cell": text}) == cell


def test_bullets_and_tables_of_messages_need_no_apostrophe():
    content = "Two points:\n\n- one\n  - a-b\n\n| A | B |\n|---|:--|\n| =1 | x |"

    assert cell_of(without_markup({"content": content})) == "Two points:\n\n• one\n  • a-b\n\n| A | B |\n|' =1 | x |"


def test_messages_are_exported_only_for_a_key_that_may_read_the_conversation(account):
    exporting = {"dashboard:export"}

    with pytest.raises(MissingScope) as caught:
        account.export("messages", scopes=exporting)

    assert caught.value.scope == "agents:read"
    assert account.export("messages", scopes={*exporting, "agents:read"}).rows == 0
    assert account.export("budget", scopes=exporting).rows == 0


def test_usage_names_each_model_with_what_it_was_asked(account, clock):
    ledger = TokenLedger(usage_store(), 10_000, clock)
    for model, read in (("openai:a", 5), ("openai:b", 10), ("openai:b", 20)):
        transact([*ledger.spending(account.id, ledger.month(), 0, model=model, read=read, written=1)])

    report = account.dashboard.report_usage(account.id, None, None, "key")

    assert [model.model_dump() for model in report.models] == [
        {"model": "openai:b", "calls": 2, "tokens_read": 30, "tokens_written": 2},
        {"model": "openai:a", "calls": 1, "tokens_read": 5, "tokens_written": 1},
    ]
    assert (report.totals.model_calls, report.totals.model_tokens) == (3, 38)
    assert report.buckets[-1].groups == []


def test_summary_says_how_much_of_the_months_tokens_is_spent(account, clock):
    ledger = TokenLedger(usage_store(), 100_000, clock)
    transact([*ledger.spending(account.id, ledger.month(), 0, model="openai:a", read=80_000, written=0)])
    thinking = StandingService("openai:a", thinking_store(), ledger)

    model = replace(account.dashboard, thinking=thinking).summarise(account.id).model

    assert (model.by, model.nearly_spent, model.tokens_percent) == ("model", True, 80)
    assert (model.tokens_month, model.tokens_spent, model.tokens_limit) == ("2026-03", 80_000, 100_000)


def test_attention_knows_every_concern_of_the_triage():
    kinds = get_args(AttentionItem.model_fields["kind"].annotation)

    assert kinds == (*(concern.name.lower() for concern in Concern), "unread")  # which earlier editions told
