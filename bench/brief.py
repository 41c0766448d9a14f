"""Complete answers to the intake, for benchmarks that need a submitted project."""

from __future__ import annotations

from typing import Any

ANSWERS: dict[str, Any] = {
    "goal": "A web shop where neighbours order bread the evening before and collect it in the morning",
    "audience": ["Commuters", "Young families"],
    "success_measure": ["200 orders a week within 3 months"],
    "must_haves": ["Order until 22:00 for the next morning", "Pay by card", "Show allergens"],
    "platforms": ["web"],
    "existing": ["source_repository", "domain"],
    "approver": "Maria Becker",
}
