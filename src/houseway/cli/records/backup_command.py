"""``houseway backup`` and ``houseway restore``: copy journal, seals and accounts, and bring a copy back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from houseway.cli.command_options import Json, argument, takes
from houseway.cli.floor.floor_database import Database, database_of
from houseway.cli.floor.terminal_desk import journal_at
from houseway.cli.screen.streams import put_json

backup_app = typer.Typer(add_completion=False)
restore_app = typer.Typer(add_completion=False)


@backup_app.command()
def backup(
    file: Annotated[str, argument("FILE", "The copy to write; it must not exist yet.")],
    database: Database = None,
    json: Json = False,
) -> None:
    """Back up the journal while it runs, with its seals and accounts.

    The journal becomes a database file of SQLite, an export of PostgreSQL; the seals FILE.seals, the accounts
    FILE.accounts. The private sealing key is not copied: keep it apart.
    """
    from houseway.accounts.copying import accounts_beside
    from houseway.journal.restore import seals_beside
    from houseway.operations.copies import make_copy

    path = Path(file)
    with journal_at(database) as floor:
        copy = make_copy(floor.journal, database_of(database), path)
        book = floor.journal.seal_book
    data: dict[str, Any] = {
        "file": str(path),
        "bytes": copy.bytes,
        "entries": copy.entries,
        "seals": str(seals_beside(path)) if copy.seals is not None else None,
        "accounts": str(accounts_beside(path)) if copy.accounts is not None else None,
        "key": str(book.key) if book is not None else None,
    }
    if json:
        put_json(data)
        return
    from houseway.cli.screen.drawing import make_console

    console = make_console()
    console.print(f"{path}: {data['bytes']:,} bytes, at least {copy.entries:,} entries.")
    if copy.seals is not None:
        console.print(f"{data['seals']}: {copy.seals:,} seals.")
    else:
        console.print("There are no seals to copy: a restored journal cannot be checked against any.", style="said")
    if copy.accounts is not None:
        console.print(f"{data['accounts']}: {copy.accounts:,} rows of accounts.")
    else:
        console.print("There are no accounts to copy.", style="said")
    if book is not None:
        console.print(
            f"The sealing key is not in the backup. It is at {book.key}: keep a copy of it apart from the backups.",
            style="said",
        )
    console.print(f"Restore and verify it: houseway restore {path} --into URL", style="said")


@restore_app.command()
def restore(
    file: Annotated[str, argument("FILE", "A backup or an export.")],
    to: Annotated[str, takes("--into URL", "An empty place: a new file, or postgresql://…")],
    json: Json = False,
) -> None:
    """Restore a backup into an empty place with its seals and accounts, and verify it there.

    Exit 1 if there is a finding. What the backup lacks is listed.
    """
    from houseway.cli.floor.floor_database import seal_files
    from houseway.cli.records.audit_command import show_report
    from houseway.operations.copies import bring_back

    report = bring_back(Path(file), to, **seal_files())
    raise typer.Exit(show_report(report, to, as_json=json))
