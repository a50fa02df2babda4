"""Breaks the code that enforces each clause, and sees whether a test marked with the clause notices.

``python -m tests.mutation.clause_trials``: every enforced clause of every edition, in `make soak`. A mutant is one
small change of one function (`tests.mutation.mutants`); it is tried on the tests marked with the clauses that the
function enforces, in a process of its own, until each of those clauses has a mutant that one of its tests has noticed.
What was found is written to ``clauses.json``, which `make coverage-of-rules` reads.
"""

from __future__ import annotations

import ast
import importlib
import json
import os
import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple

import msgspec
import pytest

from houseway.errors import HousewayError
from houseway.registry import all_games
from tests.coverage_of_rules import files_with_markers
from tests.mutation.clauses import LOOK_UP, ROOT, Function, functions_of
from tests.mutation.mutants import Mutant, mutants
from tests.mutation.places import function_code, place_of
from tests.mutation.reach import Reached, Watch, file_of
from tests.mutation.session import QUIET, SETTINGS, Living, one_server, prepare_hypothesis, silent_in, test_at
from tests.mutation.trials import Done, Trials, Work, trials

RESULTS = Path(__file__).with_name("clauses.json")
MOST = 40
"""Mutants of one function that are tried at most."""

MOST_SECONDS = 20.0
"""Seconds of work of the tests of one clause that one mutant is tried with, the quick ones first."""

NOTICED = (AssertionError, pytest.fail.Exception, HousewayError)
"""How a test notices, beside an error of its own: an assertion fails, or something is refused, or not, against it."""

TESTS = Path(__file__).parents[1]

NOTICED_STATUS = 17

Rule = tuple[str, str]
"""A game and a clause, as it is cited."""


class Killed(msgspec.Struct, frozen=True):
    """A mutant that was noticed: the function, its line and what stands there instead, and the test that noticed it."""

    function: str
    mutant: str
    test: str


class Change(NamedTuple):
    """A mutant of a function: what changes, the lines it lies on, and the function's code with it."""

    what: str
    lines: frozenset[int]
    function: FunctionType
    code: CodeType


def enforced() -> dict[Rule, tuple[set[Function], ...]]:
    """Every enforced clause with the functions that enforce it, those that name it first."""
    found: dict[Rule, tuple[set[Function], ...]] = {}
    for game in all_games().values():
        for edition in game.editions.values():
            for clause in edition.clauses:
                if clause.kind == "enforced":
                    known = found.setdefault((game.slug, clause.cite), (set(), set(), set(), set()))
                    for all_, more in zip(known, functions_of(edition, clause.cite), strict=True):
                        all_.update(more)
    return found


class Session:
    """The plugin that is the session: it has collected the marked tests, and every trial is forked from it."""

    def __init__(self, wanted: Iterable[Rule], found: Callable[[Rule, Killed], None]) -> None:
        self._rules = enforced()
        self._open = set(wanted)
        self._found = found
        self._tests: dict[Rule, list[str]] = defaultdict(list)
        self._reached: dict[str, Reached] = {}
        paths = {str(ROOT / function.path) for tiers in self._rules.values() for tier in tiers for function in tier}
        self._watch = Watch(paths)
        self._paths = paths
        self._failed = self._broken = False
        self.done = False

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keeps the tests marked with a clause that is looked at."""
        for item in items:
            for marker in item.iter_markers("clause"):
                game, *clauses = marker.args
                for rule in self._open.intersection((game, clause) for clause in clauses):
                    self._tests[rule].append(item.nodeid)
        kept = {test for tests in self._tests.values() for test in tests}
        items[:] = [item for item in items if item.nodeid in kept]

    def pytest_runtest_makereport(self, call: pytest.CallInfo[None]) -> None:
        """Sees a test fail: because something is not as it says, or because the code cannot be run any more."""
        if call.excinfo is not None:
            in_tests = TESTS in Path(call.excinfo.traceback[-1].path).parents
            noticed = in_tests or isinstance(call.excinfo.value, NOTICED)
            self._failed = self._failed or noticed
            self._broken = self._broken or not noticed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Record what each test reaches, then try the mutants."""
        items = {item.nodeid: item for item in session.items}
        for tiers in self._rules.values():
            for function in set().union(*tiers):
                importlib.import_module("houseway." + function.path.removesuffix(".py").replace("/", "."))
        with one_server(session.config), trials(float("inf")) as forks:
            self._record(forks, items)
            living = Living(self._paths)
            forks.all(self._works(living, items))
        self.done = True
        return True

    # -------------------------------------------------------------------------------------------------------- the reach

    def _record(self, forks: Trials, items: dict[str, pytest.Item]) -> None:
        files: dict[str, list[pytest.Item]] = defaultdict(list)
        for test, item in items.items():
            files[file_of(test)].append(item)
        print(f"{len(self._open)} clauses, {len(items)} tests of {len(files)} files: recording what they execute")
        sys.stdout.flush()
        longest = sorted(files, key=lambda file: -len(files[file]))
        forks.all((self._recording(files[file]), self._recorded(file), 900.0) for file in longest)

    def _recording(self, items: list[pytest.Item]) -> Work:
        def work(folder: Path) -> int:
            silent_in(folder)
            found = []
            with self._watch:
                for number, item in enumerate(items):
                    self._watch.taken()
                    begun = time.process_time()
                    self._run(item, items[number + 1] if number + 1 < len(items) else None, folder)
                    if self._failed or self._broken:
                        return 1
                    found.append(Reached(item.nodeid, time.process_time() - begun, self._watch.taken()))
            (folder / "reached").write_bytes(msgspec.json.encode(found))
            return 0

        return work

    def _recorded(self, file: str) -> Done:
        def done(folder: Path, status: int) -> None:
            if status:
                raise SystemExit(f"{test_at(folder) or file} fails on the code as it is")
            for test in msgspec.json.decode((folder / "reached").read_bytes(), type=list[Reached]):
                self._reached[test.test] = test

        return done

    # ------------------------------------------------------------------------------------------------------ the mutants

    def _works(self, living: Living, items: dict[str, pytest.Item]) -> Iterator[tuple[Work, Done, float]]:
        """One mutant for each clause in turn, until each has one that was noticed, or no more."""
        waiting = {rule: self._changes(rule, living) for rule in sorted(self._open)}
        while waiting:
            for rule, changes in list(waiting.items()):
                found = next(changes, None) if rule in self._open else None
                if found is None:
                    del waiting[rule]
                    continue
                function, change, tests = found
                seconds = sum(self._reached[test].seconds for test in tests)
                yield self._trying(change, tests, items), self._tried(rule, function, change), seconds

    def _changes(self, rule: Rule, living: Living) -> Iterator[tuple[Function, Change, list[str]]]:
        """The mutants for a clause, each with the tests of the clause that reach it.

        Functions that name the clause come first, then the game's own; among equals those that hardly any test but the
        clause's own reach.
        """
        own = set(self._tests[rule])
        for tier in self._rules[rule]:
            ranked = []
            for function in tier:
                path, lines = str(ROOT / function.path), lines_of(function)
                reaching = {
                    test for test, found in self._reached.items() if not lines.isdisjoint(found.lines.get(path, ()))
                }
                if reaching & own:
                    shared = not function.path.startswith("games/")
                    ranked.append((shared, -len(reaching & own) / len(reaching), function))
            for *_, function in sorted(ranked):
                for change in changes_of(function, living):
                    tests = self._reaching(rule, str(ROOT / function.path), change.lines)
                    if tests:
                        yield function, change, tests

    def _reaching(self, rule: Rule, path: str, lines: Collection[int]) -> list[str]:
        """The tests of a clause that execute one of these lines, the quick ones first, as many as there is time for."""
        found = [
            test for test in self._tests[rule] if not set(self._reached[test].lines.get(path, ())).isdisjoint(lines)
        ]
        found.sort(key=lambda test: self._reached[test].seconds)
        seconds = 0.0
        for number, test in enumerate(found):
            seconds += self._reached[test].seconds
            if number and seconds > MOST_SECONDS:
                return found[:number]
        return found

    def _trying(self, change: Change, tests: list[str], items: dict[str, pytest.Item]) -> Work:
        _, _, function, code = change

        def work(folder: Path) -> int:
            silent_in(folder)
            function.__code__ = code
            for test in tests:
                self._run(items[test], None, folder)
                if self._failed:
                    return NOTICED_STATUS
            return 0

        return work

    def _tried(self, rule: Rule, function: Function, change: Change) -> Done:
        def done(folder: Path, status: int) -> None:
            # Killed for it never ended, or fell over: that shows that the code is run, and not that a test looks at it.
            if os.waitstatus_to_exitcode(status) == NOTICED_STATUS and rule in self._open:
                self._open.discard(rule)
                where = f"{function.path}::{function.name}"
                self._found(rule, Killed(where, change.what, test_at(folder).partition("[")[0]))

        return done

    def _run(self, item: pytest.Item, following: pytest.Item | None, folder: Path) -> None:
        (folder / "test").write_text(item.nodeid, encoding="utf-8")
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)


def changes_of(function: Function, living: Living) -> Iterator[Change]:
    """Some mutants of a function, always the same: those that can be put into the living function."""
    path = ROOT / function.path
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    lines = source.splitlines()
    inside = lines_of(function)
    found = [mutant for mutant in mutants(source) if mutant.line in inside]
    random.Random(str(function)).shuffle(found)
    for mutant in found[:MOST]:
        place = place_of(mutant, tree)
        if place.home is None or _cites(mutant, tree):
            continue
        functions = living.at(str(path), place.home)
        after = function_code(place.home, mutant.applied(ast.parse(source)), str(path))
        if after is not None and len(functions) == 1 and functions[0].__code__.co_freevars == after.co_freevars:
            yield Change(f"{lines[mutant.line - 1].strip()} → {mutant.what}", place.lines, functions[0], after)


def _cites(mutant: Mutant, tree: ast.AST) -> bool:
    """Whether a mutant only changes which clause is named."""
    node = tree
    for name, index in mutant.way:
        value = getattr(node, name)
        node = value if index is None else value[index]
        if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in LOOK_UP:
            return True
    return False


@cache
def lines_of(function: Function) -> frozenset[int]:
    """The lines of a function's body: its head runs when it is made."""
    node = _node(ast.parse((ROOT / function.path).read_text(encoding="utf-8")), function.name)
    return frozenset(range(node.body[0].lineno, (node.end_lineno or node.lineno) + 1))


def _node(tree: ast.AST, name: str) -> ast.FunctionDef | ast.AsyncFunctionDef:
    first, _, rest = name.partition(".")
    for node in ast.iter_child_nodes(tree):
        if getattr(node, "name", None) == first:
            if rest:
                return _node(node, rest)
            assert isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
            return node
    raise LookupError(name)


def main() -> int:
    """Try all that are named (``GAME CLAUSE``, or how several begin); 1 if a clause has no mutant that was noticed.

    It goes on where it was: what was found is not tried again, unless ``--anew`` is given.
    """
    named = tuple(argument for argument in sys.argv[1:] if argument != "--anew")
    wanted = [rule for rule in enforced() if not named or " ".join(rule).startswith(named)]
    known: dict[str, Killed] = {}
    if RESULTS.exists():
        known = msgspec.json.decode(RESULTS.read_bytes(), type=dict[str, Killed])
    if "--anew" in sys.argv:
        names = {" ".join(rule) for rule in wanted}
        known = {name: killed for name, killed in known.items() if name not in names}

    def found(rule: Rule, killed: Killed) -> None:
        known[" ".join(rule)] = killed
        print(f"{' '.join(rule)}: {killed.function} ({killed.mutant}) noticed by {killed.test}", flush=True)
        text = json.dumps(msgspec.to_builtins(known), indent=1, sort_keys=True, ensure_ascii=False)
        RESULTS.write_text(f"{text}\n", encoding="utf-8")

    missing = [rule for rule in wanted if " ".join(rule) not in known]
    if missing:
        session = Session(missing, found)
        prepare_hypothesis()
        pytest.main([*files_with_markers(), *SETTINGS, *QUIET], plugins=[session])
        if not session.done:
            print("the tests could not be run on the code as it is", file=sys.stderr)
            return 1
    left = [" ".join(rule) for rule in wanted if " ".join(rule) not in known]
    for name in left:
        print(f"{name}: no mutant of the code that enforces it was noticed by a test marked with it")
    print(f"{len(wanted) - len(left)} of {len(wanted)} enforced clauses have a mutant that their tests notice.")
    return 1 if left else 0


if __name__ == "__main__":
    raise SystemExit(main())
