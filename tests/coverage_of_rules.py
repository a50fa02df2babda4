"""``make coverage-of-rules``: every clause of every edition, its kind, the tests that exercise it, and a mutant.

Tests say which clauses they exercise by ``@pytest.mark.clause(game, *ids)``. An enforced clause without a test is a
failure, and so is a marker that names no clause or ruling. The mutant is a small change of the code that enforces the
clause which a test marked with it has noticed, as `tests.mutation.clause_trials` found it: a test that would pass with
the behaviour broken covers nothing. A clause without one is a failure too, and so is one whose function is gone.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from houseway.registry import all_games

MUTANTS = Path(__file__).parent / "mutation" / "clauses.json"
"""What `tests.mutation.clause_trials` found last."""


class _Collector:
    """Gathers the clause markers of all collected tests: (game, clause) to test names."""

    def __init__(self) -> None:
        self.tests: dict[tuple[str, str], list[str]] = defaultdict(list)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            for marker in item.iter_markers("clause"):
                game, *clauses = marker.args
                for clause in clauses:
                    name = item.nodeid.split("[")[0]
                    if name not in self.tests[game, clause]:
                        self.tests[game, clause].append(name)


def files_with_markers() -> list[str]:
    """The files of tests in which a marker is written: to collect all the others takes longer than to read them."""
    return [
        str(path)
        for path in sorted(Path("tests").rglob("test_*.py"))
        if any(mark in path.read_text(encoding="utf-8") for mark in ("mark.clause", "in_every_document"))
    ]


def marked_tests() -> dict[tuple[str, str], list[str]]:
    """The tests of each (game, clause or ruling)."""
    collector = _Collector()
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        code = pytest.main(["--collect-only", "-qq", "--no-header", *files_with_markers()], plugins=[collector])
    if code != pytest.ExitCode.OK:
        raise SystemExit(f"the tests cannot be collected: {code!r}\n{printed.getvalue()[-2000:]}")
    return dict(collector.tests)


def noticed_mutants() -> dict[str, dict[str, str]]:
    """By game and clause the mutant that was noticed, its function and the test."""
    found: dict[str, dict[str, str]] = json.loads(MUTANTS.read_text(encoding="utf-8"))
    return found


def report(
    tests: dict[tuple[str, str], list[str]], *, brief: bool, mutants: dict[str, dict[str, str]] | None = None
) -> tuple[list[str], list[str]]:
    """The printed lines, and what is wrong."""
    mutants = noticed_mutants() if mutants is None else mutants
    lines: list[str] = []
    wrong: list[str] = []
    known: set[tuple[str, str]] = set()
    for game in all_games().values():
        for edition in game.editions.values():
            lines += ["", f"{edition.about.title} ({game.slug} {edition.slug})"]
            for clause in edition.clauses:
                known |= {(game.slug, clause.id), (game.slug, clause.cite)}
                found = tests.get((game.slug, clause.cite), [])
                shown = f"{len(found)} tests" if brief else ", ".join(found) or "-"
                lines.append(f"  {clause.id:<40} {clause.kind:<12} {shown}")
                if clause.kind != "enforced":
                    continue
                mutant = mutants.get(f"{game.slug} {clause.cite}")
                if mutant is not None:
                    said = "" if brief else f" noticed by {mutant['test']}"
                    lines.append(f"  {'':<40} {'':<12} {mutant['function']}: {mutant['mutant']}{said}")
                if not found:
                    wrong.append(f"{game.slug} {edition.slug}: {clause.id} is enforced, and no test exercises it")
                elif mutant is None or mutant["test"] not in found:
                    wrong.append(
                        f"{game.slug} {edition.slug}: {clause.id} is enforced, and no test of it has noticed a mutant; "
                        f"run python -m tests.mutation.clause_trials '{game.slug} {clause.cite}'"
                    )
            known |= {(game.slug, ruling) for ruling in edition.rulings}
    wrong += [
        f"{game} {clause}: marked by {names[0]}, and there is no such clause or ruling"
        for (game, clause), names in sorted(tests.items())
        if (game, clause) not in known
    ]
    return lines, wrong


def main() -> int:
    """Print the table; 1 if a rule has no test."""
    lines, wrong = report(marked_tests(), brief="--brief" in sys.argv)
    print("\n".join(lines))
    print()
    if wrong:
        print("\n".join(wrong))
        print(f"\n{len(wrong)} rules are not covered.")
        return 1
    print("Every enforced clause is exercised by a test that notices when its code is broken.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
