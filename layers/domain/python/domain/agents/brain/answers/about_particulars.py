"""Particulars with an answer of their own: personal data, languages, the deadline, and how the work goes on."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from domain.agents.brain import roles, slices
from domain.agents.brain.answers.about_progress import draft_status, ended
from domain.agents.brain.answers.lookup import entries
from domain.agents.brain.answers.part import Part, verdict
from domain.agents.brain.asked_for import Particular
from domain.agents.brain.naming import mentions_in
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
from domain.projects.phases import WORKING_PHASES, phase_after
from domain.projects.records import Deliverable
from domain.projects.states import DeliverableState, Phase, ProjectStatus, Role
from domain.receipts.tracing import count

_MOST_RULES = 5
_FIRST, _WORDS = r"(?:(?:so|and|but|then|ok),? )*", re.compile(r"[^\W\d_]+")


def told(query: Query, facts: ProjectFacts) -> Part | None:
    """The answer to a question for a particular; None where it asks for none."""
    particular = query.asked_for.particular
    return _TOLD[particular](query, facts) if particular else None


def _personal_data(query: Query, facts: ProjectFacts) -> Part:
    stored = facts.intake.answers.get("personal_data")
    rules = _rules(facts)
    if stored is None:
        return Part("It is not answered in the intake whether data about identifiable people is stored.", (rules,))
    holds = bool(stored) != query.mentions("anonym\\w*")
    does = "does" if stored else "does not"
    said = f"by your intake it {does} store data about identifiable people."
    return Part(f"{verdict(query, holds=holds)}{said}", (rules,), (roles.standing(facts, Role.CTO),))


def _rules(facts: ProjectFacts) -> str:
    rules = [f"Rule {one.id}: {as_said(one.words)}" for one in entries(facts, "constraints") if one.is_active]
    return bullets(rules[:_MOST_RULES])


def _languages(query: Query, facts: ProjectFacts) -> Part | None:
    """What the brief says of languages; None where it names none, so that the question is looked up."""
    known = word_table("language_names")
    said = {one: _languages_in(one.words, known) for name in LISTS for one in entries(facts, name) if one.is_active}
    told = {one: names for one, names in said.items() if names}
    if not told:
        return None
    spoken = list(dict.fromkeys(name for one, names in told.items() if one.kind != "out of scope" for name in names))
    asked = _languages_in(query.plain, known)
    sources = listed(f"{one.kind} {one.id}, “{as_said(one.words)}”" for one in told)
    said_by, names = (roles.standing(facts, Role.CPO),), listed(map(str.capitalize, spoken)) or "no language"
    if asked:
        holds = set(asked) <= set(spoken)
        # A must-have such as "the menu in Greek" speaks of a part alone, so that it proves neither yes nor no.
        proves = all(one.kind == "rule" or tokens(one.words) <= known for one in told)
        answer = verdict(query, holds=holds) if proves else ""
        answer = answer or ("" if holds else "not by the brief: ")
        return Part(f"{answer}it names {names}: {sources}.", (), said_by)
    several = verdict(query, holds=len(spoken) > 1) if query.mentions("multilingual|bilingual|several|two|more") else ""
    several = several or (verdict(query, holds=len(spoken) == 1) if query.mentions("only|single") else "")
    number = counted(count(spoken), "language")
    return Part(f"{several}{number}, by the brief: {names} ({sources}).", (), said_by)


def _languages_in(text: str, known: frozenset[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for word in _WORDS.findall(text.lower()) if word in known))


def _deadline(query: Query, facts: ProjectFacts) -> Part | None:
    """Whether there is a deadline; None where it is asked for with more, which the dates tell."""
    deadline = facts.project.deadline
    if deadline is None:
        optional = " The intake may give one." if facts.project.status is ProjectStatus.DRAFT else ""
        return Part(f"{verdict(query, holds=False)}you set no deadline.{optional}")
    expected = figures.documents_eta(facts.project, today=facts.now.date())
    documents = f"The documents are expected on {on(expected)}; building comes after them." if expected else ""
    return Part(f"{verdict(query, holds=True)}your deadline is {on(deadline)}.", (documents,))


_BY_ITSELF = "without|automatic\\w*|by (?:itself|themselves)|alone|myself"
_ALL = "all|every|each|any"
_WAITED = (
    r"sit|sits|leav\w+|lie|lying|nothing|not|nobody|never|wait\w*|harm|time|(?:two|three|four|\d+) weeks|month|"
    r"next week|later|late|stand(?:s|ing)? still|stop|while i"
)
_SIGNED = re.compile(r"\b(?:approv\w+|sign\w*|ok|okay|accept\w*|yes|done|finished|through)\b")
_THEN = re.compile(rf"^{_FIRST}(?:once|when|whenever|after|if|as soon as)\b|\b(?:once|when|after|if|as soon as)\b")
_ASKS_WHAT = re.compile(r"\b(?:what|which|who|how|where|why)\b")
_OVER = r"(?<!take )(?<!takes )over|complete|finished|done|all|that it"


def _process(query: Query, facts: ProjectFacts) -> Part:
    """How the work goes on: who approves, what follows, and what waiting comes to; what is asked for stands first."""
    if facts.project.status is ProjectStatus.DRAFT:
        return draft_status(facts)
    if slices.is_over(facts):
        return Part(ended(facts))
    rule, follows, waits = _rule(query, facts), _follows(query, facts), _waits(facts)
    if query.mentions("if|wait\\w*|harm|problem|while") and query.mentions(_WAITED) and not _signed(query):
        said = (waits, rule[1], follows[1])
    elif query.mentions(f"{_ALL}|{_BY_ITSELF}") and not (query.phases or _THEN.search(query.plain)):
        said = (f"{rule[0]}{rule[1]}", follows[1], waits)
    else:
        said = (f"{follows[0]}{follows[1]}", rule[1], waits)
    named = [phase.value for phase in query.phases] or [phase_after(facts.project.phase).value]
    said_by = (roles.standing(facts, _owner(facts)),)
    return Part(said[0], (bullets(map(_capital, said[1:])),), said_by, about=About(names=tuple(named)))


def _signed(query: Query) -> bool:
    is_waiting = query.mentions("not|nobody|never|nothing|week|while|wait\\w*")
    return _SIGNED.search(query.plain) is not None and not is_waiting


def _owner(facts: ProjectFacts) -> Role:
    phase = facts.project.phase
    return next((item.owner for item in facts.deliverables if item.phase is phase), Role.CPO)


def _rule(query: Query, facts: ProjectFacts) -> tuple[str, str]:
    """Yes or no, and that each document needs the customer."""
    by_itself = query.mentions(_BY_ITSELF)
    number = counted(count(facts.deliverables), "document")
    said = f"each of the {number} needs your approval; nothing is approved by time or by an agent."
    if not query.mentions(f"{_ALL}|{_BY_ITSELF}"):
        return "", _capital(said)
    return verdict(query, holds=not by_itself), said


def _follows(query: Query, facts: ProjectFacts) -> tuple[str, str]:
    """Yes or no, and what begins once the phase's documents are approved; of a phase that is named, what follows it."""
    now = facts.project.phase
    after = query.mentions("after|then|next|follow\\w*") and not _signed(query)
    phase = next((one for one in query.phases if after and one in WORKING_PHASES and _index(one) >= _index(now)), now)
    following = phase_after(phase)
    documents = [item for item in facts.deliverables if item.phase is following]
    begins = "the project is complete"
    if documents:
        who = documents[0].owner
        begins = f"**{following.value}** begins, in which the {who} writes {titles(documents)}"
    open_ones = tuple(
        item for item in slices.documents_of(facts, phase=phase) if item.state is not DeliverableState.APPROVED
    )
    handed = phase is Phase.DEVELOPMENT and facts.project.hand_out_work
    work = " and every work item is done" if handed else ""
    said = f"once every document of the **{phase.value}** phase is approved{work}, {begins}."
    if open_ones and phase is now:
        said += f" Not approved yet: {titles(open_ones)}."
    answer = "" if handed or phase is not now else _agreed(query, open_ones, phase, following, facts)
    return answer, said if answer else _capital(said)


def _agreed(
    query: Query, open_ones: tuple[Deliverable, ...], phase: Phase, following: Phase, facts: ProjectFacts
) -> str:
    """Yes or no to "once I approve both, does development begin?"; nothing where that is not what is asked."""
    if not (query.is_asked or query.is_polar) or _ASKS_WHAT.search(query.plain) or not _SIGNED.search(query.plain):
        return ""
    words = re.findall(r"\w+", query.plain)
    named = {kinds[0] for kinds in mentions_in(words).mentions if len(kinds) == 1}
    pending = {item.deliverable_kind for item in slices.pending_approvals(facts)}
    meant = named or (pending if query.mentions("both|all|every\\w*|them|these|they|two|three|it|that|this") else set())
    if not meant:
        return ""
    covers = {item.kind for item in open_ones} <= meant
    phases = {one for one in Phase if one.value in words}
    asked, ends = phases - {phase, following}, query.mentions(_OVER) and not phases
    holds = covers and not asked and not (ends and following is not Phase.COMPLETE)
    return "Yes: " if holds else "No: "


def _waits(facts: ProjectFacts) -> str:
    """What waiting comes to, in days."""
    expected = figures.documents_eta(facts.project, today=facts.now.date())
    moves = f" The day on which the documents are expected, {on(expected)}, moves later with it." if expected else ""
    pending = slices.pending_approvals(facts)
    what = f"As long as {titles(pending)} {'waits' if len(pending) == 1 else 'wait'}" if pending else "Without your yes"
    held = f"{what}, the next phase of {project_name(facts)} does not begin; waiting costs nothing."
    return f"{held}{moves}"


def _index(phase: Phase) -> int:
    return list(Phase).index(phase)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


_TOLD: Mapping[Particular, Callable[[Query, ProjectFacts], Part | None]] = MappingProxyType(
    {
        Particular.PERSONAL_DATA: _personal_data,
        Particular.LANGUAGES: _languages,
        Particular.DEADLINE: _deadline,
        Particular.PROCESS: _process,
    }
)
