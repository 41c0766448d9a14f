from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from common.errors import Conflict, InvalidRequest, NotFound
from domain.projects import lifecycle
from domain.projects.brief import changing
from domain.projects.brief.changing import Plan, apply_all
from domain.projects.brief.errors import EntryDropped, SaysTheSame, TooManyEntries
from domain.projects.brief.estimate import estimate
from domain.projects.brief.intake import answers_of, brief_of_first_edition
from domain.projects.brief.known import open_choices
from domain.projects.brief.records import Brief, BriefEntryType, EntryState
from domain.projects.brief.requests import AddEntry, ChangeBrief, ChangeEntry, UpdateProject, WhatIf
from domain.projects.records import Money
from plans import ANSWERS, NOW, a_draft, a_submitted_plan, an_answered_draft

MUST = BriefEntryType.MUST_HAVE


def add(plan: Plan, text: str, kind: BriefEntryType = MUST, **reading: Any) -> Plan:
    return changing.add_entry(plan, AddEntry(type=kind, text=text, **reading), now=NOW)[0]


def change(plan: Plan, entry: str, **fields: Any) -> Plan:
    return changing.change_entry(plan, entry, ChangeEntry(**fields), now=NOW)


def ids(plan: Plan, kind: BriefEntryType = MUST) -> list[str]:
    return [entry.id for entry in plan.brief.of_type(kind)]


def test_intake_fills_entries_and_entries_give_the_same_answers() -> None:
    plan = an_answered_draft()

    assert answers_of(plan) == {name: tuple(v) if isinstance(v, list) else v for name, v in ANSWERS.items()}
    assert ids(plan) == ["R1", "R2", "R3"]
    assert [ids(plan, kind) for kind in BriefEntryType if kind is not MUST] == [
        ["A1", "A2", "A3"], ["M1"], ["I1"], ["C1", "C2"], ["X1"]
    ]  # fmt: skip


def test_each_must_have_is_read_and_linked() -> None:
    plan = an_answered_draft()
    booking, reminder, form = plan.brief.of_type(MUST)

    assert [topic.id for topic in booking.topics] == ["booking"]
    assert "notifications" in {topic.id for topic in reminder.topics}
    assert form.audiences == ("A1",)  # patients


def test_answers_given_anew_keep_the_ids_of_texts_that_stay() -> None:
    plan = an_answered_draft()
    kept = ANSWERS["must_haves"][1:]

    plan = lifecycle.answer(plan, {"must_haves": [*kept, "see their bills"]}, now=NOW)
    assert ids(plan) == ["R2", "R3", "R4"]

    plan = lifecycle.answer(plan, {"must_haves": ["see their bills", kept[0]]}, now=NOW)
    assert ids(plan) == ["R4", "R2"]
    assert plan.brief.find("R3").state is EntryState.DROPPED


def test_a_list_that_is_answered_with_nothing_is_answered() -> None:
    plan = lifecycle.answer(a_draft(), {"out_of_scope": [], "existing": []}, now=NOW)
    assert answers_of(plan) == {"out_of_scope": (), "existing": ()}

    plan = lifecycle.answer(plan, {"out_of_scope": None}, now=NOW)
    assert answers_of(plan) == {"existing": ()}


def test_an_id_is_never_given_again() -> None:
    plan = add(an_answered_draft(), "see their bills")
    plan = changing.drop_entry(plan, "R4", now=NOW)

    plan = add(plan, "see their bills")

    assert ids(plan) == ["R1", "R2", "R3", "R5"]
    with pytest.raises(EntryDropped):
        change(plan, "R4", size="small")


def test_ids_of_dropped_entries_stay_refused_when_their_texts_are_forgotten() -> None:
    plan = a_draft()
    for number in range(130):
        plan = add(plan, f"thing {number}")
        plan = changing.drop_entry(plan, f"R{number + 1}", now=NOW)

    assert plan.brief.find("R1") is None
    with pytest.raises(EntryDropped):
        change(plan, "R1", size="small")
    with pytest.raises(NotFound):
        change(plan, "R131", size="small")


def test_entries_dropped_by_new_answers_are_forgotten_too() -> None:
    plan = a_draft()
    for number in range(60):
        plan = lifecycle.answer(plan, {"must_haves": [f"thing {number}", f"other {number}"]}, now=NOW)

    dropped = [entry for entry in plan.brief.entries if entry.state is EntryState.DROPPED]
    assert len(dropped) == 100
    assert ids(plan) == ["R119", "R120"]


def test_reworded_entry_is_read_again_unless_a_person_corrected_it() -> None:
    plan = an_answered_draft()

    reworded = change(plan, "R1", text="pay by card")
    corrected = change(change(plan, "R1", kinds=["chat"]), "R1", text="pay by card")

    assert [topic.id for topic in reworded.brief.find("R1").topics] == ["payments"]
    assert [topic.id for topic in corrected.brief.find("R1").topics] == ["chat"]


def test_answering_the_question_about_a_kind_settles_it() -> None:
    plan = add(a_draft(), "Something with a slot")
    assert plan.brief.find("R1").asked == "booking"

    plan = change(plan, "R1", kinds=["booking"])

    assert plan.brief.find("R1").asked is None


def test_position_orders_the_entries_of_one_type() -> None:
    plan = an_answered_draft()

    assert ids(change(plan, "R3", position=1)) == ["R3", "R1", "R2"]
    assert ids(change(plan, "R1", position=20)) == ["R2", "R3", "R1"]


def test_dropping_an_entry_drops_links_to_it() -> None:
    plan = change(an_answered_draft(), "R1", systems=["I1"], audiences=["A1"])

    plan = changing.drop_entry(plan, "I1", now=NOW)

    first = plan.brief.find("R1")
    assert first is not None
    assert (first.systems, first.audiences) == ((), ("A1",))


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"kinds": ["no-such-kind"]}, "kinds"),
        ({"kinds": ["stripe"]}, "kinds"),
        ({"kinds": []}, "kinds"),
        ({"audiences": ["A9"]}, "audiences"),
        ({"systems": ["R1"]}, "systems"),
    ],
)
def test_a_reading_that_does_not_fit_is_refused(fields: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        change(an_answered_draft(), "R1", **fields)

    assert [problem.field for problem in refused.value.problems] == [field]


def test_the_words_of_another_entry_are_refused() -> None:
    for plan in (
        lambda: change(an_answered_draft(), "R1", text="Reminder by SMS the day before"),
        lambda: add(an_answered_draft(), "Reminder by SMS the day before"),
    ):
        with pytest.raises(SaysTheSame, match="R2 says the same"):
            plan()


@pytest.mark.parametrize(
    ("entry", "fields", "field"),
    [
        ("A1", {"size": "large"}, "size"),
        ("A1", {"kinds": ["booking"]}, "kinds"),
        ("I1", {"kinds": ["stripe", "sap"]}, "kinds"),
        ("I1", {"audiences": ["A1"]}, "audiences"),
    ],
)
def test_what_an_entry_has_not_cannot_be_set(entry: str, fields: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        change(an_answered_draft(), entry, **fields)

    assert [problem.field for problem in refused.value.problems] == [field]


def test_the_list_is_full_at_twenty_must_haves() -> None:
    plan = a_draft()
    for number in range(20):
        plan = add(plan, f"thing {number}")

    with pytest.raises(TooManyEntries):
        add(plan, "one more")


@pytest.mark.parametrize(
    "body",
    [
        {"changes": []},
        {"changes": [{"op": "drop_entry", "id": "R1"}] * 51},
        {"changes": [{"op": "approve"}]},
        {"changes": [{"op": "drop_entry", "id": "prj_1"}]},
        {"changes": [{"op": "change_project", "day_rates": {"CPO": 0, "CDO": 1, "CTO": 1, "CMO": 1}}]},
        {"changes": [{"op": "change_project", "day_rates": {"CPO": 1, "CDO": 1, "CTO": 1}}]},
        {"changes": [{"op": "change_project", "team_size": 21}]},
        {"changes": [{"op": "change_entry", "id": "R1"}]},
        {"changes": [{"op": "change_entry", "id": "R1", "size": "huge"}]},
        {"changes": [{"op": "change_brief"}]},
        {"changes": [{"op": "change_brief", "platforms": ["toaster"]}]},
    ],
)
def test_a_what_if_that_is_wrong_is_refused(body: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        WhatIf.model_validate(body)


def test_money_is_in_one_currency() -> None:
    euros = an_answered_draft(budget_ceiling={"amount": 30_000, "currency": "EUR"})
    rates = dict.fromkeys(("CPO", "CDO", "CTO", "CMO"), 500)
    own = changing.change_project(euros, UpdateProject.model_validate({"day_rates": rates}), now=NOW)
    pounds = Money(amount=30_000, currency="GBP")

    with pytest.raises(InvalidRequest) as refused:
        changing.change_project(own, UpdateProject(budget_ceiling=pounds), now=NOW)
    assert [problem.field for problem in refused.value.problems] == ["day_rates"]

    both = UpdateProject.model_validate({"budget_ceiling": pounds.model_dump(), "day_rates": rates})
    after = lifecycle.changed(changing.change_project(own, both, now=NOW), NOW)
    assert after.project.plan is not None
    assert (after.project.currency, after.project.plan.currency) == ("GBP", "GBP")


def test_the_currency_of_an_accepted_estimate_stays() -> None:
    with pytest.raises(InvalidRequest):
        changing.change_project(
            a_submitted_plan(), UpdateProject(budget_ceiling=Money(amount=1, currency="USD")), now=NOW
        )


def test_a_submitted_brief_keeps_what_it_needs() -> None:
    plan = a_submitted_plan({**ANSWERS, "must_haves": ["pay by card"]})

    with pytest.raises(InvalidRequest):
        changing.drop_entry(plan, "R1", now=NOW)
    with pytest.raises(InvalidRequest):
        changing.change_brief(plan, ChangeBrief(goal=None), now=NOW)
    with pytest.raises(InvalidRequest):
        changing.change_brief(plan, ChangeBrief(platforms=[]), now=NOW)
    assert ids(changing.drop_entry(plan, "I1", now=NOW), BriefEntryType.OTHER_SYSTEM) == []


def test_a_new_playbook_never_prices_an_entry_that_nobody_edits(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = an_answered_draft()
    before = estimate(plan, today=NOW.date()).costing.money
    monkeypatch.setattr(changing, "read_entry", lambda entry: entry.model_copy(update={"topics": ()}))

    after = change(plan, "R2", size="usual")

    assert estimate(after, today=NOW.date()).costing.money == before


def test_brief_of_the_first_edition_gets_the_ids_that_its_documents_gave() -> None:
    plan = an_answered_draft()
    row = {"project_id": plan.project.id, "answers": ANSWERS, "updated_at": "2026-03-02T09:00:00Z"}

    brief = brief_of_first_edition(row)

    assert {(one.id, one.text) for one in brief.entries} == {(one.id, one.text) for one in plan.brief.entries}
    assert answers_of(Plan(plan.project, brief)) == answers_of(plan)


def test_brief_survives_being_stored() -> None:
    brief = change(an_answered_draft(), "R1", size="large").brief

    assert Brief.model_validate(brief.model_dump(mode="json")) == brief


ENTRY = st.sampled_from(["R1", "R2", "R3", "A1", "I1", "C1", "X1", "R4", "R9"])
TEXT = st.sampled_from(["pay by card", "see bills", "a chat between patients and therapists", "Qwertz", "sign in"])
CHANGES = st.one_of(
    st.fixed_dictionaries({"op": st.just("add_entry"), "type": st.sampled_from([*BriefEntryType]), "text": TEXT}),
    st.fixed_dictionaries({"op": st.just("drop_entry"), "id": ENTRY}),
    st.fixed_dictionaries({"op": st.just("change_entry"), "id": ENTRY, "size": st.sampled_from(["small", "large"])}),
    st.fixed_dictionaries({"op": st.just("change_entry"), "id": ENTRY, "text": TEXT, "position": st.integers(1, 4)}),
    st.fixed_dictionaries(
        {"op": st.just("change_entry"), "id": ENTRY, "kinds": st.lists(st.sampled_from(["chat", "booking", "sap"]))}
    ),
    st.fixed_dictionaries({"op": st.just("change_brief"), "platforms": st.sampled_from([["web"], ["ios", "api"]])}),
    st.fixed_dictionaries({"op": st.just("change_project"), "team_size": st.integers(1, 20)}),
    st.fixed_dictionaries(
        {"op": st.just("change_project"), "budget_ceiling": st.sampled_from([None, {"amount": 9, "currency": "CHF"}])}
    ),
)


@given(st.lists(CHANGES, min_size=1, max_size=8))
def test_what_if_says_to_the_unit_what_doing_it_gives(changes: list[dict[str, Any]]) -> None:
    before = an_answered_draft()
    try:
        asked = WhatIf.model_validate({"changes": changes}).changes
    except ValidationError:
        return
    try:
        foreseen = lifecycle.changed(apply_all(before, asked, now=NOW), NOW)
    except (InvalidRequest, Conflict, NotFound):
        foreseen = None

    done: Plan | None = before
    for one in asked:
        try:
            done = lifecycle.changed(apply_all(done, [one], now=NOW), NOW) if done else None
        except (InvalidRequest, Conflict, NotFound):
            done = None

    assert (foreseen is None) == (done is None)
    if foreseen is not None and done is not None:
        assert _unnumbered(foreseen) == _unnumbered(done)
        assert foreseen.project.plan == done.project.plan
        if foreseen.project.plan is not None:
            assert estimate(foreseen, today=NOW.date()) == estimate(done, today=NOW.date())


def _unnumbered(plan: Plan) -> tuple[Brief, set[tuple[str, str]]]:
    """The brief, and which choices it asks: step by step, one that came and went has its number still."""
    asked = {(one.topic, one.name) for one in open_choices(plan.brief)}
    return plan.brief.model_copy(update={"choices": (), "last_choice": 0}), asked
