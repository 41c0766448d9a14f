"""Design principles and style guide: how it looks, sounds and behaves (CDO)."""

from __future__ import annotations

import unicodedata

from domain.projects.documents import palettes, parts
from domain.projects.documents.brief import LISTS, Brief
from domain.projects.documents.markdown import Section, bullets, table
from domain.projects.documents.palettes import PALETTES, SPACING, TEXT_CONTRAST, TOUCH_TARGET, TYPE_SCALE
from domain.projects.documents.register import screens, unknown_requirements
from domain.projects.documents.voices import VOICES

_CONVENTIONS = {
    "web": "Real links and real buttons, the back button works, every state has an address, any width works.",
    "ios": "System navigation and sheets, system text sizes, swipe back everywhere, permissions asked in context.",
    "android": "System back gesture, Material components, system text sizes honoured, permissions asked in context.",
    "desktop": "Keyboard shortcuts for frequent actions, resizable windows, undo, work kept when the window closes.",
    "api": "One naming scheme, one shape of errors with a stable code, examples that run, changes announced.",
}


def sections(brief: Brief) -> tuple[Section, ...]:
    """Principles first, then the tokens and components that follow from them."""
    return (
        Section("Principles", (_principles(brief),)),
        Section("Voice", _voice(brief)),
        Section("Colour", _colour(brief)),
        Section("Type and space", (_type_and_space(brief),)),
        Section("Components", (_components(brief),)),
        Section("What we say when something fails", (_failures(brief),), is_essential=False),
        Section("On each platform", (_platforms(brief),), is_essential=False),
        Section("Usable by everybody", (_accessibility(brief),)),
        Section("How the guide is used", (_use(brief),), is_essential=False),
    )


def tone_of(brief: Brief) -> str:
    """The tone chosen, or the one assumed."""
    return brief.tone or palettes.DEFAULT_TONE


def _principles(brief: Brief) -> str:
    musts, groups = brief.musts, brief.active("audiences")
    entries = []
    if musts:
        first = musts[0]
        entries.append(
            f"**The first must-have first.** {first.id} ({first.words}) is reachable from every entry in one step."
        )
    if groups:
        others = ""
        if groups[1:]:
            others = f" What the others ({parts.span(groups[1:])}) need comes second and never in the way."
        entries.append(
            f"**Made for {groups[0].id}.** {groups[0].words}: their words, their order of doing things.{others}"
        )
    entries += [
        f"**{subject.name} without worry** ({parts.ids(brief.about(subject))}). What must not happen: {subject.risk}"
        for subject in brief.subjects[:3]
    ]
    entries += [
        f"**{item.id} is designed in, not checked afterwards.** {item.words}."
        for item in brief.active("constraints")[:3]
    ]
    entries.append("**Say what happened and what comes next.** No screen ends without a next step.")
    return bullets(entries)


def _voice(brief: Brief) -> tuple[str, ...]:
    voice = VOICES[tone_of(brief)]
    chosen = f"Tone: **{tone_of(brief)}**" + ("" if brief.tone else " (assumed; the intake names none)")
    return (
        f"{chosen}. {voice.summary}",
        table(("We do", "We avoid"), zip(voice.habits, voice.avoids, strict=True)),
        table(
            ("Moment", "In this voice"),
            (("It worked", voice.success), ("It failed", voice.failure), ("Invitation", voice.invitation)),
        ),
    )


def _colour(brief: Brief) -> tuple[str, ...]:
    palette = PALETTES[tone_of(brief)]
    rows = [
        (name, f"`{colour}`", f"`{ground}`", f"{palettes.contrast(colour, ground):.1f} : 1")
        for name, colour, ground in (
            ("Text", palette.text, palette.background),
            ("Text on surface", palette.text, palette.surface),
            ("Muted text", palette.muted, palette.background),
            ("Muted text on surface", palette.muted, palette.surface),
            ("Text on accent", palette.on_accent, palette.accent),
            ("Accent as link", palette.accent, palette.background),
            ("Danger", palette.danger, palette.background),
        )
    ]
    rule = f"Every pair reaches the {TEXT_CONTRAST} : 1 that WCAG asks of text. Colour never carries a meaning alone."
    if "brand" not in brief.existing:
        return (table(("Role", "Colour", "On", "Contrast"), rows), rule)
    return (
        (
            "Your brand's colours take these roles. Until they are mapped, the values below stand in; a colour that "
            f"does not reach {TEXT_CONTRAST} : 1 is used for areas and not for text."
        ),
        table(("Role", "Stand-in", "On", "Contrast"), rows),
    )


def _type_and_space(brief: Brief) -> str:
    rows: list[tuple[object, ...]] = [(role, f"{size} px", height) for role, size, height in TYPE_SCALE]
    rows.append(("Spacing steps", ", ".join(str(step) for step in SPACING) + " px", "–"))
    rows.append(("Touch target", f"at least {TOUCH_TARGET} px", "–"))
    text = table(("Role", "Size", "Line height"), rows)
    scripts = _scripts(brief)
    note = (
        f"The typeface has to cover {', '.join(scripts)}: the brief itself uses it."
        if scripts
        else (
            "The system typeface of each platform, unless the brand brings one: nothing to load, any text size works."
        )
    )
    return f"{text}\n\n{note}"


def _scripts(brief: Brief) -> list[str]:
    texts = [brief.name.raw, brief.goal.raw, *(item.words.raw for name in LISTS for item in brief.active(name))]
    letters = {letter for text in texts for letter in text if letter.isalpha() and not letter.isascii()}
    names = {unicodedata.name(letter, "").split(" ")[0] for letter in letters}
    scripts = {"CJK": "Chinese characters", "LATIN": "accented Latin letters"}
    return sorted(scripts.get(name, name.capitalize()) for name in names if name)


def _components(brief: Brief) -> str:
    drawn = table(
        ("Screen", "Component", "Serves", "States to draw"),
        (
            (screen.id, screen.subject.screen, parts.ids(screen.items), "empty, loading, filled, failed, done")
            for screen in screens(brief)
        ),
    )
    unknown = unknown_requirements(brief)
    rest = f"Not drawn yet: {parts.span(unknown)}. Their screens come from the flows to work out together."
    return "\n\n".join(text for text in (drawn, rest if unknown else "") if text)


def _failures(brief: Brief) -> str:
    rows = ((screen.subject.name, screen.subject.failure) for screen in screens(brief))
    return table(("Where", "What the user gets"), rows) or f"Everywhere: {VOICES[tone_of(brief)].failure}"


def _platforms(brief: Brief) -> str:
    return table(("Platform", "Conventions"), ((parts.PLATFORMS[name], _CONVENTIONS[name]) for name in brief.platforms))


def _accessibility(brief: Brief) -> str:
    rules = [item for item in brief.active("constraints") if any(s.key == "accessibility" for s in item.subjects)]
    basis = (
        f"Asked for by {parts.ids(rules)}."
        if rules
        else "Not asked for by name; we hold to WCAG 2.2, level AA, all the same."
    )
    return bullets(
        (
            basis,
            "Every action works by keyboard and with a screen reader; the focus is always visible.",
            "Text grows to twice its size without being cut off.",
            "Fields have labels that stay; mistakes are named in words, next to the field.",
            "Motion is short, never needed for understanding, and off where the system says so.",
        )
    )


def _use(brief: Brief) -> str:
    return (
        "Key user flows uses the screen ids above. A new component is added here before it is built. Changes to "
        f"principles are approved by {brief.decider}; the CDO keeps tokens and components current."
    )
