"""``houseway backup`` and ``houseway restore``: a copy of the journal while it runs, and back again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.desk import Json, journal_at
from houseway.cli.floordb import Database
from houseway.cli.streams import put_json
from houseway.errors import BadExport

backup_app = typer.Typer(add_completion=False)
restore_app = typer.Typer(add_completion=False)


@backup_app.command()
def backup(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The copy to be written; it must not be there yet.")],
    database: Database = None,
    json: Json = False,
) -> None:
    """Copy the journal at one moment while it runs: a database file of SQLite, an export of PostgreSQL."""
    path = Path(file)
    if path.exists():
        raise BadExport(f"{path} is there already", remedy="name a new file: a backup never replaces another")
    if not path.absolute().parent.is_dir():
        raise BadExport(f"there is no folder {path.parent}", remedy="make it first, or write elsewhere")
    with journal_at(database) as floor:
        floor.journal.backup(path)
        entries = sum(head.number for head in floor.journal.heads().values())
    size = path.stat().st_size
    if json:
        put_json({"file": str(path), "bytes": size, "entries": entries})
        return
    from houseway.cli.screen import make_console

    console = make_console()
    console.print(f"{path}: {size:,} bytes, at least {entries:,} entries.")
    console.print(f"Bring it back and check it: houseway restore {path} --to URL", style="said")


@restore_app.command()
def restore(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A backup or an export.")],
    to: Annotated[str, typer.Option("--to", metavar="URL", help="An empty place: a new file, or postgresql://…")],
    json: Json = False,
) -> None:
    """Bring a backup or an export back into an empty place, and verify it there; exit 1 if something is found."""
    from houseway.cli.audit import show_report
    from houseway.cli.floordb import seal_files
    from houseway.floor.folding import FloorFold
    from houseway.journal import restore as bring_back

    report = bring_back(file, to, FloorFold(), **seal_files())
    raise typer.Exit(show_report(report, to, as_json=json))
