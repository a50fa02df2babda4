"""What trials have found so far, in a file: a run that was broken off goes on where it was.

A result holds for one text of the statement that the mutant lies in (a function, a class, a constant), without what
people read. That a mutant was noticed holds for as long as the test that noticed it, and what it uses of its file, stay
as they are; one that survived is tried again with the tests of files that are new or have changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec


class Result(msgspec.Struct, frozen=True):
    """One trial: of which text of a statement, of which mutant by its name, and what the tests said.

    ``files`` are digests: of the test that noticed the mutant, or of all test files that it survived. ``test`` is the
    test that noticed it. ``whole``: it survived all tests that reach it, not only those tried first.
    """

    text: str
    module: str
    mutant: str
    noticed: bool
    files: tuple[str, ...]
    test: str = ""
    whole: bool = False


class Results:
    """The results of one file; each is on the disk before the next trial begins."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[tuple[str, str, str], list[Result]] = {}
        self._noticing: dict[str, Counter[str]] = {}
        if path.exists():
            for line in path.read_bytes().splitlines():
                self._keep(msgspec.json.decode(line, type=Result))

    def noticed(
        self,
        text: str,
        module: str,
        mutant: str,
        files: Mapping[str, str],
        now: Callable[[str], str],
        *,
        whole: bool = False,
    ) -> bool | None:
        """Whether the tests notice a mutant; nothing where that is open.

        ``files`` are the test files with their digests; ``now`` gives the digest of a test as it is now.
        """
        found = self._known.get((text, module, mutant), ())
        if any(result.noticed and result.files == (now(result.test),) for result in found):
            return True
        return False if found and not self.untried(text, module, mutant, files, whole=whole) else None

    def untried(
        self, text: str, module: str, mutant: str, files: Mapping[str, str], *, whole: bool = False
    ) -> set[str]:
        """The test files that a mutant has not survived yet; with ``whole``, all of each."""
        survived = {
            digest
            for result in self._known.get((text, module, mutant), ())
            if not result.noticed and (result.whole or not whole)
            for digest in result.files
        }
        return {file for file, digest in files.items() if digest not in survived}

    def often_noticing(self, module: str) -> Counter[str]:
        """How many mutants of a module each test has noticed."""
        return self._noticing.get(module, Counter())

    def add(self, result: Result) -> None:
        """Keep a result."""
        self._keep(result)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(result) + b"\n")

    def _keep(self, result: Result) -> None:
        self._known.setdefault((result.text, result.module, result.mutant), []).append(result)
        if result.test:
            self._noticing.setdefault(result.module, Counter())[result.test] += 1
