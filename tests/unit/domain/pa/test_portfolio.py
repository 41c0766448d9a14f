from __future__ import annotations

from assistants import ACCOUNT, OTHER_ACCOUNT, put_copies
from briefs import submitted_project
from common.dynamo import dynamodb
from common.settings import settings
from domain.pa.needs import all_needs
from domain.projects.requests import CreateProject
from portfolios import approval, portfolio, project, request


def test_portfolio_holds_the_accounts_own_projects_newest_first_and_no_example(office):
    first = office.projects.create(ACCOUNT, CreateProject(name="Bakery")).id
    office.projects.create(OTHER_ACCOUNT, CreateProject(name="Spy"))
    office.clock.advance(seconds=1)
    second = submitted_project(office.projects, ACCOUNT, name="Vet clinic")
    office.clock.advance(seconds=1)
    example = submitted_project(office.projects, ACCOUNT, name="Plant shop", example=True)

    read = office.reader.read(ACCOUNT, timezone="UTC")

    assert [project.id for project in read.projects] == [second, first]
    assert [project.name for project in read.active] == ["Vet clinic"]
    assert {need.project_id for need in all_needs(read)} <= {first, second}
    assert [one.id for one in office.projects.list_all(ACCOUNT)] == [example, second, first]


def test_portfolio_of_200_projects_is_read_with_five_queries(office):
    first = office.projects.create(ACCOUNT, CreateProject(name="Project")).id
    put_copies(settings.projects_table, first, 199)
    called = []
    dynamodb().meta.events.register("before-call.dynamodb.*", lambda model, **_: called.append(model.name), "count")

    read = office.reader.read(ACCOUNT, timezone="UTC")

    dynamodb().meta.events.unregister("before-call.dynamodb.*", unique_id="count")
    assert len(read.projects) == 200
    assert called == ["Query"] * 5


def test_hours_waited_are_those_of_decided_and_of_open_requests_each_by_itself():
    bakery, clinic = project("Bakery", waited_seconds=5_400), project("Vet clinic", waited_seconds=60)
    view = portfolio(bakery, clinic, approvals=(approval(bakery),), credential_requests=(request(bakery),))

    assert view.hours_waited_on_you(bakery) == 1.5 + 5 + 48
    assert view.hours_waited_on_you(clinic) == 0.0
