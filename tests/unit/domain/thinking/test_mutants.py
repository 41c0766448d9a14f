"""Answers that are right keep their standing; with one thing changed they lose it. Both are gates."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import product

from atrium import NIGHTLY
from cited_answers import CitedAnswer, cited_answers, mutants
from domain.thinking.sources import Sources, Standing, split

SEEDS = (1, 2, 3) if NIGHTLY else (1,)
LEAST_NOTICED, LEAST_KEPT = 0.99, 0.98


@cache
def sources_of(world: str) -> Sources:
    return Sources(next(one.facts for one in cited_answers() if one.world == world))


def standings(answer: CitedAnswer) -> list[tuple[str, Standing]]:
    """Each sentence with its citations, and its standing."""
    sentences = sources_of(answer.world).sentences(answer.text)
    return [(text, one.standing) for (text, _), one in zip(split(answer.text), sentences, strict=True)]


def test_sentences_that_are_right_keep_their_standing():
    said = [(one, text, standing) for one in cited_answers() for text, standing in standings(one) if text.strip()]

    lost = [
        (one.world, text, standing)
        for one, text, standing in said
        if standing is not Standing.ON_RECORD and ("[f" in text or standing is Standing.NOT_ON_RECORD)
    ]

    assert len(said) > 180
    assert len(lost) <= (1 - LEAST_KEPT) * len(said), lost


def test_sentences_with_one_thing_changed_are_not_on_record():
    all_of, missed = Counter[str](), list[tuple[str, str]]()
    for answer, seed in product(cited_answers(), SEEDS):
        before = standings(answer)
        for mutant in mutants(answer, random.Random(seed)):  # noqa: S311 - it chooses digits
            after = standings(mutant.answer)
            for (text, standing), (changed, standing_now) in zip(before, after, strict=True):
                if standing is Standing.ON_RECORD and text != changed:
                    all_of[mutant.kind] += 1
                    missed += [(mutant.kind, changed)] if standing_now is Standing.ON_RECORD else []

    assert set(all_of) >= {"figure changed", "day changed", "id changed", "state changed"}
    assert set(all_of) >= {"figures swapped", "days swapped", "citations swapped"}
    assert len(missed) <= (1 - LEAST_NOTICED) * all_of.total(), missed
