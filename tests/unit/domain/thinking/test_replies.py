"""The check on claims of six unlike projects: what a good model would write, and what must not be shown.

`replies.txt` was tuned on. `replies_set_aside.txt` was judged once, when the check was finished, and is a regression's
bound since: its figures stand in docs/thinking.md.
"""

from __future__ import annotations

from domain.thinking.languages import LANGUAGES
from fact_sheets import is_judged_rightly, replies
from tables import for_each

EXAMPLES = {name: tuple(replies(name)) for name in ("replies.txt", "replies_set_aside.txt")}


def percent(examples: list[dict]) -> float:
    return 100 * sum(map(is_judged_rightly, examples)) / len(examples)


@for_each(("name", "verdict", "at_least"), [("replies.txt", "mutant", 99), ("replies.txt", "harmless", 95)])
def test_check_judges_claims_of_unlike_projects(name, verdict, at_least):
    judged = [example for example in EXAMPLES[name] if example["verdict"] == verdict]

    assert percent(judged) >= at_least, [e["claims"][0]["text"] for e in judged if not is_judged_rightly(e)]


@for_each("language", LANGUAGES)
def test_check_keeps_and_drops_in_every_language(language):
    judged = [example for examples in EXAMPLES.values() for example in examples if example["language"] == language]

    assert {example["verdict"] for example in judged} == {"harmless", "mutant"}
    assert percent(judged) >= 85
