"""Whether the rules' reply is the last word, also where a model could be asked."""

from __future__ import annotations

from domain.agents.brain.answers.about_work import TOPIC
from domain.agents.brain.following import about_before, sentence_alone
from domain.agents.brain.protocol import ProjectFacts, Reply
from domain.agents.brain.reader import Act
from domain.agents.brain.understanding import understand
from domain.agents.records import Message
from domain.keys import spoken_secrets
from domain.language.dialogue import Kind, resolve
from domain.language.foreign import detect

_COURTESY = frozenset({Act.GREETING, Act.THANKS, Act.BYE, Act.WELLBEING, Act.PRESENCE, Act.PRAISE})


def is_settled(question: Message, facts: ProjectFacts, reply: Reply) -> bool:
    """Whether `reply` does something, tells of handed-out work, answers a yes, no or undo, declines, or is small talk.

    What the rules ask back is settled where the customer has told them what to do. Where the customer only weighs it
    ("should I approve the roadmap?"), advice is wanted. A text out of which a secret was cut is answered by rules too:
    nothing of it goes to a model.
    """
    if reply.actions or spoken_secrets.MARK in question.content:
        return True
    if reply.about is not None and reply.about.topic == TOPIC:
        return True  # a model is not given the work items
    if detect(question.content) is not None:
        return False  # the rules read English only
    before = about_before(question, facts)
    reference = resolve(sentence_alone(question.content) or "", before)
    if reference is not None and reference.kind in {Kind.YES, Kind.NO, Kind.UNDO}:
        return True
    said = understand(question.content)
    is_asked_back = reply.about is not None and bool(reply.about.if_yes)
    if said.refusals or (is_asked_back and not (said.weighed or said.wishes_weighed)):
        return True
    is_answer = before is not None and bool(before.if_yes)  # "nein danke" is one, and no thanks
    return said.talk in _COURTESY and not (said.tells or said.queries or said.unclear or is_answer)
