"""Scope, technology, design and marketing: what the brief says, and what the owners have written about it."""

from __future__ import annotations

from domain.agents.brain import roles, slices
from domain.agents.brain.answers.lookup import (
    NAMES,
    Entry,
    Hit,
    LookedUp,
    entries,
    hit_list,
    look_up,
    looked_at,
)  # fmt: skip
from domain.agents.brain.answers.part import Part, folded, verdict
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import Query, Topic
from domain.agents.brain.wording import document_line, on, project_name, quoted_text
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
_BUILT = r"have|has|did|built|connected|done|finished|live|ready|working|tested|translated|running|online|already"
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
    said = (roles.standing(facts, Role.CPO),)
    if query.mentions("goal|purpose|why|description|building|is it about"):
        goal = facts.intake.answers.get("goal")
        known = (
            f"The goal, in your words: {quoted_text(goal)}"
            if isinstance(goal, str)
            else "The intake names no goal yet."
        )
        return Part(known, contributions=said)
    name, order = next(
        ((name, order) for pattern, name, order in _ASPECTS if query.mentions(pattern)),
        ("requirements", ", the most important first"),
    )
    holding = _active(facts, name)
    noun = counted(len(holding), NAMES[name].replace("out of scope", "exclusion"))
    if not holding:
        return Part(f"None: the brief names no {noun.removeprefix('0 ').removesuffix('s')}.", _noted(facts), said)
    headline = f"The brief has {noun}{order if len(holding) > 1 or name == 'exclusions' else ''}:"
    if query.counts:
        headline = f"{noun}, by the brief:"
    lines = folded(f"**{entry.id}** {entry.words}" for entry in holding)
    shown = About(shown=tuple(entry.id for entry in holding))
    return Part(headline, (lines, *_noted(facts)), said, about=shown)


def discipline(query: Query, facts: ProjectFacts) -> Part:
    """What the brief says about technology, design or marketing, and the documents of its owner."""
    if found := look_up(query.plain, facts):
        return about(found, query, facts)
    role = _REMIT[query.topic]
    told, lines = {Role.CTO: _technology, Role.CDO: _design, Role.CMO: _marketing}[role](query, facts)
    lines += [document_line(item) for item in slices.documents_of(facts, role=role)]
    return Part(told, (bullets(lines),), (roles.standing(facts, role),))


def _technology(query: Query, facts: ProjectFacts) -> tuple[str, list[str]]:
    platforms, personal = _strings(facts, "platforms"), facts.intake.answers.get("personal_data")
    systems = [entry.words for entry in _active(facts, "integrations")]
    runs = f"{project_name(facts)} runs on {listed(PLATFORMS[name] for name in platforms)}" if platforms else ""
    works = f" and works with {listed(systems)}." if systems else "; no other system is named."
    asked = next((name for name in PLATFORMS if query.mentions(name)), None)
    answer = verdict(query, holds=asked in platforms) if asked else ""
    if query.mentions("personal data"):
        answer = (
            verdict(query, holds=bool(personal)) if personal is not None else "That is not answered in the intake. "
        )
    told = {True: "yes", False: "no"}.get(bool(personal)) if personal is not None else "not answered in the intake"
    existing = listed(ASSETS[name] for name in _strings(facts, "existing"))
    lines = [
        f"Exists already and is used: {existing or 'nothing named'}",
        f"Stores data about identifiable people: {told}",
        *(f"Rule {entry.id}: {entry.words}" for entry in _active(facts, "constraints")),
    ]
    return f"{answer}{runs or 'No platform is named yet'}{works}", lines


def _design(_: Query, facts: ProjectFacts) -> tuple[str, list[str]]:
    brief = slices.brief_of(facts)
    tone = brief.tone if brief else facts.intake.answers.get("tone")
    speaks = f"It speaks in a **{tone}** tone." if tone else "The brief names no tone."
    has_brand = "brand" in _strings(facts, "existing")
    looks = "It uses the brand you have." if has_brand else "No existing brand is named for it to follow."
    return f"{speaks} {looks}", []


def _marketing(_: Query, facts: ProjectFacts) -> tuple[str, list[str]]:
    groups = _active(facts, "audiences")
    first = f"The launch speaks first to **{groups[0].words}**" if groups else "The brief names no audience yet"
    ends = {item.phase: item.end for item in slices.outlook(facts)}
    when = f"; the launch documents are expected on {on(ends[Phase.LAUNCH])}." if Phase.LAUNCH in ends else "."
    return f"{first}{when}", [f"Measured by {entry.id}: {entry.words}" for entry in _active(facts, "measures")]


def about(found: LookedUp, query: Query, facts: ProjectFacts) -> Part:
    """Whether the records say something about the words looked up, and what."""
    remit = _REMIT.get(query.topic, Role.CPO)
    owners = dict.fromkeys(hit.role for hit in found.hits) or (remit,)
    said = tuple(roles.standing(facts, role) for role in owners)
    if found.hits:
        rest = (hit_list(found.hits[1:]),) if found.hits[1:] else ()
        return Part(_verdict(found.hits[0], query), rest, said)
    headline = f"It is not in the records: {looked_at(facts)}; nothing there mentions “{found.asked}”."
    if found.closest:
        headline = f"{headline[:-1]} in one place. Closest to it:\n\n{hit_list(found.closest)}"
    who = f"It falls to the {remit}. To have it in, say “please add …”." if slices.is_running(facts) else ""
    return Part(headline, (who,), said)


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
    if query.mentions(_BUILT):
        return f"The brief has it, as {entry.kind} {entry.id}: “{entry.words}”. The records know no built product."
    yes = "Yes, it is part of the brief" if query.is_polar else "The brief has it"
    return f"{yes}, as {entry.kind} {entry.id}: “{entry.words}”."


def _active(facts: ProjectFacts, name: str) -> list[Entry]:
    return [entry for entry in entries(facts, name) if entry.is_active]


def _noted(facts: ProjectFacts) -> tuple[str, ...]:
    """Wishes raised since: they are not part of the brief."""
    if not (wishes := slices.wishes(facts)):
        return ()
    noted = folded(f"{quoted_text(item.text)} ({item.owner}, {on(item.at)})" for item in wishes)
    return (f"Noted since as change requests, not part of the accepted brief:\n\n{noted}",)


def _strings(facts: ProjectFacts, question_id: str) -> tuple[str, ...]:
    if question_id == "platforms" and (brief := slices.brief_of(facts)) is not None:
        return brief.platforms
    value = facts.intake.answers.get(question_id)
    return value if isinstance(value, tuple) else ()
