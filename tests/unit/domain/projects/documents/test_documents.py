"""What a customer keeps: ten documents that are complete, true to the brief and to one another."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from typing import Any

from domain.projects.build_outlook import build_outlook
from domain.projects.dates import add_working_days, working_days_between
from domain.projects.documents.compose import compose
from domain.projects.documents.markdown import escaped
from domain.projects.documents.parts import packages
from domain.projects.records import Money
from domain.projects.states import DeliverableKind, ProjectStatus
from tables import for_each

DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
# Ids of entries (R1, R1.2, A1, W1 …) are names, not figures; so is the name of the outlook's rule.
NAMES = re.compile(r"\b[RAMICXFTWDO]\d+(?:\.\d+)?\b|build-outlook-\d")
NUMBER = re.compile(r"(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?")


def entries(story: Any, question: str) -> tuple[str, ...]:
    value = story.intake.answers.get(question, ())
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


def known_days(story: Any) -> set[date]:
    """Every day a document may name, computed from the records without the documents' own code."""
    project, estimate = story.project, story.project.estimate
    outlook = build_outlook(story.intake.answers, currency=estimate.currency).working_days
    days = {estimate.computed_on, estimate.eta}
    starts = {
        estimate.computed_on,
        story.deliverables[0].created_at.date(),
        *(i.history[0].at.date() for i in story.deliverables),
    }
    for since in starts:
        days.add(since)
        for first in range(4):
            done = since
            for phase in estimate.phases[first:]:
                days.add(add_working_days(done, 1))
                done = add_working_days(done, phase.working_days)
                days.add(done)
            days |= {add_working_days(done, outlook.low), add_working_days(done, outlook.high)}
    if project.deadline:
        days.add(project.deadline)
    return days


def test_every_day_in_a_document_is_the_plans_or_the_customers(story: Any) -> None:
    days = known_days(story)
    for (kind, _), text in story.texts.items():
        strange = {day for day in DAY.findall(text) if date.fromisoformat(day) not in days}
        assert not strange, (kind, strange)


def known_numbers(story: Any) -> set[str]:
    project, estimate, brief = story.project, story.project.estimate, story.brief()
    outlook = build_outlook(story.intake.answers, currency=estimate.currency)
    said = " ".join([project.name, *(str(value) for value in story.intake.answers.values())])
    amounts = [estimate.total, estimate.low, estimate.high, *(phase.cost for phase in estimate.phases)]
    amounts += [outlook.low, outlook.high]
    ceiling = story.intake.answers.get("budget_ceiling")
    if isinstance(ceiling, Money):
        amounts += [ceiling.amount, abs(ceiling.amount - estimate.total)]
    counts = [
        len(packages(brief)),
        *(len(value) for value in story.intake.answers.values() if isinstance(value, tuple)),
    ]
    counts += [*range(1, 1 + len(brief.musts)), 1, 2]  # places, one approval, one team of two
    effort = [line.days for line in outlook.basis] + [outlook.working_days]
    counts += [count for days in effort for count in (days.low, days.high)]
    counts += [sum(line.days.low for line in outlook.basis), sum(line.days.high for line in outlook.basis)]
    counts += [phase.working_days for phase in estimate.phases]
    return (
        set(NUMBER.findall(said))
        | {f"{amount:,}" for amount in amounts}
        | {f"{phase.hours / 8:g}" for phase in estimate.phases}
        | {str(count) for count in counts}
    )


def differences(story: Any) -> set[str]:
    """Working days between the days a document compares."""
    days = sorted(known_days(story))
    return {str(working_days_between(one, other)) for one in days for other in days if one < other}


def test_every_number_in_a_document_is_a_figure_or_the_customers(story: Any) -> None:
    known, between = known_numbers(story), differences(story)
    for (kind, _), text in story.texts.items():
        bare = NAMES.sub(" ", DAY.sub(" ", text))
        bare = re.sub(r"revision \d+", " ", bare)
        compared = r"(\d+) working days?(?= (?:before|after|\|))"
        assert set(re.findall(compared, bare)) <= between | known, kind
        strange = set(NUMBER.findall(re.sub(compared, " ", bare))) - known
        assert not strange, (kind, strange)


@for_each(
    ("deadline", "short"),
    [("2026-03-20", "17 working days"), ("2026-04-13", "1 working day"), ("2026-04-14", ""), ("2026-06-30", "")],
)
def test_the_deadline_is_held_against_the_documents_and_the_outlook(restaurant: Any, deadline: str, short: str) -> None:
    assert build_outlook(restaurant.intake.answers, currency="EUR").working_days.low == 15
    brief = replace(restaurant.brief(), deadline=date.fromisoformat(deadline))

    roadmap = compose(DeliverableKind.ROADMAP, brief, revision=1, comment=None).content

    assert re.findall(r"The deadline is (.+) before the least of the build outlook", roadmap) == [short] * bool(short)


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
    estimate = story.project.estimate
    totals, days = set(), set()
    for text in story.texts.values():
        totals |= set(re.findall(r"\| Planning and documents \| (.+?) \|", text))
        days |= set(re.findall(r"(?:\| Deadline \| |deadline, )(\d{4}-\d{2}-\d{2}|open)", text))
    assert totals == {f"{estimate.currency} {estimate.total:,}"}
    assert days == {story.project.deadline.isoformat() if story.project.deadline else "open"}


def test_documents_refer_only_to_ids_that_another_defines(story: Any) -> None:
    brief = story.brief()
    defined = {item.id for item in brief.items}
    for (kind, _), text in story.texts.items():
        plain = re.sub(r"#[0-9A-F]{6}", "", text)
        for raw in (story.project.name, *(part for q in story.intake.answers for part in entries(story, q))):
            plain = plain.replace(escaped(raw), "")
        assert set(re.findall(r"\b[RAMICX]\d+\b", plain)) <= defined, kind


def test_a_flow_says_who_where_and_that_its_steps_are_to_be_described(restaurant: Any) -> None:
    flows = restaurant.revised(DeliverableKind.PRODUCT_BRIEF, "R1 should also ask OpenTable first").finished()

    text = flows.text(DeliverableKind.USER_FLOWS)
    assert "| Id | In your words | Other systems |" in text
    assert "| R1 | Online table booking with confirmation e-mail; ask OpenTable first | I1 |" in text
    assert "| R5 | Party enquiry form for companies | – |" in text
    assert "the use of R2, R3, R4, R5 still to be described." in text


def test_the_roadmap_ends_on_the_eta(restaurant: Any) -> None:
    roadmap = restaurant.text(DeliverableKind.ROADMAP)

    assert f"| Launch | CMO | 2026-03-20 | {restaurant.project.estimate.eta.isoformat()} | 3 |" in roadmap
    assert f"| Documents done | {restaurant.project.estimate.eta.isoformat()} |" in roadmap


def test_documents_of_a_later_phase_count_from_its_start(restaurant: Any) -> None:
    story = restaurant.finished()

    # Approvals came on 3, 4 and 5 March; the launch phase needs three working days from the 5th.
    assert "| Documents done | 2026-03-10 |" in story.text(DeliverableKind.LAUNCH_PLAN)


def test_write_gives_the_same_text_for_the_same_facts(story: Any) -> None:
    brief = story.brief()

    for kind in DeliverableKind:
        assert compose(kind, brief, revision=1, comment=None) == compose(kind, brief, revision=1, comment=None)
