"""``houseway audit``: verifies, seals, exports and imports the journal, and changes the sealing key."""

from __future__ import annotations

import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from houseway.accounts.on_the_books import books_of
from houseway.cli.command_options import Json, argument, takes
from houseway.cli.floor.floor_database import Database, database_of, seal_files
from houseway.cli.floor.terminal_desk import Second, Who, floor_at, giver, journal_at, now
from houseway.cli.records import bundle_command
from houseway.cli.screen.streams import put_json
from houseway.errors import Refused
from houseway.floor import command_index as c
from houseway.floor.auditing.whole import verify_floor
from houseway.floor.context import moment
from houseway.floor.floor import Floor
from houseway.journal import Report, SealBook
from houseway.journal.exchange import is_export
from houseway.journal.journal_errors import BadExport, BadSeal, SealKeyLost, SealKeyUnknown, SealsMissing
from houseway.journal.sealing.seal_check import SEAL, Outside, head_as_printed, printed_head, tail_in_words
from houseway.journal.sealing.seal_record import KEY_REPLACED, KEY_ROTATED
from houseway.journal.verify import Progress

app = typer.Typer(add_completion=False, help="Verify, seal, export or import the journal, or show its heads.")
app.command("bundle")(bundle_command.bundle)
app.command("check-bundle")(bundle_command.check)


@app.command()
def verify(
    from_seal: Annotated[bool, takes("--from-seal", "Check only the last seal and what was written after it.")] = False,
    public_key: Annotated[
        str | None, takes("--public-key HEX", "The public key of the seals, as you keep it elsewhere.")
    ] = None,
    head: Annotated[
        list[str] | None,
        takes("--head STREAM=NUMBER:HASH", "A head from a printed daily close, or seal=NUMBER:HASH. Repeatable."),
    ] = None,
    seals_copy: Annotated[Path | None, takes("--seals-copy FILE", "A copy of the seal file, kept elsewhere.")] = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """Verify the whole journal and list every finding; exit 1 if there is one."""
    key = public_key_of(public_key)
    against = Outside(tuple(printed_head(text) for text in head or ()), seals_copy)
    if from_seal and (against.heads or seals_copy is not None):
        raise BadSeal(
            "Printed heads and a copy of the seals are compared with the whole journal.", remedy="leave out --from-seal"
        )
    # Opened without a look at the property: what is wrong with its entries is to be found, not to stand in the way.
    with journal_at(database) as floor:
        if from_seal:
            from houseway.journal.sealing.unsealed_tail import verify_tail

            report = verify_tail(floor.journal, public_key=key, now=now())
        else:
            with _progress(as_json=json) as progress:
                books = books_of(database_of(database))
                report = verify_floor(floor, books=books, progress=progress, public_key=key, against=against, now=now())
        code = show_report(report, database_of(database), as_json=json, part=from_seal)
    raise typer.Exit(code)


def public_key_of(text: str | None) -> bytes | None:
    """The key that was typed, or the refusal."""
    if text is None:
        return None
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != 32:
        raise BadSeal(f"{text!r} is not a public key", remedy="give its 32 bytes as 64 hexadecimal digits")
    return key


@contextmanager
def _progress(*, as_json: bool) -> Iterator[Progress | None]:
    """A bar on standard error, where somebody looks at it."""
    if as_json or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description:<24}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Verifying", total=None)

        def step(stream: str, done: int, total: int) -> None:
            bar.update(task, description=stream, completed=done, total=total)

        yield step


def show_report(report: Report, place: str, *, as_json: bool, part: bool = False) -> int:
    """What was checked and what was found; 1 if something was, else 0."""
    code = 0 if report.ok else 1
    if as_json:
        put_json(
            {
                "ok": report.ok,
                "whole": not part,
                "streams": report.streams,
                "entries": report.entries,
                "seals": report.seals,
                "findings": [msgspec.to_builtins(finding) for finding in report.findings],
                "left-out": report.left_out,
                "unsealed": msgspec.to_builtins(report.tail),
                "unchecked": list(report.unchecked),
                "notes": [msgspec.to_builtins(note) for note in report.notes],
            }
        )
        return code
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from houseway.cli.screen.drawing import make_console

    console = make_console()
    since = " since the last seal" if part else ""
    seals = f"{report.seals:,} seal{'s' * (report.seals != 1)}"
    checked = f"{report.entries:,} entries{since} in {report.streams:,} streams, {seals}"
    console.print(Text.assemble((place, "title"), f"  {checked}"))
    if report.tail is not None:
        console.print(Text(tail_in_words(report.tail)))
    for what in report.unchecked:
        console.print(Text(f"Not checked: {what}.", style="said"))
    for note in report.notes:
        console.print(Text(f"{note.stream} {note.number}: {note.what}"))
    if report.ok:
        console.print(Text("Everything that was checked agrees: nothing was altered, nothing is missing.", style="won"))
        return code
    grid = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    for head in ("where", "stream", "number", "what is wrong"):
        grid.add_column(head, justify="right" if head == "number" else "left", overflow="fold")
    for finding in report.findings:
        number = "" if finding.number is None else f"{finding.number:,}"
        grid.add_row(Text(finding.where, style="refused"), Text(finding.stream or ""), number, Text(finding.what))
    console.print(grid)
    found = len(report.findings) + report.left_out
    more = f", {report.left_out:,} of them not shown" if report.left_out else ""
    console.print(
        Text(
            f"{found:,} finding{'s' * (found != 1)}{more}. Stop, keep the files as they are, and look each finding up "
            "in docs/runbook.md."
        )
    )
    return code


@app.command()
def seal(database: Database = None, json: Json = False) -> None:
    """Write a signed seal of all streams to the seal file now."""
    with floor_at(database, readonly=False) as floor:
        made = floor.journal.seal(now())
        book = floor.journal.seal_book
        assert book is not None
        tail = book.tail()
        assert tail is not None
        data: dict[str, Any] = {
            "number": made.number,
            "at": made.at,
            "streams": len(tail.standing),
            "file": str(book.path),
        }
        data["hash"] = tail.last.hash
        data["public-key"] = book.public_key().hex()
        zone = floor.property.zone
    if json:
        put_json(data)
        return
    _facts(
        f"Seal {made.number}, {moment(made.at, zone)}",
        {
            "streams": f"{data['streams']:,}",
            "as printed": head_as_printed(SEAL, made.number, data["hash"]),
            "file": data["file"],
            "public key": data["public-key"],
        },
    )


Reason = Annotated[str, takes("--reason", "Why the key changes.")]


@app.command("rotate-key")
def rotate_key(
    reason: Reason, who: Who = None, second: Second = None, database: Database = None, json: Json = False
) -> None:
    """Change the sealing key; the old key signs for the new one. Takes two people."""
    _change_key(c.RotateSealKey, KEY_ROTATED, reason, who=who, second=second, database=database, as_json=json)


@app.command("replace-key")
def replace_key(
    reason: Reason, who: Who = None, second: Second = None, database: Database = None, json: Json = False
) -> None:
    """Replace a lost sealing key or seal file. Takes two people; every later verify names it."""
    _change_key(c.ReplaceLostKey, KEY_REPLACED, reason, who=who, second=second, database=database, as_json=json)


def _change_key(
    command: type[c.RotateSealKey] | type[c.ReplaceLostKey],
    kind: str,
    reason: str,
    *,
    who: str | None,
    second: str | None,
    database: str | None,
    as_json: bool,
) -> None:
    who = giver(who)
    with floor_at(database, readonly=False) as floor:
        journal, at = floor.journal, now()
        book = journal.seal_book
        if book is None:
            raise BadSeal("this journal has no seal file", remedy="name one in HOUSEWAY_SEALS")
        lost = _what_is_lost(book)
        if kind == KEY_ROTATED and lost is not None:
            raise lost
        if kind == KEY_REPLACED and lost is None:
            raise BadSeal(
                "Seals and key are both here: nothing is lost.",
                remedy="change the key: houseway audit rotate-key",
            )
        key = book.waiting_key()
        if not journal.announced_key(kind):
            try:
                floor.do(command(key=key, reason=reason), id=str(uuid.uuid4()), who=who, at=at, second=second)
            except Refused:
                book.drop_waiting_key()
                raise
        made = journal.rotate_key(at) if kind == KEY_ROTATED else journal.replace_lost_key(at)
        data = {"number": made.number, "at": made.at, "file": str(book.path), "key": str(book.key), "public-key": key}
        zone = floor.property.zone
    if as_json:
        put_json(data)
        return
    _facts(
        f"A new key signs from seal {made.number} on, {moment(made.at, zone)}",
        {"public key": key, "key": data["key"], "file": data["file"]},
    )
    sys.stdout.write("Keep a copy of the key file apart from the backups, and the public key on paper.\n")


def _what_is_lost(book: SealBook) -> BadSeal | None:
    try:
        book.check()
    except (SealsMissing, SealKeyLost, SealKeyUnknown) as error:
        return error
    return None


@app.command()
def heads(database: Database = None, json: Json = False) -> None:
    """Show the head of every stream. Printed, the heads prove later what the journal held."""
    with floor_at(database) as floor:
        found = floor.journal.heads()
        zone = floor.property.zone
        name = floor.property.name
        order = floor.journal.streams()
    if json:
        put_json(
            {
                stream: {"number": found[stream].number, "at": found[stream].at, "hash": found[stream].hash.hex()}
                for stream in order
                if stream in found
            }
        )
        return
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from houseway.cli.screen.drawing import make_console

    console = make_console()
    grid = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    grid.add_column("stream", overflow="fold")
    grid.add_column("number", justify="right")
    grid.add_column("last entry", overflow="fold")
    grid.add_column("hash", overflow="fold", min_width=16)
    for stream in order:
        head = found[stream]
        grid.add_row(Text(stream), f"{head.number:,}", moment(head.at, zone), Text(head.hash.hex(), style="clause"))
    console.print(Text(name, style="title"))
    console.print(grid)


@app.command()
def export(
    file: Annotated[str, argument("FILE", "The file to write: JSON lines.")],
    database: Database = None,
    json: Json = False,
) -> None:
    """Export the whole journal as JSON lines, the same from SQLite and PostgreSQL."""
    path = Path(file)
    if path.exists():
        raise BadExport(f"{path} already exists", remedy="name a new file")
    with journal_at(database) as floor:
        entries = floor.journal.export(path)
    _done({"file": str(path), "entries": entries}, f"{path}: {entries:,} entries.", as_json=json)


@app.command("import")
def import_(
    file: Annotated[str, argument("FILE", "An export.")],
    database: Database = None,
    json: Json = False,
) -> None:
    """Import an export into an empty place and check every chain; all or nothing."""
    if not Path(file).is_file():
        raise BadExport(f"there is no export {file}", remedy="name the file of an export")
    if not is_export(Path(file)):
        # Before an empty journal is made for it.
        raise BadExport(f"{file} is no export, and nothing was imported", remedy="name the file of an export")
    url = database_of(database)
    floor = Floor.open(url, create=True, **seal_files())
    try:
        entries = floor.journal.load(file)
    finally:
        floor.close()
    _done({"database": url, "entries": entries}, f"{url}: {entries:,} entries.", as_json=json)


def _done(data: dict[str, Any], said: str, *, as_json: bool) -> None:
    if as_json:
        put_json(data)
    else:
        sys.stdout.write(f"{said}\n")


def _facts(title: str, facts: dict[str, Any]) -> None:
    from rich.table import Table
    from rich.text import Text

    from houseway.cli.screen.drawing import make_console

    console = make_console()
    console.print(Text(title, style="title"))
    grid = Table.grid(padding=(0, 2, 0, 2))
    for label, value in facts.items():
        grid.add_row(label, Text(str(value), overflow="fold"))
    console.print(grid)
