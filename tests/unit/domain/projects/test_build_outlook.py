"""A must-have is counted as what it names, not as what one of its words may mean elsewhere."""

from __future__ import annotations

import pytest

from domain.projects.build_outlook import build_outlook


def kind_of(must_have: str) -> str:
    outlook = build_outlook({"must_haves": (must_have,)}, currency="EUR")
    return next(line.kind for line in outlook.basis if line.text == must_have)


@pytest.mark.parametrize(
    "must_have",
    [
        "Used books by condition",
        "Address book of all donors",
        "A book club for each branch",
        "Book list of the term",
        "Bookkeeping by cost centre",
        "Lab notebook with signatures",
        "Shelves and books on a map",
        "A link to book reviews",
        "Facebook and Instagram buttons",
        "Overbooked flights in red",
        "A map of the nature reserve",
        "The train schedule on paper",
        "Pay attention to contrast",
        "The equal pay index",
        "Paying guests and volunteers side by side",
        "An account of the siege",
        "Members of parliament by party",
        "Roles in the school play",
        "The height profile of a trail",
        "Import duty for each country",
        "An export licence tracker",
        "Coffee filters that fit a machine",
        "Search party log",
        "Report a pothole",
        "Contact lenses in stock",
        "Contacts of the phone",
        "Review list",
        "A textile catalogue",
        "Chatham House rules",
        "Capital cities quiz",
    ],
)
def test_a_tempting_word_is_no_feature(must_have: str) -> None:
    assert kind_of(must_have) == "other"


@pytest.mark.parametrize(
    ("must_have", "kind"),
    [
        ("Online table booking with confirmation e-mail", "booking"),
        ("Guests can book", "booking"),
        ("Book a table until midnight", "booking"),
        ("Patients choose a doctor and book an appointment", "booking"),
        ("Staff scheduling", "booking"),
        ("Readers can search and order used books", "search"),
        ("Find a tree by its street", "search"),
        ("Filter by price", "search"),
        ("Pay in the shop or with Klarna", "payment"),
        ("Monthly subscription billing", "payment"),
        ("Sign in with Microsoft Entra ID", "accounts"),
        ("Members area", "accounts"),
        ("Export everything to DATEV", "data exchange"),
        ("CSV export", "data exchange"),
        ("Import from Excel", "data exchange"),
        ("Remind the volunteers by SMS", "messages"),
        ("Newsletter for donors", "messages"),
        ("Weekly report for the board", "reports"),
        ("Dashboard showing which client is late", "reports"),
        ("Opening hours and directions", "content"),
    ],
)
def test_a_feature_is_counted_as_its_kind(must_have: str, kind: str) -> None:
    assert kind_of(must_have) == kind
