"""What was settled and what was wished for, from the project's record."""

from __future__ import annotations

import re
from dataclasses import replace

from domain.agents.brain import roles, slices
from domain.agents.brain.answers.about_brief import about
from domain.agents.brain.answers.about_progress import ended
from domain.agents.brain.answers.lookup import look_up, particular_words
from domain.agents.brain.answers.part import Part, folded, verdict
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import Query
from domain.agents.brain.wording import decider, escaped, project_name, quoted_text, state_of
from domain.language.dialogue import About
from domain.projects.documents.matching import tokens
from domain.projects.documents.parts import be, counted, on
from domain.projects.records import Approval, Decision
from domain.projects.states import DecisionKind
from domain.receipts.tracing import count

_REMARKS = r"comment\w*|remark\w*|correct\w*|complain\w*|returned|sen[dt] back|applied|worked in|changed"
_JUST, _ON_RECORD = re.compile(r"\b(?:just|only)\b"), "recorded|noted|note|book|down|record|stands?|standing|open"
_WORKED_IN = r"applied|worked in|made|done|in it|in there|in the|answered|put"


def decisions(query: Query, facts: ProjectFacts) -> Part:
    """What was decided, newest first; what was decided about a thing, where the question names one."""
    if not facts.decisions:
        return Part(f"No decision is on record yet for {project_name(facts)}.")
    newest = list(reversed(facts.decisions))
    wanted = particular_words(query.plain)
    found = [item for item in newest if wanted & tokens(item.text)]
    if wanted and not found:
        if (elsewhere := look_up(query.plain, facts)) and elsewhere.hits:
            part = about(elsewhere, replace(query, plain=f"what about {query.plain}", is_asked=False), facts)
            return replace(part, headline=f"No such decision is on record. {part.headline}")
        asked = escaped(" ".join(word for word in query.plain.split() if tokens(word) & wanted))
        headline = (
            f"It is not in the records: I looked at {counted(count(newest), 'decision')}; none mentions “{asked}”."
        )
        return Part(headline, (f"The latest: {_sentence(newest[0])}",))
    shown = found or newest
    headline = f"The latest of {counted(count(facts.decisions), 'decision')}: {_sentence(newest[0])}"
    if found:
        agree = _opposed(query.plain) == _opposed(found[0].text.lower())
        headline = f"{verdict(query, holds=True) if agree else ''}{_sentence(found[0])}"
    elif query.counts:
        headline = f"{counted(count(newest), 'decision')} {be(len(newest))} on record. {headline}"
    if query.mentions("who|whom|whose"):
        headline = f"{decider(shown[0], facts)}: nothing is ever decided by time or by an agent. {headline}"
    return Part(headline, (folded(f"{on(item.at)}: {_text(item)}" for item in shown),))


def changes(query: Query, facts: ProjectFacts) -> Part:
    """The wishes noted as change requests, newest first, and the changes asked for in documents."""
    wishes = slices.wishes(facts)[::-1]
    lines = folded(f"{on(item.at)}: {quoted_text(item.text)}, with the {item.owner}" for item in wishes)
    remarks = [_remark(item, facts) for item in reversed(facts.approvals) if item.comment]
    said = tuple(roles.standing(facts, role) for role in dict.fromkeys(item.owner for item in wishes))
    noted = f"{counted(count(wishes), 'change request')} {be(len(wishes))} noted."
    if query.mentions("built|build|part of|in the brief|priced"):
        noted = (
            f"{verdict(query, holds=False)}a change request is on record, and not part of the accepted brief. {noted}"
        )
    elif wishes and query.mentions("just|only"):
        noted = f"{verdict(replace(query, plain=_JUST.sub('', query.plain)), holds=len(wishes) == 1)}{noted}"
    elif any(particular_words(query.plain) & tokens(item.text) for item in wishes) and query.mentions(_ON_RECORD):
        noted = f"{verdict(query, holds=True)}{noted}"
    shown = About(shown=tuple(item.text for item in wishes))
    told = f"Comments on documents:\n\n{folded(remarks)}" if remarks else ""
    if remarks and (not wishes or query.mentions(_REMARKS)):
        is_in = query.mentions(_WORKED_IN) and "answered by" in remarks[0]
        answer = verdict(query, holds=True) if is_in else ""
        return Part(f"{answer}{remarks[0]}", (folded(remarks[1:]), lines), said, about=shown)
    return Part(noted if wishes else "No change request is noted.", (lines, told), said, about=shown)


def _remark(item: Approval, facts: ProjectFacts) -> str:
    """A comment with which a document was sent back, and the revision that answers it, if one is written."""
    document = next((one for one in facts.deliverables if one.id == item.deliverable_id), None)
    after = [one for one in document.history if one.revision > item.revision] if document else []
    answered = f"; it is answered by revision {after[0].revision}" if after else ""
    state = f", which is {state_of(document)}" if document and after and after[0] is document.history[-1] else ""
    comment = f"your comment on **{item.title}**, revision {item.revision}: {quoted_text(item.comment or '')}"
    return f"{comment}{answered}{state}."


def recent_fact(facts: ProjectFacts) -> str:
    """One true sentence about the project, to go with a greeting."""
    if pending := slices.pending_approvals(facts):
        waits = f"{counted(count(pending), 'document')} {'waits' if len(pending) == 1 else 'wait'}"
        return f"{project_name(facts)} is in the **{facts.project.phase.value}** phase; {waits} for your approval."
    if slices.is_over(facts):
        return ended(facts)
    if facts.project.submitted_at is None:
        return f"{project_name(facts)} is a draft, in the intake phase."
    status = facts.project.status.value.replace("_", " ")
    progress = f"{facts.project.progress_percent} % complete"
    return f"{project_name(facts)} is {status}, in the **{facts.project.phase.value}** phase, {progress}."


def _opposed(plain: str) -> bool:
    """Whether a text is about not doing something: such a question is not answered by the opposite decision."""
    return re.search(r"\b(?:against|not|no|never|without|drop\w*|leave|leaving|out)\b", plain) is not None


def _sentence(decision: Decision) -> str:
    return f"{_text(decision).rstrip('.')}, on {on(decision.at)}."


def _text(decision: Decision) -> str:
    if decision.kind is DecisionKind.OTHER:
        return f"you decided: {quoted_text(decision.text)}"
    return escaped(decision.text)
