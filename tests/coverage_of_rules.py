"""``make coverage-of-rules``: every clause of every edition, its kind, and the tests that exercise it.

Tests say which clauses they exercise by ``@pytest.mark.clause(game, *ids)``. An enforced clause without a test is a
failure, and so is a marker that names no clause or ruling.
"""

from __future__ import annotations

import contextlib
import io
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from houseway.registry import all_games


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


def marked_tests() -> dict[tuple[str, str], list[str]]:
    """The tests of each (game, clause or ruling)."""
    collector = _Collector()
    # Only where the marker is written: to collect all the others takes longer than to read them.
    marked = [
        str(path)
        for path in sorted(Path("tests").rglob("test_*.py"))
        if any(mark in path.read_text(encoding="utf-8") for mark in ("mark.clause", "in_every_document"))
    ]
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        code = pytest.main(["--collect-only", "-qq", "--no-header", *marked], plugins=[collector])
    if code != pytest.ExitCode.OK:
        raise SystemExit(f"the tests cannot be collected: {code!r}\n{printed.getvalue()[-2000:]}")
    return dict(collector.tests)


def report(tests: dict[tuple[str, str], list[str]], *, brief: bool) -> tuple[list[str], list[str]]:
    """The printed lines, and what is wrong."""
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
                if clause.kind == "enforced" and not found:
                    wrong.append(f"{game.slug} {edition.slug}: {clause.id} is enforced, and no test exercises it")
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
    print("Every enforced clause is exercised by at least one test.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
