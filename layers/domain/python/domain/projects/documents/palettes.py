"""Colours, type and spacing for a product without a brand, and the contrast of colours by WCAG's formula."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

DEFAULT_TONE = "plain"


@dataclass(frozen=True, slots=True)
class Palette:
    """Hex colours; `accent` carries `on_accent`, and both `text` and `muted` stand on `background` and `surface`."""

    background: str
    surface: str
    text: str
    muted: str
    accent: str
    on_accent: str
    danger: str


PALETTES: Mapping[str, Palette] = MappingProxyType(
    {
        "plain": Palette("#FFFFFF", "#F4F5F7", "#1A1D21", "#565D66", "#1F5FBF", "#FFFFFF", "#B3261E"),
        "warm": Palette("#FFFBF5", "#FAF0E2", "#2B211A", "#6B594B", "#A63D14", "#FFFFFF", "#A31530"),
        "playful": Palette("#FFFFFF", "#F5F0FF", "#211A33", "#5F5676", "#6A2BD9", "#FFFFFF", "#B5123F"),
        "formal": Palette("#FFFFFF", "#F2F2EE", "#16202B", "#515B66", "#1B3A57", "#FFFFFF", "#9B1C1C"),
        "expert": Palette("#FBFCFD", "#EEF3F4", "#101C1F", "#4B5B60", "#0B6B6B", "#FFFFFF", "#A8201A"),
    }
)

# Size in pixels and line height of each text role, then the steps of spacing in pixels.
TYPE_SCALE = (("Title", 32, "1.2"), ("Heading", 24, "1.25"), ("Body", 16, "1.5"), ("Small", 14, "1.45"))
SPACING = (4, 8, 16, 24, 40)
TOUCH_TARGET = 44
TEXT_CONTRAST = 4.5
_LINEAR_LIMIT = 0.04045


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two hex colours by WCAG 2, from 1 to 21."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[start : start + 2], 16) / 255) for start in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= _LINEAR_LIMIT else ((channel + 0.055) / 1.055) ** 2.4
