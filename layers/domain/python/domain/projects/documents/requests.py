"""What a caller sends to edit a document."""

from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from common.envelope import RequestModel
from domain.projects.brief.requests import EntryId
from domain.projects.documents.records import MOST_CHARACTERS, LineState, Section
from domain.projects.requests import ContentHash
from domain.projects.text import line

MOST_EDITS = 50
MOST_IN_ANSWER = 200
LINE_ID = r"^[A-Z]{1,2}[0-9]{1,4}(\.[0-9]{1,4})?$"
LineId = Annotated[str, StringConstraints(pattern=LINE_ID)]
CommentId = Annotated[str, StringConstraints(pattern="^c[1-9][0-9]{0,3}$")]
LineText = Annotated[str, line(MOST_CHARACTERS)]


class _Edit(RequestModel):
    """An edit of one line: another text, or another state.

    `kept` and `struck` say what becomes of the line, `proposed` takes back what a person did with it. `resolves` names
    comments that the edit settles.
    """

    text: LineText | None = None
    state: Literal[LineState.PROPOSED, LineState.KEPT, LineState.STRUCK] | None = None
    resolves: list[CommentId] = Field(default=[], max_length=20)

    @model_validator(mode="after")
    def _is_one_edit(self) -> Self:
        if (self.text is None) == (self.state is None):
            raise ValueError("Give either text or state")
        return self


class EditLine(_Edit):
    """One edit among several."""

    id: LineId


class ChangeLine(_Edit):
    """PATCH …/lines/:lineId. `content_hash` is that of the text that was read."""

    content_hash: ContentHash


class ChangeLines(RequestModel):
    """PATCH …/lines: up to 50 edits, all or none. `content_hash` is that of the text that was read."""

    content_hash: ContentHash
    edits: list[EditLine] = Field(min_length=1, max_length=MOST_EDITS)


class AddLine(RequestModel):
    """POST …/lines: a line more, for the entries `refs`, at the end of their part."""

    section: Section
    text: LineText
    refs: list[EntryId] = Field(default=[], max_length=10)


class AnswerComment(RequestModel):
    """PATCH …/comments/:commentId: what became of a comment. It counts as resolved."""

    answer: LineText


class AnswerChoice(RequestModel):
    """PATCH …/choices/:choiceId: the customer's answer, or null for the proposed one."""

    answer: Annotated[str, line(MOST_IN_ANSWER)] | None
    was: str | None = Field(None, max_length=MOST_IN_ANSWER, description="The answer as you read it, null for none.")
