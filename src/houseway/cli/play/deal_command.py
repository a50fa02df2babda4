"""``houseway deal``: deals rounds to automatic players and writes the records to standard output."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

import typer

from houseway import registry
from houseway.cli.command_options import EditionName, GameName, Options, Paytables, Seed, takes
from houseway.cli.maths.table_choices import demonstration_meters, pairs, table_of
from houseway.table.deal import deal_records
from houseway.table.records.record import encode
from houseway.table.table_errors import BadSetup
from houseway.table.variety import varied_records

USUAL, VARIED = "usual", "varied"
"""Who plays: people who bet as most do and play well, or people who do whatever is legal."""

LONG = 2_000
"""A run of so many rounds shows how far it is."""


app = typer.Typer(add_completion=False)


@app.command()
def deal(
    game: GameName,
    rounds: Annotated[int, takes("--rounds -r N", "How many rounds.", min=1)] = 1,
    seed: Seed = None,
    seats: Annotated[int, takes("--seats K", "Automatic players, at positions 1 to K.", min=1)] = 1,
    style: Annotated[
        Literal["usual", "varied"],
        takes("--style", "Usual players play sensibly; varied players do anything legal, at tables of every kind."),
    ] = "usual",
    edition: EditionName = None,
    option: Options = None,
    paytable: Paytables = None,
) -> None:
    """Deal rounds to automatic players and write each round record as a line of JSON."""
    found = registry.game(game)
    setup = table_of(found, edition, option or (), paytable or ())
    positions = setup.edition.about.positions
    if seats > positions:
        raise BadSetup(f"{found.name} has {positions} positions, not {seats}", remedy=f"--seats 1 to {positions}")
    taken = range(1, seats + 1)
    seed = secrets.randbits(64) if seed is None else seed
    records: Iterable[dict[str, Any]]
    if style == VARIED:
        chosen = pairs(option or (), "--option")
        edition = chosen.pop("edition", edition)
        tables = pairs(paytable or (), "--paytable")
        records = varied_records(
            found, taken, seed=seed, rounds=rounds, edition=edition, options=chosen, paytables=tables
        )
    else:
        meters = demonstration_meters(found, setup)
        records = deal_records(found, setup, taken, seed=seed, rounds=rounds, meters=meters)
    if rounds >= LONG and sys.stderr.isatty() and not sys.stdout.isatty():
        records = _with_progress(records, rounds)
    out = sys.stdout.buffer
    for data in records:
        out.write(encode(data))
        out.write(b"\n")
    out.flush()


def _with_progress(records: Iterable[dict[str, Any]], rounds: int) -> Iterator[dict[str, Any]]:
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Dealing", total=rounds)
        for number, data in enumerate(records, start=1):
            yield data
            if number % 200 == 0:
                progress.update(task, completed=number)
