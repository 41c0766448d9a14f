"""Boundaries: which topic a clause is about when the cues of several meet in it."""

from collections.abc import Mapping, Sequence

from domain.pa.intent.cue import Hit, Weight
from domain.pa.intent.word_forms import word_set

REFUSALS = word_set("secret other_customer override unrelated")

# "Read it to me" is no topic of its own; it repeats what was spoken of before.
ECHO = "echo"

_SPECIFIC = word_set("priorities approvals blockers credentials budget timeline messages schedule")

# A topic and those it leaves the clause to where both are equally strong.
_GIVES_WAY: Mapping[str, frozenset[str]] = {
    # summary and project_status against the rest: "how are we doing on budget" asks for the budget.
    "state": _SPECIFIC,
    # help against the rest: "help me with the approvals" is about approvals; "what can you do first" is still help.
    "help": _SPECIFIC - {"priorities"} | {"state"},
    # priorities against approvals, credentials, blockers: "which approvals need me" names what it is; "what needs me"
    # leaves it open. A date makes no difference: "what should I do before lunch" is a priority.
    "priorities": _SPECIFIC - {"priorities", "timeline"} | {"help"},
    # blockers against messages: "why has the CEO not answered" is about the answer.
    "blockers": word_set("messages schedule"),
    # timeline against blockers: "why are we late" asks for the reason, "are we late" for the date. Against the other
    # facts: "when is the money gone", "when did he write", "when do you need the logins" ask for the thing itself.
    "timeline": _SPECIFIC - {"timeline"},
    # approvals against messages: "is there a reply about my sign-off" is about the reply.
    "approvals": word_set("messages"),
}


def settle(hits: Sequence[Hit]) -> dict[str, Weight]:
    """The topics of one clause: the strongest, less those that give way to another of them.

    So an estimate is plain for the budget and loses to "estimated delivery date", strong for the timeline. What is
    declined leaves nothing beside it.
    """
    weights: dict[str, Weight] = {}
    for hit in hits:
        if hit.topic != ECHO:
            weights[hit.topic] = max(hit.weight, weights.get(hit.topic, Weight.WEAK))
    refused = {topic: weight for topic, weight in weights.items() if topic in REFUSALS and weight >= Weight.STRONG}
    if refused:
        return refused
    top = max(weights.values(), default=Weight.WEAK)
    strongest = {topic for topic, weight in weights.items() if weight == top}
    return {topic: top for topic in weights if topic in strongest and strongest.isdisjoint(_GIVES_WAY.get(topic, ()))}
