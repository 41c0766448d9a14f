"""Scope and acceptance criteria: when each must-have counts as done (CPO)."""

from __future__ import annotations

from domain.projects.documents import parts
from domain.projects.documents.brief import Brief
from domain.projects.documents.item import Item
from domain.projects.documents.markdown import Section, bullets, listed, table
from domain.projects.documents.register import audiences_of, integrations_of
from domain.projects.documents.subjects import Subject

_NAMED_INTEGRATIONS = 2


def sections(brief: Brief) -> tuple[Section, ...]:
    """Criteria per must-have, criteria for everything, exclusions, and a table from must-have to slice."""
    return (
        Section(
            "How a must-have is accepted",
            (
                (
                    f"A must-have is done when every criterion under it holds on {parts.platforms(brief)}. "
                    f"The decision is with {brief.decider}. What is wrong is changed here first, in a new revision."
                ),
            ),
        ),
        Section("Must-haves and their criteria", tuple(_blocks(brief))),
        Section("Criteria for everything", (_everywhere(brief),)),
        Section("Out of scope", (_out_of_scope(brief),)),
        Section("From must-have to slice", (_trace(brief),), is_essential=False),
        Section(
            "When the scope changes",
            (
                (
                    "A new wish is written down as a change request with its owner. Its effort follows the rule "
                    "of the estimate, and it joins the scope when it is agreed, not before."
                ),
            ),
            is_essential=False,
        ),
    )


def criteria(brief: Brief) -> dict[str, tuple[tuple[str, str], ...]]:
    """The criteria of every must-have, as (id, text): by subject, by integration, by what was added in comments.

    The criteria of a subject stand under the first must-have about it; later ones refer there.
    """
    first: dict[str, Item] = {}
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for item in brief.musts:
        texts = [
            text for subject in item.subjects if subject.screen for text in _subject_criteria(subject, item, first)
        ]
        texts = texts or _general_criteria(brief, item)
        texts += [f"As asked: {note}." for note in item.notes]
        texts += _without_integrations(integrations_of(brief, item))
        found[item.id] = tuple((f"{item.id}.{number}", text) for number, text in enumerate(texts, start=1))
    return found


def _subject_criteria(subject: Subject, item: Item, first: dict[str, Item]) -> list[str]:
    earlier = first.setdefault(subject.key, item)
    if earlier is item:
        return list(subject.criteria)
    return [f"Given what this adds to {earlier.id}, then its criteria on {subject.name.lower()} hold here too."]


def _without_integrations(integrations: tuple[Item, ...]) -> list[str]:
    if not integrations:
        return []
    by_name = len(integrations) <= _NAMED_INTEGRATIONS
    names = listed(f"{item.id} ({item.words})" for item in integrations) if by_name else parts.span(integrations)
    return [f"Given no answer from {names}, then nothing is lost, the user is told, and the step can be done again."]


def _general_criteria(brief: Brief, item: Item) -> list[str]:
    whom = parts.whom(brief, audiences_of(brief, item))
    return [
        f"Given it is for {whom}, when one of them sets out to do it, then they manage without help, or see why not.",
        "Given it was done, then whoever it concerns can see the result, and doing it was counted once.",
    ]


def _blocks(brief: Brief) -> list[str]:
    texts = criteria(brief)
    blocks: list[str] = []
    for item in brief.musts:
        blocks.append(f"### {item.id} {item.words}")
        for_whom = f"For {parts.whom(brief, audiences_of(brief, item))}."
        added = f" Added in {item.added_in}." if item.added_in else ""
        blocks.append(for_whom + added)
        blocks.append(bullets(f"**{number}** {text}" for number, text in texts[item.id]))
    return blocks


def _everywhere(brief: Brief) -> str:
    entries = [f"**{item.id}** {item.words}: {_binding(item)}" for item in brief.active("constraints")]
    if len(brief.platforms) > 1:
        entries.append("Every must-have works on each platform; where one cannot do it, its criterion says so.")
    if brief.personal_data:
        entries.append(
            "Personal data is asked for only where a must-have needs it, and its purpose is said at that place."
        )
    entries.append("Every message to a user says what happened and what they can do next.")
    return bullets(entries)


def _binding(item: Item) -> str:
    for subject in item.subjects:
        if not subject.screen:
            return " ".join(subject.criteria)
    return "checked against this wording, must-have by must-have, before acceptance."


def _out_of_scope(brief: Brief) -> str:
    rows = [
        (item.id, item.words, "not built; a wish for it is a change request") for item in brief.active("exclusions")
    ]
    rows += [
        (item.id, item.words, f"withdrawn in {item.withdrawn_in}") for item in brief.requirements if not item.is_active
    ]
    return (
        table(("Id", "What", "Means"), rows) or "Nothing is excluded by name; only the must-haves above are in scope."
    )


def _trace(brief: Brief) -> str:
    texts = criteria(brief)
    slices = {item.id: part.number for part in brief.build.slices for item in part.requirements}
    return table(
        ("Must-have", "For", "Criteria", "Integrations", "Slice"),
        (
            (
                item.id,
                parts.groups(brief, audiences_of(brief, item)),
                len(texts[item.id]),
                parts.ids(integrations_of(brief, item)),
                slices[item.id],
            )
            for item in brief.musts
        ),
    )
