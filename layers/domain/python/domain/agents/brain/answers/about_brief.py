"""Scope, technology, design and marketing: what the brief says, and what the owners have written about it."""

from __future__ import annotations

import re

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
    particular_words,
    stem,
)  # fmt: skip
from domain.agents.brain.answers.part import Part, folded, verdict
from domain.agents.brain.asked_for import Particular
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import REMIT, Query
from domain.agents.brain.reader import Field, Topic
from domain.agents.brain.wording import as_said, document_line, project_name, quoted_text
from domain.agents.directory import REMITS
from domain.language.dialogue import About
from domain.language.tables import word_table
from domain.projects.documents.brief import LISTS
from domain.projects.documents.markdown import bullets, listed
from domain.projects.documents.matching import tokens
from domain.projects.documents.parts import ASSETS, PLATFORMS, be, counted, money, on
from domain.projects.questionnaire import QUESTIONS
from domain.projects.records import Money
from domain.projects.states import Role
from domain.receipts.tracing import count

# What of the scope is asked for, by the words that ask for it; must-haves when none of them is there.
_BUILT = r"built|connected|done|finished|live|ready|working|tested|translated|running|already"
_JUDGED = r"wise|worth\w*|good idea|bad idea|sensible|smart|mad|crazy|silly|better|should|recommend\w*"
_EXCLUDED = (
    r"(?:is|are|still|stays?|kept) out|out of scope|exclu\w+|not part|leave out|left out|leaving out|not included|"
    r"rule[ds]? out|off (?:the (?:table|list)|limits)|said no|saying no|never|nothing|without|no|not"
)
# Which list of the brief a question asks to be told.
_LISTS = {
    Field.MUST_HAVES: "requirements",
    Field.AUDIENCE: "audiences",
    Field.MEASURES: "measures",
    Field.RULES: "constraints",
    Field.SYSTEMS: "integrations",
}
_ORDERED = ("requirements", "audiences")
_WORDS = re.compile(r"[^\W\d_]+")
_DEVICES = {
    "ios": "ios|iphones?|ipads?|phones?|mobiles?|tablets?|app store",
    "android": "android|phones?|mobiles?|tablets?|play store",
    "web": "web|websites?|browsers?|laptops?|computers?|pcs?|macs?|desktops?|sites?",
}


def told(query: Query, facts: ProjectFacts) -> Part | None:
    """The part of the brief that a question asks to be told; None where it asks for no part, or for one thing in it."""
    if query.field in {Field.PLATFORMS, Field.EXISTING}:
        return _of_role(Role.CTO, query, facts)
    found = look_up(query.plain, facts) if query.is_polar else None
    if query.field is None or (found and (found.hits or not query.mentions("any|there"))):
        return None
    if query.field is not Field.GOAL:
        return _list(_LISTS[query.field], query, facts)
    goal = facts.intake.answers.get("goal")
    known = (
        f"The goal, in your words: {quoted_text(goal)}" if isinstance(goal, str) else "The intake names no goal yet."
    )
    return Part(known, contributions=(roles.standing(facts, Role.CPO),))


def scope(query: Query, facts: ProjectFacts) -> Part:
    """Whether a thing is part of the brief; else the must-haves, or what is left out."""
    if query.asked_for.particular is Particular.LANGUAGES and (part := _languages(query, facts)):
        return part
    if found := look_up(query.plain, facts):
        return about(found, query, facts)
    is_out = query.topic is Topic.EXCLUSIONS or query.mentions(_EXCLUDED)
    return _list("exclusions" if is_out else "requirements", query, facts)


def _list(name: str, query: Query, facts: ProjectFacts) -> Part:
    """One of the brief's lists, or the entry of it that the question points at."""
    holding, said = _active(facts, name), (roles.standing(facts, Role.CPO),)
    called = NAMES[name].replace("out of scope", "exclusion")
    noted = _noted(facts) if name in {"requirements", "exclusions"} else ()
    if not holding:
        return Part(f"None: the brief names no {called}.", noted, said)
    shown = About(shown=tuple(entry.id for entry in holding))
    order = ", the most important first" if name in _ORDERED and len(holding) > 1 else ""
    order = ", deliberately left out" if name == "exclusions" else order
    noun = counted(count(holding), called)
    headline = f"{noun}, by the brief:" if query.counts else f"The brief has {noun}{order}:"
    lines = folded(f"**{entry.id}** {as_said(entry.words)}" for entry in holding)
    return Part(headline, (lines, *noted), said, about=shown)


def discipline(query: Query, facts: ProjectFacts) -> Part:
    """What the brief says about technology, design or marketing, and the documents of its owner."""
    if query.asked_for.particular is Particular.PERSONAL_DATA:
        return _of_role(Role.CTO, query, facts)
    if query.mentions(r"(?:who|which (?:agent|role|one of you)) (?:is|looks|leads|takes|does|cares)"):
        return Part(f"The **{REMIT[query.topic]}** does: {REMITS[REMIT[query.topic]]}")
    if found := look_up(query.plain, facts):
        return about(found, query, facts)
    return _of_role(REMIT[query.topic], query, facts)


def _of_role(role: Role, query: Query, facts: ProjectFacts) -> Part:
    """What the brief says of a role's discipline, and the documents of the role."""
    brief, existing = slices.brief_of(facts), listed(ASSETS[name] for name in _strings(facts, "existing"))
    lines = [f"Exists already and is used: {existing or 'nothing named'}"]
    if role is Role.CDO:
        tone = brief.tone if brief else facts.intake.answers.get("tone")
        said = f"It speaks in a **{tone}** tone." if tone else "The brief names no tone."
    elif role is Role.CMO:
        groups = _active(facts, "audiences")
        said = f"The launch speaks first to **{groups[0].words}**." if groups else "The brief names no audience yet."
        lines = [f"Measured by {entry.id}: {as_said(entry.words)}" for entry in _active(facts, "measures")]
    else:
        platforms, personal = _strings(facts, "platforms"), facts.intake.answers.get("personal_data")
        systems = listed(as_said(entry.words) for entry in _active(facts, "integrations"))
        asked = [name for name, words in _DEVICES.items() if query.mentions(words)]
        answer = verdict(query, holds=any(name in platforms for name in asked)) if asked else ""
        runs = f"{project_name(facts)} runs on {listed(PLATFORMS[name] for name in platforms)}"
        works = f" and works with {systems}." if systems else "; no other system is named."
        said = f"{answer}{runs if platforms else 'No platform is named yet'}{works}"
        stores = f"by your intake it {'stores' if personal else 'stores no'} data about identifiable people."
        if query.asked_for.particular is Particular.PERSONAL_DATA and personal is not None:
            said = f"{'' if query.mentions('anonym\\w*') else verdict(query, holds=bool(personal))}{stores}"
        lines += [stores] if personal is not None else ["Personal data: not answered in the intake"]
        lines += [f"Rule {entry.id}: {as_said(entry.words)}" for entry in _active(facts, "constraints")]
    lines += [document_line(item) for item in slices.documents_of(facts, role=role)]
    return Part(said, (bullets(lines),), (roles.standing(facts, role),))


def _languages(query: Query, facts: ProjectFacts) -> Part | None:
    """What the brief says of languages; None where it names none, so that the question is looked up."""
    known = word_table("language_names")
    said = {one: _languages_in(one.words, known) for name in LISTS for one in entries(facts, name) if one.is_active}
    naming = {one: names for one, names in said.items() if names}
    if not naming:
        return None
    spoken = dict.fromkeys(name for one, names in naming.items() if one.kind != "out of scope" for name in names)
    sources = listed(f"{one.kind} {one.id}, “{as_said(one.words)}”" for one in naming)
    said_by, names = (roles.standing(facts, Role.CPO),), listed(map(str.capitalize, spoken)) or "no language"
    if asked := _languages_in(query.plain, known):
        holds = asked.keys() <= spoken.keys()
        # A must-have such as "the menu in Greek" speaks of a part alone, so that it proves neither yes nor no.
        proves = all(one.kind == "rule" or tokens(one.words) <= known for one in naming)
        answer = verdict(query, holds=holds) if proves else ""
        return Part(f"{answer or ('' if holds else 'not by the brief: ')}it names {names}: {sources}.", (), said_by)
    several = verdict(query, holds=len(spoken) > 1) if query.mentions("multilingual|bilingual|several|two|more") else ""
    return Part(f"{several}{counted(count(spoken), 'language')}, by the brief: {names} ({sources}).", (), said_by)


def _languages_in(text: str, known: frozenset[str]) -> dict[str, None]:
    return dict.fromkeys(word for word in _WORDS.findall(text.lower()) if word in known)


def about(found: LookedUp, query: Query, facts: ProjectFacts) -> Part:
    """Whether the records say something about the words looked up, and what."""
    remit = REMIT.get(query.topic, Role.CPO)
    owners = dict.fromkeys(hit.role for hit in found.hits) or (remit,)
    said = tuple(roles.standing(facts, role) for role in owners)
    beside = f" That record does not name “{found.lacking}”." if found.lacking else ""
    beside = f" Nothing in the records names “{found.missing}”." if found.missing else beside
    if found.hits:
        rest = (hit_list(found.hits[1:]),) if found.hits[1:] else ()
        return Part(f"{_verdict(found.hits[0], query, is_whole=not found.lacking)}{beside}", rest, said)
    if found.closest:
        first, *others = found.closest
        beside = f" {looked_at(facts)}; nothing there names “{found.missing}”." if found.missing else beside
        nearest = f"The nearest on record is {first.place}: “{as_said(first.text)}”."
        nearest = f"{beside.strip()} {nearest}" if query.is_polar and found.missing else f"{nearest}{beside}"
        return Part(nearest, (f"Also near:\n\n{hit_list(others)}" if others else "",), said)
    headline = f"It is not in the records in these words: {looked_at(facts)}; nothing there mentions “{found.asked}”."
    who = f"It falls to the {remit}. To have it in, say “please add …”." if slices.is_running(facts) else ""
    return Part(headline, (who,), said)


def answers(query: Query, facts: ProjectFacts) -> Part:
    """The customer's own answers to the intake: those the question is about, else all of them."""
    given = {question: facts.intake.answers.get(question.id) for question in QUESTIONS}
    answered = [question for question, answer in given.items() if answer is not None]
    if query.mentions("empty|blank|unanswered|missing|leave|left|open|still|else|more"):
        shown = [question for question in given if question not in answered]
        lines = bullets(f"`{question.id}`: {question.prompt}" for question in shown)
        headline = f"{counted(count(shown), 'question')} of the intake {be(len(shown))} not answered."
        return Part(headline, (lines,), about=About(shown=tuple(question.id for question in shown)))
    stems = frozenset(map(stem, query.plain.replace(",", "").split())) - {
        "have"
    }  # said of other things than must-haves
    named = [question for question in given if stems & frozenset(map(stem, question.id.split("_")))]
    if not named and not query.counts and (found := look_up(query.plain, facts)):
        return about(found, query, facts)
    lines = folded(f"{question.prompt} {_said(given[question])}" for question in named or answered)
    return Part(f"Of your intake, {counted(count(named or answered), 'question')}:", (lines,))


def _said(answer: object) -> str:
    """What was answered to one question, in the customer's words."""
    if answer is None or answer == ():
        return "You named none."
    if isinstance(answer, bool):
        return f"You answered: {'yes' if answer else 'no'}."
    if isinstance(answer, Money):
        return f"You answered: {money(answer.amount, answer.currency)}."
    several = answer if isinstance(answer, tuple) else (answer,)
    return f"You answered: {listed(quoted_text(str(item)) for item in several)}."


def _verdict(hit: Hit, query: Query, *, is_whole: bool) -> str:
    """What the record says; yes or no only where it has all that was asked about."""
    entry = hit.entry
    is_polar = is_whole and query.is_polar and not query.mentions(_JUDGED) and (not entry or _asks_it(query, entry))
    asks_excluded = query.topic is Topic.EXCLUSIONS or (
        re.search(rf"\b(?:{_EXCLUDED})\b", query.bare) is not None and " or not" not in query.plain
    )
    if entry is None:
        says = f"{hit.place[:1].upper()}{hit.place[1:]}: {as_said(hit.text)}"
        built = " The records know no built product." if query.is_polar and query.mentions(_BUILT) else ""
        yes = "Yes, it is mentioned. " if is_polar and query.mentions("mention\\w*|anything|say") else ""
        return f"{yes}{says}{built}"
    if not entry.is_active:
        return f"Not any more: {entry.kind} {entry.id}, “{as_said(entry.words)}”, was withdrawn at your request."
    if entry.id.startswith("X"):
        first = ("Right" if query.is_negated else "Yes") if asks_excluded else "No"
        that = f"{first}, that" if is_polar else "That"
        return f"{that} is deliberately out of scope ({entry.id}): “{as_said(entry.words)}”."
    is_of_build = query.mentions(_BUILT) and not asks_excluded
    has_it = "The brief says" if query.is_polar else "The brief has it"
    if is_polar and not is_of_build:
        has_it = f"{'No' if asks_excluded else 'Yes'}, it is part of the brief"
    built = " The records know no built product." if is_of_build else ""
    return f"{has_it}, as {entry.kind} {entry.id}: “{as_said(entry.words)}”.{built}"


def _asks_it(query: Query, entry: Entry) -> bool:
    """Whether a question says nothing beside the entry's words that could turn yes into no; what is out is just out."""
    if entry.id.startswith("X"):
        return True
    asking = tokens(" ".join(word_table("whether_in_the_brief")))
    said = tokens(re.sub(rf"\b(?:{_EXCLUDED}|{_BUILT})\b", " ", query.bare)) - asking
    return not set(map(stem, said - particular_words(query.bare))) - set(map(stem, tokens(f"{entry.id} {entry.words}")))


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
