"""Rounds a second of the Gymnasium environments, beside Gymnasium's own blackjack: one by one, and as vectors.

All contenders are measured in this one run, interleaved, and the medians are printed: a busy machine slows every one of
them alike. Vectors are stepped with random legal actions (blackjack: random ones), chosen ahead of the clock where that
is possible; the time of choosing is counted for none of them.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import gymnasium
import numpy as np

from houseway.research.environments import env_ids, register

BLACKJACK = "Blackjack-v1"
VECTOR = 4096
"""Environments of a compiled vector."""

FEW = 64
"""Environments of Gymnasium's own vector, which steps them one by one: more of them are no faster."""


def single(name: str) -> Callable[[float], Iterator[tuple[float, int]]]:
    env: Any = gymnasium.make(name)
    env.reset(seed=1)
    rng = np.random.default_rng(1)

    def run(seconds: float) -> Iterator[tuple[float, int]]:
        spent, rounds = 0.0, 0
        while spent < seconds:
            began = time.perf_counter()
            _, info = env.reset()
            spent += time.perf_counter() - began
            over = False
            while not over:
                mask = info.get("action_mask")
                action = int(rng.integers(2)) if mask is None else int(rng.choice(np.flatnonzero(mask)))
                began = time.perf_counter()
                _, _, over, _, info = env.step(action)
                spent += time.perf_counter() - began
            rounds += 1
        yield spent, rounds

    return run


def vector(name: str, lines: int) -> Callable[[float], Iterator[tuple[float, int]]]:
    env: Any = gymnasium.make_vec(name, num_envs=lines)
    _, first = env.reset(seed=1)
    rng = np.random.default_rng(1)
    state = {"info": first}

    def run(seconds: float) -> Iterator[tuple[float, int]]:
        spent, rounds = 0.0, 0
        while spent < seconds:
            mask = state["info"].get("action_mask")
            if mask is None:
                actions = rng.integers(2, size=lines)
            else:
                actions = (mask * rng.random(mask.shape)).argmax(axis=1)
            began = time.perf_counter()
            _, _, over, _, state["info"] = env.step(actions)
            spent += time.perf_counter() - began
            rounds += int(over.sum())
        yield spent, rounds

    return run


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.5, help="of each contender in a pass")
    parser.add_argument("--repeats", type=int, default=7, help="passes; the median counts")
    arguments = parser.parse_args()
    register()
    contenders = {f"{slug}, one": single(name) for slug, name in env_ids().items()}
    contenders |= {f"{slug}, vector of {VECTOR:,}": vector(name, VECTOR) for slug, name in env_ids().items()}
    contenders[f"{BLACKJACK}, one"] = single(BLACKJACK)
    contenders[f"{BLACKJACK}, vector of {FEW}"] = vector(BLACKJACK, FEW)
    for run in contenders.values():
        list(run(0.05))
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    for repeat in range(arguments.repeats):
        for name, run in contenders.items():
            ((spent, rounds),) = run(arguments.seconds)
            rates[name].append(rounds / spent)
        print(f"\rpass {repeat + 1} of {arguments.repeats}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    medians = {name: statistics.median(found) for name, found in rates.items()}
    base = {"one": medians[f"{BLACKJACK}, one"], "vector": medians[f"{BLACKJACK}, vector of {FEW}"]}
    print(f"{'environments':<40}{'rounds a second':>18}{'x blackjack':>14}")
    for name, rate in medians.items():
        print(f"{name:<40}{rate:>18,.0f}{rate / base['vector' if 'vector' in name else 'one']:>14.2f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
