"""What a customer keeps: ten documents that are complete, true to the brief and to one another."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from domain.projects.dates import add_working_days, subtract_working_days
from domain.projects.documents.compose import compose
from domain.projects.documents.markdown import escaped
from domain.projects.documents.palettes import SPACING, TEXT_CONTRAST, TOUCH_TARGET, TYPE_SCALE
from domain.projects.documents.register import components
from domain.projects.documents.work_packages import packages
from domain.projects.documents.writers.launch_plan import COUNTDOWN
from domain.projects.records import Money
from domain.projects.states import DeliverableKind, ProjectStatus
from tables import for_each

DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
# Ids of entries (R1, R1.2, A1 …), colours, and the numbers of ordered lists are names, not figures.
NAMES = re.compile(r"\b[RAMICXPKSTWDO]\d+(?:\.\d+)?\b|#[0-9A-F]{6}\b|^\d+\. |^### S\d+", re.MULTILINE)
NUMBER = re.compile(r"(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?")
WCAG_VERSION = {"2.2"}


def entries(story: Any, question: str) -> tuple[str, ...]:
    value = story.intake.answers.get(question, ())
    return value if isinstance(value, tuple) else (str(value),)


def ids_in(text: str) -> set[str]:
    """The ids of entries a document names, those within a span like `R1 to R4` included."""
    names = set(re.findall(r"\b[RAMICX]\d+\b", text))
    for prefix, first, last in re.findall(r"\b([RAMICX])(\d+) to [RAMICX](\d+)\b", text):
        names |= {f"{prefix}{number}" for number in range(int(first), int(last) + 1)}
    return names


def test_a_project_ends_with_ten_documents_of_a_length_to_read(story: Any) -> None:
    assert story.project.status is ProjectStatus.COMPLETED
    assert [kind for kind, _ in story.texts] == list(DeliverableKind)
    lengths = {kind: len(text.splitlines()) for (kind, _), text in story.texts.items()}
    assert all(45 <= length <= 210 for length in lengths.values()), lengths


def test_every_must_have_is_in_every_document_that_works_with_it(story: Any) -> None:
    by_reference = {DeliverableKind.STYLE_GUIDE, DeliverableKind.ARCHITECTURE_PLAN, DeliverableKind.LAUNCH_PLAN}
    for text in entries(story, "must_haves"):
        for kind in DeliverableKind:
            document = story.text(kind)
            if kind not in by_reference:
                assert escaped(text) in document, (kind, text)
    for number in range(1, 1 + len(entries(story, "must_haves"))):
        assert all(f"R{number}" in ids_in(story.text(kind)) for kind in by_reference)


@for_each(
    ("question", "kinds"),
    [
        ("goal", ["product_brief", "messaging"]),
        ("audience", ["product_brief", "user_flows", "messaging", "launch_plan"]),
        ("success_measure", ["product_brief", "test_plan", "messaging", "launch_plan"]),
        ("out_of_scope", ["product_brief", "scope", "architecture_plan", "messaging"]),
        ("integrations", ["product_brief", "roadmap", "user_flows", "architecture_plan", "delivery_plan", "test_plan"]),
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
    if project.deadline:
        days.add(project.deadline)
        days |= {add_working_days(project.deadline, offset) for offset, *_ in COUNTDOWN if offset > 0}
        days |= {subtract_working_days(project.deadline, -offset) for offset, *_ in COUNTDOWN if offset < 0}
    return days


def test_every_day_in_a_document_is_the_plans_or_the_customers(story: Any) -> None:
    days = known_days(story)
    for (kind, _), text in story.texts.items():
        slices = re.findall(r"(?:Slice \d|^\| \d \|).*?(\d{4}-\d{2}-\d{2})", text, re.MULTILINE)
        slices += re.findall(r"\| (\d{4}-\d{2}-\d{2}) \| Slice|Stop adding on (\d{4}-\d{2}-\d{2})", text)
        dated = {day for found in slices for day in ([found] if isinstance(found, str) else found) if day}
        strange = {day for day in DAY.findall(text) if date.fromisoformat(day) not in days} - dated
        assert not strange, (kind, strange)
        for day in dated:
            assert story.project.deadline is not None
            assert date.fromisoformat(day) <= story.project.deadline


def known_numbers(story: Any) -> set[str]:
    project, estimate, brief = story.project, story.project.estimate, story.brief()
    said = " ".join([project.name, *(str(value) for value in story.intake.answers.values())])
    numbers = set(NUMBER.findall(said))
    amounts = [estimate.total, estimate.low, estimate.high, *(phase.cost for phase in estimate.phases)]
    amounts += [sum(phase.cost for phase in estimate.phases[: n + 1]) for n in range(4)]
    ceiling = story.intake.answers.get("budget_ceiling")
    if isinstance(ceiling, Money):
        amounts += [ceiling.amount, abs(ceiling.amount - estimate.total)]
    numbers |= {f"{amount:,}" for amount in amounts}
    numbers |= {f"{phase.hours / 8:g}" for phase in estimate.phases} | {str(p.working_days) for p in estimate.phases}
    counts = [len(brief.musts), len(brief.integrations), len(components(brief)), len(packages(brief)), 10]
    counts += [len(brief.build.slices), *range(1, 1 + len(brief.build.slices))]
    return numbers | {str(count) for count in counts} | WCAG_VERSION


def test_every_number_in_a_document_is_a_figure_or_the_customers(story: Any) -> None:
    known = known_numbers(story)
    tokens = {str(size) for _, size, _ in TYPE_SCALE} | {height for *_, height in TYPE_SCALE}
    tokens |= {str(step) for step in SPACING} | {str(TOUCH_TARGET), str(TEXT_CONTRAST), "1"}
    countdown = {str(abs(offset)) for offset, *_ in COUNTDOWN}
    for (kind, _), text in story.texts.items():
        bare = NAMES.sub(" ", DAY.sub(" ", text))
        bare = re.sub(r"revision \d+|\d+\.\d : 1(?= \|)", " ", bare)
        bare = re.sub(r"\d+ working days?(?! before the documents are)", " ", bare)
        if kind is DeliverableKind.SCOPE:
            bare = bare.split("## From must-have to slice")[0]
        allowed = known | (tokens if kind is DeliverableKind.STYLE_GUIDE else set())
        allowed |= countdown if kind is DeliverableKind.LAUNCH_PLAN else set()
        assert set(NUMBER.findall(bare)) <= allowed, (kind, set(NUMBER.findall(bare)) - allowed)


def test_working_days_in_a_document_are_counted_from_the_plan(restaurant: Any) -> None:
    brief = restaurant.brief()
    until_deadline = brief.build.working_days

    numbers = set(re.findall(r"(\d+) working days?", restaurant.text(DeliverableKind.ROADMAP)))

    assert numbers == {str(until_deadline), str(brief.build.release_test_days)}
    assert add_working_days(brief.plan[-1].end, until_deadline) == restaurant.project.deadline


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
    for text in story.texts.values():
        for total in re.findall(r"accepted estimate for the documents is (\w+ \d+(?:,\d{3})*)", text):
            assert total == f"{estimate.currency} {estimate.total:,}"
        for day in re.findall(r"deadline, (\d{4}-\d{2}-\d{2})", text):
            assert day == story.project.deadline.isoformat()


def test_documents_refer_only_to_ids_that_another_defines(story: Any) -> None:
    brief = story.brief()
    lists = (
        brief.requirements,
        brief.audiences,
        brief.measures,
        brief.integrations,
        brief.constraints,
        brief.exclusions,
    )
    defined = {item.id for items in lists for item in items}
    for (kind, _), text in story.texts.items():
        plain = re.sub(r"#[0-9A-F]{6}", "", text)
        for raw in (story.project.name, *(part for q in story.intake.answers for part in entries(story, q))):
            plain = plain.replace(escaped(raw), "")
        assert set(re.findall(r"\b[RAMICX]\d+\b", plain)) <= defined, kind
    plan = story.text(DeliverableKind.ARCHITECTURE_PLAN)
    for prefix, kinds in (
        ("P", [DeliverableKind.TEST_PLAN]),
        ("K", [DeliverableKind.DELIVERY_PLAN, DeliverableKind.TEST_PLAN]),
    ):
        for kind in kinds:
            named = set(re.findall(rf"\b{prefix}\d+\b", story.text(kind)))
            assert named <= set(re.findall(rf"^\| ({prefix}\d+) \|", plan, re.MULTILINE)), kind


def test_a_flow_tells_its_steps_and_what_happens_when_it_fails(restaurant: Any) -> None:
    flows = restaurant.finished().text(DeliverableKind.USER_FLOWS)

    booking = flows.split("### S1 Availability and booking\n")[1].split("\n### ")[0]
    assert "| Works with | **I1** OpenTable |" in booking
    assert "| When it fails | The slot went to somebody else: say so, keep what was entered" in booking
    assert "1. Choose day, time and what is wanted; only what is free is offered.\n2. " in booking


def test_the_roadmap_ends_on_the_eta(restaurant: Any) -> None:
    roadmap = restaurant.text(DeliverableKind.ROADMAP)

    assert f"| Launch | CMO | 2026-03-20 | {restaurant.project.estimate.eta.isoformat()} | 3 |" in roadmap
    assert f"The documents are done on {restaurant.project.estimate.eta.isoformat()};" in roadmap


def test_documents_of_a_later_phase_count_from_its_start_and_say_how_the_plan_moved(restaurant: Any) -> None:
    story = restaurant.finished()

    # Approvals came on 3, 4 and 5 March; the launch phase needs three working days from the 5th.
    assert (
        "These dates count from the day this phase began, 2026-03-05. The last document is now due on 2026-03-10, 10 "
        "working days earlier than the 2026-03-24 of the accepted estimate"
    ) in story.text(DeliverableKind.LAUNCH_PLAN)
    assert "accepted estimate; the slices" not in story.text(DeliverableKind.ROADMAP)


def test_write_gives_the_same_text_for_the_same_facts(story: Any) -> None:
    brief = story.brief()

    for kind in DeliverableKind:
        assert compose(kind, brief, revision=1, comment=None) == compose(kind, brief, revision=1, comment=None)
