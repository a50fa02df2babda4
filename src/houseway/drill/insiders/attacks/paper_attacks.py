"""References that look like nothing, or like others, and what else attacks have in common."""

from __future__ import annotations

BLANKS = ("", " \t", "\u2003", "\u200b", "\u00ad\ufeff")
"""What may stand in the place of a paper and is none: nothing, spaces, and characters that nobody sees."""


def disguised(paper: str) -> tuple[str, ...]:
    """A paper that has served, written otherwise: other case and spaces, characters nobody sees, wide letters."""
    wide = "".join(chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in paper)
    return paper, f"  {paper.upper()} ", f"{paper[:2]}\u200b{paper[2:]}", f"{paper}\ufeff", wide
