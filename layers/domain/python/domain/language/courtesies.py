"""What the CEO and the assistant alike say back to small talk."""

from __future__ import annotations

COURTESIES: dict[str, str] = {
    "greeting": "Hello. Ask me how things stand, or what needs you first; “help” shows everything I answer.",
    "thanks": "You are welcome.",
    "farewell": "Goodbye. Talk to you soon.",
    "wellbeing": "All is well with me, thank you: I am an AI.",
    "praise": "Thank you, I am glad to hear that.",
}
