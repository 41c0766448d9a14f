"""How a product speaks in each of the questionnaire's tones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Voice:
    """A tone in a sentence, its habits, and the same three messages said in it."""

    summary: str
    habits: tuple[str, ...]
    avoids: tuple[str, ...]
    success: str
    failure: str
    invitation: str


VOICES: Mapping[str, Voice] = MappingProxyType(
    {
        "plain": Voice(
            "Short sentences, everyday words, no decoration.",
            ("Say what happened, then what to do.", "One thought per sentence.", "Use the user's word for a thing."),
            ("Jargon and internal names.", "Exclamation marks.", "Asking what is already known."),
            "Done. We sent you a confirmation.",
            "That did not work. Nothing was lost; please try again.",
            "Have a look.",
        ),
        "warm": Voice(
            "Friendly and personal, like a good host.",
            ("Speak to one person.", "Thank people when they did something for you.", "Say sorry once, then help."),
            ("Flattery.", "Small talk before bad news.", "Diminutives."),
            "Lovely, that is settled. You will find the confirmation in your mailbox.",
            "Sorry, that did not go through. Everything you entered is still here.",
            "Come in and look around.",
        ),
        "playful": Voice(
            "Light and quick, with a wink where nothing is at stake.",
            ("Surprise with words, not with behaviour.", "Keep jokes short.", "Be serious about money, data and loss."),
            ("Jokes in error messages.", "Irony that needs explaining.", "Puns on people's names."),
            "Got it! On to the next one.",
            "That one slipped away. Nothing is lost, go again.",
            "Ready? Go.",
        ),
        "formal": Voice(
            "Correct, complete and reserved.",
            ("Whole sentences.", "Titles and names as people give them.", "State the rule when refusing."),
            ("Contractions.", "Emotional words.", "Abbreviations without their long form."),
            "Your request has been recorded. A confirmation has been sent to you.",
            "The request could not be completed. Your entries have been kept.",
            "Further information is available here.",
        ),
        "expert": Voice(
            "Precise, for people who know their field.",
            (
                "Name the thing by its technical term, once defined.",
                "Give the figure and its unit.",
                "Link to the evidence.",
            ),
            ("Simplifying until it is wrong.", "Adjectives instead of figures.", "Hiding details that decide."),
            "Saved. The change is recorded with its time and author.",
            "The operation failed and was rolled back. The details follow.",
            "See how it works.",
        ),
    }
)
