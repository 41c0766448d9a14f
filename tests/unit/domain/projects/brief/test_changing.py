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
from domain.projects.brief.estimate import estimate
from domain.projects.brief.intake import answers_of, brief_of_first_edition
from domain.projects.brief.records import Brief, BriefEntryType, EntryState
from domain.projects.brief.requests import AddEntry, ChangeBrief, ChangeEntry, UpdateProject, WhatIf
from domain.projects.brief.topics import open_choices
from domain.projects.errors import EntryDropped, SaysTheSame
from domain.projects.records import Money
from plans import ANSWERS, NOW, a_draft, a_submitted_plan, an_answered_draft

MUST = BriefEntryType.MUST_HAVE


def add(plan: Plan, text: str, kind: BriefEntryType = MUST, **reading: Any) -> Plan:
    return changing.add_entry(plan, AddEntry(type=kind, text=text, **reading), now=NOW)[0]


def change(plan: Plan, entry: str, **fields: Any) -> Plan:
    return changing.change_entry(plan, entry, ChangeEntry(**fields), now=NOW)


def ids(plan: Plan, kind: BriefEntryType = MUST) -> list[str]:
    return [entry.id for entry in plan.brief.of_type(kind)]


def test_answers_given_anew_keep_the_ids_of_texts_that_stay() -> None:
    plan = an_answered_draft()
    kept = ANSWERS["must_haves"][1:]

    plan = lifecycle.answer(plan, {"must_haves": [*kept, "see their bills"]}, now=NOW)
    assert ids(plan) == ["R2", "R3", "R4"]

    plan = lifecycle.answer(plan, {"must_haves": ["see their bills", kept[0]]}, now=NOW)
    assert ids(plan) == ["R4", "R2"]
    assert plan.brief.find("R3").state is EntryState.DROPPED


def test_an_id_is_never_given_again() -> None:
    plan = add(an_answered_draft(), "see their bills")
    plan = changing.drop_entry(plan, "R4", now=NOW)

    plan = add(plan, "see their bills")

    assert ids(plan) == ["R1", "R2", "R3", "R5"]
    with pytest.raises(EntryDropped):
        change(plan, "R4", size="small")


def test_ids_of_dropped_entries_stay_refused_when_their_texts_are_forgotten() -> None:
    plan = a_draft()
    for number in range(24):
        plan = lifecycle.answer(plan, {"audience": [f"group {number}.{one}" for one in range(6)]}, now=NOW)

    assert plan.brief.find("A1") is None
    with pytest.raises(EntryDropped):
        change(plan, "A1", text="visitors")
    with pytest.raises(NotFound):
        change(plan, "A145", text="visitors")


def test_links_to_entries_that_an_answer_drops_are_removed() -> None:
    plan = change(an_answered_draft(), "R1", audiences=["A1", "A2"], systems=["I1"])

    plan = lifecycle.answer(plan, {"audience": ["therapists"], "integrations": []}, now=NOW)

    entry = plan.brief.entry("R1")
    assert (entry.audiences, entry.systems) == (("A2",), ())


def test_reworded_entry_is_read_again_unless_a_person_corrected_it() -> None:
    plan = an_answered_draft()

    reworded = change(plan, "R1", text="pay by card")
    corrected = change(change(plan, "R1", kinds=["chat"]), "R1", text="pay by card")

    assert [topic.id for topic in reworded.brief.find("R1").topics] == ["payments"]
    assert [topic.id for topic in corrected.brief.find("R1").topics] == ["chat"]


@pytest.mark.parametrize(
    ("entry", "fields"),
    [
        ("R1", {"kinds": ["no-such-kind"]}),
        ("R1", {"kinds": ["stripe"]}),
        ("R1", {"kinds": []}),
        ("R1", {"audiences": ["A9"]}),
        ("R1", {"systems": ["R1"]}),
        ("A1", {"size": "large"}),
        ("A1", {"kinds": ["booking"]}),
        ("I1", {"kinds": ["stripe", "sap"]}),
        ("I1", {"audiences": ["A1"]}),
    ],
)
def test_a_reading_that_does_not_fit_the_entry_is_refused(entry: str, fields: dict[str, Any]) -> None:
    with pytest.raises(InvalidRequest) as refused:
        change(an_answered_draft(), entry, **fields)

    assert [problem.field for problem in refused.value.problems] == list(fields)


def test_the_words_of_another_entry_are_refused() -> None:
    for plan in (
        lambda: change(an_answered_draft(), "R1", text="Reminder by SMS the day before"),
        lambda: add(an_answered_draft(), "Reminder by SMS the day before"),
    ):
        with pytest.raises(SaysTheSame, match="R2 says the same"):
            plan()


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
    with pytest.raises(InvalidRequest):  # the currency of an accepted estimate stays
        changing.change_project(a_submitted_plan(), UpdateProject(budget_ceiling=pounds), now=NOW)


def test_a_submitted_brief_keeps_what_it_needs() -> None:
    plan = a_submitted_plan({**ANSWERS, "must_haves": ["pay by card"]})

    for removing in (
        lambda: changing.drop_entry(plan, "R1", now=NOW),
        lambda: changing.change_brief(plan, ChangeBrief(goal=None), now=NOW),
        lambda: changing.change_brief(plan, ChangeBrief(platforms=[]), now=NOW),
    ):
        with pytest.raises(InvalidRequest):
            removing()
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


ENTRY = st.sampled_from(["R1", "R2", "R3", "A1", "I1", "C1", "X1", "R4", "R9"])
TEXT = st.sampled_from(["pay by card", "see bills", "a chat between patients and therapists", "Qwertz", "sign in"])


def change_of(op: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"op": st.just(op), **fields})


CHANGES = st.one_of(
    change_of("add_entry", type=st.sampled_from([*BriefEntryType]), text=TEXT),
    change_of("drop_entry", id=ENTRY),
    change_of("change_entry", id=ENTRY, size=st.sampled_from(["small", "large"])),
    change_of("change_entry", id=ENTRY, text=TEXT, position=st.integers(1, 4)),
    change_of("change_entry", id=ENTRY, kinds=st.lists(st.sampled_from(["chat", "booking", "sap"]))),
    change_of("change_brief", platforms=st.sampled_from([["web"], ["ios", "api"]])),
    change_of("change_project", team_size=st.integers(1, 20)),
    change_of("change_project", budget_ceiling=st.sampled_from([None, {"amount": 9, "currency": "CHF"}])),
)


def after(plan: Plan, changes: list[Any]) -> Plan | None:
    try:
        return lifecycle.changed(apply_all(plan, changes, now=NOW), NOW)
    except (InvalidRequest, Conflict, NotFound):
        return None


@given(st.lists(CHANGES, min_size=1, max_size=8))
def test_what_if_says_to_the_unit_what_doing_it_gives(changes: list[dict[str, Any]]) -> None:
    before = an_answered_draft()
    try:
        asked = WhatIf.model_validate({"changes": changes}).changes
    except ValidationError:
        return

    foreseen = after(before, asked)
    done: Plan | None = before
    for one in asked:
        done = done and after(done, [one])

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
