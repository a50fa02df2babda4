"""``houseway glossary``: what the words on screens and in reports mean."""

from __future__ import annotations

import shutil
import sys
import textwrap
from typing import Annotated

import typer

from houseway.cli.command_options import Json, argument
from houseway.cli.screen.streams import put_json
from houseway.reports.glossary import Term, look_up
from houseway.reports.glossary import glossary as whole

app = typer.Typer(add_completion=False)


@app.command()
def glossary(
    term: Annotated[
        list[str] | None, argument("[TERM]", "A term, or a part of one. Leave it out to list them all.")
    ] = None,
    json: Json = False,
) -> None:
    """Explain the words of card rooms and of this program, such as element of risk."""
    text = " ".join(term or ())
    found = {"": look_up(text)} if text else {group.title: group.terms for group in whole().group}
    if json:
        put_json([{"term": each.name, "means": each.plain} for terms in found.values() for each in terms])
        return
    out = sys.stdout.write
    for number, (title, terms) in enumerate(found.items()):
        out("\n" * bool(number) + (f"{title}\n\n" if title else ""))
        for each in terms:
            out(_drawn(each) + "\n")


def _drawn(term: Term) -> str:
    """The term on a line, its meaning below it."""
    width = min(shutil.get_terminal_size((80, 24)).columns, 120)
    return f"{term.name}\n" + textwrap.fill(term.plain, width, initial_indent="  ", subsequent_indent="  ")
