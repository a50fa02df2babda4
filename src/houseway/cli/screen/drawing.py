"""The console of the terminal: its colours, widths and styles.

Colours are named by what they mean. Outside the felt only the terminal's own palette is used, in shades that read on a
dark and on a light background; on the felt both foreground and background are set.
"""

from __future__ import annotations

import os
from typing import Literal

from rich.console import Console
from rich.text import Text
from rich.theme import Theme

WIDEST = 120
"""Screens are not drawn wider than this."""

THEME = Theme(
    {
        "title": "bold",
        "clause": "cyan",
        "word": "bold magenta",
        "money": "bold",
        "won": "bold green",
        "lost": "red",
        "even": "bold",
        "enforced": "green",
        "procedural": "blue",
        "information": "magenta",
        "refused": "bold red",
        "said": "italic",
    }
)

FELTS = {
    "green": "#0b5c38",
    "blue": "#14407c",
    "red": "#7d1524",
    "purple": "#4a2173",
    "black": "#20242b",
}
"""The cloth, by the name an edition gives its colour."""

INK = "#f6f2e2"
GOLD = "#ffd166"


def cloth(colour: str) -> str:
    """The style of the felt called ``colour``: its background with ink that reads on it."""
    return f"{INK} on {FELTS.get(colour, FELTS['green'])}"


def make_console(*, stderr: bool = False) -> Console:
    """A console of ours, never wider than `WIDEST`.

    A felt needs more than sixteen colours: where a terminal names no more, 256 are used, which all but the bare system
    console have; there, none.
    """
    console = Console(theme=THEME, highlight=False, stderr=stderr)
    if console.color_system == "standard":
        system: Literal["256"] | None = None if os.environ.get("TERM") == "linux" else "256"
        console = Console(theme=THEME, highlight=False, stderr=stderr, color_system=system)
    console.width = min(console.width, WIDEST)
    return console


def clause_tag(cite: str) -> Text:
    """A clause's id as it is shown beside what rests on it."""
    return Text(f"[{cite}]", style="clause")
