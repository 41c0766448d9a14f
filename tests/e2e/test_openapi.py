"""The served OpenAPI document is true, and good enough to make a client of."""

from __future__ import annotations

import json

import httpx

from atrium import Customer
from atrium_client import Atrium
from atrium_client.generated.api.projects import answer_intake, create_project, list_projects
from atrium_client.generated.models import CreateProject, Money
from local.cloud import Cloud
from local.pages import OPENAPI


def test_served_document_is_the_one_that_the_client_is_made_of(cloud: Cloud) -> None:
    assert httpx.get(f"{cloud.base_url}/openapi.json").json() == json.loads(OPENAPI.read_text())


def test_generated_client_creates_answers_and_reads_a_project(customer: Customer) -> None:
    with Atrium(customer.base_url, customer.key) as atrium:
        money = Money(amount=40_000, currency="EUR")
        created = atrium.call(create_project, body=CreateProject(name="Bakery", budget_ceiling=money))
        answers = {"goal": "Bread before noon", "platforms": ["web"]}
        intake = atrium.call(answer_intake, project_id=created.id, body={"answers": answers})
        listed = atrium.call(list_projects, limit=1)

    assert (created.budget.ceiling, created.status) == (40_000, "draft")
    assert {question.id: question.answer for question in intake.questions}["platforms"] == ["web"]
    assert listed.projects[0].id == created.id
    assert listed.projects[0].created_at.tzinfo is not None
