"""What is to be tried, with which tests, and what came of it."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.mutation.modules import ALSO, ARGUED, LEFT_OUT, MONEY, ROOT, TESTS, path_of
from tests.mutation.mutants import Mutant, codes_of, named
from tests.mutation.reach import FileRecord, Reached, Record, digest_of, digest_of_test, file_of
from tests.mutation.results import Result, Results

MOST_SECONDS_OF_TESTS = 10.0
MOST_SECONDS_OF_A_FILE = 4.0
"""A mutant is tried with the tests that reach it: first the quick ones that have noticed others of its module, most of
them first, then those of the files nearest to its module, the quick ones first; as many as took so many seconds of work
when they were recorded, and so many of each file."""

MOST_SECONDS_IN_ALL = 90.0
"""Where a module falls short, what survived is tried with so many seconds of the other tests that reach it. One that
only further tests could notice counts as survived."""

QUICK = 0.5
"""Seconds of work of a test that goes before others because it has noticed mutants."""

CONTROLS = ("tests/floor/test_controls.py", "tests/floor/test_prints.py")
"""The tests of who may give which command, and under which program: first to judge what a command is declared with."""

MOST_FILES = 8
"""What runs on import is tried with the tests of so many files."""


class Task(NamedTuple):
    """A mutant that is to be tried with these tests; the files of all tests that it survives if none notices it."""

    module: str
    mutant: Mutant
    tests: tuple[str, ...]
    seconds: float
    files: tuple[str, ...]


class Workbook:
    """The chosen modules with their mutants, the record of the tests' reach, and the results."""

    def __init__(self, chosen: Sequence[str], each: int, seed: int, folder: Path) -> None:
        self.chosen = tuple(chosen)
        self.whole: frozenset[str] = frozenset()
        """The modules whose mutants are tried with all tests that reach them."""
        self.sources = {module: path_of(module).read_text(encoding="utf-8") for module in MONEY}
        self.texts = {module: digest_of(source) for module, source in self.sources.items()}
        self._codes = {
            module: {number: digest_of(code) for number, code in codes_of(self.sources[module]).items()}
            for module in chosen
        }
        self._names = {module: named(self.sources[module]) for module in chosen}
        self.files = {file: digest_of(f"{file}\n{(ROOT / file).read_text(encoding='utf-8')}") for file in test_files()}
        self._results_at, self._record_at = folder / "mutants.jsonl", folder / "reach.jsonl"
        self._results = Results(self._results_at)
        self._record = Record(self._record_at)
        self._tests: dict[str, str] = {}
        self._nearest: dict[str, list[str]] = {}
        self._reached: dict[str, dict[str, set[int]]] = {}
        self._modules = {str(path_of(module)): module for module in MONEY}
        self.drawn = {module: drawn(module, self._names[module], each, seed) for module in chosen}

    def reread(self) -> None:
        """Read what another process has kept."""
        self._results = Results(self._results_at)
        self._record = Record(self._record_at)

    def module_at(self, path: str) -> str:
        """The module of a file."""
        return self._modules[path]

    def recorded(self, file: str) -> bool:
        """Whether the reach of a test file is known."""
        return self._record.knows(file, self.files[file], {module: self.texts[module] for module in self.chosen})

    def keep_record(self, record: FileRecord) -> None:
        """Keep the reach of a test file."""
        self._record.add(record)

    def known(self, module: str, mutant: Mutant) -> bool | None:
        """Whether a mutant was noticed; nothing where it is still to be tried."""
        return self._noticed(module, mutant, whole=False)

    def waiting(self, module: str) -> list[Mutant]:
        """The mutants of a module that are still to be tried."""
        whole = module in self.whole
        chosen = self.drawn[module].chosen
        return [mutant for mutant in chosen if self._noticed(module, mutant, whole=whole) is None]

    def _noticed(self, module: str, mutant: Mutant, *, whole: bool) -> bool | None:
        name = self._names[module][mutant]
        return self._results.noticed(self._code(module, mutant), module, name, self.files, self._digest, whole=whole)

    def _code(self, module: str, mutant: Mutant) -> str:
        return self._codes[module][mutant.statement]

    def score(self, module: str) -> float:
        """How many of the mutants that were tried were noticed, of one."""
        tried = [found for mutant in self.drawn[module].chosen if (found := self.known(module, mutant)) is not None]
        return sum(tried) / len(tried) if tried else float(not self.drawn[module].chosen)

    def task(self, module: str, mutant: Mutant, lines: Iterable[int] | None) -> Task:
        """What a mutant is to be tried with: the tests that reach these lines; for what runs on import, near ones."""
        whole = module in self.whole
        name = self._names[module][mutant]
        files = self._results.untried(self._code(module, mutant), module, name, self.files, whole=whole)
        also = CONTROLS if mutant.of_control else ALSO.get(module, ())
        found = self._near(module, also, files) if lines is None else self._record.reaching(module, lines, files)
        chosen: list[Reached] = []
        others: list[Reached] = []
        seconds = 0.0
        taken: dict[str, float] = {}
        for test in self._in_order(module, also, found):
            file = file_of(test.test)
            if chosen and (
                seconds + test.seconds > MOST_SECONDS_OF_TESTS or taken.get(file, 0.0) > MOST_SECONDS_OF_A_FILE
            ):
                others.append(test)
                continue
            chosen.append(test)
            seconds += test.seconds
            taken[file] = taken.get(file, 0.0) + test.seconds
        for test in reversed(others) if whole else ():
            if seconds + test.seconds <= MOST_SECONDS_IN_ALL:
                chosen.insert(0, test)
                seconds += test.seconds
        return Task(module, mutant, tuple(one.test for one in chosen), seconds, tuple(self.files.values()))

    def _near(self, module: str, also: Collection[str], files: Collection[str]) -> list[Reached]:
        """The tests of the files that are nearest, and all tests of those that judge it ``also``."""
        near = self._files_near(module)[:MOST_FILES]
        tests = self._record.reaching(module, None, {*near, *also}.intersection(files))
        own = self._record.all(file for file in also if file in files)
        if not tests and not own:
            # Records without behaviour: whoever uses them is in the tests of their package.
            return self._record.all(file for file in files if file.startswith(f"tests/{module.split('.')[1]}/"))
        return list({one.test: one for one in [*tests, *own]}.values())

    def _in_order(self, module: str, also: Sequence[str], tests: Iterable[Reached]) -> list[Reached]:
        often = self._results.often_noticing(module)
        near = {file: number for number, file in enumerate(dict.fromkeys([*also, *self._files_near(module)]))}

        def rank(one: Reached) -> tuple[int, int, float]:
            return -often[one.test] if one.seconds <= QUICK else 0, near[file_of(one.test)], one.seconds

        return sorted(tests, key=rank)

    def _files_near(self, module: str) -> list[str]:
        if module not in self._nearest:
            self._nearest[module] = nearest(module, self._reach())
        return self._nearest[module]

    def _reach(self) -> dict[str, dict[str, set[int]]]:
        """By file of tests and module, the lines that are reached."""
        if not self._reached:
            for test in self._record.all(self.files):
                there = self._reached.setdefault(file_of(test.test), {})
                for module, lines in test.lines.items():
                    there.setdefault(module, set()).update(lines)
        return self._reached

    def noticed(self, task: Task, test: str) -> None:
        """Keep that a test noticed a mutant."""
        self._add(task, noticed=True, files=(self._digest(test),), test=test)

    def _digest(self, test: str) -> str:
        """The digest of a test as it is now; nothing where it is gone."""
        if test not in self._tests:
            file = file_of(test)
            self._tests[test] = digest_of_test(test, (ROOT / file).read_text("utf-8")) if file in self.files else ""
        return self._tests[test]

    def survived(self, task: Task) -> None:
        """Keep that no test noticed a mutant."""
        self._add(task, noticed=False, files=task.files)

    def _add(self, task: Task, *, noticed: bool, files: tuple[str, ...], test: str = "") -> None:
        module = task.module
        name, code = self._names[module][task.mutant], self._code(module, task.mutant)
        self._results.add(Result(code, module, name, noticed, files, test, whole=module in self.whole))


class Drawn(NamedTuple):
    """How many mutants a module has, and those that are to be tried."""

    total: int
    chosen: list[Mutant]


def drawn(module: str, names: Mapping[Mutant, str], each: int, seed: int) -> Drawn:
    """Draw mutants by the seed: a mutant that is drawn stays so when something else in the module changes."""
    argued = {f"{line} {what}" for argued, line, what in ARGUED if argued == module}
    ranked = [
        (hashlib.sha256(f"{seed} {module} {name}".encode()).hexdigest(), mutant)
        for mutant, name in names.items()
        if name.rpartition(" ")[0] not in argued
    ]
    ranked.sort()
    return Drawn(len(ranked), sorted(mutant for _, mutant in ranked[:each]))


def nearest(module: str, reach: Mapping[str, Mapping[str, set[int]]]) -> list[str]:
    """The files of tests, first those that reach much of a module and little of anything else."""

    def rank(file: str) -> tuple[float, str]:
        here = len(reach[file].get(module, ()))
        return -(here**2) / (1 + sum(map(len, reach[file].values()))), file

    return sorted(reach, key=rank)


def test_files() -> list[str]:
    """All files of the tests that judge the money code."""
    found = []
    for test in TESTS:
        path = ROOT / test
        found += [str(one.relative_to(ROOT)) for one in (sorted(path.rglob("test_*.py")) if path.is_dir() else [path])]
    return [file for file in found if file not in LEFT_OUT]
