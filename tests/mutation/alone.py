"""Mutants of what runs on import: each in a process that has loaded none of the money code, and loads the mutant."""

from __future__ import annotations

import ast
import importlib
import importlib.abc
import importlib.machinery
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType

import pytest

from tests.mutation.modules import ROOT, path_of
from tests.mutation.mutants import Mutant
from tests.mutation.places import place_of
from tests.mutation.reach import file_of
from tests.mutation.session import QUIET, SETTINGS, prepare_hypothesis, silent_in, test_at
from tests.mutation.trials import Done, Work, trials
from tests.mutation.work import Task, Workbook


class _Instead(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives the mutant to whoever imports its module."""

    def __init__(self, module: str, tree: ast.Module) -> None:
        self._module = module
        self._tree = tree

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self._module:
            return None
        return importlib.machinery.ModuleSpec(name, self, origin=str(path_of(name)))

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = str(path_of(self._module))
        exec(compile(self._tree, module.__file__, "exec"), module.__dict__)


class _Order:
    """The plugin that runs the tests of a task in their order, and says in a file which it is at."""

    def __init__(self, tests: Sequence[str], folder: Path) -> None:
        self._rank = {test: number for number, test in enumerate(tests)}
        self._folder = folder

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted(
            (item for item in items if item.nodeid in self._rank), key=lambda item: self._rank[item.nodeid]
        )

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        (self._folder / "test").write_text(nodeid, encoding="utf-8")


def load_tools() -> None:
    """Load what every trial needs, once, before there are processes."""
    for name in ("hypothesis", "msgspec", "numpy", "cryptography.hazmat.primitives.asymmetric.ed25519", "sqlite3"):
        importlib.import_module(name)


def run_alone(book: Workbook, until: float) -> None:
    """Try every mutant that is still waiting."""
    load_tools()
    with trials(until) as forks:
        forks.all(_works(book))


def _works(book: Workbook) -> Iterator[tuple[Work, Done, float]]:
    for module in book.chosen:
        source = book.sources[module]
        tree = ast.parse(source)
        for mutant in book.waiting(module):
            lines = place_of(mutant, tree)
            task = book.task(module, mutant, lines.lines if lines.home else None)
            if not task.tests:
                # A function that runs only on import.
                task = book.task(module, mutant, None)
            if task.tests:
                yield _trying(module, source, mutant, task.tests), _tried(book, task), 20 + task.seconds
            else:
                book.survived(task)


def _trying(module: str, source: str, mutant: Mutant, tests: Sequence[str]) -> Work:
    def work(folder: Path) -> int:
        silent_in(folder)
        os.chdir(ROOT)
        prepare_hypothesis()
        sys.meta_path.insert(0, _Instead(module, mutant.applied(ast.parse(source))))
        for file in dict.fromkeys(file_of(test) for test in tests):
            status = pytest.main([file, "-x", *SETTINGS, *QUIET], plugins=[_Order(tests, folder)])
            if status:
                return int(status)
        return 0

    return work


def _tried(book: Workbook, task: Task) -> Done:
    def done(folder: Path, status: int) -> None:
        if status:
            book.noticed(task, test_at(folder) or task.tests[0])
        else:
            book.survived(task)

    return done
