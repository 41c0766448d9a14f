"""Three briefs: one with everything answered, one late and over its ceiling, one with the bare minimum."""

from __future__ import annotations

from typing import Any

TAVERNA: dict[str, Any] = {
    "goal": "A website that brings guests to our Greek restaurant. We miss half of the telephone calls.",
    "audience": ["Regular guests", "Tourists on their phone"],
    "success_measure": ["200 online bookings a month"],
    "must_haves": [
        "Online table booking with confirmation e-mail",
        "The menu with allergens in German and Greek",
        "Gift vouchers paid by card",
    ],
    "out_of_scope": ["Delivery and takeaway"],
    "platforms": ["web"],
    "integrations": ["OpenTable", "Stripe"],
    "existing": ["brand"],
    "personal_data": True,
    "tone": "warm",
    "deadline": "2026-06-30",
    "budget_ceiling": {"amount": 9000, "currency": "EUR"},
    "constraints": ["GDPR"],
    "approver": "Eleni Papadopoulou, owner",
}
LEDGERLY: dict[str, Any] = {
    "goal": "Small accounting firms collect documents from their clients.",
    "audience": ["Accountants in small firms", "Their clients"],
    "success_measure": ["50 paying firms within 6 months"],
    "must_haves": ["Sign in with Microsoft Entra ID", "Upload documents from phone or desktop", "Export to DATEV"],
    "platforms": ["web", "ios", "api"],
    "integrations": ["DATEV"],
    "existing": ["source_repository", "hosting", "analytics", "domain"],
    "deadline": "2026-03-20",
    "budget_ceiling": {"amount": 5000, "currency": "GBP"},
    "approver": "Jonas Weber",
}
MINIMAL: dict[str, Any] = {
    "goal": "A small puzzle game about a frog",
    "audience": ["Commuters"],
    "success_measure": ["People like it"],
    "must_haves": ["60 hand-made levels", "Play offline"],
    "platforms": ["ios"],
    "approver": "Sam",
}
