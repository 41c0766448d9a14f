"""Questions on the border between two intents."""

import pytest

from domain.pa.intent import classify
from tables import for_each

NAMES = ("Bakery Relaunch", "Atlas", "Harbor App")


@for_each(
    ("text", "intents"),
    [
        # The state of things is a summary; of a named project it is that project's status; of a fact, the fact.
        ("How is it going?", {"summary"}),
        ("How is it going with Atlas?", {"project_status"}),
        ("Let's talk about Atlas. How is it going?", {"project_status"}),
        ("Atlas is fine, I know. How is everything else, all of it?", {"summary"}),
        ("How are we doing on budget?", {"budget"}),
        ("What's the status of my approvals?", {"approvals"}),
        # What needs the customer: named, it is that; open, it is a priority.
        ("What needs me?", {"priorities"}),
        ("Which approvals need me?", {"approvals"}),
        ("Which logins do you need from me?", {"credentials"}),
        ("Who is waiting for me?", {"priorities"}),
        ("What is the team waiting for?", {"blockers"}),
        ("Is the team waiting for my approval?", {"approvals"}),
        # An obstacle, its date, its cost.
        ("Why is Atlas late?", {"blockers"}),
        ("Is Atlas late?", {"timeline"}),
        ("Is the deadline at risk?", {"timeline"}),
        ("Is Atlas at risk?", {"blockers"}),
        ("When will the money run out?", {"budget"}),
        ("What is the estimate?", {"budget"}),
        ("What is the estimated delivery date?", {"timeline"}),
        ("How much time is left?", {"timeline"}),
        ("How much money is left?", {"budget"}),
        # What the CEO said about a thing is a message, not the thing.
        ("What did the CEO say about the deadline?", {"messages"}),
        ("Why hasn't the CEO answered?", {"messages"}),
        ("Has the team replied about my approval?", {"messages"}),
        # A task is a task whatever it is about; a second question beside it stands for itself.
        ("Send me the budget every Monday.", {"schedule"}),
        ("Every Monday, tell me what is blocked and what it cost.", {"schedule"}),
        ("Remind me tomorrow about the approvals. What is blocked?", {"schedule", "blockers"}),
        ("What did we spend each month?", {"budget"}),
        ("Are we on schedule?", {"timeline"}),
        ("Can you remind me which approvals are open?", {"approvals"}),
        # Help with a matter is the matter.
        ("Can you help me?", {"help"}),
        ("Can you help me with the budget?", {"budget"}),
        # Several at once.
        ("Budget, timeline and blockers of Atlas?", {"budget", "timeline", "blockers"}),
        ("Is Atlas on time and on budget?", {"timeline", "budget"}),
    ],
)
def test_classify_draws_the_line(text: str, intents: set[str]) -> None:
    assert set(classify(text, project_names=NAMES).intents) == intents


@pytest.mark.parametrize(
    "background",
    [
        "I hope you are well.",
        "Thank you for your message and for the help with the budget last week.",
        "We had a long board meeting, and the deadline of the annual report kept us busy.",
        "Please let me know if you need anything from me.",
        "The weather has been dreadful.",
        "Sorry for the late reply.",
        "I look forward to hearing from you.",
    ],
)
def test_classify_hears_only_the_question_when_the_rest_is_small_talk(background: str) -> None:
    question = "Could you tell me which documents wait for my approval?"
    text = f"Dear assistant,\n\n{background}\n\n{question}\n\nKind regards,\nAda"

    assert classify(text, project_names=NAMES).intents == ("approvals",)
