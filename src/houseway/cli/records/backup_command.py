"""``houseway backup`` and ``houseway restore``: copy journal, seals and accounts, and bring a copy back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from houseway.cli.floor.floor_database import Database, database_of
from houseway.cli.floor.terminal_desk import Json, journal_at
from houseway.cli.screen.streams import put_json
from houseway.journal.journal_errors import BadExport

backup_app = typer.Typer(add_completion=False)
restore_app = typer.Typer(add_completion=False)


@backup_app.command()
def backup(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The copy to write; it must not exist yet.")],
    database: Database = None,
    json: Json = False,
) -> None:
    """Back up the journal while it runs, with its seals and accounts.

    The journal becomes a database file of SQLite, an export of PostgreSQL; the seals FILE.seals, the accounts
    FILE.accounts. The private sealing key is not copied: keep it apart.
    """
    from houseway.accounts.copying import accounts_beside, copy_accounts
    from houseway.journal.restore import keep_seals, seals_beside

    path = Path(file)
    for there in (path, seals_beside(path), accounts_beside(path)):
        if there.exists():
            raise BadExport(f"{there} already exists", remedy="name a new file: a backup never replaces another")
    if not path.absolute().parent.is_dir():
        raise BadExport(f"there is no folder {path.parent}", remedy="make it first, or write elsewhere")
    with journal_at(database) as floor:
        floor.journal.backup(path)
        entries = sum(head.number for head in floor.journal.heads().values())
        seals = keep_seals(floor.journal, path)
        book = floor.journal.seal_book
    accounts = copy_accounts(database_of(database), accounts_beside(path))
    data: dict[str, Any] = {
        "file": str(path),
        "bytes": path.stat().st_size,
        "entries": entries,
        "seals": str(seals_beside(path)) if seals is not None else None,
        "accounts": str(accounts_beside(path)) if accounts is not None else None,
        "key": str(book.key) if book is not None else None,
    }
    if json:
        put_json(data)
        return
    from houseway.cli.screen.drawing import make_console

    console = make_console()
    console.print(f"{path}: {data['bytes']:,} bytes, at least {entries:,} entries.")
    if seals is not None:
        console.print(f"{data['seals']}: {seals:,} seals.")
    else:
        console.print("There are no seals to copy: a restored journal cannot be checked against any.", style="said")
    if accounts is not None:
        console.print(f"{data['accounts']}: {accounts:,} rows of accounts.")
    else:
        console.print("There are no accounts to copy.", style="said")
    if book is not None:
        console.print(
            f"The sealing key is not in the backup. It is at {book.key}: keep a copy of it apart from the backups.",
            style="said",
        )
    console.print(f"Restore and verify it: houseway restore {path} --to URL", style="said")


@restore_app.command()
def restore(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A backup or an export.")],
    to: Annotated[str, typer.Option("--to", metavar="URL", help="An empty place: a new file, or postgresql://…")],
    json: Json = False,
) -> None:
    """Restore a backup into an empty place with its seals and accounts, and verify it there.

    Exit 1 if there is a finding. What the backup lacks is listed.
    """
    import msgspec

    from houseway.accounts.copying import accounts_beside, restore_accounts
    from houseway.accounts.on_the_books import books_of
    from houseway.cli.floor.floor_database import seal_files
    from houseway.cli.records.audit_command import show_report
    from houseway.floor.auditing.account_story import audit_accounts
    from houseway.floor.folding import FloorFold
    from houseway.journal import restore as bring_back
    from houseway.journal.restore import seals_beside

    source = Path(file)
    report = bring_back(file, to, FloorFold(), **seal_files())
    missing = []
    if accounts_beside(source).is_file():
        restore_accounts(accounts_beside(source), to)
        with journal_at(to) as floor:
            told = audit_accounts(floor.journal, books_of(to), floor.journal.seal_book)
        report = msgspec.structs.replace(
            report, findings=(*report.findings, *told.findings), unchecked=(*report.unchecked, *told.unchecked)
        )
    else:
        missing.append(
            f"the accounts: there are none beside the backup ({accounts_beside(source)}), so nobody can sign in yet"
        )
    if not seals_beside(source).is_file():
        missing.append(f"the seals of the backup: there are none beside it ({seals_beside(source)})")
    report = msgspec.structs.replace(report, unchecked=(*report.unchecked, *missing))
    raise typer.Exit(show_report(report, to, as_json=json))
