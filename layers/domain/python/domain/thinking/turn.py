"""Thinks about one question: understand and plan, consult the roles, compose, check. Returns a reply and does nothing.

Each step is a task that is stored, so that a turn that died is done again without paying twice. Times are shares of
what is left until the deadline: a step that takes too long leaves the others theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import datetime

from pydantic import BaseModel

from common.telemetry import logger
from domain.agents.brain.protocol import Brain, ProjectFacts, Reply
from domain.agents.records import Cost, Message
from domain.language.dialogue import About
from domain.projects.states import Role
from domain.thinking import compose, consult, understand
from domain.thinking.asking import Asking, TokensSpent
from domain.thinking.asking_back import answered, asked_back
from domain.thinking.check import Checked
from domain.thinking.consult import Answer, Consulted, Material
from domain.thinking.languages import LANGUAGES
from domain.thinking.lookups import Lookups
from domain.thinking.passages import passages_of
from domain.thinking.project_sheet import sheet_of
from domain.thinking.render import Claim
from domain.thinking.steps import Subject
from domain.thinking.task import Failure, ModelFailed, Task
from domain.thinking.understand import Consultation, Understood

UNDERSTANDING = 0.25  # the share of the time that is left at the beginning
CONSULTING = 0.5  # of what is left after it
_FEWEST_SECONDS = 1.0  # with less left, no model answers: the rest of the time is for the rules' reply


@dataclass(slots=True)
class Turn:
    """One question, thought about with a model.

    Attributes:
        question: the customer's message.
        facts: the records as they stand.
        ruled: the rules' reply to it.
        brain: the rules.
        asking: the model, and the books about it.
        until: when the reply must be there.
        now: the clock.
        shows: called with the roles that are being consulted.
        costs: the tokens that each step so far has read and written.
    """

    question: Message
    facts: ProjectFacts
    ruled: Reply
    brain: Brain
    asking: Asking
    until: datetime
    now: Callable[[], datetime]
    shows: Callable[[Sequence[Role]], None]
    costs: list[tuple[int, int]] = field(default_factory=list)

    def reply(self) -> Reply:
        """The reply, in the words of a model.

        Raises:
            ModelFailed: the model gave nothing that can be shown, or took too long.
            TokensSpent: the account's tokens are used up.
        """
        task = understand.task_of(self.question, self.facts)
        understood = understand.validated(self._ask(task, self._left() * UNDERSTANDING), self.question, self.facts)
        if understood.language not in LANGUAGES:
            raise ModelFailed(Failure.UNUSABLE)
        if understood.answers is not None:
            said = answered(understood.answers, understood.language, self.question, self.facts, self.brain)
            return self._worded(said)
        material = self._material(understood)
        back = asked_back(understood, self.question, self.facts, self.brain, self.ruled)
        if back is not None and not understood.question:
            # Without a question in it, it is the rules' reason why they can't.
            return self._worded(back) if back.about else replace(back, cost=self.cost)
        said = self._composed(material)
        if back is not None:
            said = replace(said, content=f"{said.content}\n\n{back.content}", about=back.about)
        return self._worded(said)

    def _material(self, understood: Understood) -> Material:
        return Material(
            understood=understood,
            message=self.question.content,
            conversation=understand.conversation(self.question, self.facts),
            sheet=sheet_of(self.facts),
            passages=passages_of(self.facts),
        )

    def _composed(self, material: Material) -> Reply:
        consulted = self._consulted(material)
        answer = self._ask(compose.task_of(material, consulted), self._left())
        first = compose.checked(answer, material)
        kept = self._mended(answer, first, material, consulted) if first.dropped else first.kept
        if not compose.is_answer(kept, first):
            raise ModelFailed(Failure.UNUSABLE)
        content = "\n\n".join(claim.text for claim in compose.written(kept, material))
        contributions = tuple(entry for role in consulted for entry in role.contributions)
        # Not the rules' own list of what they showed: the customer has not seen it.
        about = About(topic="thought", question=material.understood.question[:300])
        return Reply(content, contributions, about=about)

    def _mended(
        self, answer: Answer, first: Checked, material: Material, consulted: Sequence[Consulted]
    ) -> Sequence[Claim]:
        """The failed claims asked for once more; where that fails, what was kept, which may do without them."""
        logger.info("claims_dropped", flaws=_flaws(first), kept=len(first.kept))
        try:
            again = self._ask(compose.again(material, consulted, first), self._left())
        except (ModelFailed, TokensSpent):
            return first.kept
        second = compose.checked(again, material)
        if second.dropped:
            logger.info("claims_dropped", flaws=_flaws(second), kept=len(second.kept))
        return compose.mended(answer, first, again, second)

    def _consulted(self, material: Material) -> list[Consulted]:
        """What the roles say, asked side by side. A role is left out when its model fails, or costs more than is left.

        A consultation may cost ten times as much as an answer, because of its tools.
        """
        asked = material.understood.consult
        if not asked:
            return []
        self.shows([item.role for item in asked])
        seconds = self._left() * CONSULTING
        with ThreadPoolExecutor(max_workers=len(asked)) as pool:
            futures = [pool.submit(self._consult, item, material, seconds) for item in asked]
        found = [future.result() for future in futures]
        return [consulted for consulted in found if consulted is not None and (consulted.claims or consulted.views)]

    def _consult(self, asked: Consultation, material: Material, seconds: float) -> Consulted | None:
        lookups = Lookups(material.passages)
        try:
            answer = self._ask(consult.task_of(asked, material, lookups), seconds, role=asked.role.value)
        except (ModelFailed, TokensSpent):
            return None
        return consult.checked(asked.role, answer, material)

    def _ask[Output: BaseModel](self, task: Task[Output], seconds: float, *, role: str = "") -> Output:
        if seconds < _FEWEST_SECONDS:
            raise ModelFailed(Failure.TIMED_OUT)
        subject = Subject(self.question.account_id, self.question.id, self.facts.project.version)
        thought = self.asking.ask(task, subject, seconds=seconds, role=role)
        self.costs.append((thought.input_tokens, thought.output_tokens))
        return thought.output

    def _left(self) -> float:
        return (self.until - self.now()).total_seconds()

    @property
    def cost(self) -> Cost | None:
        """What was spent so far; None while nothing was."""
        read, written = (sum(part) for part in zip(*self.costs, strict=True)) if self.costs else (0, 0)
        return Cost(input_tokens=read, output_tokens=written, model=self.asking.name) if self.costs else None

    def _worded(self, reply: Reply) -> Reply:
        return replace(reply, by="model", cost=self.cost)


def _flaws(checked: Checked) -> list[str]:
    return [failure.flaw.value for _, failures in checked.dropped for failure in failures]
