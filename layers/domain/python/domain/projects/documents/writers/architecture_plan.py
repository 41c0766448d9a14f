"""Architecture plan: the parts of the system, what each answers for, and why it is cut this way (CTO)."""

from __future__ import annotations

from domain.projects.documents import parts
from domain.projects.documents.brief import Brief
from domain.projects.documents.item import Item
from domain.projects.documents.markdown import Section, bullets, listed, table
from domain.projects.documents.register import components, requirements_of, risks

_CLIENTS = {
    "web": "Pages rendered by the server, with scripts where a must-have needs them",
    "ios": "App from the shared code base, released through the App Store",
    "android": "App from the shared code base, released through Google Play",
    "desktop": "The web client in an installed shell, with files and shortcuts of the system",
    "api": "Documented HTTP interface with keys, limits and versions",
}
_MOBILE = ("ios", "android")
_EXISTING = {
    "source_repository": (
        "The existing code is read first and extended where it holds",
        "it exists and is to be used",
        "the cut of the parts may follow the code that is there",
    ),
    "hosting": (
        "The existing hosting is used",
        "it exists and is to be used",
        "its limits are ours; they are checked before the first slice",
    ),
}


def sections(brief: Brief) -> tuple[Section, ...]:
    """From the outside in: clients, parts, integrations, data, decisions, risks."""
    return (
        Section("The system in short", (_overview(brief),)),
        Section("Clients", (_clients(brief),), is_essential=False),
        Section("Parts", (_parts(brief),)),
        Section("Integrations", (_integrations(brief),)),
        Section("Data", (_data(brief), _personal_data(brief))),
        Section("Decisions", (_decisions(brief),), is_essential=False),
        Section("How the rules are met", (_constraints(brief),)),
        Section("Risks", (_risks(brief),)),
        Section("What is left out on purpose", (_left_out(brief),), is_essential=False),
    )


def _overview(brief: Brief) -> str:
    systems = brief.active("integrations")
    outside = "It depends on no other system."
    if systems:
        outside = f"It talks to {parts.counted(len(systems), 'other system')} ({parts.span(systems)})."
    return (
        f"{brief.name} is one system behind {parts.platforms(brief)}. It is made of "
        f"{parts.counted(len(components(brief)), 'part')}, each answering for one subject of the "
        f"{parts.counted(len(brief.musts), 'must-have')}. {outside}"
    )


def _clients(brief: Brief) -> str:
    return table(("Platform", "Built as"), ((parts.PLATFORMS[name], _CLIENTS[name]) for name in brief.platforms))


def _parts(brief: Brief) -> str:
    rows = [
        (part.id, part.subject.component, f"{part.subject.duty}", parts.ids(part.items)) for part in components(brief)
    ]
    plain = [item for item in brief.musts if not item.subjects]
    if plain:
        rows.append(
            (
                "P0",
                "Core",
                "holds the rules of what no other part covers, to be cut once they are described",
                parts.ids(plain),
            )
        )
    return table(("Id", "Part", "Answers for", "Needed by"), rows)


def _integrations(brief: Brief) -> str:
    rows = (
        (
            item.id,
            item.words,
            parts.ids(requirements_of(brief, item)),
            ", ".join(part.id for part in components(brief) if item in part.items) or "to be found",
            "the step waits and is repeated; the user is told; nothing else stops",
        )
        for item in brief.active("integrations")
    )
    text = table(("Id", "System", "For", "Behind part", "When it does not answer"), rows)
    if text:
        return f"{text}\n\nEach stands behind one adapter, so that it can be replaced, and tested without the real one."
    if "integrations" in brief.unanswered:
        return "The intake does not say which other systems there are; the plan assumes none."
    return "None. The system works by itself."


def _data(brief: Brief) -> str:
    return table(
        ("Part", "Keeps", "About people"),
        ((part.id, part.subject.data, "yes" if part.subject.is_personal else "no") for part in components(brief)),
    )


def _personal_data(brief: Brief) -> str:
    personal = [part.id for part in components(brief) if part.subject.is_personal]
    if brief.personal_data is False and personal:
        return (
            f"You answered that no data about identifiable people is stored, yet {listed(personal)} usually keep some. "
            "Either they work without names and addresses, or that answer changes; see the open points."
        )
    if brief.personal_data:
        return (
            "Data about people is encrypted at rest and on the way, kept apart from logs, and deleted when its purpose "
            "ends. The register of it, with purpose and deletion rule, is kept with the code."
        )
    if brief.personal_data is None:
        return (
            "Whether data about identifiable people is stored is open; the plan assumes it is, which is the safe side."
        )
    return "No data about identifiable people is stored."


def _decisions(brief: Brief) -> str:
    rows = [(f"D{number}", *decision) for number, decision in enumerate(_all_decisions(brief), start=1)]
    return table(("Id", "Decision", "Because", "The price"), rows)


def _all_decisions(brief: Brief) -> list[tuple[str, str, str]]:
    """What was decided, because of what, and at which price."""
    mobile = [name for name in _MOBILE if name in brief.platforms]
    found = [
        (
            "One deployable server, cut into the parts above by module",
            f"{parts.counted(len(brief.musts), 'must-have')} and one team do not need more",
            "a part that grows has to be taken out later",
        )
    ]
    if len(brief.platforms) > 1:
        because = f"{parts.platforms(brief)} must not differ in rules"
        found.append(("All clients use the same interface", because, "the interface is versioned from the first day"))
    if len(mobile) > 1:
        because = "the must-haves are the same on both"
        found.append(("One code base for both apps", because, "what only one system can do takes extra work"))
    found += [decision for asset, decision in _EXISTING.items() if asset in brief.existing]
    if paid := _about(brief, "payments"):
        price = "the payment page follows the provider's rules"
        found.append(("Card data stays with the payment provider", parts.ids(paid), price))
    found.append(
        (
            "Every write that others depend on happens once, however often it is sent",
            "connections fail in the middle",
            "each such request carries its own id",
        )
    )
    return found


def _about(brief: Brief, key: str) -> tuple[Item, ...]:
    return tuple(item for subject in brief.subjects if subject.key == key for item in brief.about(subject))


def _constraints(brief: Brief) -> str:
    rows = (
        (
            item.id,
            item.words,
            " ".join(subject.answer for subject in item.subjects) or "reviewed against every part before it is built",
        )
        for item in brief.active("constraints")
    )
    return table(("Id", "Rule", "Met by"), rows) or "No rule is named beyond the law that always holds."


def _risks(brief: Brief) -> str:
    rows = ((risk.id, risk.text, parts.ids(risk.because), risk.answer) for risk in risks(brief))
    return table(("Id", "Risk", "From", "Answer"), rows) or "None that the brief lets us name."


def _left_out(brief: Brief) -> str:
    entries = [f"{parts.label(item)}: no part is prepared for it." for item in brief.active("exclusions")]
    entries.append("Anything that only a larger system would need; it is added when a figure shows the need.")
    return bullets(entries)
