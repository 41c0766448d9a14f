from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.language.dialogue import About, Kind, Reference, follow_up, resolve

LIST = About(topic="approvals", shown=("Roadmap", "Scope", "Style guide"), names=("Scope",))
PAIR = About(topic="approvals", shown=("Roadmap", "Scope"), names=("Scope",), if_named="approve the {}")
OFFER = About(if_yes="please add a blog")
DONE = About(topic="paused", if_undone="resume the project")


@pytest.mark.parametrize(
    ("plain", "about", "reference"),
    [
        ("yes", OFFER, Reference(Kind.YES, "please add a blog", is_confirmed=True)),
        ("sure please", OFFER, Reference(Kind.YES, "please add a blog", is_confirmed=True)),
        ("ok put it on the list then", OFFER, Reference(Kind.YES, "please add a blog", is_confirmed=True)),
        ("yes, add it", OFFER, Reference(Kind.YES, "please add a blog", is_confirmed=True)),
        ("yes", LIST, Reference(Kind.YES, "", is_confirmed=True)),
        ("no thanks", OFFER, Reference(Kind.NO)),
        ("undo that", DONE, Reference(Kind.UNDO, "resume the project", is_firm=True)),
        ("hm forget it", DONE, Reference(Kind.UNDO, "resume the project")),
        ("scrap the last one", None, Reference(Kind.UNDO, "", is_firm=True)),
        ("the second one", LIST, Reference(Kind.CHOICE, "what about Scope", is_confirmed=True)),
        ("the first one", PAIR, Reference(Kind.CHOICE, "approve the Roadmap", is_confirmed=True)),
        ("approve the last one please", LIST, Reference(Kind.CHOICE, "approve Style guide please")),
        ("what about the other", PAIR, Reference(Kind.CHOICE, "approve the Roadmap", is_confirmed=True)),
        ("the other one", LIST, Reference(Kind.CHOICE)),
        ("and the other one", About(shown=("Roadmap",), if_named="approve the {}"), Reference(Kind.CHOICE)),
        ("the fifth one", LIST, Reference(Kind.CHOICE)),
        ("the second one", None, Reference(Kind.CHOICE)),
        ("2", LIST, Reference(Kind.CHOICE, "what about Scope", is_confirmed=True)),
    ],
)
def test_message_stands_for_a_sentence_after_a_reply(plain, about, reference):
    assert resolve(plain, about) == reference


@pytest.mark.parametrize("plain", ["what is the budget", "42", "when was the last one", "yes we can add a blog", ""])
def test_message_that_says_it_all_refers_to_nothing(plain):
    assert resolve(plain, None) is None


@pytest.mark.parametrize(
    ("plain", "rest"),
    [
        ("and design", "design"),
        ("what about the roadmap", "the roadmap"),
        ("design then", None),
        ("how much is spent so far", None),
    ],
)
def test_follow_up_asks_for_the_rest(plain, rest):
    assert follow_up(plain) == rest


@given(st.text(max_size=80), st.sampled_from([None, LIST, PAIR, OFFER, DONE]))
def test_any_text_is_resolved_or_left_alone(text, about):
    reference = resolve(text, about)

    assert reference is None or isinstance(reference.kind, Kind)
