"""A conversation with the rules, turn by turn, with what each reply does carried out in the facts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from brain_briefs import TAVERNA
from brain_stories import drafted, message, story
from domain.agents import consequences
from domain.agents.brain.protocol import ProjectFacts, Reply
from domain.agents.brain.rules import RuleBrain
from domain.projects.states import Phase


def facts_of(project: str) -> ProjectFacts:
    """The facts of a story; `launched` is a project with a deadline whose documents are all approved."""
    if project == "launched":
        return drafted("Taverna", TAVERNA).submitted().approved_until(Phase.COMPLETE).later(days=1).facts
    return story(project).facts


@dataclass
class Talk:
    """What was said so far, and the facts as they are by now."""

    facts: ProjectFacts
    said: int = field(default=0)

    def say(self, text: str, *, may_decide: bool = True) -> Reply:
        question = message(text, may_decide=may_decide).model_copy(update={"id": self._id()})
        facts = replace(self.facts, recent=(*self.facts.recent, question))
        reply = RuleBrain().answer(question, facts)
        after = consequences.of_reply(facts, question, reply, now=facts.now).facts
        answer = question.model_copy(
            update={
                "id": self._id(),
                "sender_type": "agent",
                "content": reply.content,
                "reply_to": question.id,
                "about": reply.about,
            }
        )
        self.facts = replace(after, recent=(*after.recent, answer))
        return reply

    def _id(self) -> str:
        self.said += 1
        return f"msg_01JNB3ZK8R5V6W7X8Y9Z{self.said:06d}"
