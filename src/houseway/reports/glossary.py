"""The glossary: what the trade's words and ours mean, for the page, the terminal and the headings of reports.

``python -m houseway.reports.glossary docs`` writes the page. Whoever shows a heading asks `explain` for its meaning.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from houseway.floor.floor_errors import UnknownThing

DATA = Path(__file__).with_name("glossary.toml")
PAGE = "glossary.md"


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of what the file holds."""


class Term(_Data, frozen=True, kw_only=True):
    """A word with its meaning; ``also`` lists other spellings of it."""

    name: str
    says: str
    also: tuple[str, ...] = ()

    @property
    def plain(self) -> str:
        """The meaning without Markdown."""
        return self.says.replace("*", "")


class Group(_Data, frozen=True):
    """Terms of one subject."""

    title: str
    terms: tuple[Term, ...]


class Glossary(_Data, frozen=True):
    """The whole file."""

    format: Literal[1]
    group: tuple[Group, ...]

    def __post_init__(self) -> None:
        seen: set[str] = set()
        for term in self.terms:
            for spelling in (term.name, *term.also):
                if _key(spelling) in seen:
                    raise ValueError(f"{spelling} is explained twice")
                seen.add(_key(spelling))

    @property
    def terms(self) -> tuple[Term, ...]:
        """Every term, group by group."""
        return tuple(term for group in self.group for term in group.terms)


def _key(text: str) -> str:
    return " ".join(text.casefold().replace("-", " ").replace("\u2011", " ").split())


@cache
def glossary() -> Glossary:
    """The glossary as the file has it."""
    return msgspec.toml.decode(DATA.read_bytes(), type=Glossary)


@cache
def _spellings() -> dict[str, Term]:
    return {_key(spelling): term for term in glossary().terms for spelling in (term.name, *term.also)}


def explain(heading: str) -> Term | None:
    """The term that a heading uses: the whole of it, or what stands before its first comma."""
    return _spellings().get(_key(heading)) or _spellings().get(_key(heading.partition(",")[0]))


def look_up(text: str) -> tuple[Term, ...]:
    """The terms called ``text``, or else every term with ``text`` in its name or in another spelling of it."""
    wanted = _key(text)
    found = [term for term in glossary().terms if wanted in (_key(term.name.partition(" (")[0]), *map(_key, term.also))]
    found = found or list(dict.fromkeys(term for spelling, term in _spellings().items() if wanted in spelling))
    if not found:
        raise UnknownThing(f"the glossary has no term {text!r}", remedy="list every term: houseway glossary")
    return tuple(found)


def page() -> str:
    """``docs/glossary.md``."""
    lines = [
        "# Glossary",
        "",
        "The words of card rooms and of this project, each in a sentence or two. `houseway glossary TERM` says the",
        "same in the terminal, and HTML reports show it where the pointer rests on a heading. `make pages` writes this",
        "page from [`reports/glossary.toml`](../src/houseway/reports/glossary.toml).",
    ]
    for group in glossary().group:
        lines += ["", f"## {group.title}", "", "| term | meaning |", "|---|---|"]
        lines += [f"| **{term.name}** | {term.says} |" for term in group.terms]
    return "\n".join(lines) + "\n"


def main(folder: str) -> None:
    """Write the page into ``folder``."""
    Path(folder, PAGE).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
