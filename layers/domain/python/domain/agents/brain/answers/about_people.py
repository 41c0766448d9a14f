"""Who is who, what the CEO can do, and the answers to what is no question about the project."""

from __future__ import annotations

from dataclasses import replace

from domain.agents.brain import slices
from domain.agents.brain.answers.about_brief import about
from domain.agents.brain.answers.about_progress import draft_status
from domain.agents.brain.answers.about_record import recent_fact
from domain.agents.brain.answers.lookup import look_up, particular_words
from domain.agents.brain.answers.part import Part, verdict
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import Query, query_on
from domain.agents.brain.reader import Act, Topic
from domain.agents.brain.sentences import sentences_of
from domain.agents.brain.understanding import Understanding
from domain.agents.brain.wording import escaped
from domain.agents.directory import REMITS, directory
from domain.agents.models import DECIDED_ELSEWHERE
from domain.language.dialogue import COURTESIES, About
from domain.projects.documents.markdown import bullets
from domain.projects.documents.matching import tokens
from domain.projects.phases import WORKING_PHASES, owner_of

_CAN_DO = (
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
_CAN_ASK = (
    _CAN_DO[0],
    f"A message sent from here decides nothing: {DECIDED_ELSEWHERE}.",
    "Tell me a wish (“please add …”), and I put it on record.",
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
    Act.UNRELATED: "That is not about this project and not in its records; I can speak about nothing else. "
    "Nothing was done.",
    Act.STATEMENT: "Thank you for telling me. Nothing was recorded: a wish begins with “please …”, a decision with "
    "“we decided …”.",
}
_WITH_A_FACT = frozenset({Act.WELLBEING, Act.PRESENCE})
_MOST_LOOKED_UP = 3
_APPROVER = r"approver|who (?:approves|will approve|can approve|has to approve)|signs? off|who decides|final say"


def team(query: Query, facts: ProjectFacts) -> Part:
    """The approver where that is asked, else who does what and who is at work."""
    if query.mentions(_APPROVER):
        return _approver(query, facts)
    is_own = query.plain.startswith(("who is our ", "who is my "))
    if query.plain.startswith("who ") and (found := look_up(query.plain, facts)) and (found.hits or is_own):
        return about(found, query, facts)
    if query.roles:
        return Part(" ".join(f"The **{role}** does: {REMITS[role]}" for role in query.roles))
    ceo, phase = directory().point_of_contact, facts.project.phase
    working = phase in WORKING_PHASES and slices.is_running(facts)
    now = f" The {owner_of(phase)} leads the present phase, {phase.value}." if working else ""
    lines = [f"**{ceo.name}**: {ceo.description}", *(f"**{role}**: {remit}" for role, remit in REMITS.items())]
    said = f"you talk to me, Ada, the CEO; behind me work the CPO, CDO, CTO and CMO, all AI agents.{now}"
    return Part(f"{'5: ' if query.counts else ''}{said}", (bullets(lines),))


def assistant(query: Query, _: ProjectFacts) -> Part:
    """What the customer talks to."""
    asks = query.mentions("human|persons?|people|real|alive|sleep|tired|feelings")
    is_machine = query.mentions("robot|bot|chatbot|ai|machine|computer|program|automated|artificial|ada")
    said = verdict(query, holds=not asks) if asks or is_machine else ""
    return Part(
        f"{said}I am Ada, the CEO of your team: an AI agent, like the four roles behind me. I answer from the "
        "records of this project and from nothing else."
    )


def can_do(facts: ProjectFacts) -> tuple[str, ...]:
    """What the CEO does for somebody who writes, a line each."""
    return _CAN_DO if facts.may_decide else _CAN_ASK


def help_offered(_: Query, facts: ProjectFacts) -> Part:
    """What can be asked and told; of a draft, what it still needs."""
    part = draft_status(facts) if facts.project.submitted_at is None else Part(recent_fact(facts))
    said = f"I am Ada, the CEO: I run this project for you and answer for the team. {part.headline}"
    return Part(said, (*part.details, bullets(can_do(facts))))


def refused(reasons: tuple[Act, ...]) -> Part:
    """A plain no to what is never done."""
    said = " ".join(_REFUSED[reason] for reason in reasons)
    return Part(f"{said} If you have a question about this project, ask it by itself.")


def talked(talk: Act, facts: ProjectFacts) -> Part:
    """A human word, with one true fact where somebody asks how things are."""
    return Part(f"{_TALK[talk]} {recent_fact(facts)}" if talk in _WITH_A_FACT else _TALK[talk])


def unclear(understood: Understanding, facts: ProjectFacts) -> Part:
    """What the records say about the words of a short question; else that it was not understood, and what can be."""
    for sentence in (one.unnamed for text in understood.unclear for one in sentences_of(text, facts.project.name)):
        found = look_up(sentence, facts)
        few = len(particular_words(sentence)) <= _MOST_LOOKED_UP and understood.talk is not Act.UNRELATED
        if found and (found.hits or (understood.is_question and few)):
            answer = about(found, query_on(Topic.SCOPE, sentence), facts)
            return replace(
                answer, details=answer.details if found.hits else (), about=About(topic=Topic.SCOPE, question=sentence)
            )
    if understood.talk is Act.UNRELATED:
        return Part(_TALK[Act.UNRELATED])
    if any(sentence.refers for text in understood.unclear for sentence in sentences_of(text)):
        ask = "Please name the document, the access or the wish you mean."
        return Part(f"I can't tell what that refers to; nothing was done. {ask}")
    return Part("I didn't understand that; nothing was done.", (f"What I can do:\n\n{bullets(can_do(facts))}",))


def _approver(query: Query, facts: ProjectFacts) -> Part:
    brief = slices.brief_of(facts)
    answer = facts.intake.answers.get("approver")
    name = str(brief.approver) if brief else escaped(answer) if isinstance(answer, str) else None
    if name is None:
        return Part("I don't know yet who approves: the intake has no answer to that question.")
    asked = particular_words(query.plain) - tokens("approver decide final say who colleague boss")
    said = verdict(query, holds=bool(asked & tokens(name))) if asked else ""
    return Part(f"{said}the approver is “{name}”, by the brief; nothing is ever approved by time or by an agent.")
