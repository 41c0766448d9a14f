"""Particulars with an answer of their own: personal data, languages, the deadline, and how the work goes on."""

from __future__ import annotations

import re

from domain.agents.brain import roles, slices
from domain.agents.brain.answers.about_progress import draft_status, ended
from domain.agents.brain.answers.lookup import entries
from domain.agents.brain.answers.part import Part, verdict
from domain.agents.brain.asked_for import Particular
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import Query
from domain.agents.brain.wording import as_said, project_name, titles
from domain.language.dialogue import About
from domain.language.tables import word_table
from domain.projects import figures
from domain.projects.documents.brief import LISTS
from domain.projects.documents.markdown import bullets, listed
from domain.projects.documents.matching import tokens
from domain.projects.documents.parts import counted, on
from domain.projects.phases import WORKING_PHASES, owner_of, phase_after
from domain.projects.states import DeliverableState, Phase, ProjectStatus, Role
from domain.receipts.tracing import count

_WORDS = re.compile(r"[^\W\d_]+")
_BY_ITSELF = "without|automatic\\w*|by (?:itself|themselves)|alone|myself"
_WAITING = r"sit|sits|leav\w+|lie|lying|nobody|never|wait\w*|harm|weeks?|month|later|late|stand(?:s|ing)? still|while"
_SIGNED = r"approv\w+|sign\w*|ok|okay|accept\w*|done|finished"


def told(query: Query, facts: ProjectFacts) -> Part | None:
    """The answer to a question for a particular; None where it asks for none."""
    match query.asked_for.particular:
        case Particular.PERSONAL_DATA:
            return _personal_data(query, facts)
        case Particular.LANGUAGES:
            return _languages(query, facts)
        case Particular.DEADLINE:
            deadline = facts.project.deadline
            said = f"your deadline is {on(deadline)}" if deadline else "you set no deadline"
            return Part(f"{verdict(query, holds=deadline is not None)}{said}.")
        case Particular.PROCESS:
            return _process(query, facts)
    return None


def _personal_data(query: Query, facts: ProjectFacts) -> Part:
    stored = facts.intake.answers.get("personal_data")
    rules = bullets(f"Rule {one.id}: {as_said(one.words)}" for one in entries(facts, "constraints") if one.is_active)
    if stored is None:
        return Part("It is not answered in the intake whether data about identifiable people is stored.", (rules,))
    said = f"by your intake it {'does' if stored else 'does not'} store data about identifiable people."
    answer = "" if query.mentions("anonym\\w*") else verdict(query, holds=bool(stored))
    return Part(f"{answer}{said}", (rules,), (roles.standing(facts, Role.CTO),))


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


def _process(query: Query, facts: ProjectFacts) -> Part:
    """How the work goes on: who approves, what follows, and what waiting comes to; what is asked for stands first."""
    if facts.project.status is ProjectStatus.DRAFT:
        return draft_status(facts)
    if slices.is_over(facts):
        return Part(ended(facts))
    by_itself, is_signed = query.mentions(_BY_ITSELF), query.mentions(_SIGNED)
    number = counted(count(facts.deliverables), "document")
    rule = f"Each of the {number} needs your approval; nothing is approved by time or by an agent."
    said = [_follows(query, facts, is_signed=is_signed), rule, _waits(facts)]
    if query.mentions(_WAITING) and not (is_signed and by_itself):
        said.insert(0, said.pop())
    elif (by_itself or query.mentions("all|every|each")) and not (query.phases or query.mentions("once|when|after|if")):
        said.remove(rule)
        said.insert(0, f"{verdict(query, holds=not by_itself)}{rule[0].lower()}{rule[1:]}")
    named = [phase.value for phase in query.phases] or [phase_after(facts.project.phase).value]
    said_by = (roles.standing(facts, owner_of(facts.project.phase)),)
    return Part(said[0], (bullets(said[1:]),), said_by, about=About(names=tuple(named)))


def _follows(query: Query, facts: ProjectFacts, *, is_signed: bool) -> str:
    """What begins once the phase's documents are approved; of a phase that is named, what follows it."""
    now, order = facts.project.phase, list(WORKING_PHASES)
    after = query.phases if query.mentions("after|then|next|follow\\w*") and not is_signed else ()
    phase = next((one for one in after if one in order[order.index(now) :]), now)
    following = phase_after(phase)
    documents = [item for item in facts.deliverables if item.phase is following]
    begins = "the project is complete"
    if documents:
        begins = f"**{following.value}** begins, in which the {documents[0].owner} writes {titles(documents)}"
    work = " and every work item is done" if phase is Phase.DEVELOPMENT and facts.project.hand_out_work else ""
    waits = [item for item in slices.documents_of(facts, phase=phase) if item.state is not DeliverableState.APPROVED]
    still = f" Not approved yet: {titles(waits)}." if waits and phase is now else ""
    return f"Once every document of the **{phase.value}** phase is approved{work}, {begins}.{still}"


def _waits(facts: ProjectFacts) -> str:
    """What waiting comes to, in days."""
    expected = figures.documents_eta(facts.project, today=facts.now.date())
    moves = f" The day on which the documents are expected, {on(expected)}, moves later with it." if expected else ""
    pending = slices.pending_approvals(facts)
    what = f"As long as {titles(pending)} {'waits' if len(pending) == 1 else 'wait'}" if pending else "Without your yes"
    return f"{what}, the next phase of {project_name(facts)} does not begin; waiting costs nothing.{moves}"
