"""Makes the MIME message of a letter: plain text, HTML, and headers to which no name can add a line."""

from __future__ import annotations

from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import EmailPolicy
from functools import cache
from pathlib import Path
from typing import Any, override

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from common.services import frozen
from composing.markdown import as_html, as_text
from domain.mail.letters import Letter, one_line, subject_of

NAME = "Atrium"
LONGEST_LINE = 900  # RFC 5322 allows 998 characters, the header's name included
TEMPLATES = Path(__file__).parent / "templates"


class Unfolded(EmailPolicy):
    """Writes each header on one line if its value is ASCII and shorter than 900 characters.

    The standard library would write a long URL as encoded words, and mail programs would not find the link to
    unsubscribe.
    """

    @override
    def fold_binary(self, name: str, value: str) -> bytes:
        if value.isascii() and len(value) < LONGEST_LINE:
            return f"{name}: {value}{self.linesep}".encode("ascii")
        folded: bytes = super().fold_binary(name, value)
        return folded


@frozen
class Bodies:
    """The plain text and the HTML of a mail."""

    text: str
    html: str


def compose(letter: Letter, *, sender: str, address: str) -> bytes:
    """The letter as bytes for SES, from `sender` to `address`. Raises `ValueError` for a malformed address."""
    shown = bodies(letter)
    message = EmailMessage(policy=Unfolded(linesep="\r\n"))
    message["From"] = _address(sender, NAME)
    message["To"] = _address(address)
    message["Subject"] = subject_of(letter)
    message["Auto-Submitted"] = "auto-generated"  # RFC 3834: no out-of-office answers
    if letter.unsubscribe_url is not None:
        message["List-Unsubscribe"] = f"<{letter.unsubscribe_url}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"  # RFC 8058
    message.set_content(shown.text)
    message.add_alternative(shown.html, subtype="html")
    return message.as_bytes()


def bodies(letter: Letter) -> Bodies:
    """The text and the HTML of a letter, without its headers."""
    report = letter.report or ""
    heading = letter.subject if letter.heading is None else letter.heading
    values: dict[str, Any] = {"letter": letter, "heading": one_line(heading), "name": NAME}
    text = _templates().get_template("mail.txt").render(values, report=as_text(report))
    html = _templates().get_template("mail.html").render(values, report=as_html(report))
    return Bodies(text.strip() + "\n", html)


def _address(spec: str, name: str = "") -> Address:
    try:
        return Address(name, addr_spec=spec)
    except (
        MessageError,
        ValueError,
        IndexError,
    ) as error:  # the parser's ways to fail
        raise ValueError("Not an address that mail can be sent to") from error


@cache
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
