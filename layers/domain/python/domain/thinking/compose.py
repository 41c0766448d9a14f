"""Composing: the CEO writes one short answer out of the facts and of what the roles said. What fails is re-asked."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from domain.thinking.check import Checked
from domain.thinking.consult import Answer, Consulted, Material
from domain.thinking.lookups import shown
from domain.thinking.prompts import compose as prompt
from domain.thinking.render import REFERENCE, Claim, Rendered, render
from domain.thinking.task import Task

_MAX_TOKENS = 1_200


def task_of(material: Material, consulted: Sequence[Consulted]) -> Task[Answer]:
    """The task of writing the answer."""
    return Task(
        name="compose",
        version=prompt.VERSION,
        instructions=prompt.TEXT,
        data=_data(material, consulted),
        output=Answer,
        max_tokens=_MAX_TOKENS,
    )


def again(material: Material, consulted: Sequence[Consulted], checked: Checked) -> Task[Answer]:
    """The task of writing anew the claims that failed, and no others."""
    failed: list[JsonValue] = [
        {"text": claim.text, "flaws": [f"{failure.flaw.value}: {failure.words}" for failure in failures]}
        for claim, failures in checked.dropped
    ]
    kept: list[JsonValue] = [claim.text for claim in checked.kept]
    return Task(
        name="compose again",
        version=prompt.VERSION,
        instructions=f"{prompt.TEXT}\n{prompt.AGAIN}",
        data={**_data(material, consulted), "kept": kept, "failed": failed},
        output=Answer,
        max_tokens=_MAX_TOKENS,
    )


def checked(answer: Answer, material: Material) -> Checked:
    """Each claim of the answer kept or dropped; the CEO may speak about everything."""
    return material.check(material.sheet).answer(answer.as_claims())


def mended(answer: Answer, first: Checked, again: Answer, second: Checked) -> tuple[Claim, ...]:
    """What stands after a second try: in the place of each failed claim the one that was written for it.

    What a second try has beyond that stands with its last one. An answer leads from a claim to the next, so that a
    question back would be misread in front of what it asks about.
    """
    found: list[Claim] = []
    new, failed = again.as_claims(), len(first.dropped)
    for claim in answer.as_claims():
        if claim in first.kept:
            found.append(claim)
            continue
        failed -= 1
        instead = new[:1] if failed else new
        new = new[len(instead) :]
        found += [one for one in instead if one in second.kept]
    return tuple(found)


def written(claims: Sequence[Claim], material: Material) -> tuple[Rendered, ...]:
    """The claims as the customer reads them."""
    check = material.check(material.sheet)
    return tuple(render(claim, check.sheet, check.language) for claim in claims)


def is_answer(kept: Sequence[Claim], checked: Checked) -> bool:
    """Whether what is left says anything: all of what was written, or at least a fact or an opinion of it."""
    if not checked.dropped:
        return bool(kept)
    return any(claim.opinion or REFERENCE.search(claim.text) for claim in kept)


def _data(material: Material, consulted: Sequence[Consulted]) -> dict[str, JsonValue]:
    understood = material.understood
    said: list[JsonValue] = [
        {
            "role": role.role.value,
            "claims": [{"text": claim.text, "opinion": claim.opinion} for claim in role.claims],
            "views": list(role.views),
        }
        for role in consulted
    ]
    return {
        "message": material.message,
        "question": understood.question,
        "language": understood.language,
        "conversation": material.conversation,
        "facts": {**shown(material.sheet)},
        "passages": {**shown(material.found(understood.question))},
        "team": said,
    }
