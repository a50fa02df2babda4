"""``houseway table``: tables are added, opened and closed, and run by hand where their equipment does not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from houseway.cli.floor.configured_entries import read_entry
from houseway.cli.floor.floor_database import Database
from houseway.cli.floor.terminal_desk import Desk, Json, TableId, floor_at, order
from houseway.cli.maths.table_choices import pairs
from houseway.compliance.configuration import Table
from houseway.floor import command_index as c
from houseway.floor.floor_errors import BadCommand
from houseway.jackpots.removal import Removal as Removals
from houseway.table.table_errors import BadRecord

app = typer.Typer(
    add_completion=False, help="Tables: add, open, close, change, and run by hand where the equipment does not."
)
display = typer.Typer(help="Displays that are dark or wrong, and the printed page in their place.")
app.add_typer(display, name="display")

RoundNumber = Annotated[
    int | None, typer.Option("--round", min=1, metavar="N", help="The round; the one that is due if left out.")
]
Removal = Annotated[
    str | None,
    typer.Option(
        "--removal",
        metavar="REASON",
        help=f"Why a progressive leaves the table, where one does: {', '.join(known.value for known in Removals)}.",
    ),
]
Ordered = Annotated[
    str, typer.Option("--document", metavar="REF", help="The paper that orders the removal, where the regulator does.")
]
Reason = Annotated[str, typer.Option("--reason", metavar="WHY", help="Why.")]
What = Annotated[str, typer.Option("--what", metavar="WHAT", help="What is wrong with it.")]
Pictured = Annotated[
    list[str],
    typer.Option("--picture", metavar="SENSOR=SEATS", help="Positions with a wager, such as 1=1,3,5. Repeatable."),
]


@app.command("list")
def list_(database: Database = None, json: Json = False) -> None:
    """List the tables and what they are doing."""
    from houseway.cli.floor.table_show import show_all

    with floor_at(database) as floor:
        show_all(floor, as_json=json)


@app.command()
def show(table: TableId, database: Database = None, json: Json = False) -> None:
    """Show one table: how it is configured, its round, its counters; the JSON may be edited and given to change."""
    from houseway.cli.floor.table_show import show as run

    with floor_at(database) as floor:
        run(floor, table, as_json=json)


@order(app, "add")
def add(
    desk: Desk,
    what: Annotated[str, typer.Argument(metavar="FILE|ID", help="The table's file; with --from, the new table's id.")],
    like: Annotated[str | None, typer.Option("--from", metavar="TABLE", help="Configure it as this table is.")] = None,
    pick: Annotated[
        str | None, typer.Option("--pick", metavar="ID", help="Which table, where the file has several.")
    ] = None,
) -> c.AddTable:
    """Add a table from a file, or as another one is; says what stands in the way of opening it. Two people."""
    if like is not None:
        return c.AddTable(table=msgspec.structs.replace(desk.floor.property.table(like), id=what))
    return c.AddTable(table=read_entry(what, Table, "table", pick))


@order(app, "change")
def change(
    desk: Desk,
    file: Annotated[str, typer.Argument(metavar="FILE", help="The table as it shall be: TOML, or JSON as in show.")],
    pick: Annotated[
        str | None, typer.Option("--pick", metavar="ID", help="Which table, where the file has several.")
    ] = None,
    removal: Removal = None,
    document: Ordered = "",
) -> c.ChangeTable:
    """Configure a closed table otherwise. Two people."""
    return c.ChangeTable(table=read_entry(file, Table, "table", pick), removal=removal, document=document)


@order(app, "remove")
def remove(
    desk: Desk, table: TableId, reason: Reason, removal: Removal = None, document: Ordered = ""
) -> c.RemoveTable:
    """Take a closed table away. Two people."""
    return c.RemoveTable(table=table, reason=reason, removal=removal, document=document)


@order(app, "open")
def open_(desk: Desk, table: TableId) -> c.OpenTable:
    """Open a table for play, if nothing stands in the way."""
    return c.OpenTable(table=table)


@order(app, "close")
def close(desk: Desk, table: TableId) -> c.CloseTable:
    """Close a table, between rounds."""
    return c.CloseTable(table=table)


# -- rounds


@order(app, "tabulate")
def tabulate(
    desk: Desk,
    table: TableId,
    picture: Pictured,
    round_: RoundNumber = None,
    manual: Annotated[
        bool, typer.Option("--manual", help="Counted by hand, because the equipment is out of order.")
    ] = False,
) -> c.Tabulate:
    """Count the jackpot wagers that lie on their spots now: the press, or a count by hand."""
    due = desk.due("round", round_, desk.floor.table(table).round + 1)
    return c.Tabulate(table=table, round=due, picture=_picture(picture, "--picture"), manual=manual)


@order(app, "confirm")
def confirm(
    desk: Desk,
    table: TableId,
    round_: RoundNumber = None,
    differ: Annotated[
        list[str] | None,
        typer.Option("--differ", metavar="SENSOR=SEATS", help="Where indicators and chips disagreed. Repeatable."),
    ] = None,
    resolved: Annotated[str, typer.Option("--resolved", metavar="HOW", help="What a supervisor did about it.")] = "",
) -> c.ConfirmIndicators:
    """Confirm the indicators of the round against the chips."""
    due = desk.due("round", round_, desk.floor.table(table).round)
    return c.ConfirmIndicators(table=table, round=due, differ=_picture(differ or (), "--differ"), resolved=resolved)


@order(app, "settle")
def settle(
    desk: Desk,
    table: TableId,
    record: Annotated[str, typer.Argument(metavar="FILE", help="The round's record, one line of JSON.")],
    round_: RoundNumber = None,
) -> c.SettleRound:
    """Settle the round by its record, which is played again and compared first."""
    state = desk.floor.table(table)
    due = desk.due("round", round_, state.round if state.phase == "tabulated" else state.round + 1)
    return c.SettleRound(table=table, round=due, record=_record(record))


@order(app, "verify-win")
def verify_win(
    desk: Desk,
    table: TableId,
    seat: Annotated[int, typer.Argument(min=1, metavar="SEAT", help="The seat that won.")],
    wager: Annotated[str, typer.Argument(metavar="WAGER", help="The wager that won, such as player.")],
    recording: Annotated[str, typer.Option("--recording", metavar="REF", help="The reference of the recording.")],
    round_: Annotated[
        int | None, typer.Option("--round", min=1, metavar="N", help="The round; the last settled if left out.")
    ] = None,
    player: Annotated[str, typer.Option("--player", metavar="REF", help="A reference of who won; no name.")] = "",
) -> c.VerifyWin:
    """Record that surveillance verified a win over the threshold."""
    due = desk.due("round", round_, desk.floor.table(table).settled)
    return c.VerifyWin(table=table, round=due, seat=seat, wager=wager, recording=recording, player=player)


@order(app, "void")
def void(
    desk: Desk,
    table: TableId,
    reason: Reason,
    round_: RoundNumber = None,
    clause: Annotated[str | None, typer.Option("--clause", metavar="CLAUSE", help="The clause that voids it.")] = None,
) -> c.VoidRound:
    """Void the round in progress: every wager goes back. A supervisor."""
    due = desk.due("round", round_, desk.floor.table(table).round)
    return c.VoidRound(table=table, round=due, reason=reason, clause=clause)


def _picture(given: Sequence[str], flag: str) -> dict[str, tuple[int, ...]]:
    """``1=1,3,5`` as the positions of sensor 1."""
    found = {}
    for sensor, seats in pairs(given, flag).items():
        words = [word.strip() for word in seats.split(",") if word.strip() != "none"]
        if not all(word.isascii() and word.isdigit() and len(word) < 4 for word in words):
            raise BadCommand(
                f"{flag} {sensor}={seats} is not a list of positions", remedy=f"write {flag} 1=1,3,5, or 1=none"
            )
        found[sensor] = tuple(int(word) for word in words)
    return found


def _record(file: str) -> dict[str, Any]:
    try:
        data = json.loads(Path(file).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadRecord(f"{file} is no round record: {error}", remedy="give one record as JSON") from error
    if not isinstance(data, dict):
        raise BadRecord(f"{file} is no round record", remedy="give one record as JSON")
    return data


# -- faults


@order(app, "fail")
def fail(desk: Desk, table: TableId, what: What) -> c.FailTable:
    """Record that the jackpot equipment is out of order: the manual procedure holds."""
    return c.FailTable(table=table, what=what)


@order(app, "restore")
def restore(
    desk: Desk, table: TableId, how: Annotated[str, typer.Option("--how", metavar="HOW", help="How it was mended.")]
) -> c.RestoreTable:
    """Record that the equipment works again."""
    return c.RestoreTable(table=table, how=how)


DisplayKind = Annotated[str, typer.Argument(metavar="DISPLAY", help="Its kind, such as led or monitor.")]


@order(display, "fail")
def display_fail(desk: Desk, table: TableId, display: DisplayKind, what: What) -> c.FailDisplay:
    """Record that a display is dark or wrong, and the printed page hangs in its place."""
    return c.FailDisplay(table=table, display=display, what=what)


@order(display, "restore")
def display_restore(desk: Desk, table: TableId, display: DisplayKind) -> c.RestoreDisplay:
    """Record that the display shows again."""
    return c.RestoreDisplay(table=table, display=display)
