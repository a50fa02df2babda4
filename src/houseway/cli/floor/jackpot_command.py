"""``houseway jackpot``: jackpots begin, are posted, hit, verified, paid, changed, removed and closed."""

from __future__ import annotations

from typing import Annotated

import typer

from houseway.cli.floor.floor_database import Database
from houseway.cli.floor.form_commands import add_forms
from houseway.cli.floor.terminal_desk import JackpotId, Json, floor_at

app = typer.Typer(
    add_completion=False,
    help="Jackpots: begin, post, hit, verify, pay, change, remove; and the players' money in escrow.",
)
hit = typer.Typer(help="A hit's life: claimed, verified, then paid or rejected.")
app.add_typer(hit, name="hit")


@app.command("list")
def list_(database: Database = None, json: Json = False) -> None:
    """List the jackpots: what they display, what is due at the bank, which hits are open."""
    from houseway.cli.floor.jackpot_show import show_all

    with floor_at(database) as floor:
        show_all(floor, as_json=json)


@app.command()
def show(jackpot: JackpotId, database: Database = None, json: Json = False) -> None:
    """Show one jackpot: parameters, funds, bank, hits; the JSON may be edited and given to change."""
    from houseway.cli.floor.jackpot_show import show as run

    with floor_at(database) as floor:
        run(floor, jackpot, as_json=json)


@hit.command("list")
def hit_list(
    jackpot: Annotated[str | None, typer.Argument(metavar="[JACKPOT]", help="Only this jackpot.")] = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """List the hits at hand, the open ones first."""
    from houseway.cli.floor.jackpot_show import show_hits

    with floor_at(database) as floor:
        show_hits(floor, jackpot, as_json=json)


add_forms({"jackpot": app, "jackpot hit": hit})
