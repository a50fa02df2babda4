"""No test can wait for ever: every wait in tests and benchmarks has an end."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SCANNED = ("tests", "benchmarks")
HELPERS = ROOT / "tests" / "waiting.py"
"""Where the limits are kept: the one file that may wait in any way it likes."""

BARE = {"join", "wait", "result", "get", "acquire", "exception", "wait_closed", "notifies", "communicate"}
"""Methods that wait until something comes, unless they are given a limit."""

PROGRAMS = {"run", "call", "check_call", "check_output"}
"""Functions of `subprocess` that wait for a program's end."""

LINES = {"readline", "readlines", "iter_lines", "iter_raw", "iter_bytes", "iter_text", "aiter_lines", "aiter_raw"}
"""Methods that wait for what another says."""

SLEEPS = {"sleep", "wait", "wait_for_timeout"}

LIMITS = {"timeout", "timeout_at", "wait_for", "monotonic", "perf_counter", "settimeout", "run_within"}
"""What gives the waits around or inside it an end."""

BOUNDED = {"within", "events"}
"""What gives an end to the waits that it is given."""

FROM_THE_STARTER = {"stdin", "rfile"}
"""What a process reads from whoever started it or called it: it ends with them."""

EXCEPTIONS = {
    "tests/floor/another_release.py": "reads in a thread of its own, and waits for each line with a limit",
    "tests/mutation/trials.py": "each of the processes that it waits for has an alarm",
    "tests/releases/make_0_1.py": "runs in a checkout of the release, by hand and once",
}
"""Files that have ends of their own."""


def _name(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _of(call: ast.Call) -> str:
    """What a method is called on, as far as it has a name."""
    on = call.func.value if isinstance(call.func, ast.Attribute) else None
    if isinstance(on, ast.Attribute):
        return on.attr
    return on.id if isinstance(on, ast.Name) else ""


def _limited(call: ast.Call) -> bool:
    for keyword in call.keywords:
        if keyword.arg is None or keyword.arg in ("timeout", "seconds", "block", "blocking"):
            return not (isinstance(keyword.value, ast.Constant) and keyword.value.value is None)
    return False


def _calls(node: ast.AST) -> Iterator[ast.Call]:
    return (each for each in ast.walk(node) if isinstance(each, ast.Call))


def _written(text: ast.expr, constants: dict[str, ast.expr]) -> str:
    """What a page is given to run, as far as it is written in this file."""
    if isinstance(text, ast.Name):
        text = constants.get(text.id, text)
    if isinstance(text, ast.Constant):
        return str(text.value)
    if isinstance(text, ast.JoinedStr):
        return "".join(str(part.value) for part in text.values if isinstance(part, ast.Constant))
    return ""


def _has_limit(node: ast.AST) -> bool:
    return any(_name(call) in LIMITS for call in _calls(node))


class Waits(ast.NodeVisitor):
    """The waits of a file that have no end, by line."""

    def __init__(self) -> None:
        self.found: list[tuple[int, str]] = []
        self._limits = 0
        self._async = 0
        self._closed: set[str] = set()
        self._constants: dict[str, ast.expr] = {}

    def visit_Module(self, node: ast.Module) -> None:
        self._constants = {
            target.id: each.value
            for each in node.body
            if isinstance(each, ast.Assign)
            for target in each.targets
            if isinstance(target, ast.Name)
        }
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._function(node)

    def visit_With(self, node: ast.With) -> None:
        self._with(node)

    def visit_AsyncWith(self, node: ast.AsyncWith) -> None:
        self._with(node)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        # The limit of whoever calls a coroutine holds for it; what runs it is looked at below (`run`).
        before, self._limits = self._limits, 0
        asynchronous = isinstance(node, ast.AsyncFunctionDef)
        self._async += asynchronous
        self.generic_visit(node)
        self._async -= asynchronous
        self._limits = before

    def _with(self, node: ast.With | ast.AsyncWith) -> None:
        limited = any(_has_limit(item.context_expr) for item in node.items)
        self._closed |= {item.optional_vars.id for item in node.items if isinstance(item.optional_vars, ast.Name)}
        self._limits += limited
        self.generic_visit(node)
        self._limits -= limited

    def visit_While(self, node: ast.While) -> None:
        """A loop that sleeps or waits looks at the clock."""
        sleeps = any(_name(call) in SLEEPS for call in _calls(node))
        if sleeps and not self._limits and not self._async and not _has_limit(node):
            self.found.append((node.lineno, "a loop that waits and never looks at the clock"))
        self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        if isinstance(node.iter, ast.Attribute) and node.iter.attr in ("stdout", "stderr"):
            self.found.append((node.lineno, "reads what a process says until it ends"))
        self.generic_visit(node)

    def visit_Call(self, call: ast.Call) -> None:
        wrong = self._wrong(call, _name(call), _of(call))
        if wrong and not self._limits:
            self.found.append((call.lineno, wrong))
        bounded = _name(call) in BOUNDED
        self._limits += bounded
        self.generic_visit(call)
        self._limits -= bounded

    def _wrong(self, call: ast.Call, name: str, on: str) -> str:
        method = isinstance(call.func, ast.Attribute)
        if on == "asyncio" and name == "run":
            return "asyncio.run without a limit: use tests.waiting.run_within"
        if on == "subprocess" and name in PROGRAMS and not _limited(call):
            return f"subprocess.{name} without a limit"
        if name == "wait_for_function":
            # A promise holds at once, whatever it brings. Text is evaluated again and again, which pages forbid.
            written = _written(call.args[0], self._constants)
            if not written.startswith("(") or ".then(" in written:
                return "waits for what is no function of the page, or for a promise"
            return ""
        # A coroutine that waits ends with whatever runs it.
        if self._async or not method:
            return ""
        if on in FROM_THE_STARTER or name == "set_options" or (name == "get" and on in self._closed):
            return ""
        if name in BARE and not call.args and not _limited(call):
            return f".{name}() without a limit"
        if name in LINES and not _limited(call):
            return f".{name}() waits for whatever another says: use tests.waiting"
        if name == "map" and on in ("pool", "executor") and not _limited(call):
            return ".map() without a limit"
        if name == "create_connection" and len(call.args) < 2 and not _limited(call):
            return "a connection without a limit"
        if any(keyword.arg == "timeout" and _nothing(keyword.value) for keyword in call.keywords):
            return "timeout=None or 0: without a limit"
        return ""


def _nothing(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value in (None, 0) and value.value is not False


def waits(source: str) -> list[tuple[int, str]]:
    """The waits without an end in a source text."""
    visitor = Waits()
    visitor.visit(ast.parse(source))
    return visitor.found


def test_every_wait_has_an_end() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {what}"
        for folder in SCANNED
        for path in sorted((ROOT / folder).rglob("*.py"))
        if path != HELPERS and str(path.relative_to(ROOT)) not in EXCEPTIONS
        for line, what in waits(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "source",
    [
        "thread.join()",
        "process.wait()",
        "process.communicate()",
        "ticket.result()",
        "ticket.result(timeout=None)",
        "events.get()",
        "lock.acquire()",
        "subprocess.run(words, check=True)",
        "asyncio.run(story())",
        "asyncio.run(story(), timeout=None)",
        "for line in process.stdout: pass",
        "process.stdout.readline()",
        "list(answer.iter_lines())",
        "page.click('a', timeout=0)",
        "httpx.get(url, timeout=None)",
        "pool.map(work, each)",
        "socket.create_connection(address)",
        "page.wait_for_function('window.heard > 0')",
        "page.wait_for_function('async () => (await fetch(there)).ok')",
        "page.wait_for_function(f'() => {ASKED}.then((answer) => answer.ok)')",
        "ASKED = 'async () => (await fetch(there)).ok'\npage.wait_for_function(ASKED, arg=there)",
        """
        while not ready():
            time.sleep(0.1)
        """,
        """
        while True:
            if event.wait(1): break
        """,
        """
        with limited(timeout=3):
            def later():
                thread.join()
        """,
    ],
)
def test_a_wait_without_an_end_is_found(source: str) -> None:
    assert waits(textwrap.dedent(source))


@pytest.mark.parametrize(
    "source",
    [
        "thread.join(60)",
        "' '.join(words)",
        "ticket.result(timeout=60)",
        "found.get('name')",
        "subprocess.run(words, check=True, timeout=600)",
        "run_within(story())",
        "page.wait_for_function('() => window.heard > 0')",
        "HEARD = '(least) => window.heard > least'\npage.wait_for_function(HEARD, arg=3)",
        "list(within(answer.iter_lines(), 'the last line'))",
        """
        while not ready():
            assert time.monotonic() < end, "it never was ready"
            time.sleep(0.1)
        """,
        """
        async def story():
            async with asyncio.timeout(60):
                while not ready(): await event.wait()
        """,
    ],
)
def test_a_wait_with_an_end_is_not(source: str) -> None:
    assert waits(textwrap.dedent(source)) == []
