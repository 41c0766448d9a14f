"""Positioning and messaging: what to say to whom, and what not to claim (CMO)."""

from __future__ import annotations

from domain.projects.documents import parts
from domain.projects.documents.brief import Brief
from domain.projects.documents.item import Item
from domain.projects.documents.markdown import Section, bullets, listed, table
from domain.projects.documents.register import named_audiences, unknown_requirements
from domain.projects.documents.voices import VOICES
from domain.projects.documents.writers.style_guide import tone_of


def sections(brief: Brief) -> tuple[Section, ...]:
    """One position, a message per group, the proof behind each, and the limits of what may be said."""
    return (
        Section("Position", (_position(brief), *(f"> {line}" for line in brief.goal.lines))),
        Section("Message for each group", tuple(_messages(brief))),
        Section("What stands behind each message", (_proof(brief),), is_essential=False),
        Section("Ready to use", (_copy(brief),)),
        Section("What we do not say", (_limits(brief),)),
        Section("Questions people will ask", (_questions(brief),)),
        Section("How it sounds", (_sound(brief),), is_essential=False),
    )


def benefits(item: Item) -> tuple[str, ...]:
    """What a requirement means to a user, as far as we know its subjects."""
    return tuple(subject.benefit for subject in item.subjects if subject.benefit)


def _position(brief: Brief) -> str:
    groups = brief.active("audiences") or brief.audiences
    first = "; ".join(str(item.words) for item in brief.musts[:3])
    return (
        f"**{brief.name}** is made first for **{groups[0].words}**. What it offers, the most important first: {first}. "
        f"It runs on {parts.platforms(brief)}. The reason it exists, in your words:"
    )


def _messages(brief: Brief) -> list[str]:
    shared = [item for item in brief.musts if not named_audiences(brief, item)]
    blocks = ["### Everybody", bullets(_lines(shared))] if shared else []
    for group in brief.active("audiences"):
        own = [item for item in brief.musts if group in named_audiences(brief, item)]
        if own:
            blocks += [f"### {group.id} {group.words}", bullets(_lines(own))]
    others = [group for group in brief.active("audiences") if f"### {group.id} {group.words}" not in blocks]
    if others and shared:
        blocks.append(f"{listed(parts.label(group) for group in others)}: the messages for everybody.")
    return blocks


def _lines(items: list[Item]) -> list[str]:
    """Each benefit once, with all the requirements behind it; a requirement without a known one in its own words."""
    behind: dict[str, list[Item]] = {}
    for item in items:
        for text in benefits(item)[:1] or (f"Now possible: {item.words}.",):
            behind.setdefault(text, []).append(item)
    return [f"{text} ({parts.ids(found)})" for text, found in behind.items()]


def _proof(brief: Brief) -> str:
    rows = [
        (item.id, item.words, f"criteria {item.id}.1 and following hold on the released product")
        for item in brief.musts
    ]
    rows += [
        (item.id, item.words, "may be quoted once measured" if item.has_number else "has no number to quote yet")
        for item in brief.active("measures")
    ]
    return table(("Id", "Statement", "May be said when"), rows)


def _copy(brief: Brief) -> str:
    voice = VOICES[tone_of(brief)]
    musts = brief.musts
    known = [benefits(item)[0] for item in musts if benefits(item)]
    headline = known[0] if known else (str(musts[0].words) if musts else str(brief.name))
    short = " ".join(dict.fromkeys(known[:3])) or "; ".join(str(item.words) for item in musts[:3])
    groups = brief.active("audiences") or brief.audiences
    rows = [
        ("Headline", headline),
        ("In a few words", f"{brief.name}. For {groups[0].words}. {short}"),
        ("Invitation", voice.invitation),
        ("After the first use", voice.success),
    ]
    return table(("Use", "Text"), rows)


def _limits(brief: Brief) -> str:
    entries = [
        f"{parts.label(item)}: not part of it, so not promised, not even as “soon”."
        for item in brief.active("exclusions")
    ]
    withdrawn = [item for item in brief.requirements if not item.is_active]
    entries += [f"{parts.label(item)}: withdrawn in {item.withdrawn_in}, so not promised." for item in withdrawn]
    entries += [
        f"{parts.label(item)}: a goal until it is measured, never a fact before." for item in brief.active("measures")
    ]
    entries += [
        f"{parts.label(item)}: “compliant” only after the check in the test and release plan."
        for item in brief.active("constraints")
    ]
    entries.append("Comparisons with others: the brief names none, so we make none.")
    return bullets(entries)


def _questions(brief: Brief) -> str:
    rows: list[tuple[str, str]] = [("Where can I use it?", f"On {parts.platforms(brief)}.")]
    if brief.deadline:
        rows.append(("When does it come?", f"By {brief.deadline.isoformat()}."))
    if systems := brief.active("integrations"):
        rows.append(("What does it work with?", ", ".join(str(item.words) for item in systems) + "."))
    if brief.personal_data is not None:
        rows.append(("Do you keep data about me?", _about_personal_data(brief)))
    rows += [
        (f"Can it do this: {item.words}?", "No, that is deliberately not part of it.")
        for item in brief.active("exclusions")
    ]
    if unknown := unknown_requirements(brief):
        rows.append((f"How does it work ({parts.ids(unknown)})?", "To be written once the flow is settled."))
    return table(("Question", "Answer"), rows)


def _about_personal_data(brief: Brief) -> str:
    if brief.personal_data:
        return "Yes, only what a feature needs, and you can have it deleted."
    if any(subject.is_personal for subject in brief.subjects):
        return "To be written once the open point about it is settled."
    return "No data that identifies you."


def _sound(brief: Brief) -> str:
    voice = VOICES[tone_of(brief)]
    avoid = "; ".join(entry.rstrip(".").lower() for entry in voice.avoids)
    return f"Tone **{tone_of(brief)}**, as in the style guide. {voice.summary} We avoid: {avoid}."
