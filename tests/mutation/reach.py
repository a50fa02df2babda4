"""Which test executes which lines of the money code, and how long it takes: recorded once, when all tests pass.

The record of a test file is kept for as long as its text stays as it is, and those of the modules that it reaches and
that are tried.
"""

from __future__ import annotations

import ast
import hashlib
import sys
import threading
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec


class Reached(msgspec.Struct, frozen=True):
    """One test: its seconds of work, and the lines of each module that it executes."""

    test: str
    seconds: float
    lines: dict[str, list[int]]


class FileRecord(msgspec.Struct, frozen=True):
    """The tests of one file, under the digests of its text and of the modules' texts."""

    file: str
    text: str
    modules: dict[str, str]
    tests: list[Reached]


class Record:
    """What is known of all test files."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._files: dict[str, FileRecord] = {}
        if path.exists():
            for line in path.read_bytes().splitlines():
                found = msgspec.json.decode(line, type=FileRecord)
                self._files[found.file] = found

    def knows(self, file: str, text: str, modules: Mapping[str, str]) -> bool:
        """Whether the tests of a file were recorded with its text, and those of the ``modules`` they reach, as now."""
        found = self._files.get(file)
        if found is None or found.text != text or not found.modules.keys() >= modules.keys():
            return False
        reached = {module for test in found.tests for module in test.lines}
        return all(found.modules[module] == modules[module] for module in reached.intersection(modules))

    def add(self, found: FileRecord) -> None:
        """Keep the record of a file."""
        self._files[found.file] = found
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(found) + b"\n")

    def all(self, files: Iterable[str]) -> list[Reached]:
        """All tests of these files."""
        return [test for file in files if file in self._files for test in self._files[file].tests]

    def reaching(self, module: str, lines: Iterable[int] | None, files: Iterable[str]) -> list[Reached]:
        """The tests that execute one of these lines of a module, of any line of it without lines."""
        wanted = None if lines is None else set(lines)
        return [
            test
            for test in self.all(files)
            if module in test.lines and (wanted is None or not wanted.isdisjoint(test.lines[module]))
        ]


class Watch:
    """Notes the lines of the given files that are executed, in every thread that begins while it looks."""

    def __init__(self, files: Iterable[str]) -> None:
        self.lines: dict[str, set[int]] = {file: set() for file in files}
        self._local = {file: self._noting(lines) for file, lines in self.lines.items()}

    def __enter__(self) -> Watch:
        threading.settrace(self._entered)
        sys.settrace(self._entered)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)
        threading.settrace(None)

    def taken(self) -> dict[str, list[int]]:
        """The lines since the last time, by file."""
        found = {file: sorted(lines) for file, lines in self.lines.items() if lines}
        for lines in self.lines.values():
            lines.clear()
        return found

    def _entered(self, frame: FrameType, event: str, argument: Any) -> Any:
        return self._local.get(frame.f_code.co_filename)

    @staticmethod
    def _noting(lines: set[int]) -> Any:
        def noting(frame: FrameType, event: str, argument: Any) -> Any:
            lines.add(frame.f_lineno)
            return noting

        return noting


def file_of(test: str) -> str:
    """The file of a test."""
    return test.partition("::")[0]


def digest_of(text: str) -> str:
    """A short digest of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def digest_of_test(test: str, text: str) -> str:
    """A digest of a test and of what it may use of its file's ``text``: not of the other tests, nor of imports."""
    name = test.partition("::")[2].partition("[")[0]
    return digest_of("\n".join([test, *(part for of, part in _parts(text) if of in ("", name))]))


@cache
def _parts(text: str) -> list[tuple[str, str]]:
    """What a file of tests says beside its imports, each with the name of the test that it is, if it is one."""
    found = []
    for node in ast.parse(text).body:
        is_test = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test_")
        if not isinstance(node, (ast.Import, ast.ImportFrom)):
            found.append((getattr(node, "name", "") if is_test else "", ast.dump(node)))
    return found
