"""Test and release plan: what is checked, how it goes out, and how it comes back (CTO)."""

from __future__ import annotations

from domain.projects.documents import parts
from domain.projects.documents.brief import Brief
from domain.projects.documents.markdown import Section, bullets, numbered, table
from domain.projects.documents.register import components, integrations_of, requirements_of, risks
from domain.projects.documents.work_packages import packages
from domain.projects.documents.writers.scope import criteria


def sections(brief: Brief) -> tuple[Section, ...]:
    """Checks by must-have, risk, integration, rule and platform; then the release."""
    return (
        Section("What is checked when", (_levels(brief),), is_essential=False),
        Section("Acceptance of each must-have", (_acceptance(brief),)),
        Section("Tests that look for trouble", (_trouble(brief),)),
        Section("Integrations that fail", (_integrations(brief),)),
        Section("Rules", (_rules(brief),)),
        Section("Platforms", (_platforms(brief),), is_essential=False),
        Section("Exit criteria", (_exit(brief),)),
        Section("Release", (_release(brief),)),
        Section("Going back", (_back(brief),)),
    )


def _levels(brief: Brief) -> str:
    last = packages(brief)[-1].id
    return table(
        ("When", "What", "Who"),
        (
            ("with every change", "automatic tests of the package's criteria", "whoever makes the change"),
            ("at the end of a slice", "its must-haves by hand, on every platform", f"CTO, then {brief.decider}"),
            (f"in {last}", "everything in this document, on what will be released", f"CTO, then {brief.decider}"),
            ("after the release", "the first must-have of each group, on the released product", "CTO"),
        ),
    )


def _acceptance(brief: Brief) -> str:
    texts = criteria(brief)
    return table(
        ("Test", "Must-have", "Checks", "With"),
        (
            (
                f"T{number}",
                parts.label(item),
                f"{texts[item.id][0][0]} to {texts[item.id][-1][0]}"
                if len(texts[item.id]) > 1
                else texts[item.id][0][0],
                parts.ids(integrations_of(brief, item)),
            )
            for number, item in enumerate(brief.musts, start=1)
        ),
    )


def _trouble(brief: Brief) -> str:
    known = {risk.text: risk.id for risk in risks(brief)}
    places = {part.subject.key: part.id for part in components(brief)}
    start = len(brief.musts) + 1
    return table(
        ("Test", "Where", "Do this", "Because of"),
        (
            (f"T{number}", places.get(subject.key, "everywhere"), subject.test, known[subject.risk])
            for number, subject in enumerate(brief.subjects, start=start)
        ),
    )


def _integrations(brief: Brief) -> str:
    rows = (
        (
            item.id,
            item.words,
            "slow, refusing, answering twice, answering nonsense",
            f"{parts.span(requirements_of(brief, item)) or 'the step'} can be repeated, the rest goes on",
        )
        for item in brief.active("integrations")
    )
    return table(("Id", "System", "Made to be", "Then"), rows) or "There is none to fail."


def _rules(brief: Brief) -> str:
    rows = (
        (
            item.id,
            item.words,
            " ".join(subject.test for subject in item.subjects)
            or f"Go through the must-haves with this wording; the decision is with {brief.decider}.",
        )
        for item in brief.active("constraints")
    )
    rules = table(("Id", "Rule", "Checked by"), rows)
    if brief.personal_data is False:
        return rules or "No rule is named."
    data = "Personal data: search every store and log for one test person before and after their deletion."
    return f"{rules}\n\n{data}" if rules else data


def _platforms(brief: Brief) -> str:
    checks = {
        "web": ("the browsers your audience uses, from phone to large screen", "keyboard only; slow network"),
        "ios": (
            "the current and the previous system, a small and a large phone",
            "interrupted by a call; permissions refused",
        ),
        "android": ("the current and the previous system, a slow and a fast phone", "interrupted; permissions refused"),
        "desktop": ("each supported system", "closed in the middle; no rights to install"),
        "api": ("every documented call", "wrong keys, too many calls, old versions"),
    }
    return table(("Platform", "On", "Also"), ((parts.PLATFORMS[name], *checks[name]) for name in brief.platforms))


def _exit(brief: Brief) -> str:
    musts = brief.musts
    span = f"T1 to T{len(musts) + len(brief.subjects)}" if musts else "every test"
    rules = brief.active("constraints")
    entries = [
        f"{span} pass, or the exception is accepted in writing by {brief.decider}.",
        f"Every rule ({parts.span(rules)}) is checked." if rules else "No rule is open.",
        "Going back was tried with real data.",
    ]
    entries += [f"{item.id} ({item.words}) can be read." for item in brief.active("measures")]
    return bullets(entries)


def _release(brief: Brief) -> str:
    build = brief.build
    frozen = build.slices[-1].done_by if build.slices else None
    day = brief.deadline.isoformat() if brief.deadline else "the day agreed with the launch plan"
    stop = f"Stop adding on {frozen.isoformat()}" if frozen else "Stop adding"
    steps = [f"{stop}; from then on only corrections.", "Run everything above on the version that will be released."]
    if {"ios", "android"} & set(brief.platforms):
        steps.append("Hand the apps in for review by the stores early; their time is not ours to plan.")
    steps.append(f"Go or no, decided by {brief.decider}.")
    steps += _hosting_steps(brief)
    steps += [
        f"Release by {day}, to a part of the users first where the platform allows it.",
        "Check the first must-have of each group on the released product.",
        "Open it for everybody.",
    ]
    return numbered(steps)


def _hosting_steps(brief: Brief) -> list[str]:
    if "hosting" not in brief.existing:
        return []
    if "hosting" in brief.declined_access:
        return ["Your operator deploys to the existing hosting by our instructions, because access to it was declined."]
    return ["Deploy to the existing hosting beside the running version, without switching over."]


def _back(brief: Brief) -> str:
    entries = [
        "The version before stays ready; going back is one step and needs no build.",
        "Data written by the new version can be read by the one before.",
        f"The CTO goes back when a must-have fails for a whole group ({parts.span(brief.active('audiences'))}).",
        f"{brief.decider} will be told what happened, what users saw, and what comes next.",
    ]
    return bullets(entries)
