"""Search over HTTP: what was written is soon found, by those who may read it and by nobody else."""

from __future__ import annotations

from functools import partial

import pytest

from atrium import Customer, wait_for


def found(customer: Customer, query: str, **options: str) -> dict[str, str]:
    answer = customer.call("GET", f"/search?q={query}&limit=100", **options)
    assert answer.status == 200, answer.content
    return {one["id"]: one["type"] for one in answer.data["results"]}


def test_what_is_written_is_found_by_who_may_read_it(customer: Customer, neighbour: Customer) -> None:
    owner = customer
    bakery = owner.create_project("Zwetschgen")
    studio = owner.create_project("Zwetschgen studio")
    limited = owner.create_key(preset="full_access", project_ids=[bakery])["key"]
    reader = owner.create_key(scopes=["agents:read"])["key"]

    asked = owner.ask(bakery, "Please remember the crème brûlée")
    wait_for(lambda: asked in found(owner, "creme%20brul"))
    owner.call("POST", f"/projects/{studio}/intake", {"answers": {"goal": "A place for quinces"}})
    wait_for(lambda: found(owner, "quince") == {studio: "project"})

    search = partial(found, owner)
    assert {bakery, studio, asked} <= search("zwetschg").keys()
    assert {bakery, asked} <= search("zwetschg", key=limited).keys()
    assert studio not in search("zwetschg", key=limited)
    assert set(search("zwetschg", key=reader).values()) == {"message"}
    assert search("quince", key=limited) == {}
    assert owner.call("GET", f"/search?q=quince&project_id={studio}", key=limited).status == 404
    assert found(neighbour, "zwetschg") == {}
    assert neighbour.call("GET", f"/search?q=quince&project_id={studio}").status == 404

    assert owner.by_session("DELETE", f"/projects/{studio}").status == 200
    assert search("quince") == {}
    assert owner.by_session("POST", f"/projects/{studio}/restore").status == 200
    assert search("quince") == {studio: "project"}


@pytest.mark.nightly
def test_work_item_and_name_of_a_credential_are_found_as_they_are_now(customer: Customer) -> None:
    project = customer.submit_project()
    item = {"title": "Cellar shelves", "what": "Shelves for the jars.", "criteria": ["They hold a hundred jars"]}
    made = customer.call("POST", f"/projects/{project}/work-items", item).data["id"]
    value = "grey-heron-4711-lake"
    access = {"name": "Larder login", "type": "password", "value": value}
    deposited = customer.call("POST", f"/vault/credentials/{project}", access).data["id"]
    wait_for(lambda: found(customer, "hundred%20jars") == {made: "work"})
    wait_for(lambda: found(customer, "larder") == {deposited: "credential"})
    assert found(customer, value) == {}
    assert customer.call("GET", "/search?q=shelving").data["loosened"] is True

    customer.call("PATCH", f"/work-items/{made}", {"title": "Attic shelves"})
    customer.by_session("DELETE", f"/vault/credentials/{deposited}")
    wait_for(lambda: found(customer, "attic") == {made: "work"})
    wait_for(lambda: found(customer, "larder") == {})
