"""One session of pytest that has collected all tests, from which every trial of a mutant in a function is forked.

First it runs the tests whose reach nobody has recorded yet. Then each mutant gets a process of its own in which the
living function has the mutant's code, or the command is declared as the mutant says, and the tests that reach its lines
are run, until one fails.
"""

from __future__ import annotations

import ast
import gc
import os
import sys
import time
from collections.abc import Collection, Generator, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from types import CodeType, FunctionType

import msgspec
import pytest

from tests.mutation.modules import MONEY, ON_A_SERVER, ROOT, path_of
from tests.mutation.mutants import Mutant
from tests.mutation.places import Home, function_code, is_at, place_of
from tests.mutation.reach import FileRecord, Reached, Watch, file_of
from tests.mutation.trials import Done, Trials, Work, be_silent, end_with_parent, trials
from tests.mutation.work import Task, Workbook
from tests.postgres import postgres_server

SERVERS = frozenset({"server", "older_server"})
SETTINGS = ("-qq", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-seed=1")
# Plugins were loaded before this process was made, too late for their own assertions to be rewritten.
QUIET = ("-W", "ignore::pytest.PytestAssertRewriteWarning")


class Session:
    """The plugin that is the session."""

    def __init__(self, book: Workbook, until: float) -> None:
        self._book = book
        self._until = until
        self._watch = Watch(str(path_of(module)) for module in MONEY)
        self._on_import: dict[str, list[int]] = {}
        self._failed = False
        self.done = False

    def watch_imports(self) -> None:
        """Begin to note what runs while the tests and what they need are imported."""
        self._watch.__enter__()

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Generator[None, object, object]:
        """Keeps what has run by then: no mutant of that can be put in afterwards."""
        found = yield
        self._watch.__exit__()
        self._on_import = self._watch.taken()
        return found

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leaves the tests on a database server out: they say the same as those on a file, slowly."""
        items[:] = [item for item in items if not needs_server(item) or is_wanted_on_server(item)]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Sees a test fail."""
        self._failed = self._failed or report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Record the reach of tests, then try the mutants."""
        for module in MONEY:
            loaded = sys.modules.get(module)
            if loaded is not None and loaded.__file__ != str(path_of(module)):
                raise SystemExit(f"{module} was loaded from {loaded.__file__}, not from {path_of(module)}")
        items = {item.nodeid: item for item in session.items}
        with one_server(session.config), trials(self._until) as forks:
            self._record(forks, items)
            forks.all(self._works(items))
        self.done = True
        return True

    # -------------------------------------------------------------------------------------------------------- the reach

    def _record(self, forks: Trials, items: dict[str, pytest.Item]) -> None:
        files: dict[str, list[pytest.Item]] = {}
        for test, item in items.items():
            files.setdefault(file_of(test), []).append(item)
        wanted = {file: found for file, found in files.items() if not self._book.recorded(file)}
        # The long ones first: at the end both cores are then done at about the same time.
        longest = sorted(wanted, key=lambda file: -len(wanted[file]))
        if wanted:
            print(f"recording what the tests of {len(wanted)} files execute")
        forks.all((self._recording(file, wanted[file]), self._recorded(file), 600.0) for file in longest)

    def _recording(self, file: str, items: Sequence[pytest.Item]) -> Work:
        def work(folder: Path) -> int:
            silent_in(folder)
            found = []
            with self._watch:
                for number, item in enumerate(items):
                    following = items[number + 1] if number + 1 < len(items) else None
                    self._watch.taken()
                    begun = time.process_time()
                    self._run(item, following, folder)
                    seconds = time.process_time() - begun
                    if self._failed:
                        return 1
                    lines = {self._book.module_at(path): lines for path, lines in self._watch.taken().items()}
                    found.append(Reached(item.nodeid, round(seconds, 3), lines))
            (folder / "reached").write_bytes(msgspec.json.encode(found))
            return 0

        return work

    def _recorded(self, file: str) -> Done:
        def done(folder: Path, status: int) -> None:
            if status:
                raise SystemExit(f"{test_at(folder) or file} fails on the code as it is")
            tests = msgspec.json.decode((folder / "reached").read_bytes(), type=list[Reached])
            self._book.keep_record(FileRecord(file, self._book.files[file], dict(self._book.texts), tests))

        return done

    # ------------------------------------------------------------------------------------------------------ the mutants

    def _works(self, items: dict[str, pytest.Item]) -> Iterator[tuple[Work, Done, float]]:
        living = Living({str(path_of(module)) for module in MONEY})
        for module in self._book.chosen:
            tree = ast.parse(self._book.sources[module])
            path = str(path_of(module))
            import_lines = set(self._on_import.get(path, ()))
            for mutant in self._book.waiting(module):
                if mutant.of_control:
                    task = self._book.task(module, mutant, None)
                    if task.tests:
                        chosen = [items[test] for test in task.tests if test in items]
                        yield self._declaring(module, mutant, chosen), self._tried(task), task.seconds
                    continue
                place = place_of(mutant, tree)
                if place.home is None or not import_lines.isdisjoint(place.lines):
                    continue
                functions = living.at(path, place.home)
                before = function_code(place.home, tree, path)
                after = function_code(place.home, mutant.applied(ast.parse(self._book.sources[module])), path)
                if before is None or after is None or len(functions) != 1:
                    continue
                if before.co_freevars != after.co_freevars:
                    continue
                task = self._book.task(module, mutant, place.lines)
                if not task.tests:
                    self._book.survived(task)
                    continue
                chosen = [items[test] for test in task.tests if test in items]
                yield self._trying(functions[0], after, chosen), self._tried(task), task.seconds

    def _trying(self, function: FunctionType, code: CodeType, items: Sequence[pytest.Item]) -> Work:
        def work(folder: Path) -> int:
            silent_in(folder)
            function.__code__ = code
            return self._until_one_fails(items, folder)

        return work

    def _declaring(self, module: str, mutant: Mutant, items: Sequence[pytest.Item]) -> Work:
        """A trial of a command that is declared otherwise."""

        def work(folder: Path) -> int:
            silent_in(folder)
            _declare_anew(module, mutant.applied(ast.parse(self._book.sources[module])).body[mutant.statement])
            return self._until_one_fails(items, folder)

        return work

    def _until_one_fails(self, items: Sequence[pytest.Item], folder: Path) -> int:
        for number, item in enumerate(items):
            following = items[number + 1] if number + 1 < len(items) else None
            self._run(item, following, folder)
            if self._failed:
                return 1
        return 0

    def _tried(self, task: Task) -> Done:
        def done(folder: Path, status: int) -> None:
            if status:
                self._book.noticed(task, test_at(folder) or task.tests[0])
            else:
                self._book.survived(task)

        return done

    def _run(self, item: pytest.Item, following: pytest.Item | None, folder: Path) -> None:
        (folder / "test").write_text(item.nodeid, encoding="utf-8")
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)


class Living:
    """The functions of some files that are alive in this process."""

    def __init__(self, paths: Collection[str]) -> None:
        self._functions: dict[str, list[FunctionType]] = {}
        gc.unfreeze()  # what tests/conftest.py keeps from being looked through is not listed
        for found in gc.get_objects():
            if isinstance(found, FunctionType) and found.__code__.co_filename in paths:
                self._functions.setdefault(found.__code__.co_filename, []).append(found)

    def at(self, path: str, home: Home) -> list[FunctionType]:
        """The functions whose code begins in this line of a file."""
        return [one for one in self._functions.get(path, ()) if is_at(one.__code__, home)]


def _declare_anew(module: str, function: ast.stmt) -> None:
    """Declare a command of the living module again, as the decorator of its decision says now."""
    from houseway.floor import command_index
    from houseway.floor.declared import DECLARED

    assert isinstance(function, ast.FunctionDef)
    names = vars(sys.modules[module])
    [decides] = (each for each in function.decorator_list if ast.unparse(each).startswith("decides("))
    mark = eval(compile(ast.Expression(decides), str(path_of(module)), "eval"), names)
    mark(names[function.name])
    command_index.CONTROLS.update((command, declared.control) for command, declared in DECLARED.items())


def run_session(book: Workbook, until: float) -> None:
    """Record and try, in a process that may import the money code."""
    process = os.fork()
    if not process:
        status = 1
        try:
            end_with_parent()
            os.chdir(ROOT)
            plugin = Session(book, until)
            prepare_hypothesis()
            plugin.watch_imports()
            pytest.main([*book.files, *SETTINGS, *QUIET], plugins=[plugin])
            status = 0 if plugin.done else 1
        except SystemExit as said:
            print(said, file=sys.stderr)
        finally:
            sys.stdout.flush()
            os._exit(status)
    _, status = os.waitpid(process, 0)
    if status:
        raise SystemExit("the tests could not be run on the code as it is")


def prepare_hypothesis() -> None:
    """What a failing example can be made smaller to is of no interest here."""
    import hypothesis

    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    hypothesis.settings.register_profile("mutants", phases=phases, database=None, deadline=None)
    hypothesis.settings.load_profile("mutants")


def needs_server(item: pytest.Item) -> bool:
    """Whether a test works on a database server, or with several processes."""
    assert isinstance(item, pytest.Function)
    return not SERVERS.isdisjoint(item.fixturenames) or "postgresql" in item.name or "processes" in item.name


def is_wanted_on_server(item: pytest.Item) -> bool:
    """Whether a test is run though it needs the (newest) server."""
    assert isinstance(item, pytest.Function)
    return file_of(item.nodeid) in ON_A_SERVER and "older_server" not in item.fixturenames


@contextmanager
def one_server(config: pytest.Config) -> Iterator[None]:
    """A database server for the whole run, which every trial finds instead of one of its own."""
    with postgres_server() as url:
        for plugin in config.pluginmanager.get_plugins():
            if getattr(plugin, "__file__", None) == str(ROOT / "tests" / "conftest.py"):
                plugin.postgres_server = lambda: nullcontext(url)
        yield


def silent_in(folder: Path) -> None:
    """Make this process a trial's, with its files in the trial's folder."""
    be_silent()
    os.environ["PYTEST_DEBUG_TEMPROOT"] = str(folder)


def test_at(folder: Path) -> str:
    """The test that a trial was at when it ended."""
    path = folder / "test"
    return path.read_text(encoding="utf-8") if path.exists() else ""
