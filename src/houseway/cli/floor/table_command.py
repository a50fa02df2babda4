"""``houseway table``: tables are added, opened and closed, and run by hand where their equipment does not."""

from __future__ import annotations

import typer

from houseway.cli.command_options import Json
from houseway.cli.floor.floor_database import Database
from houseway.cli.floor.form_commands import add_forms
from houseway.cli.floor.terminal_desk import TableId, floor_at

app = typer.Typer(
    add_completion=False, help="Tables: add, open, close, change, and run by hand where the equipment does not."
)
display = typer.Typer(help="Displays that are dark or wrong, and the printed page in their place.")
app.add_typer(display, name="display")


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


add_forms({"table": app, "table display": display})
