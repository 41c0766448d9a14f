"""The stored text of a document: lines in parts, and the comments that stand beside them.

A revision's text has a row of its own, so that lists of documents read no texts.
"""

from collections.abc import Iterator, Mapping
from datetime import date
from enum import StrEnum

from pydantic import ConfigDict, Field

from common.fields import Instant
from domain.projects.brief.records import EntryOrigin
from domain.projects.records import Record

MOST_LINES = 400
MOST_CHARACTERS = 500
START = "start"
"""The name that the first line of a part follows, in place of a line's id."""


class Section(StrEnum):
    """What a line says: a criterion, a step, a risk and so on. All lines of a part are of one section."""

    CRITERIA = "criteria"
    STEPS = "steps"
    FAILURES = "failures"
    RISKS = "risks"
    PARTS = "parts"
    PACKAGES = "packages"
    TESTS = "tests"
    SENTENCES = "sentences"
    LAUNCH = "launch"
    NOTES = "notes"


class LineState(StrEnum):
    """What became of a line: nothing yet, or a person kept it, worded it anew, or somebody struck it out.

    A line that a model has worded or added is proposed. Where a model struck a line, `why` is set.
    """

    PROPOSED = "proposed"
    KEPT = "kept"
    REWORDED = "reworded"
    STRUCK = "struck"


class Line(Record):
    """One line of a document. Its id stays the same through all revisions and is never given to another.

    Attributes:
        text: the line as it is shown, at most 500 characters.
        template: the line before its slots were filled, as it was proposed; None for a person's own.
        slots: what each slot of the template stands for: the id of a choice or of an entry.
        refs: ids of the entries that it serves.
        source: the playbook that the line comes from, and the version of the playbooks.
        key: a name for what the line was made of, by which the next revision finds it again; None for an added line.
        was_reworded: a person had worded the text when somebody struck the line.
        why: a model's reason, in at most five words, to strike, word or add the line.
        after: the id of the line that it follows, or `start`; None where nobody has put it anywhere.
    """

    id: str
    section: Section
    text: str
    template: str | None = None
    slots: Mapping[str, str] = Field(default_factory=dict)
    origin: EntryOrigin = EntryOrigin.PLAYBOOK
    state: LineState = LineState.PROPOSED
    was_reworded: bool = False
    refs: tuple[str, ...] = ()
    source: str | None = None
    key: str | None = None
    why: str | None = None
    after: str | None = None

    @property
    def has_own_words(self) -> bool:
        """Whether a person worded the text, so that nothing else may write it."""
        return self.state is LineState.REWORDED or self.was_reworded

    @property
    def is_edited(self) -> bool:
        """Whether the line was kept, reworded, struck or added by hand, so that it stays in the next revision."""
        return self.state is not LineState.PROPOSED or self.key is None


class Part(Record):
    """A heading, Markdown below it, and the lines of one section below that.

    `refs` are the ids of the entries that it is about, `choices` the ids of the choices shown behind its lines.
    """

    title: str
    level: int = 2
    text: str = ""
    section: Section | None = None
    refs: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    choices: tuple[str, ...] = ()


class Comment(Record):
    """A remark of the customer on a document, word for word, and the ids of the lines and entries that it names.

    It is open until `resolved_at`. `answer` says what became of it; None where an edit resolved it.
    """

    id: str
    text: str
    about: tuple[str, ...] = ()
    at: Instant
    resolved_at: Instant | None = None
    answer: str | None = None


class DocumentText(Record):
    """The text of one revision. Rows of earlier editions have `content` alone.

    Attributes:
        content: all of it as Markdown, open comments included; `content_hash` is its SHA-256, in hex.
        basis: digests of what it was made of, by `composing.basis_of`; if one differs later, the text is outdated.
        counters: the last number that was given in each group of line ids.
        written_on: the day from which its dates count.
        edited: a person changed it after it was presented.
    """

    model_config = ConfigDict(extra="ignore")  # as with projects

    deliverable_id: str
    revision: int
    title: str = ""
    parts: tuple[Part, ...] = ()
    comments: tuple[Comment, ...] = ()
    content: str
    content_hash: str = ""
    basis: Mapping[str, str] = Field(default_factory=dict)
    counters: Mapping[str, int] = Field(default_factory=dict)
    written_on: date | None = None
    edited: bool = False

    @property
    def lines(self) -> Iterator[Line]:
        """All its lines, struck ones too, in their order."""
        return (line for part in self.parts for line in part.lines)

    @property
    def open_comments(self) -> tuple[Comment, ...]:
        """The comments that nobody has resolved."""
        return tuple(comment for comment in self.comments if comment.resolved_at is None)
