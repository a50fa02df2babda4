"""``houseway meter``: counters are read and replaced; counts and displayed amounts are shown."""

from __future__ import annotations

from typing import Annotated

import typer

from houseway.cli.command_options import Json, argument
from houseway.cli.floor.floor_database import Database
from houseway.cli.floor.form_commands import add_forms
from houseway.cli.floor.terminal_desk import floor_at

app = typer.Typer(add_completion=False, help="Meters: read and replace counters, show counts and displayed amounts.")


@app.command()
def show(
    table: Annotated[str | None, argument("[TABLE]", "Only this table.")] = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """Show the counters by sensor and position, the last readings, and the amounts displayed."""
    from houseway.cli.floor.table_show import show_meters

    with floor_at(database) as floor:
        show_meters(floor, table, as_json=json)


add_forms({"meter": app})
