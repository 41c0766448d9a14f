"""The thinker's work: it thinks about a question that was handed over, and answers it once (ADR 19).

Whatever happens to the model, the customer gets an answer: the model's, or the one from the records with the reason.
The same transaction writes it as without a model. Afterwards the thinker nudges the CEO, who has waited.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from common.clock import utc_now
from common.errors import ChangedMeanwhile, Unavailable
from common.services import service
from common.telemetry import logger
from domain.agents.answering import Answering, ProjectBusy, answering
from domain.agents.model_handover import fallen_back, is_thought_about, reason_given, run_of_question
from domain.agents.moves import Reply, asked_of, told
from domain.agents.records import Cost, FellBack, Message, Sentence
from domain.agents.speaking import Said, reply_to
from domain.answers.amounts import NoSuchDeed
from domain.answers.cards import Prepared
from domain.answers.deeds import Deed
from domain.answers.preparing import Preparer, wanted_in
from domain.answers.project_facts import ProjectFacts
from domain.answers.record_facts import whole_sheet
from domain.thinking.agent import Agent, Ground, Thoughtful
from domain.thinking.asking import Asking, TokensSpent
from domain.thinking.task import Failure, ModelFailed, Subject
from domain.thinking.tools import NotComputed
from domain.work.queue import ThoughtWork, WorkItem, WorkQueue, work_queue

RESERVE = timedelta(seconds=3)  # for reading the records anew and for the commit
_ATTEMPTS = 3  # the last one from the records, which holds for any version of the project
_FELL_BACK = {
    Failure.TIMED_OUT: FellBack.TIMED_OUT,
    Failure.UNREACHABLE: FellBack.UNREACHABLE,
    Failure.DENIED: FellBack.UNREACHABLE,
    Failure.THROTTLED: FellBack.UNREACHABLE,
    Failure.REFUSED: FellBack.REFUSED,
    Failure.UNUSABLE: FellBack.UNUSABLE,
    Failure.WITHHELD: FellBack.UNUSABLE,
}


def why(problem: Exception, event: str, **about: str) -> FellBack:
    """The reason why a model gave nothing. An unexpected problem is logged as `event` with `about`, and is UNUSABLE."""
    if isinstance(problem, ModelFailed):
        return _FELL_BACK[problem.failure]
    if isinstance(problem, TokensSpent):
        return FellBack.OUT_OF_TOKENS
    logger.error(event, exc_info=problem, extra=dict(about))
    return FellBack.UNUSABLE


def think_about(asking: Asking, work: ThoughtWork, seconds: float) -> None:
    """Answer the question that `work` names with the model behind `asking`, within `seconds`. Raises `Unavailable`."""
    ThinkingService(answering(), asking, work_queue(), utc_now).think_about(work, seconds=seconds)


def take_up(ceo: WorkQueue, item: WorkItem, now: Callable[[], datetime], attempt: Callable[[bool], None]) -> None:
    """Call `attempt` again while records change, three times at most, the last one with True; then nudge the CEO."""
    for number in range(_ATTEMPTS):
        try:
            attempt(number == _ATTEMPTS - 1)
            break
        except ChangedMeanwhile:
            logger.info("changed_while_thinking", subject_id=item.subject_id)
        except ProjectBusy:
            logger.info("taken_up_by_ceo", subject_id=item.subject_id)
            break
    ceo.send(item, deduplication_id=f"{item.subject_id}-thought-{int(now().timestamp())}")


@service
class ThinkingService:
    """Answers questions that were handed over."""

    answering: Answering
    asking: Asking
    ceo: WorkQueue
    now: Callable[[], datetime]

    def think_about(self, item: WorkItem, *, seconds: float) -> None:
        """Answer the question that `item` names, unless somebody has; then nudge the CEO.

        This worker may live for `seconds`. Raises `Unavailable` when the message should be delivered again.
        """
        dies_at = self.now() + timedelta(seconds=seconds)
        take_up(self.ceo, item, self.now, lambda is_last: self._answer(item, dies_at, is_last=is_last))

    def _answer(self, item: WorkItem, dies_at: datetime, *, is_last: bool) -> None:
        messages = self.answering.list_back_to(item)
        question = next((message for message in messages if message.id == item.subject_id), None)
        if question is None or question.thinking_until is None or not is_thought_about(question, self.now()):
            return
        facts, _ = self.answering.read(item)
        said = Said(question, tuple(reversed(messages)), self.answering.with_work(facts))
        self.answering.begin(facts, run_of_question(question, self.now(), question.thinking_until), question)
        until = min(question.thinking_until, dies_at) - RESERVE
        ruled = reply_to(said)
        reply = fallen_back(ruled, FellBack.TIMED_OUT) if is_last else self._thought(said, ruled, until)
        self.answering.answer(facts, question, reply)
        logger.info("question_thought", message_id=question.id, by=reply.by, fell_back=reply.fell_back)

    def _progress(self, question: Message) -> Callable[[str], None]:
        return lambda doing: self.answering.conversations.note_progress(question, f"{doing[:1].upper()}{doing[1:]}")

    def _thought(self, said: Said, ruled: Reply, until: datetime) -> Reply:
        """The model's reply; or `ruled`, the reply from the records, with the reason. Raises `Unavailable`."""
        agent = Agent(ground_of(said), self.asking, until, self.now, self._progress(said.question))
        try:
            return replied(agent.answer(), ruled, agent.cost)
        except Unavailable:
            raise
        except Exception as problem:  # noqa: BLE001 - whatever is wrong with an answer, the records have one
            reason = why(problem, "thinking_failed", message_id=said.question.id)
        given = reason_given if reason is FellBack.OUT_OF_TOKENS else fallen_back
        return replace(given(ruled, reason), cost=agent.cost)


def ground_of(said: Said) -> Ground:
    """What a message to the CEO is answered from, with the rules for its cards and for who may ask for them."""
    facts, question = said.facts, said.question
    own = facts.project.name.casefold()

    def project_named(name: str) -> ProjectFacts:
        if name.strip().casefold() not in {"", own}:
            raise NotComputed("You answer for this project alone.")
        return facts

    def prepared(deed: Deed, project: str) -> Prepared:
        if project.strip().casefold() not in {"", own}:
            raise NoSuchDeed("The CEO changes this project alone; the assistant can prepare it.")
        return Preparer(facts).prepared(deed)

    sender = question.sender
    return Ground(
        subject=Subject(question.account_id, question.id, facts.project.version),
        you_are=f"The CEO of the project “{facts.project.name}”. Today is {facts.now:%A, %d %B %Y}.",
        facts=tuple(whole_sheet(facts)),
        earlier=said.earlier,
        message=question.content,
        prepared=prepared,
        project_named=project_named,
        scopes=frozenset(sender.scopes) if sender and sender.scopes is not None and not sender.worker else None,
        sender="a worker, who does the work and is not the owner" if sender and sender.worker else "the owner",
        forms=wanted_in(question.content, Preparer(facts).prepared, facts.now).cards,
    )


def replied(answer: Thoughtful, ruled: Reply, cost: Cost | None) -> Reply:
    """The model's reply to the customer; without cards it keeps the note that the reply from the records would keep."""
    return Reply(
        answer.whole,
        contributions=(*answer.contributions, *asked_of(answer.facts)),
        facts=told(answer.facts),
        cards=answer.cards,
        note="" if answer.cards else ruled.note,
        by="model",
        cost=cost,
        sentences=tuple(Sentence.model_validate(one, from_attributes=True) for one in answer.sentences),
        draft=answer.draft,
    )
