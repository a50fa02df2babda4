"""Do the tests of the money notice when its code is changed? ``python -m tests.mutation [MODULE …] [--seconds N]``.

Each mutant is one small change: an arithmetic or comparison operator, a whole number one up or one down, a truth value,
``and`` for ``or``, a condition turned round, a statement left out. It is compiled in place of its module in a process
of its own, and the tests named here are run on it; a mutant that no test notices survives. Texts of messages, types and
decorators are left alone: they are not what the money rests on.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib
import importlib.abc
import importlib.machinery
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
LONGEST = 120
"""Seconds of work after which a mutant counts as noticed: it runs for ever."""

LONGEST_WAIT = 1800
"""Seconds after which it does so without work: it waits for ever. Long, as a machine may have other work too."""

MOST_MEMORY = 4 << 30
"""Bytes that a mutant may ask for: a loop that never ends may also fill lists that never end."""

MEMORY = Path("/dev/shm")
"""Where the tests make their files if there is such a place: journals that need not outlive a power cut are quick."""

WANTED = 0.95


class Money(NamedTuple):
    """A module of the money code, and the tests that must notice when it is wrong."""

    module: str
    tests: tuple[str, ...]

    @property
    def path(self) -> Path:
        return ROOT / "src" / (self.module.replace(".", "/") + ".py")


MONEY = (
    Money(
        "houseway.jackpots.accounts",
        ("tests/jackpots/test_funds_edges.py", "tests/jackpots/test_removal.py", "tests/jackpots/test_funds.py"),
    ),
    Money(
        "houseway.jackpots.funds",
        (
            "tests/jackpots/test_funds_edges.py",
            "tests/jackpots/test_funds.py",
            "tests/jackpots/test_removal.py",
            "tests/jackpots/test_soundness.py",
            "tests/jackpots/test_funds_properties.py",
        ),
    ),
    Money("houseway.jackpots.removal", ("tests/jackpots/test_removal.py", "tests/jackpots/test_funds_properties.py")),
    Money(
        "houseway.jackpots.soundness",
        (
            "tests/jackpots/test_soundness_edges.py",
            "tests/jackpots/test_soundness.py",
            "tests/jackpots/test_funds.py",
        ),
    ),
    Money("houseway.jackpots.prizes", ("tests/jackpots/test_prizes_edges.py", "tests/jackpots/test_prizes.py")),
    Money(
        "houseway.table.prizes",
        (
            "tests/jackpots/test_prizes_edges.py",
            "tests/jackpots/test_prizes.py",
            "tests/test_whole_prizes.py",
            "tests/test_jackpot_schemes.py",
        ),
    ),
    Money(
        "houseway.floor.hits",
        (
            "tests/floor/test_hits_edges.py",
            "tests/floor/test_hit_payment.py",
            "tests/floor/test_hits.py",
            "tests/floor/test_parameters.py",
            "tests/floor/test_money.py",
            "tests/floor/test_removal.py",
            "tests/floor/test_prizes_held.py",
            "tests/floor/test_live_envy.py",
        ),
    ),
)

ARGUED: dict[tuple[str, str, str], str] = {
    (
        "houseway.jackpots.funds",
        "if short <= 0 or not (full or meter.reseed_below):",
        "short < 0",
    ): "a meter that is short by nothing moves nothing",
    (
        "houseway.jackpots.funds",
        'reserve, overflow = parts.get("reserve", 0), parts.get("overflow", 0)',
        "1",
    ): "both funds were drawn on in the line before, with nothing if need be",
    (
        "houseway.jackpots.soundness",
        'history[name.rpartition(":")[0]] = history.get(name.rpartition(":")[0], 0) + accounts[name]',
        "history.get(name.rpartition(':')[0], 0) - accounts[name]",
    ): "a sum is zero exactly where its negative is",
    (
        "houseway.jackpots.prizes",
        "if meter is None and jackpot.amount is not None:",
        "meter is None or jackpot.amount is not None",
    ): "a bonus has an amount here, and a progressive never has one: both were refused before",
    (
        "houseway.jackpots.prizes",
        "for prize, (event, bringer) in zip(prizes, own + brought, strict=True):",
        "False",
    ): "the two are of one length; strict is there to say so",
}
"""Mutants that no test can notice, by module, line and change, and why the money is the same: they do not count."""

_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Div: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}


Way = tuple[tuple[str, int | None], ...]
"""How to come from a module to one of its nodes: fields, with the index where a field is a list."""


class Mutant(NamedTuple):
    """One change: its line, what stands there instead, and where and which of the changes there it is."""

    line: int
    what: str
    way: Way
    number: int

    def applied(self, tree: ast.Module) -> ast.Module:
        """The module with this change, which is made in place."""
        node = list(_replacements(_at(tree, self.way)))[self.number]
        _put(_at(tree, self.way[:-1]), self.way[-1], node)
        return ast.fix_missing_locations(tree)


def mutants(source: str) -> Iterator[Mutant]:
    """Every mutant of a module."""
    tree = ast.parse(source)
    for way in _places(tree):
        place = _at(tree, way)
        assert isinstance(place, (ast.expr, ast.stmt))
        for number, what in enumerate(_changes(place)):
            yield Mutant(place.lineno, what, way, number)


def _at(node: ast.AST, path: Way) -> ast.AST:
    for name, index in path:
        value = getattr(node, name)
        node = value if index is None else value[index]
    return node


def _put(parent: ast.AST, place: tuple[str, int | None], node: ast.AST) -> None:
    name, index = place
    if index is None:
        setattr(parent, name, node)
    else:
        getattr(parent, name)[index] = node


def _places(node: ast.AST, path: Way = ()) -> Iterator[Way]:
    """Where a change may be made: not in texts, types, decorators, nor in what an error says."""
    if path and any(True for _ in _changes(node)):
        yield path
    if isinstance(node, (ast.JoinedStr, ast.Raise, ast.Import, ast.ImportFrom)):
        return
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "bases", "keywords") and not isinstance(node, ast.Call):
            continue
        if isinstance(value, ast.AST):
            yield from _places(value, (*path, (name, None)))
        elif isinstance(value, list):
            for index, part in enumerate(value):
                if isinstance(part, ast.AST):
                    yield from _places(part, (*path, (name, index)))


def _changes(node: ast.AST) -> Iterator[str]:
    for changed in _replacements(node):
        yield "left out" if isinstance(changed, ast.Pass) else ast.unparse(changed).partition("\n")[0]


def _replacements(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.BinOp() if type(node.op) in _ARITHMETIC:
            yield ast.copy_location(ast.BinOp(node.left, _ARITHMETIC[type(node.op)](), node.right), node)
        case ast.Compare() if len(node.ops) == 1:
            for other in _COMPARISONS.get(type(node.ops[0]), ()):
                yield ast.copy_location(ast.Compare(node.left, [other()], node.comparators), node)
        case ast.BoolOp():
            other_way: ast.boolop = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield ast.copy_location(ast.BoolOp(other_way, node.values), node)
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.UnaryOp(op=ast.USub()):
            yield node.operand
        case ast.Constant(value=bool()):
            yield ast.copy_location(ast.Constant(not node.value), node)
        case ast.Constant(value=int()):
            assert isinstance(node.value, int)
            yield ast.copy_location(ast.Constant(node.value + 1), node)
            if node.value:
                yield ast.copy_location(ast.Constant(node.value - 1), node)
        case ast.If() | ast.IfExp() if not isinstance(node.test, (ast.Compare, ast.BoolOp)):
            turned = copy.copy(node)
            turned.test = ast.copy_location(ast.UnaryOp(ast.Not(), node.test), node.test)
            yield turned
        case ast.AugAssign():
            if type(node.op) in _ARITHMETIC:
                yield ast.copy_location(ast.AugAssign(node.target, _ARITHMETIC[type(node.op)](), node.value), node)
            yield ast.copy_location(ast.Pass(), node)
        case ast.Raise() | ast.Delete() | ast.Continue():
            yield ast.copy_location(ast.Pass(), node)
        case ast.Expr(value=ast.Call()):
            yield ast.copy_location(ast.Pass(), node)


class _Instead(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives the mutant to whoever imports its module."""

    def __init__(self, money: Money, tree: ast.Module) -> None:
        self._money = money
        self._tree = tree

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self._money.module:
            return None
        return importlib.machinery.ModuleSpec(name, self, origin=str(self._money.path))

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = str(self._money.path)
        exec(compile(self._tree, str(self._money.path), "exec"), module.__dict__)


def _run(money: Money, source: str, mutant: Mutant | None, folder: Path) -> int:
    """In a process of its own: run the tests on a mutant of ``source``, or on it as it is; pytest's exit status."""
    import hypothesis
    import pytest

    # What a failing example can be made smaller to is of no interest here.
    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    hypothesis.settings.register_profile("mutants", phases=phases, database=None, deadline=None)
    hypothesis.settings.load_profile("mutants")
    os.chdir(ROOT)
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    tree = ast.parse(source)
    sys.meta_path.insert(0, _Instead(money, tree if mutant is None else mutant.applied(tree)))
    tests = [test for test in money.tests if (ROOT / test).exists()]
    # Plugins were loaded before this process was made, too late for their own assertions to be rewritten.
    settings = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-seed=1", f"--basetemp={folder}"]
    return int(pytest.main([*tests, *settings, "-W", "ignore::pytest.PytestAssertRewriteWarning"]))


def _start(money: Money, source: str, mutant: Mutant | None, scratch: Path) -> int:
    process = os.fork()
    if not process:
        status = 1
        with suppress(BaseException):
            signal.alarm(LONGEST_WAIT)
            resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
            status = _run(money, source, mutant, scratch / str(os.getpid()))
        os._exit(status)
    return process


def _end(scratch: Path) -> tuple[int, int]:
    """Wait for one of the processes: which, and its status."""
    process, status = os.wait()
    shutil.rmtree(scratch / str(process), ignore_errors=True)
    return process, status


def _demand_green(money: Money, source: str, scratch: Path) -> None:
    _start(money, source, None, scratch)
    _, status = _end(scratch)
    if status:
        raise SystemExit(f"the tests of {money.module} fail on the module as it is")


def examine(
    money: Money, source: str, until: float, dice: random.Random, scratch: Path
) -> tuple[int, int, list[Mutant]]:
    """How many mutants there are, how many were tried before the time was up, and those that survived.

    ``source`` is the module as it was at the beginning: what is written to its file meanwhile is not looked at. Files
    of the tests are made in ``scratch``.
    """
    _demand_green(money, source, scratch)
    lines = source.splitlines()
    waiting = [
        mutant
        for mutant in mutants(source)
        if (money.module, lines[mutant.line - 1].strip(), mutant.what) not in ARGUED
    ]
    total = len(waiting)
    dice.shuffle(waiting)
    running: dict[int, Mutant] = {}
    survivors: list[Mutant] = []
    tried = 0
    while running or (waiting and time.monotonic() < until):
        while waiting and len(running) < (os.cpu_count() or 1) and time.monotonic() < until:
            mutant = waiting.pop()
            running[_start(money, source, mutant, scratch)] = mutant
            tried += 1
        if not running:
            break
        process, status = _end(scratch)
        mutant = running.pop(process)
        if status == 0:
            survivors.append(mutant)
    # Tests that have come to fail meanwhile would notice anything.
    _demand_green(money, source, scratch)
    return total, tried, sorted(survivors, key=lambda mutant: (mutant.line, mutant.what))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", nargs="*", help="which of the money modules; all without any")
    parser.add_argument("--seconds", type=float, default=1800, help="time for all of them; then a sample was tried")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chosen = [money for money in MONEY if not arguments.modules or money.module in arguments.modules]
    # Loaded once, before there are children.
    for name in ("hypothesis", "pytest"):
        importlib.import_module(name)
    began = time.monotonic()
    good = True
    for index, money in enumerate(chosen):
        until = began + arguments.seconds * (index + 1) / len(chosen)
        source = money.path.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as scratch:
            total, tried, survivors = examine(money, source, until, random.Random(arguments.seed), Path(scratch))
        score = 1 - len(survivors) / tried if tried else 1.0
        good = good and score >= WANTED
        print(f"{money.module}: {tried} of {total} mutants tried, {len(survivors)} survived, score {score:.1%}")
        lines = source.splitlines()
        for mutant in survivors:
            print(f"  {money.path.name}:{mutant.line}: {lines[mutant.line - 1].strip()}\n      -> {mutant.what}")
        sys.stdout.flush()
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
