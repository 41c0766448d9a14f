"""Grades a turn that was held, by code: what the customer reads, who was consulted, what was done."""

from __future__ import annotations

from collections.abc import Iterator

from tests.conversations.replay import Held


def flaws(held: Held) -> Iterator[str]:
    """What is wrong with the turn, in words; nothing for a good one.

    A recorded turn may say what it expects: `by` (`model` unless said), `says` and `never` (texts in the reply), `does`
    (the kinds of actions, none unless said), `asks` (the sentence that "yes" would stand for), `opinion`.
    """
    turn, reply = held.turn, held.reply
    if reply.by != turn.get("by", "model"):
        yield f"answered by {reply.by} {held.failure}".strip()
    shown = "\n".join([reply.content, *(entry.summary for entry in reply.contributions)])
    for text in turn.get("says", ()):
        if text not in shown:
            yield f"does not say {text!r}"
    for text in turn.get("never", ()):
        if text.lower() in shown.lower():
            yield f"says {text!r}"
    done = [type(action).__name__ for action in reply.actions]
    if done != turn.get("does", []):
        yield f"does {done}"
    if not done and held.before.project != held.after.project:
        yield "changes the project"
    asks = reply.about.if_yes if reply.about else ""
    if asks != turn.get("asks", ""):
        yield f"asks {asks!r}"
    if any(entry.opinion for entry in reply.contributions) != turn.get("opinion", False):
        yield "an opinion is not where it was expected"
