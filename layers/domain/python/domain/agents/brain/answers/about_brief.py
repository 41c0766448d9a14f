"""Scope, technology, design and marketing: what the brief says, and what the owners have written about it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from common.wording import counted, listed, money
from domain.agents.brain import slices
from domain.agents.brain.answers import lookup
from domain.agents.brain.answers.part import Part, folded, verdict
from domain.agents.brain.asked_for import Particular
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import REMIT, Query
from domain.agents.brain.reader import Field, Topic
from domain.agents.brain.wording import document_line, quoted_text
from domain.language.dialogue import About
from domain.language.matching import tokens
from domain.language.tables import word_table
from domain.projects.documents.markdown import bullets
from domain.projects.documents.parts import ASSETS, LISTS, PLATFORMS, on
from domain.projects.questionnaire import QUESTIONS, Question, question_of
from domain.projects.records import Money
from domain.projects.states import Role

_BUILT = r"built|connected|done|finished|live|ready|working|tested|translated|running|already"
_JUDGED = r"wise|worth\w*|good idea|bad idea|sensible|smart|mad|crazy|silly|better|should|recommend\w*"
_EXCLUDED = (
    r"(?:is|are|still|stays?|kept) out|out of scope|exclu\w+|not part|leave out|left out|leaving out|not included|"
    r"rule[ds]? out|off (?:the (?:table|list)|limits)|said no|saying no|never|nothing|without|no|not"
)
# Which list of the brief, or which other answer to the intake, a question asks to be told.
_LISTS = {
    Field.MUST_HAVES: "requirements",
    Field.AUDIENCE: "audiences",
    Field.MEASURES: "measures",
    Field.RULES: "constraints",
    Field.SYSTEMS: "integrations",
}
_ANSWERS = {Field.GOAL: "goal", Field.PLATFORMS: "platforms", Field.EXISTING: "existing"}
_OF_ROLE = {
    Role.CTO: ("platforms", "integrations", "existing", "personal_data", "constraints"),
    Role.CDO: ("tone", "existing"),
    Role.CMO: ("audience", "success_measure"),
}
_CALLED = {**PLATFORMS, **ASSETS}
_ASKING = "whether_in_the_brief"
_IDENTITY = re.compile(
    r"(?:and |so |but )?(?:is|are|was|were) (?:it|th(?:is|at|ey|ese|ose))(?: (?:the|an?|my|our|your)\b|(?: \w+)?\W*$)"
)


def told(query: Query, facts: ProjectFacts) -> Part | None:
    """The part of the brief that a question asks to be told; None where it asks for no part, or for one thing in it."""
    if query.field in _ANSWERS:
        return _by_the_intake((_ANSWERS[query.field],), facts)
    found = lookup.look_up(query.plain, facts) if query.is_polar else None
    if query.field is None or (found and (found.hits or not query.mentions("any|there"))):
        return None
    return _list(_LISTS[query.field], query, facts)


def scope(query: Query, facts: ProjectFacts) -> Part:
    """What the brief has of a thing; else the must-haves, what is left out, or what it says of a role's discipline."""
    if query.asked_for.particular is Particular.LANGUAGES:
        known = word_table("language_names")
        named = [f"{one.kind} {one.id}, “{one.words}”" for one in _entries(facts) if tokens(one.words) & known]
        if named:
            return Part(f"By the brief, languages are named in {listed(named)}.")
    if query.asked_for.particular is Particular.PERSONAL_DATA:
        stores = facts.brief.personal_data
        answer = "" if stores is None or query.mentions("anonym\\w*") else verdict(query, holds=stores)
        return _by_the_intake(("personal_data", "constraints"), facts, answer)
    if found := lookup.look_up(query.plain, facts):
        return about(found, query, facts)
    if ids := _OF_ROLE.get(role := REMIT.get(query.topic, Role.CPO)):
        part, own = _by_the_intake(ids, facts), slices.documents_of(facts, role=role)
        return replace(part, details=(*part.details, bullets(map(document_line, own))))
    is_out = query.topic is Topic.EXCLUSIONS or query.mentions(_EXCLUDED)
    return _list("exclusions" if is_out else "requirements", query, facts)


def _list(name: str, query: Query, facts: ProjectFacts) -> Part:
    """One of the brief's lists; with must-haves and exclusions the wishes raised since, which are not part of it."""
    holding, called = _entries(facts, name), lookup.NAMES[name].replace("out of scope", "exclusion")
    wishes = slices.wishes(facts) if name in {"requirements", "exclusions"} else ()
    noted = folded(f"{quoted_text(item.text)} ({item.owner}, {on(item.at)})" for item in wishes)
    noted = f"Noted since as change requests, not part of the brief:\n\n{noted}" if wishes else ""
    if not holding:
        return Part(f"None: the brief names no {called}.", (noted,))
    noun, order = counted(len(holding), called), ", deliberately left out" if name == "exclusions" else ""
    headline = f"{noun}, by the brief:" if query.counts else f"The brief has {noun}{order}:"
    lines = folded(f"**{entry.id}** {entry.words}" for entry in holding)
    return Part(headline, (lines, noted), about=About(shown=tuple(entry.id for entry in holding)))


def _by_the_intake(ids: Iterable[str], facts: ProjectFacts, answer: str = "") -> Part:
    """Answers to the intake, as the brief has them now; yes or no before them where that is known."""
    given = slices.answers_of(facts)
    first, *others = (_said(question_of(one), given.get(one)) for one in ids)
    return Part(f"{answer}by your intake: {first}", (bullets(others),))


def about(found: lookup.LookedUp, query: Query, facts: ProjectFacts) -> Part:
    """Whether the records say something about the words looked up, and what."""
    written = sum(item.revision > 0 for item in facts.deliverables)
    documents = f", {counted(written, 'written document')}" if written else ""
    none = f"I looked at your intake answers{documents}, the decisions and your wishes; nothing there names "
    none = f"{none}“{found.missing or found.asked}”."
    if not found.closest:
        who = f"It falls to the {REMIT.get(query.topic, Role.CPO)}. To have it in, say “please add …”."
        return Part(f"It is not in the records in these words: {none}", (who,) if slices.is_running(facts) else ())
    first, *others = found.hits or found.closest
    nearest = f"The nearest on record is {first.place}: “{first.text}”."
    said = _sentence(first, query, is_whole=not found.lacking) if found.hits else nearest
    if found.missing:
        said = f"{none} {said}" if query.is_polar and not found.hits else f"{said} {none}"
    elif found.lacking:
        said = f"{said} That record does not name “{found.lacking}”."
    return Part(said, (f"Also near:\n\n{lookup.hit_list(others)}" if others else "",))


def answers(query: Query, facts: ProjectFacts) -> Part:
    """The customer's own answers to the intake: those the question is about, else all, those not given first."""
    given = slices.answers_of(facts)
    stems = frozenset(map(lookup.stem, re.findall(r"\w+", query.plain.replace("have", ""))))  # "have you …"
    shown = [question for question in QUESTIONS if stems & frozenset(map(lookup.stem, question.id.split("_")))]
    if not shown and not query.counts and (found := lookup.look_up(query.plain, facts)) and found.hits:
        return about(found, query, facts)
    number = f"{len(given)} of {counted(len(QUESTIONS), 'question')}"
    shown = shown or sorted(QUESTIONS, key=lambda question: question.id in given)
    lines = (_said(question, given.get(question.id)) for question in shown)
    return Part(f"You answered {number} of the intake:", (folded(lines),))


def _said(question: Question, answer: object) -> str:
    """A question of the intake, and what was answered to it in the customer's words."""
    if answer is None or answer == ():
        return f"{question.prompt} You {'gave no answer' if answer is None else 'named none'}."
    if isinstance(answer, bool):
        said = "yes" if answer else "no"
    elif isinstance(answer, Money):
        said = money(answer.amount, answer.currency)
    else:
        several = answer if isinstance(answer, tuple) else (answer,)
        said = listed(_CALLED.get(str(item)) or quoted_text(str(item)) for item in several)
    return f"{question.prompt} You answered: {said}."


def _sentence(hit: lookup.Hit, query: Query, *, is_whole: bool) -> str:
    """What the record says; yes or no only where it has all that was asked about, and nothing else is asked."""
    entry, is_built = hit.entry, query.mentions(_BUILT)
    built = " The records know no built product." if is_built else ""
    if entry is None:
        return f"{hit.place[:1].upper()}{hit.place[1:]}: {hit.text}{built}"
    if not entry.is_active:
        return f"Not any more: {entry.kind} {entry.id}, “{entry.words}”, was dropped from the brief."
    is_polar = is_whole and query.is_polar and not (query.mentions(_JUDGED) or _IDENTITY.match(query.bare))
    if not entry.id.startswith("X"):
        beside = tokens(query.bare) - lookup.particular_words(query.bare) - tokens(" ".join(word_table(_ASKING)))
        is_plain = is_polar and not (is_built or set(map(lookup.stem, beside)) - hit.stems)
        has_it = "Yes, it is part of the brief" if is_plain else "The brief has it" if is_whole else "The brief says"
        return f"{has_it}, as {entry.kind} {entry.id}: “{entry.words}”.{built}"
    is_negative = re.search(rf"\b(?:{_EXCLUDED})\b", query.bare) and " or not" not in query.plain
    asks_excluded = query.topic is Topic.EXCLUSIONS or is_negative
    first = ("Right" if query.is_negated else "Yes") if asks_excluded else "No"
    that = f"{first}, that" if is_polar else "That"
    return f"{that} is deliberately out of scope ({entry.id}): “{entry.words}”."


def _entries(facts: ProjectFacts, *names: str) -> list[lookup.Entry]:
    """The entries of the brief, or of some of its lists, that hold."""
    return [one for name in names or LISTS for one in lookup.entries(facts, name) if one.is_active]
