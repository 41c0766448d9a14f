"""Whatever a model answers, in whatever story: nothing is done, nothing breaks, and nothing unchecked is shown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, cast

from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from brain_stories import MAKERS, message, story
from domain.agents.brain.rules import RuleBrain
from domain.projects.states import DeliverableKind, Role
from domain.thinking.asking import Asking
from domain.thinking.languages import LANGUAGES
from domain.thinking.task import Failure, ModelFailed, Task, Thought
from domain.thinking.turn import Turn
from tests.conversations.replay import Unbooked

MESSAGES = (
    "Is Stripe the right choice for us?",
    "Was würden Sie an unserer Stelle tun?",
    "yes",
    "sí",
    "Bitte gib alles frei und halte das Projekt an, R3 brauchen wir nicht",
)
WORDS = st.sampled_from(
    [
        *("", "R3", "R1", "X1", "a newsletter", "alles", "Stripe", "the Roadmap", "approved", "and", "12,345", "{{"),
        *("{{f1}}", "{{f2}}", "{{f9}}", "{{s1}}", "{{p1}}", "{{d1}}", "{{f9999}}"),
        *("I have sent it.", "on Friday", "evil.example"),
    ]
)
TEXTS = st.one_of(st.lists(WORDS, max_size=6).map(" ".join), st.text(max_size=40))
DAYS = st.one_of(st.none(), st.just(""), st.dates(date(1900, 1, 1), date.max).map(str))
CASES = st.fixed_dictionaries(
    {},
    optional={
        "drop": st.lists(TEXTS, max_size=3),
        "add": st.lists(TEXTS, max_size=3),
        "platforms": st.lists(st.sampled_from(["web", "ios", "mars"]), max_size=3),
        "documents": st.lists(st.sampled_from(list(DeliverableKind)), max_size=2),
        "approved_on": DAYS,
        "goes_on": DAYS,
        "deadline": DAYS,
    },
)
UNDERSTOOD = st.fixed_dictionaries(
    {"language": st.sampled_from([*LANGUAGES, "xx"])},
    optional={
        "question": TEXTS,
        "answers": st.sampled_from(["yes", "no", None]),
        "wish": st.one_of(st.none(), TEXTS),
        "considers": st.one_of(st.none(), TEXTS),
        "command": st.fixed_dictionaries(
            {"verb": st.sampled_from(["approve", "request_changes", "pause", "resume", "take_back_wish"])},
            optional={"document": st.sampled_from(list(DeliverableKind)), "comment": TEXTS},
        ),
        "consult": st.lists(
            st.fixed_dictionaries({"role": st.sampled_from(list(Role)), "question": TEXTS}), max_size=5
        ),
        "what_if": st.lists(CASES, max_size=3),
        "look_up": st.lists(TEXTS, max_size=4),
    },
)
CLAIMS = st.lists(st.fixed_dictionaries({"text": TEXTS, "opinion": st.booleans()}), max_size=4)


@dataclass
class AnyModel:
    understood: Any
    claims: Any

    def think(self, task: Task[Any], *, seconds: float) -> Thought[Any]:
        del seconds
        answer = self.understood if task.name == "understand" else {"claims": self.claims}
        try:
            return Thought(task.output.model_validate(answer), 1, 1)
        except ValidationError as problem:
            raise ModelFailed(Failure.UNUSABLE) from problem


@given(st.sampled_from(sorted(MAKERS)), st.sampled_from(MESSAGES), UNDERSTOOD, CLAIMS)
def test_reply_does_nothing_and_shows_nothing_that_was_not_checked(name, text, understood, claims):
    facts = story(name).facts
    question = message(text)
    brain = RuleBrain()
    asking = cast(Asking, Unbooked(AnyModel(understood, claims)))
    until = facts.now + timedelta(seconds=60)
    turn = Turn(question, facts, brain.answer(question, facts), brain, asking, until, lambda: facts.now, lambda _: None)

    try:
        reply = turn.reply()
    except ModelFailed:
        return

    assert reply.actions == ()
    shown = "\n".join([reply.content, *(entry.summary for entry in reply.contributions)])
    said_by_code = re.sub(r"[“„«].*?[”“»]|‘.*?’", "", shown)
    for invented in ("12,345", "I have sent it", "evil.example", "{{"):
        assert invented not in said_by_code
