"""Rounds a second through the readable engine, one seat, one core, beside other libraries' engines.

All contenders are measured in this one run, interleaved, and the medians are printed: a busy machine slows every one of
them alike. Ratios are what to compare between machines; the rate asked of each game is 10,000 rounds a second.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import houseway
from houseway.cards import Stream, VirtualShoe
from houseway.registry import all_games
from houseway.table.round import Round

WANTED = 10_000
PRIMARY = {
    "deuces-wild": {"ante": 500},
    "dueling": {"player": 500},
    "three-card-split": {"primary": 500},
    "triple-attack": {"first-attack": 500},
}
EVERY_WAGER = {
    "deuces-wild": {"ante": 500, "three-card-treasure": 500, "five-card-fortune": 500, "bonus-jackpot": 100},
    "dueling": {"player": 500, "tie-plus": 100, "combo-bet": 100, "tie-after-tie": 100},
    "three-card-split": {"primary": 500, "three-card-bonus": 200, "four-card-bonus": 500, "jackpot": 100},
    "triple-attack": {
        "first-attack": 500,
        "suited-royals": 100,
        "double-match-up": 100,
        "double-match-down": 100,
        "triple-match": 100,
        "jackpot": 100,
        "jackpot-2": 100,
    },
}


def engine(slug: str, wagers: dict[str, int]) -> Callable[[int, int], None]:
    game = houseway.game(slug)
    setup = game.demonstration()
    meters = game.house["meters"]
    placed = {1: wagers}

    def play(first: int, count: int) -> None:
        for number in range(first, first + count):
            shoe = VirtualShoe(setup.deck, Stream(2026, number))
            Round(game, setup, (1,), shoe).play_out(placed, houseway.advised, meters)

    return play


def gymnasium_blackjack() -> Callable[[int, int], None]:
    import gymnasium

    table: Any = gymnasium.make("Blackjack-v1")
    table.reset(seed=1)

    def play(first: int, count: int) -> None:
        for _ in range(count):
            (points, _, _), _ = table.reset()
            over = False
            while not over:
                (points, _, _), _, over, _, _ = table.step(1 if points < 17 else 0)

    return play


def open_spiel_blackjack() -> Callable[[int, int], None]:
    import pyspiel

    game: Any = pyspiel.load_game("blackjack")
    dice = random.Random(1)

    def play(first: int, count: int) -> None:
        for _ in range(count):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(dice.choices(outcomes, weights)[0])
                else:
                    state.apply_action(dice.choice(state.legal_actions()))

    return play


def pokerkit_holdem() -> Callable[[int, int], None]:
    """Two players who check and call to the showdown; a hand takes long, so a tenth of the rounds is played."""
    from pokerkit import Automation, NoLimitTexasHoldem

    everything = tuple(Automation)

    def play(first: int, count: int) -> None:
        for _ in range(max(1, count // SHARE["pokerkit hold'em"])):
            state = NoLimitTexasHoldem.create_state(everything, True, 0, (1, 2), 2, 200, 2)
            while state.status:
                state.check_or_call()

    return play


SHARE = {"pokerkit hold'em": 10}
"""Contenders that play one round for so many of the others'."""


def measure(contenders: dict[str, Callable[[int, int], None]], rounds: int, repeats: int) -> dict[str, float]:
    """Median rounds a second of each, the contenders taking turns."""
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    for play in contenders.values():
        play(0, 500)
    for repeat in range(repeats):
        for name, play in contenders.items():
            began = time.perf_counter()
            play(repeat * rounds, rounds)
            rates[name].append(rounds / SHARE.get(name, 1) / (time.perf_counter() - began))
        print(f"\rpass {repeat + 1} of {repeats}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return {name: statistics.median(found) for name, found in rates.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3000, help="rounds a pass")
    parser.add_argument("--repeats", type=int, default=7, help="passes; the median counts")
    arguments = parser.parse_args()
    contenders: dict[str, Callable[[int, int], None]] = {}
    for slug in all_games():
        contenders[f"{slug}, primary wager"] = engine(slug, PRIMARY[slug])
        contenders[f"{slug}, every wager"] = engine(slug, EVERY_WAGER[slug])
    contenders["gymnasium Blackjack-v1"] = gymnasium_blackjack()
    contenders["open_spiel blackjack"] = open_spiel_blackjack()
    contenders["pokerkit hold'em"] = pokerkit_holdem()
    rates = measure(contenders, arguments.rounds, arguments.repeats)
    base = rates["gymnasium Blackjack-v1"]
    print(f"{'one seat, one core':<36}{'rounds a second':>18}{'x gymnasium':>14}")
    for name, rate in rates.items():
        print(f"{name:<36}{rate:>18,.0f}{rate / base:>14.2f}")
    slow = [name for name, rate in rates.items() if name.split(",")[0] in PRIMARY and rate < WANTED]
    print(
        f"\nWanted of each game: {WANTED:,} rounds a second. "
        + (f"Below it: {'; '.join(slow)}" if slow else "All reach it.")
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
