from __future__ import annotations

from domain.answers.cards import NOT_DONE
from domain.answers.facts import gist


def test_preview_of_prepared_cards_says_what_is_to_confirm():
    written = f"{NOT_DONE}\n\n- Set the deadline to **31 May 2027**.\n- Pause Bakery."

    assert gist(written) == "Nothing changes until you confirm: Set the deadline to 31 May 2027."
