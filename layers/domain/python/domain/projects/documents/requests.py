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
After = Annotated[str, StringConstraints(pattern=r"^(start|[A-Z]{1,2}[0-9]{1,4}(\.[0-9]{1,4})?)$")]
LineText = Annotated[str, line(MOST_CHARACTERS)]


class _Edit(RequestModel):
    """An edit of one line: another text, another state, or another place.

    `kept` and `struck` say what becomes of the line, `proposed` takes back what a person did with it. `after` names the
    line of the same part that it follows then, or `start`. `resolves` names comments that the edit settles.
    """

    text: LineText | None = None
    state: Literal[LineState.PROPOSED, LineState.KEPT, LineState.STRUCK] | None = None
    after: After | None = None
    resolves: list[CommentId] = Field(default=[], max_length=20)

    @model_validator(mode="after")
    def _is_one_edit(self) -> Self:
        if sum(given is not None for given in (self.text, self.state, self.after)) != 1:
            raise ValueError("Give one of text, state and after")
        return self


class EditLine(_Edit):
    """One of several edits, of the line `id`. Give one of `text`, `state` and `after`."""

    id: LineId


class ChangeLine(_Edit):
    """PATCH …/lines/:lineId. `content_hash` is that of the text that was read."""

    content_hash: ContentHash


class ChangeLines(RequestModel):
    """PATCH …/lines: up to 50 edits, all or none. `content_hash` is that of the text that was read."""

    content_hash: ContentHash
    edits: list[EditLine] = Field(min_length=1, max_length=MOST_EDITS)


class AddLine(RequestModel):
    """POST …/lines: one more line, for the entries `refs`: behind the line `after`, else at the end of their part."""

    section: Section
    text: LineText
    refs: list[EntryId] = Field(default=[], max_length=10)
    after: After | None = None


class AnswerComment(RequestModel):
    """PATCH …/comments/:commentId: what became of a comment. It counts as resolved."""

    answer: LineText


class AnswerChoice(RequestModel):
    """PATCH …/choices/:choiceId: the customer's answer, or null for the proposed one."""

    answer: Annotated[str, line(MOST_IN_ANSWER)] | None
    was: str | None = Field(None, max_length=MOST_IN_ANSWER, description="The answer as you read it, null for none.")
