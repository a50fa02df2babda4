"""Every pay of every wager changed, near to what is approved and far from it, in a process that is warm.

What is asked is all that `houseway analyze` prints of the wager under one paytable. A figure is the median of a row's
changed pays, in processor time; of a game the middle row and the slowest are told.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from houseway.errors import HousewayError
from houseway.facade import Game
from houseway.rulebook.pays import Pay, PayKind
from houseway.rulebook.paytables import Row

FIXED_MS, PLAYED_MS = 5.0, 25.0
"""What an answer may take where the wager has no decisions, and where it has."""

WARM = "29 to 1"
ODDS = ("1:10", "1:2", "1 to 1", "2 to 1", "9 to 1")
"""For rows that lose or push now."""


class Changed(NamedTuple):
    """A row whose pay was changed several times."""

    name: str
    decides: bool
    """Whether the wager has decisions, so that the play may be another."""
    milliseconds: float


def pays_near_and_far(pay: Pay) -> tuple[str, ...]:
    """Pays to put in the place of ``pay``: a tenth more and less, and up to some times as much."""
    amount = pay.amount
    if pay.kind is PayKind.TO_1:
        near = (
            amount * Fraction(11, 10),
            amount * Fraction(9, 10),
            amount * Fraction(3, 2),
            amount + 1,
            3 * amount + 2,
        )
        return tuple(f"{each.numerator}:{each.denominator}" for each in near)
    if pay.kind is PayKind.FOR_1:
        return tuple(f"{amount + more} for 1" for more in (1, 2, 5, amount, 4 * amount))
    if pay.kind is PayKind.DOLLARS:
        return tuple(f"${int(amount) // 100 + more}" for more in (1, 2, 5, 50, 500))
    return ODDS


def changed_pays(game: Game) -> Iterator[Changed]:
    """Every row of every paytable of the current edition that may pay otherwise."""
    edition = game.edition()
    options = {slug: option.values[0] for slug, option in edition.options.items()}
    for wager in edition.wagers:
        for name in edition.paytable_ids(wager):
            for row in edition.paytable(wager, name, options).rows:
                yield from _changed(game, wager, name, row)


def _changed(game: Game, wager: str, paytable: str, row: Row) -> Iterator[Changed]:
    times = []
    decides = False
    for pay in (WARM, *pays_near_and_far(row.pay)):
        began = time.process_time()
        try:
            answer = game.analyze(wager=wager, paytable=paytable, pays={row.event: pay})
        except HousewayError:
            continue  # this row, or this wager, cannot pay so
        times.append(1000 * (time.process_time() - began))
        decides = decides or any(figures.decisions for figures in answer.figures)
    if len(times) > 1:
        yield Changed(f"{wager} {paytable}, {row.event}", decides, statistics.median(times[1:]))


def tell(games: dict[str, Game]) -> None:
    """Print the middle and the slowest row of each game."""
    print(
        f"\n{'a changed pay, processor time, medians of rows':<58}{'rows':>6}{'middle':>8}{'slowest':>8}{'wanted':>8}"
    )
    for slug, game in games.items():
        found = list(changed_pays(game))
        for decides, wanted in ((False, FIXED_MS), (True, PLAYED_MS)):
            rows = sorted((each.milliseconds, each.name) for each in found if each.decides == decides)
            if rows:
                kind = "with decisions" if decides else "nothing to decide"
                middle = statistics.median(took for took, _ in rows)
                print(f"{f'{slug}, {kind}':<58}{len(rows):>6}{middle:>8.1f}{rows[-1][0]:>8.1f}{wanted:>8.0f}")
                print(f"    slowest: {rows[-1][1]}")
