"""Who is who, what the CEO can do, and the answers to what is no question about the project."""

from __future__ import annotations

from dataclasses import replace

from domain.agents.brain import slices
from domain.agents.brain.answers.about_brief import about
from domain.agents.brain.answers.about_record import recent_fact
from domain.agents.brain.answers.lookup import look_up, particular_words
from domain.agents.brain.answers.part import Part, verdict
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import Query, Topic
from domain.agents.brain.smalltalk import Courtesy
from domain.agents.brain.unsafe_requests import Refusal
from domain.agents.directory import DIRECTORY, REMITS
from domain.language.dialogue import About
from domain.projects.documents.markdown import bullets, escaped
from domain.projects.phases import WORKING_PHASES, owner_of
from domain.projects.states import Role

CAN_DO = (
    (
        "Ask me about status, blockers, budget, dates, approvals, access, scope, technology, design, launch, decisions "
        "or the team."
    ),
    (
        "Tell me what to do in plain words: “approve the Roadmap”, “request changes on the Roadmap: …”, “pause the "
        "project”."
    ),
    "Tell me a wish (“please add …”) or a decision (“we decided to …”), and I put it on record.",
)
_REFUSED = {
    Refusal.OVERRIDE: "I keep to my rules, whoever asks me to set them aside; nothing was done.",
    Refusal.SECRET: "I can't show a secret: values stay in the vault, and I see names and dates only.",
    Refusal.OTHER_CUSTOMER: "I speak about this project only, never about another customer's.",
}
_GREETINGS = {
    Courtesy.GREETING: "Hello! Good to hear from you.",
    Courtesy.THANKS: "You are welcome.",
    Courtesy.FAREWELL: "Talk to you soon.",
}


_MOST_LOOKED_UP = 3


def team(query: Query, facts: ProjectFacts) -> Part:
    """The approver where that is asked, else who does what and who is at work."""
    if query.mentions("approver|who (?:approves|will approve|can approve|has to approve|signs off)"):
        return _approver(facts)
    if query.mentions("are you|am i|human|bot|real|person"):
        human = query.mentions("human|person|real|somebody")
        return Part(
            f"{verdict(query, holds=False) if human else ''}I am Ada, the CEO: an AI agent, like the four roles "
            "behind me."
        )
    if query.plain.startswith("who ") and (found := look_up(query.plain, facts)) and found.hits:
        return about(found, query, facts)
    if named := [role for role in Role if role.lower() in query.plain] or [
        role for role in query.roles if query.mentions("responsible|who|which")
    ]:
        return Part(" ".join(f"The **{role}** does: {REMITS[role]}" for role in named))
    ceo = DIRECTORY.point_of_contact
    working = facts.project.phase in WORKING_PHASES and slices.is_running(facts)
    now = (
        f" The {owner_of(facts.project.phase)} leads the present phase, {facts.project.phase.value}." if working else ""
    )
    lines = [f"**{ceo.name}**: {ceo.description}", *(f"**{role}**: {remit}" for role, remit in REMITS.items())]
    return Part(
        (
            f"{'5: ' if query.counts else ''}You talk to me, Ada, the CEO; behind me work the CPO, CDO, CTO and CMO, "
            f"all AI agents.{now}"
        ),
        (bullets(lines),),
    )


def help_offered(_: Query, facts: ProjectFacts) -> Part:
    """What can be asked and told."""
    return Part(f"I run this project for you and answer for the team. {recent_fact(facts)}", (bullets(CAN_DO),))


def refused(reasons: tuple[Refusal, ...]) -> Part:
    """A plain no to what is never done."""
    said = " ".join(_REFUSED[reason] for reason in reasons)
    return Part(f"{said} If you have a question about this project, ask it by itself.")


def greeted(courtesy: Courtesy, facts: ProjectFacts) -> Part:
    """A human word and one true fact."""
    return Part(f"{_GREETINGS[courtesy]} {recent_fact(facts)}")


def unclear(plain: tuple[str, ...], facts: ProjectFacts, *, is_question: bool) -> Part:
    """What the records say about the words of a short question; else that it was not understood, and what can be."""
    for sentence in plain:
        found = look_up(sentence, facts)
        few = len(particular_words(sentence)) <= _MOST_LOOKED_UP
        if found and (found.hits or (is_question and few)):
            answer = about(found, Query(Topic.SCOPE, sentence), facts)
            return replace(
                answer, details=answer.details if found.hits else (), about=About(topic=Topic.SCOPE, question=sentence)
            )
    return Part("I didn't understand that; nothing was done.", (f"What I can do:\n\n{bullets(CAN_DO)}",))


def _approver(facts: ProjectFacts) -> Part:
    brief = slices.brief_of(facts)
    answer = facts.intake.answers.get("approver")
    name = str(brief.approver) if brief else escaped(answer) if isinstance(answer, str) else None
    if name is None:
        return Part("I don't know yet who approves: the intake has no answer to that question.")
    return Part(f"The approver is “{name}”, by the brief; nothing is ever approved by time or by an agent.")
