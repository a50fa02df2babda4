"""``houseway meter``: counters are read and replaced; counts and displayed amounts are shown."""

from __future__ import annotations

from typing import Annotated

import typer

from houseway.cli.floor.floor_database import Database
from houseway.cli.floor.terminal_desk import Desk, Json, TableId, floor_at, order
from houseway.floor import command_index as c

app = typer.Typer(add_completion=False, help="Meters: read and replace counters, show counts and displayed amounts.")


@order(app, "read")
def read(
    desk: Desk,
    table: TableId,
    reading: Annotated[int, typer.Argument(min=0, metavar="READING", help="What the table's counter says.")],
) -> c.ReadCounter:
    """Read a table's counter: the difference from the last reading, held against what was counted."""
    return c.ReadCounter(table=table, reading=reading)


@order(app, "explain")
def explain(
    desk: Desk,
    table: TableId,
    explanation: Annotated[str, typer.Option("--explanation", metavar="WHY", help="Why the two differ.")],
) -> c.ExplainReading:
    """Explain why the counter was read at something else than was counted. Two people."""
    return c.ExplainReading(table=table, explanation=explanation)


@order(app, "replace")
def replace(
    desk: Desk,
    table: TableId,
    old: Annotated[int, typer.Option("--old", min=0, metavar="READING", help="The old counter's last reading.")],
    new: Annotated[int, typer.Option("--new", min=0, metavar="READING", help="The new counter's first reading.")],
    reason: Annotated[str, typer.Option("--reason", metavar="WHY", help="Why it was replaced.")],
    battery: Annotated[
        str | None, typer.Option("--battery", metavar="DAY", help="The day from which the new battery counts.")
    ] = None,
) -> c.ReplaceCounter:
    """Record that a counter was replaced. Two people."""
    return c.ReplaceCounter(table=table, old=old, new=new, battery=battery, reason=reason)


@app.command()
def show(
    table: Annotated[str | None, typer.Argument(metavar="[TABLE]", help="Only this table.")] = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """Show the counters by sensor and position, the last readings, and the amounts displayed."""
    from houseway.cli.floor.table_show import show_meters

    with floor_at(database) as floor:
        show_meters(floor, table, as_json=json)
