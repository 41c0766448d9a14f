"""Key user flows: the way of each group through the product, with what happens when it fails (CDO)."""

from __future__ import annotations

from domain.projects.documents import parts
from domain.projects.documents.brief import Brief
from domain.projects.documents.item import Item
from domain.projects.documents.markdown import Section, bullets, listed, numbered, table
from domain.projects.documents.register import (
    Screen,
    audiences_of,
    integrations_of,
    requirements_for,
    screens,
    unknown_requirements,
)


def sections(brief: Brief) -> tuple[Section, ...]:
    """One flow per screen, a sketch for each must-have we know less about, and what holds in all of them."""
    return (
        Section("Screens", (_inventory(brief),)),
        Section("Where each group begins", (_entries(brief),), is_essential=False),
        Section("Flows", tuple(block for screen in screens(brief) for block in _flow(brief, screen))),
        Section("Flows to work out together", tuple(_sketches(brief))),
        Section("In every flow", (_everywhere(brief),)),
        Section("Where flows leave the product", (_exits(brief),), is_essential=False),
    )


def _inventory(brief: Brief) -> str:
    rows = (
        (screen.id, screen.subject.screen, parts.ids(screen.items), parts.groups(brief, _groups(brief, screen)))
        for screen in screens(brief)
    )
    text = table(("Id", "Screen", "Must-haves", "Groups"), rows)
    where = listed(parts.PLATFORMS[name] for name in brief.platforms if name != "api")
    return f"{text}\n\nEach exists on {where}." if text and where else text


def _groups(brief: Brief, screen: Screen) -> tuple[Item, ...]:
    met = {group.id for item in screen.items for group in audiences_of(brief, item)}
    return tuple(group for group in brief.active("audiences") if group.id in met)


def _entries(brief: Brief) -> str:
    entries = []
    for group in brief.active("audiences"):
        own = requirements_for(brief, group)
        first = f"begins with {own[0].id} ({own[0].words})" if own else "has no must-have of its own"
        entries.append(f"{parts.label(group)} {first}.")
    return bullets(entries)


def _flow(brief: Brief, screen: Screen) -> list[str]:
    subject = screen.subject
    groups = _groups(brief, screen)
    others = dict.fromkeys(
        other for item in screen.items for other in integrations_of(brief, item) if subject in other.subjects
    )
    facts = [
        ("Must-haves", "; ".join(parts.label(item) for item in screen.items)),
        ("Who", parts.whom(brief, groups)),
        ("Works with", "; ".join(parts.label(other) for other in others) or "–"),
        ("Keeps", subject.data),
        ("When it fails", subject.failure),
    ]
    notes = [f"Also: {note}." for item in screen.items for note in item.notes]
    return [
        f"### {screen.id} {subject.screen}",
        table(("", "This flow"), facts),
        numbered((*subject.steps, *notes)),
    ]


def _sketches(brief: Brief) -> list[str]:
    unknown = unknown_requirements(brief)
    if not unknown:
        return ["None: every must-have has its flow above."]
    return [
        "The words of these must-haves do not say how a person gets through them. Each flow has to settle this.",
        table(
            ("Must-have", "Who", "Begins when", "Ends when", "To settle"),
            (_sketch(brief, item) for item in unknown),
        ),
    ]


def _sketch(brief: Brief, item: Item) -> tuple[object, ...]:
    group = parts.groups(brief, audiences_of(brief, item))
    others = integrations_of(brief, item)
    failing = f", what happens when {parts.ids(others)} fails" if others else ""
    return (
        parts.label(item),
        group,
        "somebody wants it, from the first screen",
        "it is done and can be seen to be done",
        f"steps, what is asked for, who may do it{failing}",
    )


def _everywhere(brief: Brief) -> str:
    entries = [
        "Entries survive a failure, a way back and a changed language or size of text.",
        "What waits says so; what failed says what to do.",
        "Nothing is asked for twice, nothing that no must-have needs.",
    ]
    entries += [f"{parts.label(item)}: kept at every step." for item in brief.active("constraints")]
    if brief.personal_data:
        entries.append("Where personal data is asked for, its purpose stands next to the field.")
    return bullets(entries)


def _exits(brief: Brief) -> str:
    rows = [
        (
            item.id,
            item.words,
            parts.ids(brief_item for brief_item in brief.musts if item in integrations_of(brief, brief_item)),
        )
        for item in brief.active("integrations")
    ]
    return table(("Id", "System", "From the flows of"), rows) or "Nowhere: no integration is named."
