"""Scope, technology, design and marketing: what the brief says, and what the owners have written about it."""

from __future__ import annotations

from domain.agents.brain import roles, slices
from domain.agents.brain.answers.lookup import (
    NAMES,
    Hit,
    LookedUp,
    entries,
    hit_list,
    hits_by_role,
    look_up,
    looked_at,
)  # fmt: skip
from domain.agents.brain.answers.part import Part, folded
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import Query, Topic
from domain.agents.brain.wording import document_line, on, project_name, quoted_text
from domain.agents.records import Contribution
from domain.language.dialogue import About
from domain.projects.documents.markdown import bullets, listed
from domain.projects.documents.parts import ASSETS, PLATFORMS, counted
from domain.projects.states import Phase, Role

_REMIT = {
    Topic.SCOPE: Role.CPO,
    Topic.TECHNOLOGY: Role.CTO,
    Topic.DESIGN: Role.CDO,
    Topic.MARKETING: Role.CMO,
}
# What of the scope is asked for, by the words that ask for it; must-haves when none of them is there.
_ASPECTS = (
    (
        "out of scope|exclu\\w+|not part|leave out|left out|leaving out|not included",
        "exclusions",
        ", deliberately left out",
    ),
    ("success\\w*|kpis?|measures?|metrics?|worked", "measures", ""),
    ("audiences?|target|who|whom|users?|customers?", "audiences", ", the most important first"),
    ("constraints?|rules?|compliance|law|legal|policy", "constraints", ""),
)


def scope(query: Query, facts: ProjectFacts) -> Part:
    """The list asked for, whether a thing is part of it, or the goal."""
    if found := look_up(query.plain, facts):
        return about(found, query, facts)
    if query.mentions("goal|purpose|why|description|building|is it about"):
        return _goal(facts)
    name, order = next(
        ((name, order) for pattern, name, order in _ASPECTS if query.mentions(pattern)),
        ("requirements", ", the most important first"),
    )
    holding = [entry for entry in entries(facts, name) if entry.is_active]
    noun = counted(len(holding), NAMES[name].replace("out of scope", "exclusion"))
    said = _by(facts, Role.CPO, f"The brief has {noun}.")
    if not holding:
        return Part(f"None: the brief names no {noun.removeprefix('0 ').removesuffix('s')}.", _noted(facts), (said,))
    headline = f"The brief has {noun}{order if len(holding) > 1 or name == 'exclusions' else ''}:"
    if query.counts:
        headline = f"{noun[:1].upper()}{noun[1:]}, by the brief:"
    lines = folded(f"**{entry.id}** {entry.words}" for entry in holding)
    shown = About(shown=tuple(entry.id for entry in holding))
    return Part(headline, (lines, *_noted(facts)), (said,), about=shown)


def technology(query: Query, facts: ProjectFacts) -> Part:
    """Platforms, integrations, what exists, personal data, and the CTO's documents."""
    if found := look_up(query.plain, facts):
        return about(found, query, facts)
    platforms = [PLATFORMS[name] for name in _strings(facts, "platforms")]
    systems = [entry.words for entry in entries(facts, "integrations") if entry.is_active]
    runs = f"{project_name(facts)} runs on {listed(platforms)}" if platforms else "No platform is named yet"
    works = f" and works with {listed(systems)}." if systems else "; no other system is named."
    asked = next((name for name in PLATFORMS if query.mentions(name) and query.is_polar), None)
    answer = "" if asked is None else "Yes: " if asked in _strings(facts, "platforms") else "No: "
    existing = [ASSETS[name] for name in _strings(facts, "existing")]
    personal = facts.intake.answers.get("personal_data")
    told = "yes" if personal is True else "no" if personal is False else "not answered in the intake"
    lines = [
        f"Exists already and is used: {listed(existing) or 'nothing named'}",
        f"Stores data about identifiable people: {told}",
        *(f"Rule {entry.id}: {entry.words}" for entry in entries(facts, "constraints") if entry.is_active),
        *_documents(facts, Role.CTO),
    ]
    return Part(f"{answer}{runs}{works}", (bullets(lines),), (roles.standing(facts, Role.CTO),))


def design(query: Query, facts: ProjectFacts) -> Part:
    """Tone, brand, and the CDO's documents."""
    if found := look_up(query.plain, facts):
        return about(found, query, facts)
    brief = slices.brief_of(facts)
    tone = brief.tone if brief else facts.intake.answers.get("tone")
    speaks = f"It speaks in a **{tone}** tone." if tone else "The brief names no tone."
    has_brand = "brand" in _strings(facts, "existing")
    looks = "It uses the brand you have." if has_brand else "No existing brand is named for it to follow."
    return Part(f"{speaks} {looks}", (bullets(_documents(facts, Role.CDO)),), (roles.standing(facts, Role.CDO),))


def marketing(query: Query, facts: ProjectFacts) -> Part:
    """The first audience, what is measured, when the launch documents are expected, and the CMO's documents."""
    if found := look_up(query.plain, facts):
        return about(found, query, facts)
    groups = [entry for entry in entries(facts, "audiences") if entry.is_active]
    first = f"The launch speaks first to **{groups[0].words}**" if groups else "The brief names no audience yet"
    ends = {item.phase: item.end for item in slices.outlook(facts)}
    when = f"; the launch documents are expected on {on(ends[Phase.LAUNCH])}." if Phase.LAUNCH in ends else "."
    measures = [entry for entry in entries(facts, "measures") if entry.is_active]
    lines = [*(f"Measured by {entry.id}: {entry.words}" for entry in measures), *_documents(facts, Role.CMO)]
    return Part(f"{first}{when}", (bullets(lines),), (roles.standing(facts, Role.CMO),))


def about(found: LookedUp, query: Query, facts: ProjectFacts) -> Part:
    """Whether the records say something about the words looked up, and what."""
    if found.hits:
        rest = (hit_list(found.hits[1:]),) if found.hits[1:] else ()
        return Part(_verdict(found.hits[0], query), rest, hits_by_role(found.hits))
    headline = f"It is not in the records: {looked_at(facts)}; nothing there mentions “{found.asked}”."
    closest = f"Closest to it:\n\n{hit_list(found.closest)}" if found.closest else ""
    remit = _REMIT.get(query.topic, Role.CPO)
    who = f"It falls to the {remit}. To have it in, say “please add …”." if slices.is_running(facts) else ""
    return Part(headline, (closest, who), (roles.standing(facts, remit),))


def _verdict(hit: Hit, query: Query) -> str:
    entry = hit.entry
    if entry is None:
        says = f"{hit.place[:1].upper()}{hit.place[1:]}: {hit.text}"
        return (
            f"Yes, it is mentioned. {says}" if query.is_polar and query.mentions("mention\\w*|anything|say") else says
        )
    if not entry.is_active:
        return f"Not any more: {entry.kind} {entry.id}, “{entry.words}”, was withdrawn at your request."
    if entry.id.startswith("X"):
        return f"No, that is deliberately out of scope ({entry.id}): “{entry.words}”."
    yes = "Yes, it is part of the brief" if query.is_polar else "The brief has it"
    return f"{yes}, as {entry.kind} {entry.id}: “{entry.words}”."


def _goal(facts: ProjectFacts) -> Part:
    goal = facts.intake.answers.get("goal")
    said = _by(facts, Role.CPO, "The goal stands in the brief in your words.")
    if not isinstance(goal, str):
        return Part("I don't know the goal yet: the intake has no answer to that question.", contributions=(said,))
    return Part(f"The goal, in your words: {quoted_text(goal)}", contributions=(said,))


def _noted(facts: ProjectFacts) -> tuple[str, ...]:
    """Wishes raised since: they are not part of the brief."""
    if not (wishes := slices.wishes(facts)):
        return ()
    noted = folded(f"{quoted_text(item.text)} ({item.owner}, {on(item.at)})" for item in wishes)
    return (f"Noted since as change requests, not part of the accepted brief:\n\n{noted}",)


def _documents(facts: ProjectFacts, role: Role) -> list[str]:
    return [document_line(item) for item in slices.documents_of(facts, role=role)]


def _by(facts: ProjectFacts, role: Role, summary: str) -> Contribution:
    written = tuple(item.id for item in slices.documents_of(facts, role=role) if item.revision)
    return Contribution(role=role, summary=summary, evidence=written)


def _strings(facts: ProjectFacts, question_id: str) -> tuple[str, ...]:
    if question_id == "platforms" and (brief := slices.brief_of(facts)) is not None:
        return brief.platforms
    value = facts.intake.answers.get(question_id)
    return value if isinstance(value, tuple) else ()
