"""Converts between the intake and the brief: answers become entries, and entries give the answers back."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from domain.projects import rates
from domain.projects.brief.changing import QUESTIONS, Plan, change_project, fill_list, with_links
from domain.projects.brief.records import Brief, BriefEntryType
from domain.projects.brief.requests import UpdateProject
from domain.projects.brief.topics import foundation_topics, platform_topics, standing_topics
from domain.projects.questionnaire import QUESTIONS as ALL_QUESTIONS
from domain.projects.records import AnswerValue
from domain.projects.states import Role

_SINGLE = ("goal", "approver", "personal_data", "tone")
_TYPES: Mapping[str, BriefEntryType] = {question: kind for kind, question in QUESTIONS.items()}


def new_brief(project_id: str, now: datetime) -> Brief:
    """An empty brief, with the playbooks and the price list of today."""
    published = {
        currency: {Role(role): rate for role, rate in each.items()} for currency, each in rates.DAY_RATES.items()
    }
    return Brief(project_id=project_id, published_rates=published, updated_at=now, **standing_topics())


def answers_of(plan: Plan) -> dict[str, AnswerValue]:
    """The answers to the intake, in the questionnaire's order; a question that nobody answered is left out."""
    project, brief = plan.project, plan.brief
    found: dict[str, Any] = {name: getattr(brief, name) for name in _SINGLE}
    found |= {
        question: tuple(entry.text for entry in brief.of_type(kind)) if kind in brief.answered else None
        for kind, question in QUESTIONS.items()
    }
    found |= {
        "platforms": tuple(topic.id for topic in brief.platforms) or None,
        "existing": brief.existing,
        "deadline": project.deadline.isoformat() if project.deadline else None,
        "budget_ceiling": project.ceiling,
    }
    named = {question.id: found[question.id] for question in ALL_QUESTIONS}
    return {name: answer for name, answer in named.items() if answer is not None}


def fill(plan: Plan, answers: Mapping[str, AnswerValue | None], *, now: datetime) -> Plan:
    """The plan with valid answers of the intake; None clears an answer. Raises what `change_project` raises."""
    filled = Plan(plan.project, _filled(plan.brief, answers, now))
    limits = {name: answers[name] for name in ("deadline", "budget_ceiling") if name in answers}
    return change_project(filled, UpdateProject.model_validate(limits), now=now) if limits else filled


def brief_of_first_edition(row: Mapping[str, Any]) -> Brief:
    """The brief of a row that the first edition stored as answers; entries get the ids that its documents gave them."""
    stored, now = row["answers"], datetime.fromisoformat(row["updated_at"])
    named = (name for name in (*_SINGLE, "platforms", "existing", *_TYPES) if name in stored)
    answers = {name: tuple(stored[name]) if isinstance(stored[name], list) else stored[name] for name in named}
    return _filled(new_brief(row["project_id"], now), answers, now)


def _filled(brief: Brief, answers: Mapping[str, AnswerValue | None], now: datetime) -> Brief:
    updates: dict[str, Any] = {name: answers[name] for name in _SINGLE if name in answers}
    if "platforms" in answers:
        updates["platforms"] = platform_topics(_texts(answers["platforms"]))
    if "existing" in answers:
        given = answers["existing"]
        updates |= {"existing": given, "foundation": foundation_topics(_texts(given))}
    brief = brief.changed(now, **updates)
    for question, answer in answers.items():
        if question in _TYPES:
            brief = fill_list(brief, _TYPES[question], None if answer is None else _texts(answer), now=now)
    return with_links(brief)


def _texts(value: AnswerValue | None) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()
