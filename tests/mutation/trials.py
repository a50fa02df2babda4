"""A mutant on trial: compiled in place of its module in a process of its own, with the tests of the module run on it.

Files of the tests are made in memory where there is such a place: journals that need not outlive a power cut are quick.
"""

from __future__ import annotations

import ast
import importlib
import importlib.abc
import importlib.machinery
import os
import resource
import shutil
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import ModuleType

from tests.mutation.modules import ROOT, Money
from tests.mutation.mutants import Mutant

LONGEST_SECONDS_OF_WORK = 120
"""After so much work a mutant counts as noticed: it runs for ever."""

LONGEST_SECONDS_OF_WAITING = 900
"""After so long it does so without work: it waits for ever. Long, as a machine may have other work too."""

MOST_MEMORY = 4 << 30
"""Bytes that a mutant may ask for: a loop that never ends may also fill lists that never end."""


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


def load_tools() -> None:
    """Load what every trial needs, once, before there are processes."""
    for name in ("hypothesis", "pytest"):
        importlib.import_module(name)


def start(money: Money, source: str, mutant: Mutant | None, scratch: Path) -> int:
    """Start the tests of a module on a mutant of ``source``, or on it as it is; the process that runs them."""
    process = os.fork()
    if not process:
        status = 1
        with suppress(BaseException):
            signal.alarm(LONGEST_SECONDS_OF_WAITING)
            work = LONGEST_SECONDS_OF_WORK
            resource.setrlimit(resource.RLIMIT_CPU, (work, work))
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
            status = _run(money, source, mutant, scratch / str(os.getpid()))
        os._exit(status)
    return process


def ended(scratch: Path) -> tuple[int, int]:
    """Wait for one of the processes, each of which ends by itself: which, and its status."""
    process, status = os.wait()
    shutil.rmtree(scratch / str(process), ignore_errors=True)
    return process, status


def demand_green(money: Money, source: str, scratch: Path) -> None:
    """Stop unless the tests pass on the module as it is: tests that fail anyway would notice anything."""
    start(money, source, None, scratch)
    _, status = ended(scratch)
    if status:
        raise SystemExit(f"the tests of {money.module} fail on the module as it is")


def _run(money: Money, source: str, mutant: Mutant | None, folder: Path) -> int:
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
    # Plugins were loaded before this process was made, too late for their own assertions to be rewritten.
    settings = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-seed=1", f"--basetemp={folder}"]
    return int(pytest.main([*money.tests, *settings, "-W", "ignore::pytest.PytestAssertRewriteWarning"]))
