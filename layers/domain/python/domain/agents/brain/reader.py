"""What a sentence to the CEO does and what it asks about, by weights learned from labelled sentences (ADR 15)."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from domain.language.learned import Reader


class Act(StrEnum):
    """What a sentence does; each does one thing."""

    QUESTION = "question"
    WISH = "wish"
    WEIGH = "weigh"
    DECISION = "decision"
    APPROVE = "approve"
    REQUEST_CHANGES = "request_changes"
    PAUSE = "pause"
    RESUME = "resume"
    CANCEL = "cancel"
    WITHHELD = "withheld"
    UNDO = "undo"
    CORRECTION = "correction"
    DEED = "deed"
    STATEMENT = "statement"
    GREETING = "greeting"
    THANKS = "thanks"
    BYE = "bye"
    WELLBEING = "wellbeing"
    PRESENCE = "presence"
    PRAISE = "praise"
    COMPLAINT = "complaint"
    CHAT = "chat"
    UNRELATED = "unrelated"
    SECRET = "secret"  # noqa: S105 - the name of a reason, not a secret
    OTHER_CUSTOMER = "other_customer"
    OVERRIDE = "override"


class Topic(StrEnum):
    """What the CEO can speak about."""

    HELP = "help"
    ADVICE = "advice"
    LAUNCH = "launch"
    BUILD = "build"
    BLOCKERS = "blockers"
    MONEY = "money"
    DATES = "dates"
    APPROVALS = "approvals"
    ACCESS = "access"
    CHANGES = "changes"
    DECISIONS = "decisions"
    STATUS = "status"
    TEAM = "team"
    ASSISTANT = "assistant"
    DOCUMENT = "document"
    SCOPE = "scope"
    EXCLUSIONS = "exclusions"
    ANSWERS = "answers"
    TECHNOLOGY = "technology"
    DESIGN = "design"
    MARKETING = "marketing"


class Field(StrEnum):
    """The part of the brief that a question asks to be told."""

    GOAL = "goal"
    MUST_HAVES = "must_haves"
    AUDIENCE = "audience"
    MEASURES = "measures"
    RULES = "rules"
    SYSTEMS = "systems"
    PLATFORMS = "platforms"
    EXISTING = "existing"


# A sentence that only makes sense after the one before it: "who put that in?".
REFERS = "refers"

READER = Reader((*map(str, Act), *map(str, Topic), *map(str, Field), REFERS), Path(__file__).with_name("weights.bin"))
