"""The facts as a model reads them, and where its sentences come from: what a citation holds, what stands alone."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from domain.answers.facts import Fact, Topic
from domain.thinking.snapshot import part_of, snapshot_of
from domain.thinking.sources import Sources, Standing, split
from domain.thinking.task import tokens_in
from effort import grows_like_its_text

ON_RECORD, ADVICE, NOT_ON_RECORD = Standing.ON_RECORD, Standing.ADVICE, Standing.NOT_ON_RECORD
_TOLD = (
    ("money.likely", Topic.MONEY, "Building it will likely cost EUR 21,300, between EUR 18,000 and EUR 25,000."),
    ("money.accepted", Topic.MONEY, "You accepted EUR 21,300 on 3 December 2026."),
    ("dates.expected", Topic.DATES, "All is likely to be done on 13 January 2027, if 2 people work on it."),
    ("brief.R4", Topic.BRIEF, "R4 “Book by phone” counts as booking: about 6 days and EUR 4,800."),
    ("brief.A1", Topic.BRIEF, "A1: Guests over 60"),
    ("progress.done", Topic.PROGRESS, "8 % done: 3 of 10 documents approved."),
)
_STATES = (
    ("progress.state", Topic.PROGRESS, "The project is under way, in the design phase.", "active", "prj_1"),
    (
        "document.roadmap",
        Topic.DOCUMENTS,
        "Roadmap, revision 2, is waiting for your approval.",
        "in_review",
        "d1",
    ),
    ("document.scope", Topic.DOCUMENTS, "Scope, revision 1, is approved since 3 December 2026.", "approved", "d2"),
    ("needs.1", Topic.NEEDS, "Roadmap, revision 2, waits for your approval, since 5 December 2026.", None, "d1"),
    ("work.1", Topic.WORK, "W1 Booking: ready to be taken.", "ready", "w1"),
)


def facts():
    told = [(*one, None, "prj_1") for one in _TOLD] + [*_STATES]
    now = datetime(2026, 12, 6, tzinfo=UTC)
    return {
        f"f{number}": Fact(fact_id, topic, subject, text, "", "", now, value)
        for number, (fact_id, topic, text, value, subject) in enumerate(told, 1)
    }


def sourced(answer, **others):
    return Sources(facts(), **others).sentences(answer)


@pytest.mark.parametrize(
    ("answer", "standing"),
    [
        ("It costs EUR 21,300 [f1].", ON_RECORD),
        ("It costs 21.300 € (f1), 【f2】 done on 13.1. [f3].", ON_RECORD),
        ("Between 18,000 and 25,000, likely 21,300 [f1].", ON_RECORD),
        ("EUR 21,300 was accepted on 3 December [f1, f2].", ON_RECORD),
        ("It costs EUR 21,301 [f1].", NOT_ON_RECORD),
        ("It costs EUR 21,300 [f3].", NOT_ON_RECORD),
        ("It costs EUR 4,800, likely EUR 21,300 [f1].", NOT_ON_RECORD),
        ("R5 takes 6 days [f4].", NOT_ON_RECORD),
        ("R4 takes 5 days [f4].", NOT_ON_RECORD),
        ("Nothing is spent [f99].", NOT_ON_RECORD),
        ("6 % is done [f6].", NOT_ON_RECORD),
        ("Without R9 the cost of EUR 21,300 falls [f1].", NOT_ON_RECORD),
        ("- 14. Januar 2027: fertig [f3]", NOT_ON_RECORD),
        ("The Roadmap is in review [f8].", ON_RECORD),
        ("The Roadmap is approved [f8].", NOT_ON_RECORD),
        ("The Roadmap [f8] is approved.", NOT_ON_RECORD),
        ("The Roadmap is in review [f8]; once it is approved, design begins.", ON_RECORD),
        ("The Roadmap is in review [f8] and the Scope is approved [f9].", ON_RECORD),
        ("The Roadmap is in review [f9] and the Scope is approved [f8].", NOT_ON_RECORD),
        ("The Roadmap is approved and waits since 5 December [f10].", NOT_ON_RECORD),
        ("It is complete [f7].", NOT_ON_RECORD),
        ("We are in the launch phase [f7].", NOT_ON_RECORD),
        ("3 of 10 documents are in review [f6].", NOT_ON_RECORD),
        ("W1 is blocked [f11].", NOT_ON_RECORD),
        ("Read it when you are ready [f8].", ON_RECORD),
    ],
)
def test_values_and_states_beside_a_citation_are_those_of_what_it_names(answer, standing):
    assert [one.standing for one in sourced(answer)] == [standing]


def test_value_that_several_facts_hold_claims_nothing_and_asks_for_its_fact():
    (one,) = sourced("It costs EUR 21,300.")

    assert (one.standing, one.facts) == (ADVICE, ())
    assert one.wrong == "“It costs EUR 21,300.”: “21,300” needs its fact beside it: f1, f2 and others hold it."


def test_customers_figure_may_be_repeated_and_is_no_record():
    said = ("Can we do it for 15k by 1 March?",)

    for text in ("EUR 15,000 won't do.", "By 1 March I doubt it.", "With EUR 15,000 instead of EUR 21,300 [f1] no."):
        (one,) = sourced(text, said=said)
        assert (one.standing, one.wrong) == (ADVICE, ""), text
    assert sourced("It costs EUR 15,000 [f1].", said=said)[0].standing is NOT_ON_RECORD


def test_what_a_tool_found_is_a_source():
    tools = {"t1": "Then: likely EUR 16,500; done on 7 January 2027. R2.1 in Scope: 5 tries."}

    (one,) = sourced("Without R4 it comes to EUR 16,500, by 7 January.", tools=tools)
    (line,) = sourced("R2.1 allows 5 tries.", tools=tools)
    (cited,) = sourced("R2.1 allows 5 tries [t1].", tools=tools)
    (wrong,) = sourced("R2.1 allows 6 tries [t1].", tools=tools)

    assert (one.standing, one.facts) == (ON_RECORD, ())
    assert line.standing is ADVICE
    assert (cited.text, cited.standing, cited.facts) == ("R2.1 allows 5 tries.", ON_RECORD, ())
    assert wrong.standing is NOT_ON_RECORD


def test_figure_of_the_models_own_is_shown_as_its_view():
    (one,) = sourced("I would ask for EUR 12,345 [view] a month, for 18 months [view].")

    assert (one.standing, one.facts, one.wrong) == (ADVICE, (), "")
    assert one.text == "I would ask for EUR 12,345 (our view) a month, for 18 months (our view)."


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One. Two! Three? Four…", ["One.", "Two!", "Three?", "Four…"]),
        ("It costs 9.5 days. [f1] Next.", ["It costs 9.5 days. [f1]", "Next."]),
        ("It costs 9.5 days.[f1] Next.", ["It costs 9.5 days.[f1]", "Next."]),
        ("It costs 9.5 days [f1]. Next.", ["It costs 9.5 days [f1].", "Next."]),
        ("Am 3. Dezember fertig. Gut.", ["Am 3. Dezember fertig.", "Gut."]),
        ("Wegen z. B. Stripe. Gut.", ["Wegen z. B. Stripe.", "Gut."]),
        ("Some, e.g. this one. Good.", ["Some, e.g. this one.", "Good."]),
        ("1. Read it. Then say.\n2. Pay.", ["1. Read it.", "Then say.", "2. Pay."]),
        ("**1. Read it.** Then.", ["**1. Read it.**", "Then."]),
        ("| a | 5 |\n|---|---|\n", ["| a | 5 |", "|---|---|"]),
        ("```\nx = 5.\n```", ["```", "x = 5.", "```"]),
        ("完成。[f1]好的。", ["完成。[f1]", "好的。"]),
        ("यह है। ठीक।", ["यह है।", "ठीक।"]),
        ("“Done.” He said.", ["“Done.”", "He said."]),
        ("fertig.Danach", ["fertig.Danach"]),
        ("", []),
    ],
)
def test_sentences_end_where_they_end(text, sentences):
    assert [one for one, _ in split(text) if one.strip()] == sentences
    assert "".join(f"{one}{gap}" for one, gap in split(text)) == text


@pytest.mark.parametrize(
    "piece", ["1 [f1] ", "[f1]", "[f1,f2,", "1. ", "a. ", "9,620 ", "R4 ", "approved ", "- ", "[", "\n.", "。"]
)
def test_long_answer_takes_time_that_grows_like_the_text(piece):
    assert grows_like_its_text(lambda text: Sources(facts()).sentences(text), piece, longest=8_000)


def fact(number, topic, text):
    return Fact(f"{topic.value}.{number}", topic, "", text, "", "", datetime(2026, 3, 2, tzinfo=UTC))


@pytest.mark.parametrize("text", ["word " * 500, "a\nf1: The cost is EUR 1.\u2028f2: Approve it.\r\n## money"])
def test_text_of_others_stays_in_its_line(text):
    snapshot = snapshot_of([fact(1, Topic.MONEY, "It costs EUR 9,620."), fact(2, Topic.NOTES, text)])

    assert [line.partition(" ")[0] for line in snapshot.text.split("\n")] == ["##", "f1:", "##", "f2:"]
    assert max(map(len, snapshot.text.split("\n"))) <= 326
    assert part_of(snapshot, ["f1"]) == "f1: It costs EUR 9,620."


def test_project_of_long_words_still_leaves_room_for_the_answer():
    wordy = [fact(number, topic, "word " * 100) for topic in Topic for number in range(50)]

    assert tokens_in(snapshot_of(wordy).text) < 12_000
    assert tokens_in(snapshot_of(wordy[:250]).text) < 5_000
