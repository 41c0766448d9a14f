"""Who is who, what the CEO can do, and the answers to what is no question about the project."""

from __future__ import annotations

from domain.agents.brain import slices
from domain.agents.brain.answers.about_record import recent_fact
from domain.agents.brain.answers.lookup import hit_list, hits_by_role, look_up
from domain.agents.brain.answers.part import Part
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.smalltalk import Courtesy
from domain.agents.brain.topics import Query
from domain.agents.brain.unsafe_requests import Refusal
from domain.agents.directory import DIRECTORY, REMITS
from domain.projects.documents.markdown import bullets, escaped
from domain.projects.phases import WORKING_PHASES, owner_of

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


def team(query: Query, facts: ProjectFacts) -> Part:
    """The approver where that is asked, else who does what and who is at work."""
    if query.mentions("approver|who (?:approves|will approve|can approve|has to approve|signs off)"):
        return _approver(facts)
    ceo = DIRECTORY.point_of_contact
    working = facts.project.phase in WORKING_PHASES and slices.is_running(facts)
    now = (
        f" The {owner_of(facts.project.phase)} leads the present phase, {facts.project.phase.value}." if working else ""
    )
    lines = [f"**{ceo.name}**: {ceo.description}", *(f"**{role}**: {remit}" for role, remit in REMITS.items())]
    return Part(
        f"You talk to me, the CEO; behind me work the CPO, CDO, CTO and CMO, all AI agents.{now}", (bullets(lines),)
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


def not_understood(plain: tuple[str, ...], facts: ProjectFacts, *, is_foreign: bool) -> Part:
    """What the records say about the words in the question, or that I do not know."""
    for sentence in plain:
        found = look_up(sentence, facts)
        if found and found.hits and not is_foreign:
            headline = f"About “{found.asked}” the records say this:"
            return Part(headline, (hit_list(found.hits),), hits_by_role(found.hits))
    if is_foreign:
        headline = "I understand English well, and other languages hardly: please ask me in English."
    else:
        headline = "I don't know: nothing in this project's records answers that."
    return Part(headline, (f"What I can do:\n\n{bullets(CAN_DO)}",))


def _approver(facts: ProjectFacts) -> Part:
    brief = slices.brief_of(facts)
    answer = facts.intake.answers.get("approver")
    name = str(brief.approver) if brief else escaped(answer) if isinstance(answer, str) else None
    if name is None:
        return Part("I don't know yet who approves: the intake has no answer to that question.")
    return Part(f"The approver is “{name}”, by the brief; nothing is ever approved by time or by an agent.")
