"""What a customer keeps: ten documents of lines that nobody typed, true to the brief and to one another."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date, timedelta
from typing import Any

import pytest

from common.wording import days, money
from domain.projects import wording
from domain.projects.brief.estimate import estimate
from domain.projects.brief.records import EntryOrigin
from domain.projects.documents.composing import compose, drafted_of, outdated, touched
from domain.projects.documents.design import contrast, voices
from domain.projects.documents.markdown import escaped
from domain.projects.documents.records import MOST_LINES, DocumentText, LineState, Section
from domain.projects.documents.render import hash_of
from domain.projects.states import DeliverableKind, ProjectStatus
from tables import for_each

KIND = DeliverableKind
SLOT = re.compile(r"\{[a-z_]+\}")
OF_SCREENS = re.compile(r"\{(?:next|number|date|time|name|amount|place|count|reason)\}")


def entries(story: Any, question: str) -> tuple[str, ...]:
    value = story.answers.get(question, ())
    return value if isinstance(value, tuple) else (str(value),)


def of(text: DocumentText, section: Section, entry: str | None = None) -> list[str]:
    """The texts of a section, of all of it or of an entry."""
    return [line.text for line in text.lines if line.section is section and (entry is None or entry in line.refs)]


def test_a_project_ends_with_ten_documents_of_lines(story: Any) -> None:
    assert story.project.status is ProjectStatus.COMPLETED
    assert [kind for kind, _ in story.texts] == list(KIND)
    for text in story.texts.values():
        assert text.content_hash == hash_of(text.content)
        assert sum(1 for _ in text.lines) <= MOST_LINES
        assert {line.origin for line in text.lines} <= {EntryOrigin.PLAYBOOK}


def test_each_first_must_have_of_a_kind_has_lines_that_the_customer_did_not_type(story: Any) -> None:
    trade = story.trade()
    for known in trade.family("kinds"):
        leads = [one for one in trade.musts if one.id == known.first]
        if not leads or (leads[0].topics and leads[0].topics[0].id != known.id):
            continue
        first = known.first
        assert len(of(story.text(KIND.SCOPE), Section.CRITERIA, first)) >= 4, known.name
        assert len(of(story.text(KIND.USER_FLOWS), Section.STEPS, first)) >= 4, known.name
        assert len(of(story.text(KIND.USER_FLOWS), Section.FAILURES, first)) >= 3, known.name
        assert trade.choices_of(known), known.name


def test_a_further_must_have_of_a_kind_adds_a_line_and_repeats_none(story: Any) -> None:
    trade, scope = story.trade(), story.text(KIND.SCOPE)
    for known in trade.family("kinds"):
        for entry_id in known.entries[1:]:
            if entry_id != known.first:
                assert len(of(scope, Section.CRITERIA, entry_id)) >= 1, (known.name, entry_id)


def test_no_line_stands_twice_in_a_document(story: Any) -> None:
    for kind, _ in story.texts:
        keys = Counter((line.section, line.template, line.refs) for line in story.text(kind).lines)
        assert [key for key, count in keys.items() if count > 1] == []
        ids = [line.id for line in story.text(kind).lines]
        assert len(ids) == len({*ids})


def test_every_slot_is_filled(story: Any) -> None:
    for text in story.texts.values():
        left = {slot for line in text.lines for slot in SLOT.findall(line.text)}
        assert all(OF_SCREENS.fullmatch(slot) for slot in left), left


def test_sections_with_nothing_in_them_are_left_out(story: Any) -> None:
    for text in story.texts.values():
        headings = re.split(r"^#{2,3} .+$", text.content, flags=re.MULTILINE)[1:]
        bodies = [body.strip() for body in headings]
        assert all(bodies), text.title


@for_each(
    ("question", "kinds"),
    [
        ("goal", ["product_brief", "messaging"]),
        ("audience", ["product_brief", "messaging"]),
        ("success_measure", ["product_brief", "launch_plan"]),
        ("must_haves", ["product_brief", "scope", "roadmap", "user_flows", "delivery_plan"]),
        ("out_of_scope", ["product_brief", "scope", "messaging"]),
        ("integrations", ["scope", "architecture_plan", "delivery_plan"]),
        ("constraints", ["scope", "delivery_plan"]),
    ],
)
def test_an_answer_stands_where_it_binds(story: Any, question: str, kinds: list[str]) -> None:
    for text in entries(story, question):
        for kind in kinds:
            content = story.text(KIND(kind)).content
            assert all(escaped(line) in content for line in text.splitlines()), (kind, text)


def test_money_and_dates_are_those_of_the_estimate(restaurant: Any) -> None:
    found = estimate(restaurant.plan, today=restaurant.now.date())
    content = restaurant.text(KIND.PRODUCT_BRIEF).content

    for said in (
        wording.likely_cost(restaurant.project),
        wording.effort(restaurant.project),
        wording.ceiling_verdict(restaurant.project, found),
        wording.day_rates(found.costing),
    ):
        assert said in content
    order = restaurant.text(KIND.ROADMAP).content
    assert [line for line in order.splitlines() if line.startswith("| 1 |")]


def test_what_leaving_out_saves_is_what_the_estimate_says(restaurant: Any) -> None:
    text = restaurant.text(KIND.ROADMAP).content
    before = restaurant.trade().costing

    for entry in restaurant.trade().musts[1:]:
        less = restaurant.changed({"op": "drop_entry", "id": entry.id}).trade().costing
        saved = money(before.money.likely - less.money.likely, before.currency)
        assert (
            f"| {entry.id} | “{escaped(entry.text)}” | {days(before.days.likely - less.days.likely)} | {saved} |"
            in text
        )


def test_the_same_facts_give_the_same_text(story: Any) -> None:
    for kind in KIND:
        one, other = (compose(story.document(kind), story.trade()) for _ in range(2))
        assert one == other


def test_a_change_makes_the_documents_outdated_that_it_touches(restaurant: Any) -> None:
    after = restaurant.changed({"op": "drop_entry", "id": "R4"})

    ids = touched(restaurant.plan, after.plan, restaurant.deliverables, restaurant.now.date())

    kinds = {one.kind for one in restaurant.deliverables if one.id in ids}
    assert kinds == {KIND.PRODUCT_BRIEF, KIND.SCOPE, KIND.ROADMAP}  # those that are written
    why = outdated(KIND.SCOPE, restaurant.text(KIND.SCOPE), after.plan)
    assert "R4 was dropped." in why
    assert outdated(KIND.SCOPE, restaurant.text(KIND.SCOPE), restaurant.plan) == ()


def test_time_alone_makes_nothing_outdated(restaurant: Any) -> None:
    finished = restaurant.finished()

    for kind in KIND:
        assert outdated(kind, finished.text(kind), finished.plan) == (), kind


def test_another_size_changes_the_estimate_and_not_the_criteria(restaurant: Any) -> None:
    after = restaurant.changed({"op": "change_entry", "id": "R1", "size": "large"})

    assert any("R1" in why for why in outdated(KIND.SCOPE, restaurant.text(KIND.SCOPE), after.plan))
    again = after.rewritten(KIND.SCOPE)
    assert [line.text for line in again.text(KIND.SCOPE).lines] == [
        line.text for line in restaurant.text(KIND.SCOPE).lines
    ]


def test_written_anew_a_document_keeps_ids_and_what_a_person_edited(restaurant: Any) -> None:
    before = restaurant.text(KIND.SCOPE)
    first, second = [line for line in before.lines if "R1" in line.refs][:2]
    parts = tuple(
        part.model_copy(
            update={
                "lines": tuple(
                    line.model_copy(update={"text": "In our own words.", "state": LineState.REWORDED})
                    if line.id == first.id
                    else line.model_copy(update={"state": LineState.STRUCK})
                    if line.id == second.id
                    else line
                    for line in part.lines
                )
            }
        )
        for part in before.parts
    )
    edited = restaurant.with_text(KIND.SCOPE, before.model_copy(update={"parts": parts}))

    after = edited.changed({"op": "add_entry", "type": "must_have", "text": "Guests rate their visit"})
    text = after.rewritten(KIND.SCOPE).text(KIND.SCOPE)

    lines = {line.id: line for line in text.lines}
    assert lines[first.id].text == "In our own words."
    assert lines[second.id].state is LineState.STRUCK
    assert {line.id for line in before.lines} <= {*lines}
    assert of(text, Section.CRITERIA, "R6")
    assert text.revision == 2


def test_lines_of_an_entry_go_with_it_and_its_ids_are_not_given_again(restaurant: Any) -> None:
    after = restaurant.changed(
        {"op": "drop_entry", "id": "R1"}, {"op": "add_entry", "type": "must_have", "text": "Guests book a table"}
    )

    text = after.rewritten(KIND.SCOPE).text(KIND.SCOPE)

    assert not [line for line in text.lines if line.id.startswith("R1.")]
    assert [line for line in text.lines if line.id.startswith("R6.")]


def test_two_products_share_few_lines(story: Any) -> None:
    """What they share comes from the foundation, a platform or a guide that both have."""
    known = {known.name for known in story.trade().known if known.family in {"kinds", "systems"}}
    for text in story.texts.values():
        sources = {(line.source or "").split(" ")[0] for line in text.lines}
        assert {one for one in sources if one.startswith(("kinds/", "systems/"))} <= known


def test_a_second_kind_adds_little(restaurant: Any) -> None:
    trade = restaurant.trade()
    seconds = [one for one in trade.family("kinds") if all(_place(trade, one, entry) for entry in one.entries)]
    for known in seconds:
        assert len(known.knowledge.criteria) <= 4
        assert not known.knowledge.out_of_scope


def _place(trade: Any, known: Any, entry_id: str) -> int:
    return [topic.id for topic in trade.entry(entry_id).topics].index(known.id)


@pytest.mark.parametrize("tone", sorted(voices()))
def test_every_colour_of_a_tone_can_be_read(tone: str) -> None:
    colours = voices()[tone]["colours"]

    for name in ("text", "muted", "accent", "danger", "good"):
        assert contrast(colours[name], colours["ground"]) >= 4.5, name


def test_contrast_is_that_of_wcag() -> None:
    assert round(contrast("#000000", "#ffffff"), 2) == 21
    assert round(contrast("#767676", "#ffffff"), 2) == 4.54


def test_writing_documents_costs_nothing(story: Any) -> None:
    assert story.project.accepted.likely == story.project.plan.likely
    assert story.project.spent == 0


def test_launch_day_is_the_deadline_or_the_likely_day(restaurant: Any) -> None:
    story = restaurant.finished()

    assert "Day 0 is 30 Jun 2026: your deadline." in story.text(KIND.LAUNCH_PLAN).content
    open_ended = restaurant.changed({"op": "change_project", "deadline": None})
    text = "\n".join(part.text for part in drafted_of(KIND.LAUNCH_PLAN, open_ended.trade()))
    assert "the likely day on which all is done" in text


def test_a_deadline_that_does_not_hold_is_the_first_thing_to_decide(restaurant: Any) -> None:
    soon = (restaurant.now.date() + timedelta(days=3)).isoformat()
    story = restaurant.changed({"op": "change_project", "deadline": soon})

    text = compose(story.document(KIND.PRODUCT_BRIEF), story.trade()).content

    assert text.index("is too early") < text.index("## Goal")
    assert date.fromisoformat(soon) == story.project.deadline
