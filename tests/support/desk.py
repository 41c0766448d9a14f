"""Works by keys alone: at the inbox, and on a document that waits for approval."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from browser import Person

MOST_LINES = 200


def rows(person: Person) -> Locator:
    """The rows of the inbox."""
    return person.page.locator(".needs li")


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


def line(person: Person, name: str) -> Locator:
    """A line of a document, such as `R1.2`."""
    return person.page.locator(f"[data-line='{name}']")


def reach_line(person: Person, name: str) -> None:
    """Go to the lines by `j`, and by `j` down to this one."""
    expect(line(person, name)).to_be_visible()
    for _ in range(MOST_LINES):
        person.page.keyboard.press("j")
        if line(person, name).evaluate("(one) => one === document.activeElement"):
            return
    raise AssertionError(f"{name} can't be reached by j")


def comment(person: Person, name: str, text: str) -> None:
    """Comment on a line by keys alone, and request changes with the comment."""
    reach_line(person, name)
    person.page.keyboard.press("c")
    expect(person.page.get_by_label(f"Comment on {name}")).to_be_focused()
    person.page.keyboard.insert_text(text)
    person.page.keyboard.press("Enter")
    expect(line(person, name)).to_contain_text("Not sent yet")
    expect(line(person, name)).to_be_focused()
    person.page.keyboard.press("r")
    asking = person.page.get_by_role("dialog", name="Request changes")
    expect(asking).to_contain_text(text)
    person.page.keyboard.press("Control+Enter")
    expect(asking).to_have_count(0)


def reword(person: Person, name: str, text: str) -> None:
    """Give a line other words by keys alone."""
    person.page.evaluate("() => document.querySelector('h1').focus()")
    reach_line(person, name)
    person.page.keyboard.press("Enter")
    expect(person.page.get_by_label(f"Text of {name}")).to_be_focused()
    person.page.keyboard.press("ControlOrMeta+a")
    person.page.keyboard.insert_text(text)
    person.page.keyboard.press("Enter")
    expect(line(person, name).get_by_title("You changed this line")).to_be_visible()
