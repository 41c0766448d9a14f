"""Mails as mail programs read them: headers that no name breaks out of, text and HTML that say the same."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from composing.markdown import as_html, as_text
from composing.message import compose
from domain.mail.letters import Letter, Writer
from domain.mail.records import ReportText
from mails import ADDRESS, SENDER, URL, event, html_of, read, text_of
from tables import for_each
from unit_fixtures import START

WRITER = Writer(URL)
HOSTILE = [
    "<script>alert(1)</script>",
    "Bakery\r\nBcc: everybody@example.com",
    "Bakery\nContent-Type: text/html\n\n<b>hello</b>",
    'Bakery" onmouseover="alert(1)',
    "{{ letter.why }}{% raw %}",
    "\u202eyrekaB\u202c",
    "Bakery\u2028Bcc: x@example.com",
    "=?utf-8?q?Bcc=3A_x?=",
    "a" * 300,
]


def sent(letter: Letter):
    return read(compose(letter, sender=SENDER, address=ADDRESS))


def letters() -> dict[str, Letter]:
    report = ReportText("Weekly report", "# Weekly report\n\n**All is well.**", wanted=True)
    digest = WRITER.digest([event(START, number=1), event(START, number=2)], "unsub")
    assert digest is not None
    return {
        "verification": WRITER.verification("tok"),
        "needs_you": WRITER.needs_you(event(START, action="decide_approval"), "unsub"),
        "digest": digest,
        "report": WRITER.report(report, "rep_1", "unsub"),
    }


class Page(HTMLParser):
    """What a page would do: its links, and what it loads or runs."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.handlers: list[str] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name == "href"]
        self.loads += [tag] if tag in {"img", "script", "link", "iframe", "object", "svg", "form"} else []
        self.loads += [value or "" for name, value in attrs if name in {"src", "background", "srcset"}]
        self.handlers += [name for name, _ in attrs if name.startswith("on")]

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("kind", letters())
def test_mail_has_text_and_html_with_the_same_links_all_of_them_ours_and_loads_nothing(kind):
    message = sent(letters()[kind])
    page = Page(html_of(message))

    assert message.get_content_type() == "multipart/alternative"
    assert page.loads == page.handlers == []
    assert page.links
    assert all(link.startswith(URL) for link in page.links)
    assert all(link in text_of(message) for link in page.links)
    assert "url(" not in html_of(message)
    assert "@import" not in html_of(message)


def test_addresses_in_headers_are_written_as_they_are_however_long():
    """Mail programs read this header by its letters: folded or encoded, one click would do nothing."""
    long = "t" * 60
    message = compose(WRITER.needs_you(event(START), long), sender=SENDER, address=ADDRESS)
    head = message.partition(b"\r\n\r\n")[0].split(b"\r\n")

    assert f"List-Unsubscribe: <{URL}/unsubscribe?token={long}>".encode() in head
    assert b"List-Unsubscribe-Post: List-Unsubscribe=One-Click" in head
    assert b"To: " + ADDRESS.encode() in head


@for_each("summary", ["Bakery: " + "word " * 40, "מאפייה: " + "מפת הדרכים " * 20, "B\u00e4ckerei " * 20])
def test_long_subject_keeps_to_what_a_line_may_hold(summary):
    message = compose(WRITER.needs_you(event(START, summary=summary.strip()), "t"), sender=SENDER, address=ADDRESS)
    lines = message.partition(b"\r\n\r\n")[0].split(b"\r\n")

    assert max(map(len, lines)) < 998
    assert all(len(line) <= 78 for line in lines if b"=?utf-8" in line)
    assert str(read(message)["Subject"]).startswith(summary[:140].strip())


def test_verification_can_not_be_unsubscribed_and_names_nobody():
    message = sent(letters()["verification"])

    assert message["List-Unsubscribe"] is None
    assert f"{URL}/app/#/verify/tok" in text_of(message)
    assert message["Subject"] == "Confirm your email address"


@for_each("name", HOSTILE)
def test_hostile_name_stays_text(name):
    summary = f"{name}: the roadmap waits"[:300]
    links = "[click](https://evil.example) ![x](https://evil.example/x.png) <https://evil.example>"
    report = ReportText(f"Report {name}", f"# Report\n\n- {name}: {links}\n", wanted=True)
    message = sent(WRITER.needs_you(event(START, summary=summary), "unsub"))
    page = Page(html_of(message))

    assert set(message.keys()) == {
        *("From", "To", "Subject", "Auto-Submitted", "List-Unsubscribe", "List-Unsubscribe-Post"),
        *("MIME-Version", "Content-Type"),
    }
    assert message.get_all("To") == [ADDRESS]
    assert len(str(message["Subject"])) <= 150
    assert not {"\n", "\r", "\u2028", "\u202e"} & set(str(message["Subject"]))
    for one in (page, Page(html_of(sent(WRITER.report(report, "rep_1", "unsub"))))):
        assert one.loads == one.handlers == []
        assert all(link.startswith(URL) for link in one.links)


@for_each("address", ["no address", "a@b@c", "<a@b.example>", "a,b@c.example", "@b.example", "", 'x"y@b.example'])
def test_address_that_is_none_is_refused_by_a_value_error(address):
    with pytest.raises(ValueError, match="address"):
        compose(letters()["verification"], sender=SENDER, address=address)


def test_report_is_in_the_mail_as_html_and_as_plain_text():
    content = (
        "# Weekly report\n\n1. **Bakery \\& Co**: the roadmap\n   - since Monday\n\n"
        "**Bike shop**\n\n- Scope has waited 2 days for your approval\n- The project is on hold\n\n"
        "| Project | Spent |\n|---|---|\n| Bakery | EUR 10 |\n\n*As of Monday.*\n"
    )

    assert as_text(content).split("\n\n") == [
        "Weekly report\n=============",
        "1. Bakery & Co: the roadmap\n   - since Monday",
        "Bike shop",
        "- Scope has waited 2 days for your approval\n- The project is on hold",
        "Project | Spent\nBakery | EUR 10",
        "As of Monday.",
    ]
    html = as_html(content)
    for part in ("<h1>Weekly report</h1>", "<strong>Bakery &amp; Co</strong>", "<td>EUR 10</td>"):
        assert part in html


@pytest.mark.parametrize("kind", ["needs_you", "digest", "report"])
def test_mail_can_be_ended_with_one_click(kind):
    message = sent(letters()[kind])

    assert message["List-Unsubscribe"] == f"<{URL}/unsubscribe?token=unsub>"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
