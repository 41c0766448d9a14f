"""Sections that a model wrote, set into the skeleton by code."""

from __future__ import annotations

from dataclasses import replace

import pytest

from domain.projects.documents.compose import compose
from domain.projects.documents.writers import WRITERS
from domain.projects.documents.written import merged, pieces, plans_of
from domain.projects.records import WrittenBlock, WrittenSection
from domain.projects.states import DeliverableKind


def with_written(story, kind, *sections):
    """The brief, with these sections in its document of this kind."""
    brief = story.brief()
    documents = tuple(
        item.model_copy(update={"written": sections}) if item.kind is kind else item for item in brief.documents
    )
    return replace(brief, documents=documents)


def criteria(story, *ids):
    entries = {item.id: item.text for item in story.brief().musts}
    blocks = (WrittenBlock(about=id_, of=entries[id_], items=(f"It must work for {{{{{id_}}}}}.",)) for id_ in ids)
    return WrittenSection(heading="Must-haves", blocks=tuple(blocks))


@pytest.mark.parametrize("kind", DeliverableKind)
def test_every_planned_section_has_its_place(restaurant, kind):
    known = {written(restaurant.brief()).heading for written in WRITERS[kind]}

    for plan in plans_of(kind):
        assert plan.heading in known or plan.after in known
        known.add(plan.heading)


def test_open_point_names_only_the_must_haves_without_criteria(restaurant):
    brief = with_written(restaurant, DeliverableKind.SCOPE, criteria(restaurant, "R1", "R2"))

    content = compose(DeliverableKind.SCOPE, brief, revision=1, comment=None).content

    assert "Acceptance criteria for R3, R4, R5 are still to be written" in content
    assert "- **R2.1** It must work for R2." in content


def test_text_of_a_model_cannot_bring_markup_or_break_a_table(restaurant):
    section = WrittenSection(heading="Out of scope", blocks=(WrittenBlock(text="# A | <b>b</b> [c](d) {{X1}}"),))
    brief = with_written(restaurant, DeliverableKind.SCOPE, section)

    content = compose(DeliverableKind.SCOPE, brief, revision=1, comment=None).content

    assert "\\# A \\| &lt;b&gt;b&lt;/b&gt; \\[c\\](d) X1" in content


def test_entry_is_named_with_its_words_once_in_a_section_unless_they_stand_in_its_table(restaurant):
    text = WrittenBlock(text="Somebody may expect {{X1}} from {{R1}}, since {{R1}} and {{X1}} look alike.")
    brief = with_written(restaurant, DeliverableKind.SCOPE, WrittenSection(heading="Out of scope", blocks=(text,)))
    words = next(item.words for item in brief.musts if item.id == "R1")

    content = compose(DeliverableKind.SCOPE, brief, revision=1, comment=None).content

    assert f"Somebody may expect X1 from R1 (“{words}”), since R1 and X1 look alike." in content


def test_sentences_in_the_customers_tone_are_asked_for_only_where_nobody_described_the_voice(restaurant):
    brief = replace(restaurant.brief(), tone="plain")
    voice = WrittenSection(heading="Voice", blocks=(WrittenBlock(text="It never jokes."),))
    told = replace(with_written(restaurant, DeliverableKind.STYLE_GUIDE, voice), tone="plain")

    contents = [compose(DeliverableKind.STYLE_GUIDE, one, revision=1, comment=None).content for one in (brief, told)]

    assert ["Two sentences of your own" in content for content in contents] == [True, False]


def test_block_about_an_entry_goes_with_the_entry_or_its_words(restaurant):
    story = restaurant.changed(
        {"op": "drop_entry", "id": "R1"}, {"op": "change_entry", "id": "R2", "text": "The menu of the day"}
    )
    brief = with_written(story, DeliverableKind.SCOPE, criteria(restaurant, "R1", "R2", "R3"))

    done = compose(DeliverableKind.SCOPE, brief, revision=2, comment=None)

    assert [block.about for section in done.written for block in section.blocks] == ["R3"]
    assert "**R1.1**" not in done.content
    assert "**R2.1**" not in done.content


def test_later_revision_asks_only_for_entries_without_a_block(restaurant):
    brief, written = restaurant.brief(), (criteria(restaurant, "R1", "R2", "R4", "R5"),)

    first = pieces(DeliverableKind.SCOPE, brief, (), first=True)
    later = pieces(DeliverableKind.SCOPE, brief, written, first=False)

    assert [(piece.plan.heading, piece.ids) for piece in first] == [
        ("Must-haves", ("R1", "R2", "R3", "R4")),
        ("Must-haves", ("R5",)),
        ("Out of scope", ()),
    ]
    assert [(piece.plan.heading, piece.ids) for piece in later] == [("Must-haves", ("R3",))]


def test_new_blocks_take_the_place_of_those_about_the_same_entries(restaurant):
    old, new = criteria(restaurant, "R1", "R2"), criteria(restaurant, "R2", "R3")

    assert [block.about for block in merged((old,), new).blocks] == ["R1", "R2", "R3"]
