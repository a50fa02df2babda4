"""Do the tests of the money notice when its code is changed? ``python -m tests.mutation [MODULE …]``, `make mutants`.

For each module so many mutants are drawn by the seed (all, where there are fewer) and each is tried in a process of its
own, on all cores. What was found is kept in ``build/mutants.jsonl``: run again, it goes on where it was.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from pathlib import Path

from tests.mutation.modules import ARGUED, MONEY, ROOT, Money
from tests.mutation.mutants import Mutant, mutants
from tests.mutation.results import Results, texts_of
from tests.mutation.trials import demand_green, ended, load_tools, start

WANTED = 0.95
EACH = 60
MEMORY = Path("/dev/shm")


def drawn(money: Money, source: str, each: int, seed: int) -> tuple[int, list[Mutant]]:
    """How many mutants a module has, and those that are to be tried."""
    lines = source.splitlines()
    found = [
        mutant
        for mutant in mutants(source)
        if (money.module, lines[mutant.line - 1].strip(), mutant.what) not in ARGUED
    ]
    dice = random.Random(f"{seed} {money.module}")
    return len(found), sorted(dice.sample(found, min(each, len(found))))


def examine(money: Money, chosen: list[Mutant], source: str, results: Results, until: float) -> list[Mutant]:
    """Try those of the chosen mutants that no earlier run has tried; the ones that were left when the time was up.

    ``source`` is the module as it was at the beginning: what is written to its file meanwhile is not looked at.
    """
    texts = texts_of(money, source)
    waiting = [mutant for mutant in chosen if results.known(texts, mutant) is None]
    if not waiting:
        return []
    running: dict[int, Mutant] = {}
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        scratch = Path(folder)
        demand_green(money, source, scratch)
        while running or (waiting and time.monotonic() < until):
            while waiting and len(running) < (os.cpu_count() or 1) and time.monotonic() < until:
                mutant = waiting.pop()
                running[start(money, source, mutant, scratch)] = mutant
            process, status = ended(scratch)
            results.add(texts, money.module, running.pop(process), noticed=status != 0)
    return waiting


def report(money: Money, total: int, chosen: list[Mutant], source: str, results: Results) -> bool:
    """Print what is known of a module; whether it is good enough."""
    texts = texts_of(money, source)
    tried = [mutant for mutant in chosen if results.known(texts, mutant) is not None]
    survived = [mutant for mutant in tried if not results.known(texts, mutant)]
    score = 1 - len(survived) / len(tried) if tried else 0.0
    print(f"{money.module:36} {len(tried):3} of {total:4} tried, {len(survived):2} survived, {score:6.1%}")
    lines = source.splitlines()
    for mutant in survived:
        print(f"  {money.path.name}:{mutant.line}: {lines[mutant.line - 1].strip()}\n      -> {mutant.what}")
    sys.stdout.flush()
    return len(tried) == len(chosen) and score >= WANTED


def main() -> int:
    """Try the mutants; 0 if every module is good enough."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", nargs="*", help="which of the money modules; all without any")
    parser.add_argument("--each", type=int, default=EACH, help=f"mutants of each module; {EACH} without it")
    parser.add_argument("--seconds", type=float, default=6 * 3600, help="when to stop; run again, it goes on")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", type=Path, default=ROOT / "build" / "mutants.jsonl")
    arguments = parser.parse_args()
    known = {money.module for money in MONEY}
    for name in arguments.modules:
        if name not in known:
            parser.error(f"{name} is not a module of the money code: {', '.join(sorted(known))}")
    load_tools()
    results = Results(arguments.results)
    until = time.monotonic() + arguments.seconds
    good = True
    for money in MONEY:
        if arguments.modules and money.module not in arguments.modules:
            continue
        source = money.path.read_text(encoding="utf-8")
        total, chosen = drawn(money, source, arguments.each, arguments.seed)
        examine(money, chosen, source, results, until)
        good = report(money, total, chosen, source, results) and good
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
