"""The tools that find things, in the shape that assistants look for in a server."""

from __future__ import annotations

import pytest

from domain.projects.requests import CreateProject
from domain.projects.service import project_service
from domain.search.indexing import IndexingService
from domain.search.library import library
from domain.search.objects import index_files
from domain.search.store import change_store
from doors import key_caller
from protocol import call_tool, text_of

ACCOUNT = "acc_searching"


@pytest.fixture
def project_id(aws) -> str:
    """A project that the worker has indexed."""
    wanted = CreateProject(name="Bakery", description="Sourdough by bicycle.")
    project_id = project_service().create(ACCOUNT, wanted).id
    IndexingService(change_store(), index_files(), library()).make_anew(ACCOUNT)
    return project_id


def test_what_search_finds_fetch_reads_whole(project_id):
    caller = key_caller(account_id=ACCOUNT)

    (found,) = call_tool("search", {"query": "sourd"}, caller=caller)["structuredContent"]["results"]
    read = call_tool("fetch", {"id": found["id"]}, caller=caller)["structuredContent"]

    assert (found["title"], found["url"]) == ("Bakery", f"/app/projects/{project_id}")
    assert "**Sourd" in found["text"]
    assert {name: read[name] for name in ("id", "title", "url")} == {
        name: found[name] for name in ("id", "title", "url")
    }
    assert "Sourdough by bicycle." in read["text"]
    assert (read["metadata"]["type"], read["metadata"]["project_id"]) == ("project", project_id)


def test_neighbour_and_key_of_another_scope_find_and_read_nothing(project_id):
    (found,) = call_tool("search", {"query": "bakery"}, caller=key_caller(account_id=ACCOUNT))["structuredContent"][
        "results"
    ]

    for caller in (key_caller(account_id="acc_neighbour"), key_caller("vault:read", account_id=ACCOUNT)):
        nothing = call_tool("search", {"query": "bakery"}, caller=caller)
        refused = call_tool("fetch", {"id": found["id"]}, caller=caller)

        assert nothing["structuredContent"]["results"] == []
        assert text_of(refused).startswith("NOT_FOUND: ")
