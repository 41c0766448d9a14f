"""What a customer keeps: ten documents of lines that nobody typed, true to the brief and to one another."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from common.wording import day_of, days, money
from domain.projects import wording
from domain.projects.brief.estimate import estimate
from domain.projects.brief.intake import answers_of
from domain.projects.brief.records import Choice, EntryOrigin
from domain.projects.documents.composing import drafted_of, outdated, touched
from domain.projects.documents.design import contrast, voices
from domain.projects.documents.markdown import escaped, hash_of
from domain.projects.documents.records import MOST_LINES, DocumentText, LineState, Section
from domain.projects.documents.trade import filled
from domain.projects.states import DeliverableKind, Phase
from plans import NOW, a_submitted_plan
from tables import for_each

KIND = DeliverableKind


def of(text: DocumentText, section: Section, entry: str | None = None) -> list[str]:
    """The texts of a section, of all of it or of an entry."""
    return [line.text for line in text.lines if line.section is section and (entry is None or entry in line.refs)]


def test_a_project_ends_with_ten_documents_of_lines(story: Any) -> None:
    assert list(story.texts) == list(KIND)
    for text in story.texts.values():
        assert text.content_hash == hash_of(text.content)
        assert sum(1 for _ in text.lines) <= MOST_LINES
        assert {line.origin for line in text.lines} <= {EntryOrigin.PLAYBOOK}


def test_what_to_leave_out_is_searched_once_for_all_documents(restaurant: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[Any] = []

    def search(*given: Any) -> tuple[str, ...]:
        searched.append(given)
        return ()

    monkeypatch.setattr("domain.projects.brief.estimate._to_fit", search)

    trade = restaurant.trade()
    for kind in KIND:
        drafted_of(kind, trade)

    assert len(searched) == 1


@pytest.mark.parametrize("kind", [KIND.PRODUCT_BRIEF, KIND.SCOPE])
def test_open_is_what_nobody_has_answered_and_an_answer_makes_no_document_outdated(
    restaurant: Any, kind: DeliverableKind
) -> None:
    brief = restaurant.plan.brief
    for count, named in ((1, True), (len(brief.choices), False)):
        answered = tuple(one.model_copy(update={"answer": one.proposed}) for one in brief.choices[:count])
        choices = {"choices": (*answered, *brief.choices[count:])}
        after = replace(restaurant, plan=replace(restaurant.plan, brief=brief.model_copy(update=choices)))

        content = after.rewritten(kind).content
        assert ("such as D2: " in content, "The scope holds decisions" in content) == (named, named)
        assert outdated(kind, restaurant.texts[kind], after.plan) == ()


def test_no_line_stands_twice_in_a_document(story: Any) -> None:
    for text in story.texts.values():
        for keys in ([(line.section, line.template, line.refs) for line in text.lines], [one.id for one in text.lines]):
            assert [key for key, count in Counter(keys).items() if count > 1] == []


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
    value = answers_of(story.plan).get(question, ())
    for text in value if isinstance(value, tuple) else (str(value),):
        for kind in kinds:
            content = story.texts[KIND(kind)].content
            assert all(escaped(line) in content for line in text.splitlines()), (kind, text)


def test_money_and_dates_are_those_of_the_estimate(restaurant: Any) -> None:
    found, project = estimate(restaurant.plan, today=NOW.date()), restaurant.plan.project
    whole, dates = found.costing, found.dates
    costs = " | ".join(money(one, whole.currency) for one in (whole.money.low, whole.money.likely, whole.money.high))
    effort = " | ".join(map(days, (whole.days.low, whole.days.likely, whole.days.high)))
    ends = " | ".join(map(day_of, (dates.early, dates.likely, dates.late)))

    for said in (
        f"| Cost | {costs} |",
        f"| Effort | {effort} |",
        f"| End, if it starts today | {ends} |",
        wording.ceiling_verdict(project, found),
        wording.day_rates(found.costing),
    ):
        assert said in restaurant.texts[KIND.PRODUCT_BRIEF].content


def test_who_needs_what_has_a_column_for_it_only_where_something_was_said(story: Any) -> None:
    is_said = any(entry.audiences for entry in story.trade().musts)

    assert ("| Id | Who | Needs |" in story.texts[KIND.PRODUCT_BRIEF].content) == is_said


def test_what_leaving_out_saves_is_what_the_estimate_says(restaurant: Any) -> None:
    before = restaurant.trade().costing

    for entry in restaurant.trade().musts[1:]:
        less = restaurant.changed({"op": "drop_entry", "id": entry.id}).trade().costing
        saved = money(before.money.likely - less.money.likely, before.currency)
        fewer = days(before.days.likely - less.days.likely)
        row = f"| {entry.id} | “{escaped(entry.text)}” | {fewer} | {saved} |"
        assert row in restaurant.texts[KIND.ROADMAP].content


def test_roadmap_speaks_of_limits_only_where_the_customer_set_one(restaurant: Any) -> None:
    limits: dict[str, Any] = {"op": "change_project", "budget_ceiling": None, "deadline": None}
    held, none = ({**limits, "deadline": "2031-01-01"}, "Your limits hold."), (limits, "You set no limits.")

    for change, said in (held, none):
        assert said in restaurant.changed(change).rewritten(KIND.ROADMAP).content


def test_a_change_makes_the_documents_outdated_that_it_touches(restaurant: Any) -> None:
    after = restaurant.changed({"op": "drop_entry", "id": "R4"})

    def made_outdated(documents: Any) -> set[DeliverableKind]:
        ids = touched(restaurant.plan, after.plan, documents, NOW.date())
        return {one.kind for one in documents if one.id in ids}

    planned = [one for one in restaurant.deliverables if one.phase is Phase.PLANNING]
    assert made_outdated(planned) == {KIND.PRODUCT_BRIEF, KIND.SCOPE, KIND.ROADMAP}
    assert made_outdated([one.model_copy(update={"revision": 0}) for one in planned]) == set()
    assert "R4 was dropped." in outdated(KIND.SCOPE, restaurant.texts[KIND.SCOPE], after.plan)
    for kind in KIND:
        assert outdated(kind, restaurant.texts[kind], restaurant.plan) == (), kind


def test_written_anew_a_document_keeps_ids_and_what_a_person_edited(restaurant: Any) -> None:
    before = restaurant.texts[KIND.SCOPE]
    first, second = [line for line in before.lines if "R1" in line.refs][:2]
    edits = {
        first.id: {"text": "In our own words.", "state": LineState.REWORDED},
        second.id: {"state": LineState.STRUCK},
    }
    parts = tuple(
        part.model_copy(update={"lines": tuple(one.model_copy(update=edits.get(one.id)) for one in part.lines)})
        for part in before.parts
    )
    edited = replace(restaurant, texts={KIND.SCOPE: before.model_copy(update={"parts": parts})})

    after = edited.changed({"op": "add_entry", "type": "must_have", "text": "Guests rate their visit"})
    text = after.rewritten(KIND.SCOPE)

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

    text = after.rewritten(KIND.SCOPE)

    assert not [line for line in text.lines if line.id.startswith("R1.")]
    assert [line for line in text.lines if line.id.startswith("R6.")]


@pytest.mark.parametrize("tone", sorted(voices()))
def test_every_colour_of_a_tone_can_be_read(tone: str) -> None:
    colours = voices()[tone]["colours"]

    for name in ("text", "muted", "accent", "danger", "good"):
        assert contrast(colours[name], colours["ground"]) >= 4.5, name


UNTIL = "You can cancel until {x}, and no later."


@pytest.mark.parametrize(
    ("template", "answer", "line"),
    [
        (UNTIL, "the evening before", "You can cancel until the evening before, and no later."),
        (UNTIL, "Until the evening before.", "You can cancel until the evening before, and no later."),
        (UNTIL, "24 hours, and no Sunday.", "You can cancel until 24 hours, and no Sunday, and no later."),
        (UNTIL, "Until", "You can cancel until Until, and no later."),
        (UNTIL, "Stripe", "You can cancel until Stripe, and no later."),
        ("Kept for {x} days.", "30 days", "Kept for 30 days."),
        ("Kept for {x} daysheets.", "30 days", "Kept for 30 days daysheets."),
    ],
)
def test_an_answer_repeats_no_word_that_stands_beside_it(template: str, answer: str, line: str) -> None:
    brief = a_submitted_plan().brief
    choice = Choice(id="D1", topic="kinds/orders", name="x", ask="Until when?", proposed="noon", answer=answer)
    brief = brief.model_copy(update={"choices": (choice,)})

    assert filled(template, {"x": "D1"}, brief) == line
