"""The thinker's work on documents: it tailors one that was handed over, or revises it by comments, once (ADR 44).

Code composes the text, the model edits lines of it. Whatever happens to the model, the document goes on: a first
revision is presented as composed, one that was sent back waits for its customer; the CEO says why. The thinker writes
what the CEO would have written, by the same transaction. Afterwards it nudges the CEO, who has waited.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from pydantic import BaseModel, JsonValue

from common.clock import utc_now
from common.errors import ChangedMeanwhile, Unavailable
from common.services import frozen, service
from common.telemetry import logger
from domain.agents import announcements
from domain.agents.answering import Answering, answering
from domain.agents.documents import DocumentMoves, run_of
from domain.agents.moves import Move, Reply
from domain.agents.records import Cost, FellBack
from domain.answers.project_facts import ProjectFacts
from domain.projects.documents.composing import compose
from domain.projects.documents.service import document_service
from domain.projects.documents.trade import Trade
from domain.projects.records import Deliverable, Writing
from domain.projects.states import ProjectStatus
from domain.thinking.asking import Asking
from domain.thinking.prompts import document as prompt
from domain.thinking.revising import Remarks, data_of, revised
from domain.thinking.service import RESERVE, take_up, why
from domain.thinking.tailoring import Edits, Tailor
from domain.thinking.task import Failure, ModelFailed, Subject, Task, Thought
from domain.work.queue import ThoughtWork, WorkItem, WorkQueue, work_queue

_MAX_TOKENS = 6_000
_FEWEST_SECONDS = 1.0


def write(asking: Asking, work: ThoughtWork, seconds: float) -> None:
    """Write the document that `work` names with the model behind `asking`, within `seconds`. Raises `Unavailable`."""
    WritingService(answering(), asking, work_queue(), utc_now).write(work, seconds=seconds)


@frozen
class Draft:
    """A document in hand: its records, the model's part in it, and until when the model may think."""

    facts: ProjectFacts
    document: Deliverable
    writing: Writing
    until: datetime


@service
class WritingService:
    """Writes documents that were handed over."""

    answering: Answering
    asking: Asking
    ceo: WorkQueue
    now: Callable[[], datetime]

    def write(self, item: WorkItem, *, seconds: float) -> None:
        """Write the document that was handed over by the event that `item` names, unless somebody has; nudge the CEO.

        This worker may live for `seconds`. Raises `Unavailable` when the message should be delivered again.
        """
        dies_at = self.now() + timedelta(seconds=seconds)
        take_up(self.ceo, item, self.now, lambda is_last: self._write(item, dies_at, is_last=is_last))

    def _write(self, item: WorkItem, dies_at: datetime, *, is_last: bool) -> None:
        facts, _ = self.answering.read(item)
        found = (one for one in facts.deliverables if one.writing and one.writing.id == item.subject_id)
        document = next(found, None)
        if document is None or document.writing is None or not document.is_being_written(self.now()):
            return
        facts, writing = self.answering.with_work(facts), document.writing
        self.answering.begin(facts, run_of(document, writing, self.now()))
        until = self.now() if is_last else min(writing.until, dies_at) - RESERVE
        draft = Draft(facts, document, writing, until)
        if facts.project.status is not ProjectStatus.ACTIVE:
            move = self._moves.released(facts, document)
        else:
            move = self._revision(draft) if document.revision else self._first(draft)
        try:
            self.answering.commit(self.answering.writes_of(facts, move))
        except ChangedMeanwhile:  # perhaps there is nothing left to write: then nobody waits for this lease
            self.answering.commit([self.answering.conversations.ending_run(facts.project.owned)])
            raise
        logger.info("document_written", deliverable_id=document.id, revision=writing.revision)

    def _first(self, draft: Draft) -> Move:
        """The step that presents the composed text, with the model's edits or without."""
        facts, document = draft.facts, draft.document
        text = compose(document, Trade(facts.plan, facts.now.date()))
        tailor = Tailor(facts, document, text)

        def check(edits: Edits) -> str:
            return _to_mend(tailor.tailored(text, edits.edits).refused)

        def done(thought: Thought[Edits]) -> Move:
            tailored = tailor.tailored(text, thought.output.edits)
            if tailored.refused and not tailored.done:
                raise ModelFailed(Failure.UNUSABLE)
            return self._moves.presented(facts, document, tailored.text, draft.writing)

        def without(reason: FellBack) -> Move:
            ended = draft.writing.model_copy(update={"fell_back": reason.value})
            return self._moves.presented(facts, document, text, ended)

        task = _task("document", prompt.TAILOR, tailor.data(), Edits, check)
        return self._asked(draft, task, done, without)

    def _revision(self, draft: Draft) -> Move:
        """The step that presents the text as the model revised it by the comments, or leaves the document as it is."""
        facts, document = draft.facts, draft.document
        text, _ = document_service().text_of(facts.project, document, facts.brief)
        if text is None or not text.open_comments:
            return self._moves.released(facts, document)
        tailor = Tailor(facts, document, text, [one.text for one in text.open_comments])

        def check(remarks: Remarks) -> str:
            return _to_mend(revised(tailor, remarks, self.now()).refused)

        def done(thought: Thought[Remarks]) -> Move:
            found = revised(tailor, thought.output, self.now())
            if found.is_empty:
                raise ModelFailed(Failure.UNUSABLE)
            cost = Cost(input_tokens=thought.input_tokens, output_tokens=thought.output_tokens, model=self.asking.name)

            def says(after: ProjectFacts) -> Reply:
                return announcements.document_revised(after, document, found.rows, found.cards, cost)

            return self._moves.presented(facts, document, found.text, draft.writing, says)

        task = _task("comments", prompt.REVISE, data_of(tailor), Remarks, check)
        return self._asked(draft, task, done, lambda reason: self._moves.left(facts, document, draft.writing, reason))

    def _asked[Output: BaseModel](
        self,
        draft: Draft,
        task: Task[Output],
        done: Callable[[Thought[Output]], Move],
        without: Callable[[FellBack], Move],
    ) -> Move:
        """Ask the model; returns what `done` makes of its answer, or `without` of the reason why there is none."""
        project, seconds = draft.facts.project, (draft.until - self.now()).total_seconds()
        subject = Subject(project.account_id, draft.writing.id, project.version)
        if seconds < _FEWEST_SECONDS:
            return without(FellBack.TIMED_OUT)
        try:
            return done(self.asking.ask(task, subject, seconds=seconds))
        except Unavailable:
            raise
        except Exception as problem:  # noqa: BLE001 - whatever is wrong with an answer, the composed text is there
            return without(why(problem, "writing_failed", deliverable_id=draft.document.id))

    @property
    def _moves(self) -> DocumentMoves:
        return DocumentMoves(self.answering.projects, self.now())


def _task[Output: BaseModel](
    name: str, instructions: str, data: Mapping[str, JsonValue], output: type[Output], check: Callable[[Output], str]
) -> Task[Output]:
    return Task(name, prompt.VERSION, instructions, data, output, _MAX_TOKENS, check=check)


def _to_mend(refused: tuple[str, ...]) -> str:
    """What the model should mend, in words that it can act on; "" where nothing is wrong."""
    listed = "\n".join(f"- {one}" for one in refused[:20])
    return f"Mend these, or leave them out, and give all of your edits again:\n{listed}" if refused else ""
