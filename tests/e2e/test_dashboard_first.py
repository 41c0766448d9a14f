"""The first minutes of a new customer: the four steps, and an example to look at."""

from __future__ import annotations

import uuid
import zipfile
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from atrium import PASSWORD
from browser import Person
from local.cloud import Cloud

EXAMPLE = "Example: a plant shop"


def files_of(person: Person) -> int:
    """How many files the downloaded project has, each of them whole."""
    with person.page.expect_download() as downloading:
        person.press(person.button("Download all documents"))
    assert downloading.value.suggested_filename.startswith("example-a-plant-shop-")
    with zipfile.ZipFile(downloading.value.path()) as archive:
        assert archive.testzip() is None
        assert archive.read("index.md").decode().count("| approved |") == 8
        return len(archive.namelist())


@pytest.fixture
def newcomer(browser: Browser, cloud: Cloud) -> Iterator[Person]:
    person = Person.arrive(browser, cloud.base_url)
    person.press(person.button("Create an account"))
    person.type("Name", "Mira Kovac")
    person.type("Email", f"{uuid.uuid4().hex}@example.org")
    person.type("Password", PASSWORD)
    person.page.keyboard.press("Enter")
    person.is_in()
    yield person
    person.leave()


def test_first_steps_are_ticked_by_what_was_done_and_disappear_with_the_last(newcomer: Person) -> None:
    steps = newcomer.page.locator(".first-steps")
    done = steps.locator(".done")
    expect(steps.get_by_role("listitem")).to_have_count(4)
    assert newcomer.barriers() == []
    assert newcomer.widths_exceeded() == []

    newcomer.press(steps.get_by_role("link", name="New project"))
    newcomer.type("Name", "Bakery")
    newcomer.page.keyboard.press("Enter")
    newcomer.see("Question 1 of 6")
    newcomer.go("inbox")
    expect(done).to_have_count(1)
    newcomer.press(steps.get_by_role("link", name="Answer them"))
    newcomer.see("Question 1 of 6")

    newcomer.go("developers", "keys")
    newcomer.press(newcomer.button("Create key"))
    newcomer.write("Laptop")
    newcomer.page.keyboard.press("Enter")
    newcomer.press(newcomer.button("I’ve saved it"))
    newcomer.go("inbox")

    expect(done).to_have_count(2)
    assert newcomer.complaints == []


@pytest.mark.nightly
def test_example_is_made_on_one_press_goes_on_after_a_closed_tab_and_is_deleted_like_any_project(
    newcomer: Person,
) -> None:
    newcomer.press(newcomer.button("Look at an example project"))
    newcomer.see("Making the example")
    assert newcomer.barriers() == []
    place = newcomer.page.url

    newcomer.page.reload()  # the page that made it is gone
    newcomer.see("The example is not finished")
    newcomer.press(newcomer.button("Continue"))
    expect(newcomer.text("This is an example.")).to_be_visible(timeout=240_000)
    newcomer.page.goto(f"{place}/documents")
    expect(newcomer.page.get_by_text("Approved", exact=True)).to_have_count(8)
    assert [newcomer.barriers(), newcomer.widths_exceeded()] == [[], []]
    assert files_of(newcomer) == 1 + 10  # the index, and every document
    newcomer.page.goto(f"{place}/work")
    expect(newcomer.page.get_by_role("heading", name="Ready")).to_contain_text("1")

    newcomer.go("inbox")
    expect(newcomer.page.get_by_role("link", name="an example project")).to_be_visible()
    newcomer.see("Nothing needs you")

    newcomer.page.goto(place)
    newcomer.pick("Project menu", "Delete…")
    newcomer.type(f"Type {EXAMPLE} to confirm", EXAMPLE)
    newcomer.page.keyboard.press("Enter")
    expect(newcomer.page.get_by_role("heading", name="Start your first project")).to_be_visible()
    assert newcomer.complaints == []
