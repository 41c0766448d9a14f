"""Launch plan: goals, days, channels, the go decision, and the time after (CMO)."""

from __future__ import annotations

from datetime import date

from domain.projects.dates import add_working_days, subtract_working_days
from domain.projects.documents import parts
from domain.projects.documents.brief import Brief
from domain.projects.documents.markdown import Section, bullets, table
from domain.projects.documents.register import requirements_for
from domain.projects.documents.writers.messaging import benefits

_CHANNELS = {
    "web": "Page titles and descriptions for search, a link from every profile and signature",
    "ios": "App Store entry with pictures and texts, handed in early for review",
    "android": "Google Play entry with pictures and texts, handed in early for review",
    "desktop": "Download page with system requirements, signed installer",
    "api": "Documentation with a first call that works when copied",
}
_NOT_INCLUDED = (
    "Advertising, store fees and what other systems charge are not in it; the brief names no amount for them."
)
# Working days before and after the launch, by our practice; the launch day itself comes from the brief.
COUNTDOWN = (
    (-15, "Texts and pictures final, in the voice of the style guide", "CMO"),
    (-10, "Everything entered where it will appear, not yet public", "CMO"),
    (-5, "Exit criteria of the test and release plan hold", "CTO"),
    (-2, "Go or no", "approver"),
    (0, "Launch", "CTO and CMO"),
    (1, "First reading of every measure", "CMO"),
    (5, "What users say, gathered and answered", "CPO"),
    (20, "Measures against goals; decide what comes next", "approver"),
)


def sections(brief: Brief) -> tuple[Section, ...]:
    """Goals first, then the way there; days count from the deadline."""
    return (
        Section("In short", (_summary(brief), parts.plan_change(brief))),
        Section("Goals", (_goals(brief),)),
        Section("Countdown", (_countdown(brief),)),
        Section("Channels", (_channels(brief), _groups(brief))),
        Section("Go or no", (_go(brief),)),
        Section("Launch day", (_day(brief),)),
        Section("If it goes wrong", (_trouble(brief),), is_essential=False),
        Section("After the launch", (_after(brief),)),
        Section("Money", (parts.budget_line(brief), _NOT_INCLUDED), is_essential=False),
    )


def _summary(brief: Brief) -> str:
    groups = brief.active("audiences") or brief.audiences
    when = f"goes out by {brief.deadline.isoformat()}" if brief.deadline else "has no launch day yet"
    return (
        f"{brief.name} {when}, on {parts.platforms(brief)}, first to {groups[0].id} ({groups[0].words}). "
        f"The go is given by {brief.decider}."
    )


def _goals(brief: Brief) -> str:
    is_readable = "analytics" in brief.existing and "analytics" not in brief.declined_access
    source = "your analytics" if is_readable else "a figure to be set up"
    return table(
        ("Id", "Goal", "Read from", "Can be judged"),
        (
            (item.id, item.words, source, "yes" if item.has_number else "not before it has a number")
            for item in brief.active("measures")
        ),
    )


def _countdown(brief: Brief) -> str:
    rows = []
    for offset, what, who in COUNTDOWN:
        day = _launch_offset(brief, offset)
        is_past = day is not None and day <= brief.phase_started_on
        note = " (before these plans are done; begin at once)" if is_past else ""
        person = str(brief.decider) if who == "approver" else who
        rows.append((_relative(offset), f"{day.isoformat()}{note}" if day else "open", what, person))
    dates = table(("Working days", "Day", "What", "Who"), rows)
    return f"{dates}\n\nDays are Monday to Friday; public holidays are not counted."


def _launch_offset(brief: Brief, offset: int) -> date | None:
    if brief.deadline is None:
        return None
    if offset < 0:
        return subtract_working_days(brief.deadline, -offset)
    return add_working_days(brief.deadline, offset)


def _relative(offset: int) -> str:
    return "launch" if offset == 0 else f"{abs(offset)} {'before' if offset < 0 else 'after'}"


def _channels(brief: Brief) -> str:
    rows = [(parts.PLATFORMS[name], _CHANNELS[name], "CMO") for name in brief.platforms]
    if "domain" in brief.existing:
        declined = "access declined: your registrar's contact changes the records"
        how = declined if "domain" in brief.declined_access else "records prepared, switched on the day"
        rows.append(("Your domain", how, "CTO"))
    rows += [
        (f"{item.id} {item.words}", "Used to reach people who agreed to it", "CMO")
        for item in brief.active("integrations")
        if any(subject.key in {"newsletter", "notifications"} for subject in item.subjects)
    ]
    return table(("Channel", "What we do there", "Who"), rows)


def _groups(brief: Brief) -> str:
    rows = []
    for group in brief.active("audiences"):
        own = requirements_for(brief, group)
        known = next(((benefits(item)[0], item) for item in own if benefits(item)), None)
        rows.append((group.id, group.words, f"{known[0]} ({known[1].id})" if known else parts.ids(own[:1])))
    return table(("Group", "Who", "Hears first"), rows)


def _go(brief: Brief) -> str:
    entries = [
        "The exit criteria of the test and release plan hold.",
        f"Every message names only must-haves that are in: {parts.span(brief.musts)}.",
        "Somebody is there to answer users on the day and the day after.",
        *(f"{parts.label(item)}: checked." for item in brief.active("constraints")),
    ]
    return (
        f"{bullets(entries)}\n\nThe decision is with {brief.decider}. A no moves the countdown by whole working days."
    )


def _day(brief: Brief) -> str:
    entries = ["Release by the test and release plan; going back stays possible all day."]
    for group in brief.active("audiences"):
        entries += [
            f"Try {item.id} ({item.words}) as one of {group.id}." for item in requirements_for(brief, group)[:1]
        ]
    entries += [f"See that {item.id} ({item.words}) answers." for item in brief.active("integrations")]
    entries.append(f"Tell {brief.decider} that it is out, with the first figures.")
    return bullets(entries)


def _trouble(brief: Brief) -> str:
    rows = [
        ("a must-have fails for a group", "go back by the test and release plan, tell users what happened", "CTO, CMO")
    ]
    if systems := brief.active("integrations"):
        rows.append(
            (f"no answer comes from {parts.span(systems)}", "say so where they are used; the rest stays open", "CTO")
        )
    rows.append(("nobody comes", "check the channels in the order of the groups before changing the product", "CMO"))
    if excluded := brief.active("exclusions"):
        rows.append((f"users ask for {parts.ids(excluded)}", "thank them, count it, promise nothing", "CPO"))
    return table(("If", "Then", "Who"), rows)


def _after(brief: Brief) -> str:
    entries = [
        f"{parts.label(item)}: read after the first working day, and at the review."
        for item in brief.active("measures")
    ]
    entries.append("Wishes of users are written down as change requests with their owner.")
    entries.append(f"What is kept, changed or ended is decided at the review by {brief.decider}.")
    return bullets(entries)
