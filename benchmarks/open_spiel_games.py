"""Every game through open_spiel's own test of random play, which only ``make bench`` has installed.

``python -m benchmarks.open_spiel_games``: copies, histories, legal actions, chances, utilities, observations and saved
states of random rounds, with one player and with two; then how many rounds a second, beside open_spiel's blackjack.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any


def rate(game: Any, seconds: float) -> float:
    dice = random.Random(1)
    began, rounds = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(outcomes, weights)[0])
            else:
                state.apply_action(dice.choice(state.legal_actions()))
        rounds += 1
    return rounds / (time.perf_counter() - began)


def main() -> int:
    import pyspiel

    from houseway.research.spiel_game import register

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200, help="random rounds of each game")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each game, for its rate")
    arguments = parser.parse_args()
    names = register()
    for name in names:
        for players in (1, 2):
            game: Any = pyspiel.load_game(name, {"players": players})
            pyspiel.random_sim_test(game, num_sims=arguments.rounds, serialize=False, verbose=False)
            pyspiel.random_sim_test(game, num_sims=max(1, arguments.rounds // 10), serialize=True, verbose=False)
    print(f"{len(names)} games pass open_spiel's random_sim_test, with one player and with two")
    for name in (*names, "blackjack"):
        print(f"{name:<32}{rate(pyspiel.load_game(name), arguments.seconds):>12,.0f} rounds a second")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
