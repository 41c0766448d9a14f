"""Product brief: what is to be made, for whom, and how its success is told (CPO)."""

from __future__ import annotations

from domain.projects.documents import parts
from domain.projects.documents.brief import Brief
from domain.projects.documents.item import Item
from domain.projects.documents.markdown import Section, bullets, table
from domain.projects.documents.register import audiences_of, named_audiences, requirements_of


def sections(brief: Brief) -> tuple[Section, ...]:
    """The brief as we understood it; every later document builds on its ids."""
    return (
        Section(
            "In short", (*brief.goal.lines, *(brief.description.lines if brief.description else ()), _facts(brief))
        ),
        Section("Who it is for", (_audience(brief), _audience_note(brief))),
        Section("How we know it worked", (_measures(brief),)),
        Section("What it must do on the first day", (_must_haves(brief),)),
        Section("What it is not", (_exclusions(brief),)),
        Section("Where it runs and what it works with", (_surroundings(brief),), is_essential=False),
        Section("Rules that bind it", (_constraints(brief),)),
        Section(
            "Time and money",
            (parts.deadline_check(brief), parts.budget_line(brief)),
        ),
        Section(
            "How the next documents use this one",
            (
                (
                    "The ids above stay the same. The scope turns each R into criteria, the roadmap orders them, the "
                    "design follows A and R, the architecture answers I and C, the tests check every criterion, and "
                    "the launch is measured by M."
                ),
            ),
            is_essential=False,
        ),
    )


def _facts(brief: Brief) -> str:
    musts = brief.musts
    return table(
        ("Question", "Answer"),
        (
            ("For whom first", next(iter(brief.active("audiences")), brief.audiences[0]).words),
            ("Runs on", parts.platforms(brief)),
            ("On the first day", f"{parts.counted(len(musts), 'must-have')}: {parts.span(musts)}"),
            ("Deadline", parts.deadline(brief)),
            ("Documents done", parts.documents_done(brief).isoformat()),
            ("Approves", brief.approver),
        ),
    )


def _audience(brief: Brief) -> str:
    return table(
        ("Id", "Group", "Must-haves that name it"),
        (
            (group.id, group.words, parts.ids(item for item in brief.musts if group in named_audiences(brief, item)))
            for group in brief.active("audiences")
        ),
    )


def _audience_note(brief: Brief) -> str:
    unnamed = [item for item in brief.musts if not named_audiences(brief, item)]
    if not unnamed or len(brief.active("audiences")) == 1:
        return ""
    return (
        f"{parts.span(unnamed)}: the wording names no group, so it is for all of them. Tell us where that is wrong; "
        "the user flows depend on it."
    )


def _measures(brief: Brief) -> str:
    source = "your existing analytics" if "analytics" in brief.existing else "to be set up before launch"
    return table(
        ("Id", "Measure", "Has a number to reach", "Read from"),
        ((item.id, item.words, "yes" if item.has_number else "not yet", source) for item in brief.active("measures")),
    )


def _must_haves(brief: Brief) -> str:
    return table(
        ("Id", "Must-have", "For", "Touches"),
        (
            (
                item.id,
                _with_notes(item),
                parts.groups(brief, audiences_of(brief, item)),
                ", ".join(subject.name.lower() for subject in item.subjects) or "to be described",
            )
            for item in brief.musts
        ),
    )


def _with_notes(item: Item) -> str:
    notes = "".join(f"; {note}" for note in item.notes)
    origin = f" (added in {item.added_in})" if item.added_in else ""
    return f"{item.words}{notes}{origin}"


def _exclusions(brief: Brief) -> str:
    withdrawn = [item for item in brief.requirements if not item.is_active]
    entries = [parts.label(item) for item in brief.active("exclusions")]
    entries += [f"{parts.label(item)} (withdrawn in {item.withdrawn_in})" for item in withdrawn]
    if entries:
        return bullets(entries)
    if "out_of_scope" in brief.unanswered:
        return "The intake does not say what is excluded. Until it does, the must-haves above are all there is."
    return "Nothing was excluded by name. What is not among the must-haves is a later wish, with its own estimate."


def _surroundings(brief: Brief) -> str:
    rows: list[tuple[object, ...]] = [("Platform", parts.PLATFORMS[name], "all must-haves") for name in brief.platforms]
    rows += [
        (f"Integration {item.id}", item.words, parts.ids(requirements_of(brief, item)))
        for item in brief.active("integrations")
    ]
    rows += [("Exists already", parts.ASSETS[name], "will be used") for name in brief.existing]
    return table(("Kind", "What", "Needed for"), rows)


def _constraints(brief: Brief) -> str:
    rows = (
        (
            item.id,
            item.words,
            ", ".join(subject.name.lower() for subject in item.subjects) or "the whole product",
        )
        for item in brief.active("constraints")
    )
    return table(("Id", "Rule", "Binds"), rows) or _no_constraints(brief)


def _no_constraints(brief: Brief) -> str:
    if "constraints" in brief.unanswered:
        return (
            "The intake names no rules of law, technology or policy. We assume none beyond the law that always holds."
        )
    return "None beyond the law that always holds."
