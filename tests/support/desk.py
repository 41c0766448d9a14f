"""What a person does by keys alone at the inbox and at a document that waits."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from browser import Person

MOST_LINES = 200


def rows(person: Person) -> Locator:
    """What is in the inbox."""
    return person.page.locator(".needs > li")


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


def act(person: Person, line: str, name: str) -> Locator:
    """The button that does something with a line of a document, such as `Reword`."""
    return person.page.locator(f"[data-line='{line}'] [data-act='{name}']")


def reach_line(person: Person, line: str) -> None:
    """Go to the lines by `c`, down to one by the arrows, and stay on its first button."""
    wanted = person.page.locator(f"[data-line='{line}']")
    expect(wanted.locator("[data-act]").first).to_be_visible()
    person.page.keyboard.press("c")
    for _ in range(MOST_LINES):
        if wanted.evaluate("(one) => one.contains(document.activeElement)"):
            return
        person.page.keyboard.press("ArrowDown")
    raise AssertionError(f"{line} can't be reached by the arrows")


def comment(person: Person, line: str, text: str) -> None:
    """Begin a comment about a line by keys alone, and send it."""
    reach_line(person, line)
    person.press(act(person, line, "Comment"))
    asking = person.page.get_by_role("dialog", name="Request changes")
    expect(asking.get_by_label("What should change?")).to_be_focused()
    person.page.keyboard.press("End")
    person.page.keyboard.insert_text(text)
    person.page.keyboard.press("Control+Enter")
    expect(asking).to_have_count(0)


def reword(person: Person, line: str, text: str) -> None:
    """Give a line other words by keys alone."""
    reach_line(person, line)
    person.press(act(person, line, "Reword"))
    expect(person.page.get_by_label(f"Text of {line}")).to_be_focused()
    person.page.keyboard.press("ControlOrMeta+a")
    person.page.keyboard.insert_text(text)
    person.page.keyboard.press("Enter")
    expect(person.page.locator(f"[data-line='{line}']")).to_contain_text("reworded")
