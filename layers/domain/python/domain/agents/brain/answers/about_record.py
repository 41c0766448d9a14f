"""What was settled and what was wished for, from the project's record."""

from __future__ import annotations

from domain.agents.brain import roles, slices
from domain.agents.brain.answers.about_progress import ended
from domain.agents.brain.answers.lookup import particular_words
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
_ON_RECORD = "recorded|noted|note|book|down|record|stands?|standing|open"


def decisions(query: Query, facts: ProjectFacts) -> Part:
    """What was decided, newest first; what was decided about a thing, where the question names one."""
    if not facts.decisions:
        return Part(f"No decision is on record yet for {project_name(facts)}.")
    newest = list(reversed(facts.decisions))
    wanted = particular_words(query.plain)
    found = [item for item in newest if wanted & tokens(item.text)]
    number = counted(count(newest), "decision")
    headline = f"The latest of {number}: {_sentence(newest[0])}"
    if wanted and not found:
        asked = escaped(" ".join(word for word in query.plain.split() if tokens(word) & wanted))
        return Part(f"It is not in the records: I looked at {number}; none mentions “{asked}”.", (headline,))
    shown = found or newest
    headline = _sentence(found[0]) if found else headline
    if query.mentions("who|whom|whose"):
        headline = f"{decider(shown[0], facts)}: nothing is ever decided by time or by an agent. {headline}"
    return Part(headline, (folded(f"{on(item.at)}: {_text(item)}" for item in shown),))


def changes(query: Query, facts: ProjectFacts) -> Part:
    """The wishes noted as change requests, newest first, and the changes asked for in documents."""
    wishes = slices.wishes(facts)[::-1]
    lines = folded(f"{on(item.at)}: {quoted_text(item.text)}, with the {item.owner}" for item in wishes)
    remarks = [_remark(item, facts) for item in reversed(facts.approvals) if item.comment]
    said = tuple(roles.standing(facts, role) for role in dict.fromkeys(item.owner for item in wishes))
    shown = About(shown=tuple(item.text for item in wishes))
    if remarks and (not wishes or query.mentions(_REMARKS)):
        return Part(remarks[0], (folded(remarks[1:]), lines), said, about=shown)
    is_noted = any(particular_words(query.plain) & tokens(item.text) for item in wishes)
    answer = verdict(query, holds=True) if is_noted and query.mentions(_ON_RECORD) else ""
    if query.mentions("built|build|part of|in the brief|priced"):
        answer = verdict(query, holds=False)
    noted = f"{counted(count(wishes), 'change request')} {be(len(wishes))} noted, not part of the accepted brief."
    told = f"Comments on documents:\n\n{folded(remarks)}" if remarks else ""
    return Part(f"{answer}{noted}" if wishes else "No change request is noted.", (lines, told), said, about=shown)


def _remark(item: Approval, facts: ProjectFacts) -> str:
    """A comment with which a document was sent back, and the revision that answers it, if one is written."""
    document = next(one for one in facts.deliverables if one.id == item.deliverable_id)
    after = [one.revision for one in document.history if one.revision > item.revision]
    answered = f"; it is answered by revision {after[0]}, and the document is {state_of(document)}" if after else ""
    comment = quoted_text(item.comment or "")
    return f"Your comment on **{item.title}**, revision {item.revision}: {comment}{answered}."


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


def _sentence(decision: Decision) -> str:
    return f"{_text(decision).rstrip('.')}, on {on(decision.at)}."


def _text(decision: Decision) -> str:
    if decision.kind is DecisionKind.OTHER:
        return f"you decided: {quoted_text(decision.text)}"
    return escaped(decision.text)
