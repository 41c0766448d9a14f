from __future__ import annotations

import pytest

from domain.projects.documents.palettes import PALETTES, TEXT_CONTRAST, Palette, contrast
from domain.projects.documents.voices import VOICES
from domain.projects.questionnaire import TONES


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        ("#FFFFFF", "#000000", 21.0),
        ("#FFFFFF", "#FFFFFF", 1.0),
        ("#777777", "#FFFFFF", 4.48),
        ("#FF0000", "#FFFFFF", 4.0),
    ],
)
def test_contrast_is_that_of_the_web_guidelines(one: str, other: str, ratio: float) -> None:
    assert contrast(one, other) == contrast(other, one) == pytest.approx(ratio, abs=0.005)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_every_palette_can_be_read(palette: Palette) -> None:
    pairs = [
        (palette.on_accent, palette.accent),
        (palette.accent, palette.background),
        (palette.danger, palette.background),
    ]
    pairs += [
        (text, ground) for text in (palette.text, palette.muted) for ground in (palette.background, palette.surface)
    ]

    assert all(contrast(*pair) >= TEXT_CONTRAST for pair in pairs)


def test_every_tone_has_a_palette_and_a_voice() -> None:
    assert set(PALETTES) == set(VOICES) == set(TONES)
