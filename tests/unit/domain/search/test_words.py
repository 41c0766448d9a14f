from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.search.index import Index
from domain.search.records import Entry, FoundType
from domain.search.snippets import _best, _Hit, snippet_of
from domain.search.words import fold, wanted_of, words_of

EVERYTHING = frozenset(FoundType)


def entry(name: str, body: str = "", title: str = "", **changes: str) -> Entry:
    plain = {
        "id": name,
        "type": FoundType.DOCUMENT,
        "project_id": "prj_1",
        "title": title,
        "body": body,
        "around": "",
        "path": "/app",
        "updated_at": "2026-03-01T09:00:00.000Z",
    }
    return Entry(**(plain | changes))


def index_of(*entries: Entry) -> Index:
    index = Index.empty()
    for one in entries:
        index.put(one)
    return index


def found(index: Index, query: str, **scope) -> set[str]:
    asked = {"types": EVERYTHING, "projects": {"prj_1"}, "without_project": True} | scope
    return {match.id for match in index.search(wanted_of(query), **asked)}


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("The budget of the bakery", "BUDGET"),
        ("The budget of the bakery", "bakery bud"),
        ("Die Straße der Bäckerei", "strasse backerei"),
        ("Die Strasse", "straße"),
        ("Une crème brûlée", "creme brulee"),
        ("Łódź and Kraków", "krakow"),
        ("Το σχέδιο είναι έτοιμο", "σχεδιο"),
        ("Бюджет проекта ещё открыт", "еще бюджет"),
        ("予算は来週決まります", "来週"),
        ("예산은 다음 주에 정해진다", "예산"),
        ("ميزانية المَشروع", "المشروع"),
        ("बजट अगले सप्ताह", "सप्ताह"),
        ("งบประมาณของโครงการ", "โครงการ"),
        ("Write to e-mail or **hosting**", "e-mail hos"),
        ("Version 2.4 of the plan", "2.4"),
        ("A ﬁne ①②③", "fine 123"),
    ],
)
def test_text_is_found_by_words_in_whatever_form_they_are_typed(text, query):
    assert found(index_of(entry("a", text), entry("b", "Something else")), query) == {"a"}


@pytest.mark.parametrize("query", ["bakery missing", "budg bakery", "udget", "bakery-budget", "週来"])
def test_text_is_not_found_when_a_word_is_not_in_it_as_it_is(query):
    assert found(index_of(entry("a", "The budget of the bakery 来週")), query) == set()


@pytest.mark.parametrize(
    "query",
    ['"', "a OR b", "NOT a", "a NEAR b", "title:a", "a*", '" OR "a', "{title} : x", "^a", "a) OR (b", "-a", "'; DROP"],
)
def test_query_is_words_and_nothing_of_the_engines_language(query):
    index = index_of(entry("a", "plain"), entry("b", "OR NOT NEAR", title="x"))
    wanted = wanted_of(query)

    assert not wanted or {"a"}.isdisjoint(found(index, query))
    assert all(part.isalnum() for one in wanted for part in one.parts)


@given(st.text(max_size=200))
def test_any_query_is_searched_or_has_no_word(query):
    index = index_of(entry("a", query), entry("b", "Something else"))

    if wanted_of(query):
        assert "a" in found(index, query)
    else:
        assert not list(words_of(query))


@given(st.text(max_size=300))
def test_folding_is_stable_and_words_keep_their_places(text):
    for word in words_of(text):
        assert fold(word.folded) == word.folded
        assert fold(text[word.start : word.end]) == word.folded


def test_entry_is_replaced_and_taken_out_with_all_its_words():
    index = index_of(entry("a", "first words"), entry("b", "others"))

    index.put(entry("a", "second words"))
    assert (found(index, "first"), found(index, "second")) == (set(), {"a"})

    index.remove("a")
    assert (found(index, "second"), found(index, "words"), found(index, "others")) == (set(), set(), {"b"})


def test_index_as_a_file_finds_the_same_and_other_files_are_none():
    index = index_of(*(entry(f"a{number}", f"plan number {number}") for number in range(50)))
    again = Index.of(index.to_bytes())

    assert again is not None
    assert found(again, "plan") == found(index, "plan") == {f"a{number}" for number in range(50)}
    other = Index.empty()
    other._database.execute("PRAGMA user_version = 9999")
    for broken in (b"", b"no index", other.to_bytes()):
        assert Index.of(broken) is None


def test_nothing_of_an_erased_project_is_in_the_file():
    index = index_of(
        entry("a", "zanzibar incense", title="Pomegranate"), *(entry(f"b{n}", "kept", project_id="b") for n in range(9))
    )
    assert b"zanzibar" in index.to_bytes()

    index.erase_project("prj_1")

    assert found(index, "kept", projects={"b"}) == {f"b{n}" for n in range(9)}
    for word in (b"zanzibar", b"incense", b"omegranate", b"prj_1"):
        assert word not in index.to_bytes()


def test_only_what_is_asked_for_is_found():
    index = index_of(
        entry("a", "plan"),
        entry("b", "plan", project_id="prj_2"),
        entry("c", "plan", type=FoundType.REPORT, project_id=None),
    )

    assert found(index, "plan") == {"a", "c"}
    assert found(index, "plan", without_project=False) == {"a"}
    assert found(index, "plan", projects={"prj_2"}, without_project=False) == {"b"}
    assert found(index, "plan", types={FoundType.REPORT}) == {"c"}
    assert found(index, "plan", projects=set()) == {"c"}


@pytest.mark.parametrize(
    ("text", "query", "shown", "section"),
    [
        ("We pay for **hosting** and mail.", "host", "We pay for **hosting** and mail.", None),
        (
            "# Plan\n\nWords.\n\n## Costs | `x`\n\n- The budget is *tight*.",
            "budget",
            "The **budget** is tight",
            "Costs x",
        ),
        ("| Id | Must-have |\n|---|---|\n| R1 | Pay by card |", "card", "Id Must-have R1 Pay by **card**", None),
        ("Kind | Cost\n:--- | ---:\nbread | 3 --- 4\n\n---\n\nEnd", "bread", "Kind Cost **bread** 3 --- 4 End", None),
        ("Das ist die Straße.", "strasse", "Das ist die **Straße**.", None),
        ("予算は来週決まります", "来週", "予算は**来週**決まります", None),
        ("Nothing of it", "absent", "Nothing of it", None),
        ("", "absent", "", None),
    ],
)
def test_snippet_marks_the_words_and_names_the_section(text, query, shown, section):
    snippet = snippet_of(text, wanted_of(query))

    assert shown in snippet.text
    assert snippet.section == section


def test_text_of_one_word_over_and_over_is_looked_through_once():
    hits = [_Hit(2 * place, 2 * place + 1, place % 2) for place in range(5_000)]
    seen = []

    class Watched(list):
        def __getitem__(self, place):
            seen.append(place)
            return super().__getitem__(place)

    assert _best(Watched(hits)) == 0
    assert len(seen) <= 3 * len(hits)


def test_snippet_is_the_part_of_a_long_text_that_has_most_of_the_words():
    filler = "lorem ipsum dolor sit amet " * 40
    text = f"budget first. {filler}\n\n## Costs\n\nThe budget of the bakery is here. {filler}"

    snippet = snippet_of(text, wanted_of("bakery budget"))

    assert "**budget** of the **bakery** is here" in snippet.text
    assert snippet.text.startswith("…")
    assert snippet.text.endswith("…")
    assert len(snippet.text) < 330
    assert snippet.section == "Costs"


def test_snippet_names_the_line_of_a_document() -> None:
    text = "## R1\n\n| Id | Done when |\n|---|---|\n| R1.1 | A card is read |\n| R1.2 | A voucher is taken |\n\nThe end"

    assert [snippet_of(text, wanted_of(one)).line for one in ("voucher", "card", "end")] == ["R1.2", "R1.1", None]


@given(st.text(max_size=400), st.text(min_size=1, max_size=20))
def test_snippet_of_anything_is_one_line_with_marks_in_pairs(text, query):
    snippet = snippet_of(text, wanted_of(query))

    assert "\n" not in snippet.text
    assert snippet.text.count("**") % 2 == 0
