"""Consulting: each role that the plan names is asked its own question, all of them at the same time."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field, JsonValue

from common.services import frozen
from domain.agents.records import Contribution
from domain.projects.states import Role
from domain.thinking.check import Check, Checked
from domain.thinking.facts import Fact, Sheet
from domain.thinking.lookups import Lookups, shown
from domain.thinking.passages import Passage, find_passages
from domain.thinking.prompts import consult as prompt
from domain.thinking.render import Claim, Rendered, render, sources_of
from domain.thinking.task import Task
from domain.thinking.understand import Consultation, Understood

_MOST_PASSAGES = 6
_MOST_OF_A_QUERY = 8
_MAX_TOKENS = 900


class Said(BaseModel):
    """One claim as a model writes it."""

    text: Annotated[str, Field(min_length=1, max_length=700)]
    opinion: bool = False


class Answer(BaseModel):
    """What a model answers: claims, in their order."""

    claims: Annotated[list[Said], Field(max_length=12)]

    def as_claims(self) -> tuple[Claim, ...]:
        """The claims as the check reads them."""
        return tuple(Claim(said.text, said.opinion) for said in self.claims)


@frozen
class Material:
    """What every step after the understanding rests on.

    Attributes:
        understood: the message as it was understood.
        message: the customer's own words.
        conversation: what was said before, as data.
        sheet: everything that may be stated of the project.
        passages: every passage of the documents.
    """

    understood: Understood
    message: str
    conversation: list[JsonValue]
    sheet: Sheet
    passages: tuple[Passage, ...]

    def found(self, question: str) -> tuple[Fact, ...]:
        """The passages that bear on `question`, and those that bear on each of the plan's own queries."""
        sought = [(question, _MOST_PASSAGES), *((query, _MOST_OF_A_QUERY) for query in self.understood.look_up)]
        found = (passage for query, most in sought for passage in find_passages(self.passages, query, limit=most))
        return tuple(dict.fromkeys(passage.fact for passage in found))

    def check(self, sheet: Sheet) -> Check:
        """The check of claims by somebody who was given `sheet` and the passages."""
        stated = (*sheet, *(passage.fact for passage in self.passages))
        return Check(Sheet(stated), self.understood.language, self.message)


@frozen
class Consulted:
    """What a role said that may be shown.

    `views` are its opinions in words that failed the check: nobody is shown them but the author of the answer, whose
    own words are checked. Without them an expert who is asked for a judgement would often add nothing to it.
    """

    role: Role
    claims: tuple[Claim, ...]
    views: tuple[str, ...]
    rendered: tuple[Rendered, ...]

    @property
    def contributions(self) -> tuple[Contribution, ...]:
        """What the customer sees of it: what rests on records, and apart from that what is an opinion."""
        return tuple(
            Contribution(
                role=self.role,
                summary=" ".join(claim.text for claim in claims),
                evidence=tuple(dict.fromkeys(source.id for source in sources_of(claims))),
                opinion=opinion,
            )
            for opinion in (False, True)
            if (claims := [claim for claim in self.rendered if claim.opinion is opinion])
        )


def task_of(asked: Consultation, material: Material, lookups: Lookups) -> Task[Answer]:
    """The task of one role: its slice of the facts, passages that bear on its question, tools that read."""
    return Task(
        name="consult",
        version=prompt.VERSION,
        instructions=prompt.TEXT,
        data={
            "you": f"{asked.role.value}, {prompt.REMITS[asked.role.value]}",
            "question": asked.question,
            "language": material.understood.language,
            "message": material.message,
            "conversation": material.conversation,
            "facts": {**shown(material.sheet.slice_of(asked.role))},
            "passages": {**shown(material.found(asked.question))},
        },
        output=Answer,
        max_tokens=_MAX_TOKENS,
        tools=lookups.tools,
    )


def checked(role: Role, answer: Answer, material: Material) -> Consulted:
    """What of a role's answer may be shown: each claim is checked against what that role may speak about."""
    check = material.check(material.sheet.slice_of(role))
    found: Checked = check.answer(answer.as_claims())
    rendered = tuple(render(claim, check.sheet, check.language) for claim in found.kept)
    views = tuple(claim.text for claim, _ in found.dropped if claim.opinion)
    return Consulted(role, found.kept, views, rendered)
