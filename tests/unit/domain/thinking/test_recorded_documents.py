"""Documents and comments that a person wrote or read in a model's place: they pass the check, and are applied."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from bench.documents import BRIEFS, share, units_of
from bench.documents import written as skeletons
from bench.replay import BEGAN, desk_of, draft_of, recordings, written
from domain.projects.documents.comments import restored, stored
from domain.projects.documents.written import pieces
from domain.projects.phases import DELIVERABLES
from domain.projects.states import DeliverableKind
from domain.thinking.patch import read_patch
from domain.thinking.section_check import SectionCheck
from domain.thinking.sections import check_of, task_of
from tables import by_day
from tests.documents.comments import Reads, answered, rightly

MOST_IDENTICAL = 0.15
FEWEST_APPLIED = 0.9


@pytest.fixture(scope="module")
def projects():
    return {project.name: project for project in map(written, recordings())}


def test_every_recorded_section_passes_the_check_and_every_piece_is_there(projects):
    missing = {
        (name, document.kind.value): pieces(document.kind, project.briefs[document.kind], document.written, first=True)
        for name, project in projects.items()
        for document in project.documents
    }

    assert [project.refused for project in projects.values()] == [()] * len(projects)
    assert {place: found for place, found in missing.items() if found} == {}
    assert len(projects) == 4
    assert all(len(project.texts) == len(DELIVERABLES) for project in projects.values())


def test_every_recorded_text_stands_in_its_document(projects):
    lost = [
        (name, document.kind.value, part)
        for name, project in projects.items()
        for document in project.documents
        for section in document.written
        for block in section.blocks
        for text in (block.text, *block.items)
        for part in re.split(r"\{\{\w+\}\}", text)
        if part not in project.texts[document.kind]
    ]

    assert lost == []


def test_ten_documents_of_a_project_have_hardly_a_sentence_in_common_with_anothers(projects):
    briefs = json.loads(BRIEFS.read_text(encoding="utf-8"))
    own = {name: units_of(project.texts.values(), name, project.answers) for name, project in projects.items()}
    bare = {name: units_of(skeletons(name, answers), name, answers) for name, answers in briefs.items()}
    shares = {
        (name, other): share(ours, theirs, ours_only=True)
        for name, ours in own.items()
        for others in (own, bare)
        for other, theirs in others.items()
        if name != other
    }

    assert all(sum(unit.is_ours for unit in ours) > 150 for ours in own.values())
    assert len(shares) == len(own) * (len(briefs) - 1)
    assert max(shares.values()) <= MOST_IDENTICAL


def test_later_documents_are_written_with_the_product_brief_and_the_scope_in_sight(projects):
    project = projects["Harbour Ledger"]
    by_kind = {document.kind: document for document in project.documents}
    asked: dict[DeliverableKind, Any] = {}
    for kind in (DeliverableKind.PRODUCT_BRIEF, DeliverableKind.LAUNCH_PLAN):
        draft = draft_of(project, kind, revision=1)
        asked[kind] = task_of(pieces(kind, draft.brief, (), first=True)[0], draft).data["earlier"]

    brief, scope = (by_kind[kind].written for kind in (DeliverableKind.PRODUCT_BRIEF, DeliverableKind.SCOPE))
    assert asked[DeliverableKind.PRODUCT_BRIEF] == {}
    assert list(asked[DeliverableKind.LAUNCH_PLAN]) == ["Product brief", "Scope and acceptance criteria"]
    assert asked[DeliverableKind.LAUNCH_PLAN]["Product brief"]["Judgement"] == [block.text for block in brief[1].blocks]
    assert set(scope[0].blocks[0].items) < set(
        asked[DeliverableKind.LAUNCH_PLAN]["Scope and acceptance criteria"]["Must-haves"]
    )


def test_recorded_prose_with_one_word_too_many_is_refused(projects):
    """Each way to spoil a text, in every recorded text."""
    spoils = (
        "It costs 5 euros.", "It is ready in two weeks.", "Zendesk must answer.", "{{R99}} is next.",
        "We have tested it.", "{{R1}} is finished.", "It will be shown.", "See rule.com for it.",
        "The release is this evening.", "It goes live in spring.", "It was chosen by the owner.", "{{R1}} is built.",
        "It reminds twice.", "It is a proven way.", "The owner promises it.",
    )  # fmt: skip
    kept = []
    for project in projects.values():
        for document in project.documents:
            check: SectionCheck = check_of(draft_of(project, document.kind, revision=1))
            blocks = [block for section in document.written for block in section.blocks if block.text]
            blocks = by_day(blocks, every=3)
            for block in blocks:
                spoilt = [block.model_copy(update={"text": f"{block.text} {spoil}"}) for spoil in spoils]
                kept += [one.text[-40:] for one in spoilt if not list(check.of_blocks([one]))]

    assert kept == []


def test_clauses_of_natural_comments_are_applied_or_offered(projects):
    graded = [rightly(one) for one in answered(projects)]

    right, asked = (sum(counts) for counts in zip(*graded, strict=True))
    assert len(graded) >= 25
    assert right / asked >= FEWEST_APPLIED


def test_every_word_of_a_comment_is_in_one_of_its_points(projects):
    lost: dict[str, set[str]] = {}
    for one in answered(projects):
        said = " ".join(one.told["comment"].split()).casefold()
        for point in one.points:
            said = said.replace(point.text.casefold(), " ")
        left = set(re.findall(r"[a-z]+", said)) - {"but", "and", "also", "hm", "please", "then"}
        lost |= {one.told["comment"]: left} if left else {}

    assert lost == {}


def test_reading_is_stored_as_it_was(projects):
    for one in answered(projects):
        project = projects[one.told["project"]]
        draft = draft_of(project, one.before.kind, revision=2)
        clauses = read_patch(desk_of(Reads(one.told["clauses"], [])), one.told["comment"], draft, BEGAN.date())

        assert restored(stored(clauses)) == clauses


COMMENT = "Drop the cakes. Bakers should hear a bell, and the page must load faster."


def read(projects, *clauses, comment=COMMENT):
    """What becomes of `COMMENT` when a model reads it so: the points, after the rules were asked for what it left."""
    from domain.projects.documents.compose import revise  # noqa: PLC0415
    from domain.projects.states import DeliverableKind  # noqa: PLC0415
    from domain.thinking.task import Thought  # noqa: PLC0415

    class Stubborn(Reads):
        def think(self, task, *, seconds):
            del seconds
            return Thought(task.output.model_validate({"clauses": self.clauses}), 0, 0)

    draft = draft_of(projects["Kruste und Krume"], DeliverableKind.SCOPE, revision=2)
    found = read_patch(desk_of(Stubborn(list(clauses), [])), comment, draft, BEGAN.date())
    return {point.text: point for point in revise(draft, found)[1]}


BELL = {"words": "Bakers should hear a bell", "does": "refine", "entry": "R3", "text": "Bakers should hear a bell"}


def test_clause_that_the_model_leaves_out_is_named_as_not_applied(projects):
    points = read(projects, BELL)

    assert points["Bakers should hear a bell"].applied
    left = [point for text, point in points.items() if "the page must load faster" in text or "cakes" in text]
    assert [point.applied for point in left] == [False, False]


@pytest.mark.parametrize(
    "clause",
    [
        {**BELL, "words": "Bakers want a bell"},
        {**BELL, "text": "Bakers should hear a Bosch bell"},
        {**BELL, "text": "Bakers should hear a bell for 5 seconds"},
        {**BELL, "entry": "R9"},
        {**BELL, "does": "replace", "old": "list", "text": "Zebra printer"},
        {**BELL, "does": "write", "section": "Must-haves", "blocks": [{"about": "R3", "items": ["It rings 3 times."]}]},
        {**BELL, "does": "write", "section": "Prices", "blocks": [{"text": "The bell must be heard at the oven."}]},
        {**BELL, "does": "write", "section": "Must-haves", "blocks": [{"text": "The bell must be heard at the oven."}]},
        {**BELL, "does": "deadline"},
        {**BELL, "does": "ceiling"},
        {**BELL, "does": "move", "before": "A1"},
        {**BELL, "words": COMMENT},
    ],
)
def test_edit_that_invents_or_reaches_too_far_is_refused(projects, clause):
    points = read(projects, clause)

    assert not any(point.applied for point in points.values())
    assert "bell" in " ".join(points)


def test_days_are_read_by_code_out_of_the_customers_words_and_no_comment_changes_the_ceiling(projects):
    comment = "Somehow 2026-12-01 feels right as launch, and 30k EUR would be okay for us as budget."
    points = read(
        projects,
        {"words": "Somehow 2026-12-01 feels right as launch", "does": "deadline", "text": "2027-01-01"},
        {"words": "30k EUR would be okay for us as budget", "does": "ceiling", "text": "99"},
        comment=comment,
    )

    assert [point.note for point in points.values()] == [
        "The deadline is now 2026-12-01.",
        "No comment changes the ceiling: set it on the page of the project, beside the money.",
    ]
