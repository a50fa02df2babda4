"""``houseway report``: prints a report of the floor, or writes it to a file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.command_options import argument, takes
from houseway.cli.floor.floor_database import Database
from houseway.cli.floor.terminal_desk import floor_at, now
from houseway.cli.maths.question_options import output_file
from houseway.maths.question_errors import BadQuestion

if TYPE_CHECKING:
    from rich.console import Console

    from houseway.reports.document import Document, Piece, Section
    from houseway.reports.floor import Progress as Told

FORMATS = ("terminal", "csv", "xlsx", "json", "md", "html", "pdf", "iif")
"""What a report is written as; the files among them are known by their endings."""

_ON_THE_SCREEN = ("terminal", "csv", "json", "md", "html")


app = typer.Typer(add_completion=False)


@app.command()
def report(
    name: Annotated[
        str,
        argument(
            "NAME",
            "play, theoretical, advantage, growth, ledger, prizes, checks, counts, meters, jackpots, escrow, hits, "
            "day, audit, malfunctions or recall.",
        ),
    ],
    database: Database = None,
    day: Annotated[str | None, takes("--day D", "One gaming day, YYYY-MM-DD; the last one if left out.")] = None,
    since: Annotated[str | None, takes("--from A", "The first of several gaming days.")] = None,
    until: Annotated[str | None, takes("--to B", "The last; today if left out.")] = None,
    table: Annotated[str | None, takes("--table T", "Only this table.")] = None,
    jackpot: Annotated[str | None, takes("--jackpot J", "Only this jackpot.")] = None,
    kind: Annotated[list[str] | None, takes("--kind KIND", "Audit trail: only this kind of entry. Repeatable.")] = None,
    person: Annotated[str | None, takes("--person WHO", "Audit trail: only what this person did.")] = None,
    form: Annotated[
        str | None, takes("--format F", "terminal, csv, xlsx, json, md, html, pdf, or iif for the ledger.")
    ] = None,
    output: Annotated[str | None, takes("--output -o FILE", "Write it to this file; its ending says how.")] = None,
) -> None:
    """Print a report of the floor, or write it to a file."""
    from houseway.reports.floor import REPORTS, Asked, make

    if name not in REPORTS:
        raise BadQuestion(f"there is no report {name!r}", remedy=f"reports: {', '.join(REPORTS)}")
    path = output_file(output) if output is not None else None
    form = _form(form, path)
    asked = Asked(day, since, until, table, jackpot, person, tuple(kind or ()))
    with floor_at(database) as floor:
        wanted = asked.wanted(floor, now())
        with _progress() as progress:
            document = make(name, floor, wanted, progress)
    if path is None:
        _put(document, form)
    else:
        _write(document, path, form)


def _form(form: str | None, path: Path | None) -> str:
    """The format, checked before anything is read."""
    ending = path.suffix.lower().removeprefix(".") if path is not None else ""
    chosen = form or ending or "terminal"
    if chosen not in FORMATS:
        raise BadQuestion(f"reports have no format {chosen!r}", remedy=f"formats: {', '.join(FORMATS)}")
    if path is None and chosen not in _ON_THE_SCREEN:
        raise BadQuestion(f"{chosen} is a file, and none is named", remedy="name it with --output")
    if path is not None and chosen != "terminal" and ending != chosen:
        raise BadQuestion(
            f"{path.name} does not end in .{chosen}",
            remedy=f"name a file that ends in .{chosen}, or leave --format out",
        )
    return chosen


def _write(document: Document, path: Path, form: str) -> None:
    if form == "terminal":
        from rich.console import Console

        from houseway.cli.screen.drawing import THEME, WIDEST

        with path.open("w", encoding="utf-8") as out:
            draw_document(document, Console(theme=THEME, highlight=False, file=out, width=WIDEST))
        files = [path]
    else:
        from houseway.reports.document import write

        files = write(document, path)
    for file in files:
        sys.stdout.write(f"{file}\n")


def _put(document: Document, form: str) -> None:
    """The report on standard output."""
    if form == "terminal":
        from houseway.cli.screen.drawing import make_console

        draw_document(document, make_console())
    elif form == "html":
        from houseway.reports.writers.html import as_html

        sys.stdout.write(as_html(document))
    elif form == "md":
        from houseway.reports.writers.markdown import as_markdown

        sys.stdout.write(as_markdown(document, "."))
    elif form == "csv":
        from houseway.reports.writers.plain import all_as_csv

        sys.stdout.write(all_as_csv(document))
    else:
        from houseway.reports.writers.plain import as_json

        sys.stdout.write(as_json(document))


# -- the screen


def draw_document(document: Document, console: Console) -> None:
    """A whole document on ``console``."""
    from rich.text import Text

    from houseway.cli.screen.sheets import draw, explained_line

    console.print(Text.assemble((document.title, "title"), f"  {document.subtitle}"))
    console.print(draw(document.facts))
    for section in document.sections:
        _draw_section(section, console, 0)
    console.print()
    if explained := explained_line(piece for _, piece in document.pieces()):
        console.print(Text(explained, style="said"))
    console.print(Text(document.footer, style="said"))


def _draw_section(section: Section, console: Console, level: int) -> None:
    from rich.rule import Rule
    from rich.text import Text

    from houseway.cli.screen.sheets import draw
    from houseway.reports.document import Text as Said

    console.print()
    title = Text(section.title, style="title")
    console.print(Rule(title, align="left", style="none") if level == 0 else title)
    before: Piece | None = None
    for piece in section.pieces:
        if before is not None and not (isinstance(piece, Said) and isinstance(before, Said)):
            console.print()
        console.print(draw(piece))
        before = piece
    for inner in section.sections:
        _draw_section(inner, console, level + 1)


@contextmanager
def _progress() -> Iterator[Told | None]:
    """A bar on standard error while entries are read, where somebody looks and it takes a while."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from houseway.cli.screen.drawing import make_console

    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TimeRemainingColumn(),
        console=make_console(stderr=True),
        transient=True,
    ) as bar:
        task = bar.add_task("Reading the journal", total=None)

        def told(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, description=f"{done:,} entries")

        yield told
