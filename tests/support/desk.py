"""What a person does by keys alone at the inbox and at a document that waits."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from browser import Person

MOST_PLACES = 100


def rows(person: Person) -> Locator:
    """What is in the inbox, without what left it a moment ago."""
    return person.page.locator(".needs > li:not(.gone)")


def choose(person: Person, words: str) -> None:
    """Move to the row with these words: down by `j`, and from the end up by `k`."""
    row = rows(person).filter(has_text=words)
    expect(row).to_have_count(1)
    count = rows(person).count()
    for key in "j" * count + "k" * count:
        if "chosen" in (row.get_attribute("class") or ""):
            return
        person.page.keyboard.press(key)
    raise AssertionError(f"{words} can't be reached by j and k")


def place(person: Person, begins: str) -> Locator:
    """The button beside the part of a document that begins so."""
    return person.page.get_by_role("button", name=re.compile(f"^Comment on “{begins}"))


def comment(person: Person, begins: str, text: str) -> None:
    """Tab to the places of the text, walk down to one by the arrows, and comment on it."""
    person.reach(person.page.locator("[data-unit][tabindex='0']"))
    wanted = place(person, begins).first
    for _ in range(MOST_PLACES):
        if wanted.evaluate("(one) => one === document.activeElement"):
            break
        person.page.keyboard.press("ArrowDown")
    person.page.keyboard.press("Enter")
    expect(person.page.get_by_role("dialog")).to_be_visible()
    person.write(text)
    person.page.keyboard.press("Control+Enter")
    expect(person.page.get_by_role("dialog")).to_have_count(0)
