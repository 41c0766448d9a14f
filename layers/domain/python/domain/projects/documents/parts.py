"""Words and names that several rooms share."""

from __future__ import annotations

from domain.projects.brief.records import BriefEntryType
from domain.projects.questionnaire import EXISTING

PLATFORMS = {
    "web": "Web",
    "ios": "iOS",
    "android": "Android",
    "mobile": "iPhone and Android by one code",
    "desktop": "Desktop",
    "api": "API",
    "internal_tool": "Internal tool",
    "data_pipeline": "Data pipeline",
}
ASSETS = {asset: asset.replace("_", " ").capitalize() for asset in EXISTING}
LISTS = {
    "requirements": BriefEntryType.MUST_HAVE,
    "audiences": BriefEntryType.AUDIENCE,
    "measures": BriefEntryType.MEASURE,
    "integrations": BriefEntryType.OTHER_SYSTEM,
    "constraints": BriefEntryType.RULE,
    "exclusions": BriefEntryType.OUT_OF_SCOPE,
}
"""The lists of the brief by the names that answers give them."""


def be(count: int) -> str:
    """`is` for one, `are` for any other number."""
    return "is" if count == 1 else "are"
