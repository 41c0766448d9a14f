"""What was settled and what was wished for, from the project's record."""

from __future__ import annotations

from domain.agents.brain import slices
from domain.agents.brain.answers.about_progress import ended
from domain.agents.brain.answers.part import Part
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.topics import Query
from domain.agents.brain.wording import on, project_name, quoted_text
from domain.agents.records import Contribution
from domain.projects.documents.markdown import bullets, escaped
from domain.projects.documents.parts import counted
from domain.projects.records import Decision
from domain.projects.states import DecisionKind

_MOST_SHOWN = 10


def decisions(_: Query, facts: ProjectFacts) -> Part:
    """What was decided, newest first."""
    if not facts.decisions:
        return Part(f"No decision is on record yet for {project_name(facts)}.")
    newest = list(reversed(facts.decisions))[:_MOST_SHOWN]
    more = len(facts.decisions) - len(newest)
    headline = f"The latest of {counted(len(facts.decisions), 'decision')}: {_sentence(newest[0])}"
    lines = bullets(f"{on(item.at)}: {_text(item)}" for item in newest)
    earlier = f"{more} earlier ones are on record as well." if more > 0 else ""
    return Part(headline, (lines, earlier))


def changes(_: Query, facts: ProjectFacts) -> Part:
    """The wishes noted as change requests, and the changes asked for in documents."""
    wishes = bullets(
        f"{on(item.at)}: {quoted_text(item.text)}, with the {item.owner}" for item in facts.change_requests
    )
    asked = [item for item in facts.approvals if item.comment]
    comments = bullets(
        f"**{item.title}**, revision {item.revision}: {quoted_text(item.comment or '')}" for item in asked
    )
    contributions = tuple(
        Contribution(
            role=role,
            summary=f"I keep {counted(sum(item.owner is role for item in facts.change_requests), 'change request')}.",
            evidence=tuple(item.id for item in facts.change_requests if item.owner is role),
        )
        for role in dict.fromkeys(item.owner for item in facts.change_requests)
    )
    headline = (
        f"{counted(len(facts.change_requests), 'change request')} "
        f"{'is' if len(facts.change_requests) == 1 else 'are'} noted."
        if facts.change_requests
        else "No change request is noted."
    )
    told = f"Comments on documents:\n\n{comments}" if comments else ""
    return Part(headline, (wishes, told), contributions)


def recent_fact(facts: ProjectFacts) -> str:
    """One true sentence about the project, to go with a greeting."""
    if pending := slices.pending_approvals(facts):
        waits = f"{counted(len(pending), 'document')} {'waits' if len(pending) == 1 else 'wait'}"
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
