from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistants import ACCOUNT, OTHER_ACCOUNT, put_copies
from briefs import submitted_project
from common.dynamo import dynamodb
from common.settings import settings
from domain.pa.needs import all_needs
from domain.projects.requests import CreateProject
from domain.projects.states import ProjectStatus
from portfolios import NOW, approval, draft, portfolio, project, request, thread


def test_portfolio_holds_the_accounts_own_projects_newest_first(office):
    first = office.projects.create(ACCOUNT, CreateProject(name="Bakery")).id
    office.projects.create(OTHER_ACCOUNT, CreateProject(name="Spy"))
    office.clock.advance(seconds=1)
    second = submitted_project(office.projects, ACCOUNT, name="Vet clinic")

    read = office.reader.read(ACCOUNT, timezone="UTC")

    assert [project.id for project in read.projects] == [second, first]
    assert [project.name for project in read.active] == ["Vet clinic"]


def test_example_is_in_no_portfolio_and_asks_nothing_of_its_customer(office):
    example = submitted_project(office.projects, ACCOUNT, name="Plant shop", example=True)
    office.clock.advance(seconds=1)
    own = office.projects.create(ACCOUNT, CreateProject(name="Bakery")).id

    read = office.reader.read(ACCOUNT, timezone="UTC")

    assert [project.id for project in read.projects] == [own]
    assert {need.project_id for need in all_needs(read)} <= {own}
    assert [one.id for one in office.projects.list_all(ACCOUNT)] == [own, example]


@pytest.mark.parametrize("projects", [1, 10, 200])
def test_portfolio_is_read_with_five_queries_however_many_projects_there_are(office, projects):
    first = office.projects.create(ACCOUNT, CreateProject(name="Project")).id
    put_copies(settings.projects_table, first, projects - 1)
    called = []
    dynamodb().meta.events.register("before-call.dynamodb.*", lambda model, **_: called.append(model.name), "count")

    read = office.reader.read(ACCOUNT, timezone="UTC")

    dynamodb().meta.events.unregister("before-call.dynamodb.*", unique_id="count")
    assert len(read.projects) == projects
    assert called == ["Query"] * 5


@pytest.mark.parametrize("status", [ProjectStatus.CANCELLED, ProjectStatus.COMPLETED, ProjectStatus.DRAFT])
def test_nothing_waits_for_approval_in_a_project_that_is_not_under_way(status):
    ended = project(status=status)

    assert portfolio(ended, approvals=(approval(ended),)).approvals_of(ended) == []


def test_hours_waited_are_those_of_decided_and_of_open_requests_each_by_itself():
    bakery, clinic = project("Bakery", waited_seconds=5_400), project("Vet clinic", waited_seconds=60)
    view = portfolio(bakery, clinic, approvals=(approval(bakery),), credential_requests=(request(bakery),))

    assert view.hours_waited_on_you(bakery) == 1.5 + 5 + 48
    assert view.hours_waited_on_you(clinic) == 0.0


def test_unread_messages_of_unknown_projects_do_not_count():
    bakery, gone = project("Bakery"), project("Gone")
    view = portfolio(bakery, threads=(thread(bakery, 2), thread(gone, 5)))

    assert view.unread == 2


def test_narrowed_portfolio_keeps_only_the_named_projects_and_their_items():
    bakery, clinic = project("Bakery"), project("Vet clinic")
    view = portfolio(bakery, clinic, approvals=(approval(clinic),), credential_requests=(request(bakery),))

    assert view.only(()) is view
    assert view.only(["Bakery"]).projects == (bakery,)
    assert view.only_project(clinic.id).projects == (clinic,)


def test_project_is_chosen_by_id_among_namesakes():
    first, second = project("Bakery", id="prj_1"), project("Bakery", id="prj_2")

    assert portfolio(first, second).only_project("prj_2").projects == (second,)


def test_draft_and_ended_projects_have_no_eta():
    view = portfolio(draft(), project(status=ProjectStatus.COMPLETED))

    assert [view.eta_of(one) for one in view.projects] == [None, None]


@given(st.datetimes(datetime(2026, 1, 1), datetime(2027, 1, 1)))  # noqa: DTZ001 - hypothesis wants them naive
def test_eta_is_the_one_the_projects_list_shows_at_any_hour(moment):
    bakery = project()
    view = portfolio(bakery)

    moved = type(view)(view.projects, (), (), (), timezone="Pacific/Auckland", now=moment.replace(tzinfo=UTC))

    assert moved.today == moment.date()
    assert moved.eta_of(bakery) > moved.today
    assert view.today == NOW.date()
