"""Who is who, what the CEO can do, and the answers to what is no question about the project."""

from __future__ import annotations

from dataclasses import replace

from domain.agents.brain import slices
from domain.agents.brain.answers.about_brief import about, answers
from domain.agents.brain.answers.about_progress import draft_status
from domain.agents.brain.answers.about_record import recent_fact
from domain.agents.brain.answers.lookup import look_up
from domain.agents.brain.answers.part import Part, verdict
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import Query, query_on
from domain.agents.brain.reader import Act, Topic
from domain.agents.brain.sentences import sentences_of
from domain.agents.brain.understanding import Understanding
from domain.agents.directory import REMITS, directory
from domain.agents.models import DECIDES_NOTHING
from domain.language.dialogue import COURTESIES, About
from domain.projects.documents.markdown import bullets
from domain.projects.phases import WORKING_PHASES, owner_of

_CAN_ASK = (
    "Ask me about status, blockers, budget, dates, approvals, access, scope, technology, design, launch, decisions or "
    "the team. Tell me a wish (“please add …”), and I put it on record."
)
_CAN_TELL = (
    "Tell me what to do in plain words: “approve the Roadmap”, “request changes on the Roadmap: …”, “pause the "
    "project”; or a decision (“we decided to …”), and I put it on record."
)
_REFUSED = {
    Act.OVERRIDE: "I keep to my rules, whoever asks me to set them aside; nothing was done.",
    Act.SECRET: "I can't show a secret: values stay in the vault, and I see names and dates only.",
    Act.OTHER_CUSTOMER: "I speak about this project only, never about another customer's.",
}
_TALK = {
    Act.GREETING: COURTESIES["greeting"],
    Act.THANKS: COURTESIES["thanks"],
    Act.BYE: COURTESIES["farewell"],
    Act.WELLBEING: COURTESIES["wellbeing"],
    Act.PRESENCE: "Yes, hello, I am here.",
    Act.PRAISE: COURTESIES["praise"],
    Act.COMPLAINT: "I am sorry. Tell me what you need to know, or what should change: “request changes on the …: …”.",
    Act.CHAT: "I am no good at that: I know this project and nothing else. Ask me anything about it.",
    Act.UNRELATED: "I take this as not about this project, and I can speak about nothing else. Nothing was done. "
    "If it is about the project, please say it in other words.",
    Act.STATEMENT: "Thank you for telling me. Nothing was recorded: a wish begins with “please …”, a decision with “we "
    "decided …”, and access is asked for until it is in the vault.",
}
_APPROVER = r"approver|who (?:approves|will approve|can approve|has to approve)|signs? off|who decides|final say"


def team(query: Query, facts: ProjectFacts) -> Part:
    """The approver where that is asked, else who does what and who is at work."""
    if query.mentions(_APPROVER):
        return answers(replace(query, plain="approver"), facts)
    ceo, phase = directory().point_of_contact, facts.project.phase
    working = phase in WORKING_PHASES and slices.is_running(facts)
    now = f" The {owner_of(phase)} leads the present phase, {phase.value}." if working else ""
    lines = [f"**{ceo.name}**: {ceo.description}", *(f"**{role}**: {remit}" for role, remit in REMITS.items())]
    said = f"you talk to me, Ada, the CEO; behind me work the CPO, CDO, CTO and CMO, all AI agents.{now}"
    return Part(f"{'5: ' if query.counts else ''}{said}", (bullets(lines),))


def assistant(query: Query, _: ProjectFacts) -> Part:
    """What the customer talks to."""
    asks = query.mentions("human|persons?|people|real|alive|sleep|tired|feelings")
    said = "I am Ada, CEO of your team: an AI agent, like its roles. I know this project's records and nothing else."
    return Part(f"{verdict(query, holds=False) if asks else ''}{said}")


def can_do(facts: ProjectFacts) -> str:
    """What the CEO does for somebody who writes, as a list."""
    return bullets((_CAN_ASK, _CAN_TELL if facts.may_decide else DECIDES_NOTHING))


def help_offered(_: Query, facts: ProjectFacts) -> Part:
    """What can be asked and told; of a draft, what it still needs."""
    part = draft_status(facts) if facts.project.submitted_at is None else Part(recent_fact(facts))
    said = f"I am Ada, the CEO: I run this project for you and answer for the team. {part.headline}"
    return Part(said, (*part.details, can_do(facts)))


def refused(reasons: tuple[Act, ...]) -> Part:
    """A plain no to what is never done."""
    said = " ".join(_REFUSED[reason] for reason in reasons)
    return Part(f"{said} If you have a question about this project, ask it by itself.")


def talked(talk: Act, facts: ProjectFacts) -> Part:
    """A human word, with one true fact where somebody asks how things are."""
    return Part(f"{_TALK[talk]} {recent_fact(facts)}" if talk in {Act.WELLBEING, Act.PRESENCE} else _TALK[talk])


def unclear(understood: Understanding, facts: ProjectFacts) -> Part:
    """What the records say about the words of a short question; else that it was not understood, and what can be."""
    is_asked = understood.is_question and understood.talk is not Act.UNRELATED
    sentences = (one for text in understood.unclear for one in sentences_of(text, facts.project.name))
    for plain in (one.unnamed for one in sentences):
        found = look_up(plain, facts)
        if found and (found.hits or is_asked):
            told = about(found, query_on(Topic.SCOPE, plain), facts)
            return Part(told.headline, about=About(topic=Topic.SCOPE, question=plain))
    return Part("I didn't understand that; nothing was done.", (f"What I can do:\n\n{can_do(facts)}",))
