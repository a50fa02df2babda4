"""Triple Attack on a GPU: the tables of `triple_attack.kernel.rounds` as its source ``rounds.cu`` reads them.

The sums of a seat are those of `rounds`, squares by their lower 32 bits and the rest; then come the classes of its side
bets.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.games.triple_attack.kernel import rounds as at
from houseway.games.triple_attack.kernel.rounds import Rules, Seats
from houseway.simulation.gpu.gpu_work import GpuWork, gpu_work, named

CARRY = 1 << 32
"""What one of the upper sum of squares is worth."""

CARDS = 8
"""Cards that are drawn for a round of one seat; one that takes more is played again whole."""

AHEAD = 14
"""Cards that are drawn together where such a round is played again; others follow one by one."""

CHUNK = 8192
"""Rounds after which those set aside are played; half as many with side bets, whose tables want the room."""

SPLITS = 4
"""Added to the act of a pair that is to be split."""

MAY_DOUBLE, MAY_INSURE = 4, 8
"""Added to the attacks of the only seat where it may do so."""

SHARED = (
    *("SECOND", "THIRD", "ROYALS", "MATCH_UP", "TRIPLE", "MATCH_DOWN", "JACKPOT", "DOUBLE", "SPLIT", "INSURE", "MAY"),
    *("UP_AT", "TRIPLE_AT", "DOWN_AT", "JACKPOT_AT", "SIDES", "BY_DEALER"),
    *("INSURANCE", "STAKE", "DOUBLED", "INSURED", "MONEY", "STANDS", "DOUBLES"),
)
"""Constants of `rounds` that the source has too."""


def work(rules: Rules, table: Seats, block: int) -> GpuWork:
    """The rounds of ``table``; shoes dealt to a cut card are fresh at each ``block``."""
    may = table.may.reshape(-1, at.MAY)
    sides = bool(may[:, [at.ROYALS, at.MATCH_UP, at.TRIPLE, at.MATCH_DOWN, at.JACKPOT]].any())
    hot = {
        **_hands(rules, table),
        **named(rules, "values", "pairs", "look"),
        **named(table, "second", "third", "insure", "may"),
        "money": table.money.astype(np.int32),
        **named(table, "special", "fresh"),
    }
    if sides:
        hot |= named(rules, "matches", "royals", "jackpots", "queens")
    quick = table.seats == 1 and not table.cut
    if quick:
        hot |= {"worth_at": rules.values[table.fresh], "attacks": _plan_alone(table, may[0])}
    constants = {name: int(getattr(at, name)) for name in SHARED} | {
        "SEATS": table.seats,
        "DECK": table.fresh.size,
        "CUT": table.cut,
        "BLOCK": block,
        "MOST": 32 + 88 * table.seats,
        "QUICK": int(quick),
        "CARDS": CARDS,
        "AHEAD": AHEAD if quick else 0,
        "CHUNK": CHUNK // 2 if sides else CHUNK,
        "SPLITS": SPLITS,
        "MAY_DOUBLE": MAY_DOUBLE,
        "MAY_INSURE": MAY_INSURE,
        "ENDINGS": rules.endings,
        "DEALERS": rules.dealer_totals.size,
        "SIDE_BETS": int(sides),
        "SPECIAL": int(table.logged),
        "SUMS": table.seats * at.SUMS,
        "TALLY": table.seats * at.SIDES,
    }
    return gpu_work(
        Path(__file__).with_name("rounds.cu"),
        constants,
        hot,
        counters=table.seats * (at.SUMS + at.SIDES),
        note=1 + table.seats,
    )


def _hands(rules: Rules, table: Seats) -> dict[str, npt.NDArray[Any]]:
    """The players' hands and then the dealer's, each by where its row of values begins."""
    players, dealers = rules.totals.size, rules.dealer_totals.size
    acts = np.zeros((players + dealers, at.UP), np.uint8)
    acts[:players] = table.acts.reshape(-1, at.UP)
    split = table.split.reshape(at.UP, at.UP)
    for node in np.flatnonzero(rules.pairs):
        acts[node] += SPLITS * split[rules.pairs[node]]
    acts[players:] = np.where(rules.dealer_draws, at.HITS_, at.STANDS)[:, None]
    acts[:, 0] = np.concatenate([rules.totals, np.arange(dealers)])
    follow = np.zeros((players + dealers, at.UP), np.int16)
    follow[:players] = _rows(rules.follow).reshape(-1, at.UP)
    follow[players:] = (rules.dealer_follow.reshape(-1, at.UP).astype(np.int16) + players) * at.UP
    return {
        "acts": acts,
        "follow": follow,
        "begin": _rows(rules.begin),
        "begin_split": _rows(rules.begin_split),
        "dealer_begin": (rules.dealer_begin.astype(np.int16) + players) * at.UP,
        "compared": rules.compared.reshape(-1, at.DEALER_TOTALS)[:, rules.dealer_totals],
    }


def _rows(nodes: npt.NDArray[np.int16]) -> npt.NDArray[np.int16]:
    """Nodes by where their rows begin; endings stay as they are."""
    return np.where(nodes >= 0, nodes * at.UP, nodes).astype(np.int16)


def _plan_alone(table: Seats, may: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """By the only seat's first card and the up card: its attacks, and whether it may double and insure after them."""
    second = table.second * may[at.SECOND]
    attacks = second[:, None] + 2 * table.third.reshape(at.UP, at.UP) * may[at.THIRD]
    double, insure = may[at.DOUBLE + attacks], may[at.INSURE + attacks]
    plan: npt.NDArray[np.uint8] = (attacks + MAY_DOUBLE * double + MAY_INSURE * insure).astype(np.uint8)
    return plan
