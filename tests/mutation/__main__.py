"""Do the tests of the money notice when its code is changed? ``python -m tests.mutation [MODULE …]``, `make mutants`.

For each module so many mutants are drawn by the seed (all, where there are fewer). First all tests run once, and what
lines each executes is recorded; then each mutant is tried with the tests that execute its lines, in a process of its
own, on all cores, until one fails: first those that have noticed mutants of the same module, then the quick ones. A
mutant that no test reaches has survived. Where a module falls short, what survived is tried again with all tests that
reach it. What was found is kept in ``build``: run again, it goes on where it was.

What counts as money, and what is only read by people and so left alone, is said in `tests.mutation.mutants`.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from tests.mutation.alone import run_alone
from tests.mutation.modules import MONEY, ROOT
from tests.mutation.session import run_session
from tests.mutation.work import Workbook

WANTED = 0.95
EACH = 60


def report(book: Workbook, module: str) -> bool:
    """Print what is known of a module; whether it is good enough."""
    total, chosen = book.drawn[module]
    tried = [mutant for mutant in chosen if book.known(module, mutant) is not None]
    survived = [mutant for mutant in tried if not book.known(module, mutant)]
    score = book.score(module)
    print(f"{module:36} {len(tried):3} of {total:4} tried, {len(survived):2} survived, {score:6.1%}")
    lines = book.sources[module].splitlines()
    for mutant in survived:
        print(
            f"  {module.rpartition('.')[2]}.py:{mutant.line}: {lines[mutant.line - 1].strip()}\n      -> {mutant.what}"
        )
    sys.stdout.flush()
    return len(tried) == len(chosen) and score >= WANTED


def main() -> int:
    """Try the mutants; 0 if every module is good enough."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", nargs="*", help="which of the money modules; all without any")
    parser.add_argument("--each", type=int, default=EACH, help=f"mutants of each module; {EACH} without it")
    parser.add_argument("--seconds", type=float, default=6 * 3600, help="when to stop; 0 to print what is known")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=ROOT / "build", help="where the record and the results are kept")
    arguments = parser.parse_args()
    for name in arguments.modules:
        if name not in MONEY:
            parser.error(f"{name} is not a module of the money code: {', '.join(sorted(MONEY))}")
    until = time.monotonic() + arguments.seconds
    chosen = [module for module in MONEY if not arguments.modules or module in arguments.modules]
    book = Workbook(chosen, arguments.each, arguments.seed, arguments.folder)
    for _ in ("first", "again"):
        for run in (run_session, run_alone):
            if time.monotonic() < until and any(book.waiting(module) for module in chosen):
                run(book, until)
                book.reread()
        book.whole = frozenset(module for module in chosen if book.score(module) < WANTED)
    good = [report(book, module) for module in chosen]
    return 0 if all(good) else 1


if __name__ == "__main__":
    raise SystemExit(main())
