"""What trials have found so far, in a file: a run that was broken off goes on where it was.

A result holds for one text of the module and of its tests: where either has changed, the mutant is tried again.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec

from tests.mutation.modules import ROOT, Money
from tests.mutation.mutants import Mutant


class Result(msgspec.Struct, frozen=True):
    """One trial: under which texts of module and tests, of which mutant, and whether a test noticed it."""

    texts: str
    module: str
    mutant: str
    noticed: bool


class Results:
    """The results of one file; each is on the disk before the next trial begins."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[tuple[str, str], bool] = {}
        if path.exists():
            for line in path.read_bytes().splitlines():
                found = msgspec.json.decode(line, type=Result)
                self._known[found.texts, found.mutant] = found.noticed

    def known(self, texts: str, mutant: Mutant) -> bool | None:
        """Whether a mutant was noticed, or nothing where it has not been tried."""
        return self._known.get((texts, name_of(mutant)))

    def add(self, texts: str, module: str, mutant: Mutant, *, noticed: bool) -> None:
        """Keep a result."""
        self._known[texts, name_of(mutant)] = noticed
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(Result(texts, module, name_of(mutant), noticed)) + b"\n")


def name_of(mutant: Mutant) -> str:
    """A mutant's name within its module's text."""
    way = ".".join(name if index is None else f"{name}[{index}]" for name, index in mutant.way)
    return f"{way}#{mutant.number}"


def texts_of(money: Money, source: str) -> str:
    """A digest of the module's text and of the files that judge it."""
    digest = hashlib.sha256(source.encode())
    for test in money.tests:
        path = ROOT / test
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            digest.update(file.read_bytes())
    return digest.hexdigest()[:20]
