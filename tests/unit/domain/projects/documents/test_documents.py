"""What a customer keeps: ten documents that are complete, true to the brief and to one another."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from common.wording import days, money
from domain.projects.documents.compose import compose
from domain.projects.documents.markdown import escaped
from domain.projects.documents.parts import packages
from domain.projects.phases import WORKING_PHASES, owner_of
from domain.projects.states import DeliverableKind, ProjectStatus
from tables import for_each

DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
# Ids of entries (R1, R1.2, A1, W1 …) are names, not figures.
NAMES = re.compile(r"\b[RAMICXFTWDO]\d+(?:\.\d+)?\b")
NUMBER = re.compile(r"(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?")


def entries(story: Any, question: str) -> tuple[str, ...]:
    value = story.answers.get(question, ())
    return value if isinstance(value, tuple) else (str(value),)


def ids_in(text: str) -> set[str]:
    """The ids of entries a document names."""
    return set(re.findall(r"\b[RAMICX]\d+\b", text))


def test_a_project_ends_with_ten_documents_of_a_length_to_read(story: Any) -> None:
    assert story.project.status is ProjectStatus.COMPLETED
    assert [kind for kind, _ in story.texts] == list(DeliverableKind)
    lengths = {kind: len(text.splitlines()) for (kind, _), text in story.texts.items()}
    assert all(30 <= length <= 130 for length in lengths.values()), lengths


def test_every_must_have_is_in_every_document_that_works_with_it(story: Any) -> None:
    for text in entries(story, "must_haves"):
        for kind in set(DeliverableKind) - {DeliverableKind.LAUNCH_PLAN}:
            assert escaped(text) in story.text(kind), (kind, text)
    for number in range(1, 1 + len(entries(story, "must_haves"))):
        assert f"R{number}" in ids_in(story.text(DeliverableKind.LAUNCH_PLAN))


@for_each(
    ("question", "kinds"),
    [
        ("goal", ["product_brief", "messaging"]),
        ("audience", ["product_brief", "style_guide", "user_flows", "messaging", "launch_plan"]),
        ("success_measure", ["product_brief", "test_plan", "messaging", "launch_plan"]),
        ("out_of_scope", ["product_brief", "scope", "architecture_plan", "messaging"]),
        ("integrations", ["product_brief", "user_flows", "architecture_plan", "delivery_plan", "test_plan"]),
        ("constraints", ["product_brief", "scope", "style_guide", "user_flows", "architecture_plan", "test_plan"]),
        ("deadline", ["product_brief", "roadmap", "delivery_plan", "messaging", "launch_plan"]),
    ],
)
def test_an_answer_appears_where_it_binds(story: Any, question: str, kinds: list[str]) -> None:
    for text in entries(story, question):
        for kind in kinds:
            lines = text.splitlines()
            assert all(escaped(line) in story.text(DeliverableKind(kind)) for line in lines), (kind, text)


def test_the_approver_is_named_in_every_document(story: Any) -> None:
    (approver,) = entries(story, "approver")

    assert all(f"| For approval by | {escaped(approver)} |" in text for text in story.texts.values())


def test_every_day_in_a_document_is_the_plans_or_the_customers(story: Any) -> None:
    known = {*story.days, story.project.submitted_at.date(), story.project.deadline}

    for (kind, _), text in story.texts.items():
        strange = {day for day in DAY.findall(text) if date.fromisoformat(day) not in known}
        assert not strange, (kind, strange)


def known_numbers(story: Any) -> set[str]:
    brief = story.brief()
    whole, found = brief.costing, packages(brief)
    said = " ".join([story.project.name, *(str(value) for value in story.answers.values())])
    amounts = [whole.money.low, whole.money.likely, whole.money.high, *(package.cost for package in found)]
    amounts += [
        sum(line.costs(whole.rates).get(owner_of(phase), 0) for line in whole.lines) for phase in WORKING_PHASES
    ]
    if story.project.ceiling:
        amounts += [story.project.ceiling.amount, abs(story.project.ceiling.amount - whole.money.likely)]
    spreads = [whole.days, *(package.effort for package in found)]
    effort = [end for spread in spreads for end in (spread.low, spread.likely, spread.high)]
    effort += [sum(line.likely_of(owner_of(phase)) for line in whole.lines) for phase in WORKING_PHASES]
    counts = [len(found), *(len(value) for value in story.answers.values() if isinstance(value, tuple))]
    return (
        {*NUMBER.findall(said), *map(str, counts), "1"}  # one use of each must-have is to be described
        | {f"{amount:,}" for amount in amounts}
        | {days(each).split()[0] for each in effort}
    )


def test_every_number_in_a_document_is_a_figure_or_the_customers(story: Any) -> None:
    known = known_numbers(story)

    for (kind, _), text in story.texts.items():
        bare = re.sub(r"revision \d+", " ", NAMES.sub(" ", DAY.sub(" ", text)))
        strange = set(NUMBER.findall(bare)) - known
        assert not strange, (kind, strange)


@for_each("spare", [-1, 0])
def test_a_deadline_before_the_likely_day_is_an_open_point(restaurant: Any, spare: int) -> None:
    brief = restaurant.brief()
    brief = replace(brief, deadline=brief.dates.likely + timedelta(days=spare))

    roadmap = compose(DeliverableKind.ROADMAP, brief, revision=1, comment=None).content

    assert ("The likely day is after the deadline" in roadmap) is (spare < 0)


def test_what_is_over_the_ceiling_is_an_open_point_of_the_product_brief(restaurant: Any) -> None:
    project = restaurant.project

    text = restaurant.text(DeliverableKind.PRODUCT_BRIEF)

    over = money(project.plan.likely - project.ceiling.amount, project.currency)
    assert f"The likely cost is {over} over the ceiling" in text
    cheap = restaurant.changed(
        {"op": "change_project", "budget_ceiling": {"amount": project.plan.likely, "currency": "EUR"}}
    )
    again = compose(DeliverableKind.PRODUCT_BRIEF, cheap.brief(), revision=2, comment=None).content
    assert "over the ceiling" not in again


def test_documents_name_each_thing_by_the_same_id_and_words(story: Any) -> None:
    names: dict[str, set[str]] = {}
    for text in story.texts.values():
        for name, words in re.findall(r"\*\*([RAMICX]\d+)\*\* ((?:\\.|[^|;:\n\\])+)", text):
            names.setdefault(name, set()).add(words.strip().rstrip("."))
    questions = {"R": "must_haves", "A": "audience", "M": "success_measure", "I": "integrations", "C": "constraints"}
    for name, found in names.items():
        question = questions.get(name[0], "out_of_scope")
        expected = escaped(entries(story, question)[int(name[1:]) - 1])
        assert all(words.startswith((expected, expected[: len(words)])) for words in found), name


def test_documents_agree_on_money_and_deadline(story: Any) -> None:
    plan, totals, deadlines = story.project.plan, set(), set()
    for text in story.texts.values():
        totals |= set(re.findall(r"\n\| Likely cost \| (.+?) \|", text))
        deadlines |= set(re.findall(r"(?:\| Deadline \| |deadline, )(\d{4}-\d{2}-\d{2}|open)", text))
    assert totals == {money(plan.likely, plan.currency)}
    assert deadlines == {story.project.deadline.isoformat() if story.project.deadline else "open"}


def test_the_milestones_add_up_to_the_likely_cost(story: Any) -> None:
    costs = re.findall(r"\| [A-Z]{3} \| [\d.,]+ days? \| [A-Z]{3} ([\d,]+) \|", story.text(DeliverableKind.ROADMAP))

    assert sum(int(cost.replace(",", "")) for cost in costs) == story.project.plan.likely


def test_documents_refer_only_to_ids_that_another_defines(story: Any) -> None:
    brief = story.brief()
    defined = {item.id for item in brief.items}
    for (kind, _), text in story.texts.items():
        plain = re.sub(r"#[0-9A-F]{6}", "", text)
        for raw in (story.project.name, *(part for q in story.answers for part in entries(story, q))):
            plain = plain.replace(escaped(raw), "")
        assert set(re.findall(r"\b[RAMICX]\d+\b", plain)) <= defined, kind


def test_a_flow_names_the_other_systems_that_it_uses(restaurant: Any) -> None:
    story = restaurant.changed(
        {"op": "change_entry", "id": "R1", "text": "Book a table with OpenTable"},
        {"op": "change_entry", "id": "R4", "systems": ["I2"]},
    ).finished()

    text = story.text(DeliverableKind.USER_FLOWS)
    assert "| R1 | Book a table with OpenTable | – | I1 |" in text
    assert "| R4 | Gift vouchers paid by card | – | I2 |" in text
    assert "| R5 | Party enquiry form for companies | A3 | – |" in text


def test_what_the_brief_says_now_is_in_every_document_written_after(restaurant: Any) -> None:
    story = restaurant.changed(
        {"op": "add_entry", "type": "must_have", "text": "A voucher for a birthday"},
        {"op": "drop_entry", "id": "R2"},
        {"op": "change_project", "deadline": "2026-09-30"},
        {"op": "change_brief", "platforms": ["web", "android"], "tone": "formal"},
    ).finished()

    for kind in (DeliverableKind.USER_FLOWS, DeliverableKind.DELIVERY_PLAN, DeliverableKind.TEST_PLAN):
        assert "A voucher for a birthday" in story.text(kind)
        assert "The menu with allergens" not in story.text(kind)
    assert "| Deadline | 2026-09-30 |" in story.text(DeliverableKind.LAUNCH_PLAN)
    assert "| Tone | **formal** |" in story.text(DeliverableKind.STYLE_GUIDE)
    assert "| Platforms | Web and Android |" in story.text(DeliverableKind.ARCHITECTURE_PLAN)
    assert "2026-06-30" in story.text(DeliverableKind.ROADMAP)  # approved as it was written before


def test_a_dropped_entry_is_named_as_dropped(restaurant: Any) -> None:
    story = restaurant.changed({"op": "drop_entry", "id": "R2"}).revised(DeliverableKind.SCOPE, "Without the menu")

    text = story.text(DeliverableKind.SCOPE)
    assert "## Dropped\n\n| Id | Dropped |\n|---|---|\n| R2 | The menu with allergens" in text
    assert "R2" not in text.split("## Dropped")[0]


def test_a_comment_stands_in_the_next_revision_as_it_was_typed_and_changes_nothing(restaurant: Any) -> None:
    comment = "Add a must-have: gift cards | and drop R1"

    story = restaurant.revised(DeliverableKind.SCOPE, comment)

    before, after = (story.texts[DeliverableKind.SCOPE, revision] for revision in (1, 2))
    assert f"| O1 | You wrote: “{escaped(comment)}” | CPO, with the customer |" in after
    assert after.split("## Open points")[0] == before.split("## Open points")[0].replace("revision 1", "revision 2")
    assert story.brief().items == restaurant.brief().items


def test_writing_documents_costs_nothing(story: Any) -> None:
    assert story.project.accepted.likely == story.project.plan.likely
    assert story.project.spent == 0


def test_write_gives_the_same_text_for_the_same_facts(story: Any) -> None:
    brief = story.brief()

    for kind in DeliverableKind:
        assert compose(kind, brief, revision=1, comment=None) == compose(kind, brief, revision=1, comment=None)
