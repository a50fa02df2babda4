"""Rounds settled by a game's own procedure from a shoe that lacks some cards: what each wager won on average.

It shares no code with the analysis of protection: cards are drawn, answers are the automatic player's, lines are added.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from houseway.cards import Card, Deck, Stream
from houseway.facade import Game
from houseway.table.deal import deal_round
from houseway.table.setup import Setup


def gone_cards(deck: Deck, number: int, seed: int) -> list[Card]:
    """So many cards of ``deck``, drawn at random."""
    chance, left = Stream(seed), list(deck.cards)
    return [left.pop(chance.below(len(left))) for _ in range(number)]


def settled(
    game: Game,
    setup: Setup,
    wagers: Mapping[str, int],
    gone: Sequence[Card],
    *,
    rounds: int,
    seed: int,
    meters: Mapping[str, int],
) -> dict[str, tuple[float, float]]:
    """By wager: its mean net for one unit and the standard error; what is added to the first counts with it."""
    first = next(iter(wagers))
    sums = dict.fromkeys(wagers, (0.0, 0.0))
    for number in range(rounds):
        lines = deal_round(game, setup, {1: wagers}, seed=seed, number=number, meters=meters, before=gone).lines
        won = dict.fromkeys(wagers, 0.0)
        for line in lines:
            won[line.wager if line.wager in wagers else first] += line.net
        sums = {
            wager: (total + won[wager] / stake, squares + (won[wager] / stake) ** 2)
            for (wager, stake), (total, squares) in zip(wagers.items(), sums.values(), strict=True)
        }
    return {
        wager: (total / rounds, math.sqrt((squares / rounds - (total / rounds) ** 2) / rounds))
        for wager, (total, squares) in sums.items()
    }
