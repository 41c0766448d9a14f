"""The documents of the design phase: style guide and user flows."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from common.wording import listed
from domain.projects.brief.records import BriefEntryType, Entry
from domain.projects.brief.topics import Known
from domain.projects.documents.markdown import escaped, table
from domain.projects.documents.records import Section
from domain.projects.documents.trade import Drafted, Made, Trade, label, numbered

_USUAL_TONE = "plain"
_READABLE = 4.5
"""WCAG 2.2, 1.4.3: the least contrast of text and its ground; 3 for large text and for what is not text."""
_NEARLY_BLACK = 0.04045
_USES = {
    "text": "what is read",
    "muted": "what is read second",
    "accent": "links and the one button",
    "danger": "what deletes or fails",
    "good": "what is done",
}


@cache
def voices() -> Mapping[str, Mapping[str, Any]]:
    """The voice of each tone, from `voice.toml`: how it speaks and looks."""
    return tomllib.loads(Path(__file__).with_name("voice.toml").read_text(encoding="utf-8"))


def voice_of(trade: Trade) -> Mapping[str, Any]:
    """The voice of the brief's tone; the plain one where nobody chose."""
    return voices()[trade.brief.tone or _USUAL_TONE]


def style_guide(trade: Trade) -> Iterator[Drafted]:
    """The parts of the style guide: how the product speaks and looks, and the texts of its screens."""
    tone, voice = trade.brief.tone or _USUAL_TONE, voice_of(trade)
    chosen = f"You chose {tone}." if trade.brief.tone else "Nobody chose a tone yet, so this is the plain one."
    audiences = trade.brief.of_type(BriefEntryType.AUDIENCE)
    first = f" It speaks first to {escaped(audiences[0].text)} ({audiences[0].id})." if audiences else ""
    yield Drafted("Voice", text=f"{chosen}{first}", section=Section.SENTENCES, lines=tuple(_voice(tone, voice)))
    yield trade.part("Words", trade.known, "S", Section.SENTENCES, _words)
    yield trade.part("Texts of the screens", trade.known, "S", Section.SENTENCES, _screen_texts)
    if "brand" in (trade.brief.existing or ()):
        own = "Your brand's own colours count. Check each pair of text and ground: at least 4.5 to 1."
        yield Drafted("Colours", text=own)
    else:
        yield Drafted("Colours", text=_colours(voice["colours"]))
    yield Drafted("Type and space", text=_type(voice))
    required = "What the rules require of screens"
    yield trade.part(required, trade.known, "N", Section.NOTES, lambda known: known.knowledge.design)


def _voice(tone: str, voice: Mapping[str, Any]) -> Iterator[Made]:
    for text in (*voice["rules"], *(f"Say “{one['say']}”, not “{one['avoid']}”." for one in voice["examples"])):
        yield Made("S", Section.SENTENCES, text, f"voice/{tone}/{text}", source=f"voice/{tone}")


def _words(known: Known) -> Iterator[str]:
    return (f"Say “{one.say}”, not “{one.avoid}”." for one in known.knowledge.words)


def _screen_texts(known: Known) -> Iterator[str]:
    return (f"{known.title}, {one.where}: “{one.text}”" for one in known.knowledge.texts)


def _colours(colours: Mapping[str, str]) -> str:
    ground = colours["ground"]
    rows = [("Ground", f"`{ground}`", "–", "behind everything")]
    for name, use in _USES.items():
        ratio = contrast(colours[name], ground)
        rows.append((name.capitalize(), f"`{colours[name]}`", f"{ratio:.1f} to 1", use))
    note = f"Ratios are by WCAG 2.2 against the ground. Text needs {_READABLE} to 1; no colour alone says anything."
    return f"{table(('Colour', 'Value', 'Contrast', 'For'), rows)}\n\n{note}"


def contrast(one: str, other: str) -> float:
    """The contrast of two colours such as `#1a2b3c`, by WCAG 2.2: from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= _NEARLY_BLACK else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _type(voice: Mapping[str, Any]) -> str:
    sizes: Sequence[int] = voice["sizes"]
    steps = " / ".join(f"{size} px" for size in sizes)
    ratio = sum(high / low for low, high in pairwise(sizes)) / (len(sizes) - 1)
    return (
        f"{voice['face']} Sizes: {steps}, each about {ratio:.2f} times the one before; body text is {sizes[1]} px on "
        f"lines of {round(sizes[1] * 1.5)} px, at most 70 characters wide. Space comes in steps of {voice['space']} "
        "px. What can be pressed is at least 44 px high."
    )


def user_flows(trade: Trade) -> Iterator[Drafted]:
    """The parts of the user flows: the steps of each must-have, and what happens when they fail."""
    for entry in trade.musts:
        yield from _flow_of(trade, entry)


def _flow_of(trade: Trade, entry: Entry) -> Iterator[Drafted]:
    group, topics = numbered("F", entry.id), trade.of(entry.id)
    again = listed(dict.fromkeys(known.first for known in topics if known.first != entry.id))
    text = f"Whoever knows {again} knows these steps, too." if again else ""
    firsts = [known for known in topics if known.first == entry.id]
    for number, known in enumerate(firsts):
        steps = trade.lines(known, group, Section.STEPS, known.knowledge.flow, entry=entry.id)
        title, level = (f"{known.title}, in {entry.id}", 3) if number else (label(entry), 2)
        yield Drafted(title, level, "" if number else text, Section.STEPS, (entry.id,), steps)
    if not firsts:
        yield Drafted(label(entry), text=text, section=Section.STEPS, refs=(entry.id,))
    failures = tuple(failures_of(trade, entry))
    yield Drafted(f"When it goes wrong, in {entry.id}", 3, "", Section.FAILURES, (entry.id,), failures)


def failures_of(trade: Trade, entry: Entry) -> Iterator[Made]:
    """The lines for what can go wrong at an entry; those of a topic stand at its first entry alone."""
    group = numbered("E" if entry.type is BriefEntryType.MUST_HAVE else "J", entry.id)
    for known in trade.of(entry.id):
        if known.first == entry.id:
            texts = (f"If {one.when}: {one.then}." for one in known.knowledge.failures)
            yield from trade.lines(known, group, Section.FAILURES, texts, entry=entry.id)
