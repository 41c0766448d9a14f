"""Where a message may only ask, the CEO advises nothing that it would then refuse."""

from __future__ import annotations

import pytest

ORDERS = ("“approve", "“request changes", "“pause", "“resume", "Shall I")
SAID = (
    "What can you do?",
    "Blorp the frobnicator sideways",
    "Brumple it with the snorkel",
    "What waits for my approval?",
    "Should we pause the project for a week?",
    "Should I approve the style guide?",
    "What is blocking the project?",
)


@pytest.mark.parametrize("text", SAID)
@pytest.mark.parametrize("project", ["design", "one pending", "on hold"])
def test_message_that_may_only_ask_is_advised_no_order(asking, project, text):
    said = asking(project, text, may_decide=False)

    assert [words for words in ORDERS if words in said.content] == [], said.content
    assert (said.actions, said.about.if_yes if said.about else "") == ((), "")


def test_what_works_instead_is_named(asking):
    said = asking("design", "What can you do?", may_decide=False).content

    assert "`POST /projects/{project_id}/approvals/{approval_id}`" in said
    assert "paused, resumed or cancelled in the dashboard" in said
    assert "“approve the Roadmap”" in asking("design", "What can you do?").content
