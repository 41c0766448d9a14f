"""Which edits of a model are done, and what each that is not is told."""

from __future__ import annotations

from datetime import date

import pytest

from domain.projects.documents.composing import compose
from domain.projects.documents.trade import Trade
from domain.thinking.tailoring import Edit, Tailor
from domain.work.queue import WorkItem


@pytest.fixture
def tailor_of(team, project_id):
    """A document of a project, composed, in a model's hands."""
    facts, _ = team.service.answering.read(WorkItem("acc_1", project_id, project_id))

    def tailor(kind):
        document = next(one for one in facts.deliverables if one.kind == kind)
        return Tailor(facts, document, compose(document, Trade(facts.plan, date(2026, 3, 2))))

    return tailor


def refused(tailor, **edit):
    """Why an edit is refused; the text stays as it was."""
    tailored = tailor.tailored(tailor.text, [Edit.model_validate({"why": "as you said", **edit})])
    assert (tailored.text, tailored.done) == (tailor.text, ())
    return tailored.refused[0]


@pytest.mark.parametrize(
    ("kind", "edit", "reason"),
    [
        ("scope", {"does": "strike", "id": "R9.1"}, "No such line"),
        ("scope", {"does": "strike", "id": "R1.1", "why": "one two three four five six"}, "at most 5 words"),
        ("scope", {"does": "strike", "id": "R1.1", "why": "EUR 777 saved"}, "in no record"),
        ("scope", {"does": "reword", "id": "R1.1"}, "text is missing"),
        ("scope", {"does": "reword", "id": "R1.1", "text": "By 3 May 2031 it works."}, "in no record"),
        ("scope", {"does": "reword", "id": "R1.1", "text": "See R44 for it."}, "in no record"),
        ("scope", {"does": "reword", "id": "R1.1", "text": "It costs EUR 777 [f1]."}, "not in what"),
        ("scope", {"does": "reword", "id": "R1.1", "text": "See <b>www.example.org/x</b>."}, "Plain words only"),
        ("scope", {"does": "reword", "id": "R1.1", "text": "Use sk-ant-api03-" + "a1B2" * 24}, "Plain words only"),
        ("scope", {"does": "add", "section": "steps", "text": "Press it."}, "This document takes: criteria, notes"),
        ("scope", {"does": "add", "section": "criteria", "text": "It works.", "refs": ["R9"]}, "active entry"),
        ("delivery_plan", {"does": "strike", "id": "W1"}, "No such line"),
        ("delivery_plan", {"does": "add", "section": "packages", "text": "A shop."}, "This document takes: notes"),
    ],
)
def test_edit_is_refused_with_its_reason(tailor_of, kind, edit, reason):
    assert reason in refused(tailor_of(kind), **edit)
