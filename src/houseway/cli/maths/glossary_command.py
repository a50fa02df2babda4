"""``houseway glossary``: what the words on screens and in reports mean."""

from __future__ import annotations

import shutil
import sys
import textwrap

from houseway.cli.screen.streams import put_json
from houseway.reports.glossary import Term, glossary, look_up


def run(text: str, *, as_json: bool) -> None:
    """Print the terms that ``text`` names, or all of them by subject."""
    found = {"": look_up(text)} if text else {group.title: group.terms for group in glossary().group}
    if as_json:
        put_json([{"term": term.name, "means": term.plain} for terms in found.values() for term in terms])
        return
    out = sys.stdout.write
    for number, (title, terms) in enumerate(found.items()):
        out("\n" * bool(number) + (f"{title}\n\n" if title else ""))
        for term in terms:
            out(_drawn(term) + "\n")


def _drawn(term: Term) -> str:
    """The term on a line, its meaning below it."""
    width = min(shutil.get_terminal_size((80, 24)).columns, 120)
    return f"{term.name}\n" + textwrap.fill(term.plain, width, initial_indent="  ", subsequent_indent="  ")
