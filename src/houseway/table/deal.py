"""Dealing rounds by themselves: automatic players, a shoe named by (seed, number), fresh or dealt to a cut card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from houseway.cards import Card, Stream, VirtualShoe
from houseway.public_arguments import LOCKED, PLACED, check
from houseway.table.folder import GameFolder
from houseway.table.players import advised, usual_wagers
from houseway.table.records.record import record
from houseway.table.round import Decider, Round
from houseway.table.setup import A_TABLE, Setup
from houseway.table.table_errors import BadSetup
from houseway.table.wagers import Placed

WAGER_STREAMS = 1 << 48
"""Wagers of seat *s* in round *n* come from stream *n* + *s* * 2**48, apart from every stream of cards."""


def deal_round(
    game: GameFolder,
    setup: Setup,
    wagers: Placed,
    *,
    seed: int,
    number: int = 0,
    decide: Decider = advised,
    meters: Mapping[str, int] | None = None,
    before: Sequence[Card | None] = (),
) -> Round:
    """Round ``number`` of ``seed``, played to its end with ``wagers`` placed; ``decide`` answers every ask."""
    if not isinstance(setup, Setup):
        check("setup", A_TABLE, setup)
    if type(wagers) is not dict:
        check("wagers", PLACED, wagers)
    if meters is not None and type(meters) is not dict:
        check("meters", LOCKED, meters)
    for name in meters or ():
        if type(name) is not str:
            check("meters", LOCKED, meters)
        if name.partition("/")[0] not in setup.edition.wagers:
            known = ", ".join(setup.meters)
            raise BadSetup(f"this table has no meter {name!r}", remedy=f"name {known}" if known else "leave meters out")
    shoe = VirtualShoe(setup.deck, Stream(seed, number), before)
    round_ = Round(game, setup, list(wagers), shoe)
    round_.play_out(wagers, decide, meters)
    return round_


def deal_records(
    game: GameFolder,
    setup: Setup,
    seats: Sequence[int],
    *,
    seed: int,
    rounds: int,
    meters: Mapping[str, int] | None = None,
) -> Iterator[dict[str, Any]]:
    """The records of ``rounds`` rounds with automatic players in ``seats``."""
    cut = setup.options.get("shoe", "fresh")
    usual: Mapping[str, int] = game.house["usual"]
    before: list[Card | None] = []
    for number in range(rounds):
        if cut == "fresh" or len(before) >= int(cut):
            before = []
        wagers = {seat: usual_wagers(setup, usual, Stream(seed, number + seat * WAGER_STREAMS)) for seat in seats}
        round_ = deal_round(game, setup, wagers, seed=seed, number=number, meters=meters, before=before)
        texts = [kind.text if kind else "??" for kind in before]
        yield record(round_, meters=meters, seed=seed, number=number, before=texts)
        before = [*before, *round_.layout.cards]
