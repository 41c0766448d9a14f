"""The documents of unlike projects are unlike, and what is compared is what the customer did not write."""

from __future__ import annotations

import pytest

from bench.documents import MOST_IDENTICAL_PERCENT, shares


@pytest.mark.nightly
def test_ten_documents_of_unlike_projects_share_few_sentences() -> None:
    found = shares()

    assert len(found) == 15
    assert max(pair[way] for pair in found for way in ("ours", "all")) * 100 <= MOST_IDENTICAL_PERCENT
