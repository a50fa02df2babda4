"""The runbook as data: its sections, and for each finding of a verification what it means and where to read on.

The page itself is ``docs/runbook.md``; an installed program carries it along.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

_INSTALLED = Path(__file__).with_name("runbook.md")
_SOURCE = Path(__file__).parents[3] / "docs" / "runbook.md"

_FINDING = re.compile(r"^`([^`]+)`$")


class Block(NamedTuple):
    """A paragraph, or the rows of a table with its heads first."""

    text: str = ""
    rows: tuple[tuple[str, ...], ...] = ()


class RunbookSection(NamedTuple):
    """A section: its title, the name that a link to it has, and its blocks."""

    title: str
    slug: str
    blocks: tuple[Block, ...]


class Explained(NamedTuple):
    """What a finding means, and the section that says what to do."""

    meaning: str
    section: RunbookSection


@cache
def runbook() -> tuple[RunbookSection, ...]:
    """The sections of the runbook in their order; what stands before the first is the first."""
    path = _INSTALLED if _INSTALLED.exists() else _SOURCE
    parts = re.split(r"^##? ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return tuple(_section(part) for part in parts)


def _section(text: str) -> RunbookSection:
    title, _, body = text.partition("\n")
    blocks = tuple(_block(part) for part in re.split(r"\n\s*\n", body.strip()) if part.strip())
    return RunbookSection(title, re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-"), blocks)


def _block(text: str) -> Block:
    lines = text.splitlines()
    if not lines[0].startswith("| "):
        return Block(text=" ".join(line.strip() for line in lines))
    rows = (tuple(cell.strip() for cell in line.strip().strip("|").split(" | ")) for line in lines)
    return Block(rows=tuple(row for row in rows if set("".join(row)) != {"-", "|"}))


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], Explained], ...]:
    found = []
    for section in runbook():
        for block in section.blocks:
            for cells in block.rows:
                finding = _FINDING.match(cells[0])
                if finding is not None:
                    parts = (re.escape(part) for part in finding[1].split("…"))
                    found.append((re.compile(".*".join(parts), re.DOTALL), Explained(cells[-1], section)))
    # The row with the most words of its own says most about a finding.
    return tuple(sorted(found, key=lambda each: -len(each[0].pattern)))


def explained(what: str) -> Explained | None:
    """What the runbook says of a finding; nothing where it has no such row."""
    return next((told for pattern, told in _patterns() if pattern.fullmatch(what)), None)
