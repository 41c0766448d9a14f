"""Entries, which search finds: projects, documents, messages, reports, requests, work items and credentials."""

from enum import StrEnum

from common.services import frozen

CEO = "CEO"
"""The title of a message of the CEO; the customer's are titled "You"."""


class FoundType(StrEnum):
    """A kind of thing that can be found."""

    PROJECT = "project"
    DOCUMENT = "document"
    MESSAGE = "message"
    REPORT = "report"
    REQUEST = "request"
    WORK = "work"
    CREDENTIAL = "credential"


@frozen
class Entry:
    """One thing that can be found.

    Attributes:
        project_id: the project that it belongs to; None for a report of a task without one.
        title: what it is called.
        body: its text, Markdown.
        around: more words by which it is found, though its own text lacks them: the project's name.
        path: the page that shows it, beginning with `/app`.
        updated_at: ISO 8601 in UTC.
    """

    id: str
    type: FoundType
    project_id: str | None
    title: str
    body: str
    around: str
    path: str
    updated_at: str

    @property
    def project_name(self) -> str | None:
        """The project's name, as it was when the entry was written; None for a report."""
        return self.title if self.type is FoundType.PROJECT else self.around or None


@frozen
class Match:
    """An entry that was found: how well its words fit (more is better), and whether its title has them all."""

    number: int
    id: str
    updated_at: str
    weight: float
    in_title: bool
