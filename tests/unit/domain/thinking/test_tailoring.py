"""Which edits of a model are done, and what each that is not is told."""

from __future__ import annotations

from datetime import date

import pytest

from domain.projects.documents import editing
from domain.projects.documents.composing import compose
from domain.projects.documents.records import LineState
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


def test_line_that_a_person_has_edited_is_nobody_elses(tailor_of):
    tailor = tailor_of("scope")
    first = next(iter(tailor.text.lines)).model_copy(update={"state": LineState.KEPT})
    kept = editing.replaced(tailor.text, first, tailor.facts.brief)

    tailored = tailor.tailored(kept, [Edit(does="strike", id=first.id, why="why not")])

    assert (tailored.text, len(tailored.refused)) == (kept, 1)


def test_citations_leave_no_trace_and_what_stands_for_a_choice_goes_on_doing_so(tailor_of):
    tailor = tailor_of("scope")
    edits = [
        Edit(does="reword", id="R1.3", text="Cancel bread until its preparation has begun [f1].", why="R1"),
        Edit(does="reword", id="R1.2", text="All of it costs EUR 32,128 [f1].", why="it is on record"),
    ]

    lines = {one.id: one for one in tailor.tailored(tailor.text, edits).text.lines}

    assert lines["R1.3"].text == "Cancel bread until its preparation has begun."
    assert (lines["R1.3"].template, set(lines["R1.3"].slots.values())) == ("Cancel bread until {change_until}.", {"D1"})
    assert (lines["R1.2"].text, lines["R1.2"].slots) == ("All of it costs EUR 32,128.", {})
