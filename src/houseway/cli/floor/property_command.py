"""``houseway property``: the property itself, its people and papers, promotions, malfunctions, the end of the day."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.command_options import Json, argument, takes
from houseway.cli.floor.floor_database import Database
from houseway.cli.floor.form_commands import add_forms
from houseway.cli.floor.terminal_desk import Second, Who, floor_at, now

app = typer.Typer(
    add_completion=False,
    help="A property: make it, show it, its people, papers, settings, promotions and malfunctions.",
)
people = typer.Typer(help="Who works here.")
promotion = typer.Typer(help="Gambling promotions: dated additions that the house pays.")
alone = typer.Typer(help="What one person did alone before there were two: confirmed by another, or objected to.")
malfunction = typer.Typer(help="Equipment that does not work as approved, and the notice of it.")
app.add_typer(people, name="people")
app.add_typer(promotion, name="promotion")
app.add_typer(malfunction, name="malfunction")
app.add_typer(alone, name="alone")


@app.command()
def init(
    config: Annotated[str, argument("CONFIG", "The TOML file of the property.")],
    database: Database = None,
    who: Who = None,
    second: Second = None,
    json: Json = False,
) -> None:
    """Make a property and everything in its file; refused, with what was found, if the configuration does not pass."""
    from houseway.cli.floor.property_init import run

    raise typer.Exit(run(config, database=database, who=who, second=second, as_json=json))


@app.command()
def show(database: Database = None, json: Json = False) -> None:
    """Show the property: people, tables, jackpots, papers, what is open and what is wrong."""
    from houseway.cli.floor.property_show import show as run

    with floor_at(database) as floor:
        run(floor, now(), as_json=json)


@app.command()
def exhibit(
    output: Annotated[str | None, takes("--output -o FILE", "Write it as Markdown to this file.")] = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """Print the exhibit for the internal controls: how each jackpot is configured, how it is won, who approves what."""
    from houseway.cli.floor.property_show import show_exhibit

    with floor_at(database) as floor:
        show_exhibit(floor, now(), Path(output) if output else None, as_json=json)


@app.command()
def export(
    output: Annotated[str | None, takes("--output -o FILE", "Write it to this file instead of the screen.")] = None,
    database: Database = None,
) -> None:
    """Print the configuration that runs as TOML: read again it is the same, and has the same fingerprint."""
    from houseway.cli.floor.property_show import show_configuration

    with floor_at(database) as floor:
        show_configuration(floor, now(), Path(output) if output else None)


@app.command("controls")
def controls(
    output: Annotated[str | None, takes("--output -o FILE", "Write it as Markdown to this file.")] = None,
    json: Json = False,
) -> None:
    """Print the table of controls: who may give each command, with whom, on what paper, apart from what."""
    from houseway.cli.floor.property_show import show_controls

    show_controls(Path(output) if output else None, as_json=json)


@app.command("settings")
def settings(database: Database = None, json: Json = False) -> None:
    """List the settings in force, with the rule behind each and what the property chose."""
    from houseway.cli.floor.property_show import show_settings

    with floor_at(database) as floor:
        show_settings(floor, now(), as_json=json)


@people.command("list")
def people_list(database: Database = None, json: Json = False) -> None:
    """List who works here, and as what."""
    from houseway.cli.floor.property_show import show_people

    with floor_at(database) as floor:
        show_people(floor, as_json=json)


add_forms(
    {
        "property": app,
        "property people": people,
        "property promotion": promotion,
        "property malfunction": malfunction,
        "property alone": alone,
    }
)
