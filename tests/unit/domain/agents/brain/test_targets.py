from __future__ import annotations

import pytest

from domain.agents.brain.naming import documents_in, target_of
from domain.projects.phases import DELIVERABLES


@pytest.mark.parametrize("spec", DELIVERABLES, ids=lambda spec: spec.kind)
def test_target_is_the_document_when_its_title_is_given(spec):
    target = target_of(f"the {spec.title.lower()} document please")

    assert target.mentions == ((spec.kind,),)
    assert target.is_name


@pytest.mark.parametrize(
    ("plain", "kinds", "is_everything", "is_it", "revision", "other_words"),
    [
        ("the style guide", [["style_guide"]], False, False, None, ()),
        ("roadmap and scope", [["roadmap"], ["scope"]], False, False, None, ()),
        ("scope and acceptance criteria", [["scope"]], False, False, None, ()),
        ("the design", [["style_guide", "user_flows"]], False, False, None, ()),
        ("everything", [], True, False, None, ()),
        ("it", [], False, True, None, ()),
        ("", [], False, True, None, ()),
        ("roadmap v2", [["roadmap"]], False, False, 2, ()),
        ("revision 12 of the roadmap", [["roadmap"]], False, False, 12, ()),
        ("the roadmap if you like", [["roadmap"]], False, False, None, ("if", "you", "like")),
        ("the invoice", [], False, False, None, ("invoice",)),
    ],
)
def test_target_names_documents_and_keeps_what_it_does_not_know(
    plain, kinds, is_everything, is_it, revision, other_words
):
    target = target_of(plain)

    assert [list(mention) for mention in target.mentions] == kinds
    assert target.is_everything is is_everything
    assert target.is_it is is_it
    assert target.revision == revision
    assert target.other_words == tuple(word for word in other_words if word != "you")


@pytest.mark.parametrize(
    "text", ["what is in scope", "the brief says so", "how do the tests run", "a plan", "our architecture"]
)
def test_everyday_words_name_no_document_where_anything_may_be_meant(text):
    assert documents_in(text.split()) == ()
