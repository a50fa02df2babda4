"""``houseway deal``: deals rounds to automatic players and writes the records to standard output."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from houseway import registry
from houseway.cli.maths.table_choices import demonstration_meters, pairs, table_of
from houseway.table.deal import deal_records
from houseway.table.records.record import encode
from houseway.table.table_errors import BadSetup
from houseway.table.variety import varied_records

USUAL, VARIED = "usual", "varied"
"""Who plays: people who bet as most do and play well, or people who do whatever is legal."""

LONG = 2_000
"""A run of so many rounds shows how far it is."""


def run(
    game: str,
    *,
    rounds: int,
    seed: int | None,
    seats: int,
    edition: str | None,
    options: Sequence[str],
    paytables: Sequence[str],
    players: str = USUAL,
) -> None:
    """Deal ``rounds`` rounds: at one table to usual players, or each at another one to players of any kind."""
    found = registry.game(game)
    setup = table_of(found, edition, options, paytables)
    positions = setup.edition.about.positions
    if seats > positions:
        raise BadSetup(f"{found.name} has {positions} positions, not {seats}", remedy=f"--seats 1 to {positions}")
    taken = range(1, seats + 1)
    seed = secrets.randbits(64) if seed is None else seed
    records: Iterable[dict[str, Any]]
    if players == VARIED:
        chosen = pairs(options, "--option")
        edition = chosen.pop("edition", edition)
        tables = pairs(paytables, "--paytable")
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
