"""The design tokens: colours that can be read, and that drawings without a page have too."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

from houseway import registry
from houseway.web import art
from houseway.web.art import card_faces as cards
from houseway.web.art.felts import felt

GAMES = tuple(registry.all_games())
STATIC = Path(art.__file__).parent.parent / "service" / "static"


def themes() -> dict[str, dict[str, str]]:
    """The colours of each theme: the tokens of the root, then those of the theme."""
    css = re.sub(r"/\*.*?\*/", "", (STATIC / "tokens.css").read_text(encoding="utf-8"), flags=re.S)
    blocks = re.findall(r"([^{}]+)\{([^{}]*)\}", css)
    found: dict[str, dict[str, str]] = {"root": {}, "light": {}, "dark": {}, "dark by choice of the system": {}}
    for selector, body in blocks:
        colours = dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})\b", body))
        if "not(" in selector:
            found["dark by choice of the system"] |= colours
        elif "light" in selector:
            found["light"] |= colours
        elif "dark" in selector:
            found["dark"] |= colours
        elif selector.strip() == ":root":
            found["root"] |= colours
    return found


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_computed_as_the_guideline_has_it() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", ["light", "dark", "dark by choice of the system"])
def test_ink_reads_on_every_ground_of_a_theme(theme: str) -> None:
    colours = themes()[theme]
    inks = ("ink", "ink-quiet", "accent", "accent-strong", "brass", "won", "lost", "warn", "alarm", "info")
    for ink, ground in itertools.product(inks, ("ground", "surface", "surface-raised", "surface-sunken")):
        assert contrast(colours[ink], colours[ground]) >= 4.5, (ink, ground)
    assert contrast(colours["ink-on-accent"], colours["accent"]) >= 4.5
    assert contrast(colours["ink-on-accent"], colours["accent-strong"]) >= 4.5
    for name in ("accent", "brass", "warn", "alarm", "info"):
        assert contrast(colours[name], colours[f"{name}-soft"]) >= 4.5, name
        assert contrast(colours["ink"], colours[f"{name}-soft"]) >= 4.5, name
    for ground in ("ground", "surface", "surface-raised"):
        assert contrast(colours["focus"], colours[ground]) >= 3
        assert contrast(colours["rule-strong"], colours[ground]) >= 3


def test_the_two_ways_to_a_dark_theme_agree() -> None:
    found = themes()
    assert found["dark"] == found["dark by choice of the system"]
    assert set(found["dark"]) == set(found["light"])


def test_what_is_printed_reads_on_every_cloth_and_every_suit_on_its_paper() -> None:
    colours = themes()["root"]
    cloths = [value for name, value in colours.items() if name.startswith("cloth-")]
    assert len(cloths) == 5
    for cloth, ink in itertools.product(cloths, ("felt-ink", "felt-quiet", "felt-line")):
        assert contrast(cloth, colours[ink]) >= 4.5
    for suit in ("suit-s", "suit-c", "suit-h", "suit-d", "suit-j"):
        assert contrast(colours[suit], colours["card-paper"]) >= 4.5
    css = (STATIC / "tokens.css").read_text(encoding="utf-8")
    (four,) = re.findall(r"\.four-colour \{([^}]*)\}", css)
    for colour in re.findall(r"#[0-9a-f]{6}", four):
        assert contrast(colour, colours["card-paper"]) >= 4.5


def test_drawings_fall_back_to_the_colours_of_the_tokens() -> None:
    """A drawing outside a page, without the tokens, has the same colours."""
    colours = themes()["root"]
    drawn = cards.sprite() + "".join(felt(registry.game(slug).demonstration()) for slug in GAMES)
    fallbacks = set(re.findall(r"var\(--([\w-]+), (#[0-9a-f]{6})\)", drawn))
    shared = {(name, value) for name, value in fallbacks if name in colours}
    assert len(shared) > 8
    assert dict(shared) == {name: colours[name] for name, _ in shared}
