"""How far a sweep has come, in a file: killed at any moment, it goes on from the last line that was written whole.

The first line names the sweep. Each other line has the sums of one table from its first round on. Sums of a table are
the same whoever adds them up, so that of two lines about one table the farther one is right, wherever it stands.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO

import msgspec

from houseway.maths.question_errors import BadQuestion
from houseway.release import VERSION
from houseway.simulation.program import Block

FORMAT = 1


class OtherSweep(BadQuestion):
    """The file that a sweep would go on from is that of another sweep, or no such file."""


class _Head(msgspec.Struct, forbid_unknown_fields=True):
    format: int
    sweep: str
    release: str


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    cell: int
    totals: Block


class Checkpoint:
    """The file at ``path`` of the sweep whose fingerprint is ``sweep``. Use it as a context."""

    def __init__(self, path: Path, sweep: str) -> None:
        self.path = path
        self._sweep = sweep
        self._file: IO[bytes] | None = None

    def open(self) -> dict[int, Block]:
        """The sums so far, by the number of the cell. The file is written anew, without what was cut off."""
        found = self._read() if self.path.exists() else {}
        beside = self.path.with_name(f"{self.path.name}.new")
        head = _Head(FORMAT, self._sweep, VERSION)
        lines = [msgspec.json.encode(head), *(_encoded(cell, totals) for cell, totals in found.items())]
        with beside.open("wb") as file:
            file.write(b"".join(line + b"\n" for line in lines))
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self.path)
        self._file = self.path.open("ab")
        return found

    def save(self, cell: int, totals: Block) -> None:
        """Write the sums of a cell so that a loss of power leaves them."""
        assert self._file is not None
        self._file.write(_encoded(cell, totals) + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Leave the file as it is."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def remove(self) -> None:
        """The sweep is done and its results are written."""
        self.close()
        self.path.unlink(missing_ok=True)

    def _read(self) -> dict[int, Block]:
        head, *lines = self.path.read_bytes().split(b"\n")
        try:
            named = msgspec.json.decode(head, type=_Head)
        except msgspec.DecodeError as error:
            raise OtherSweep(
                f"{self.path} does not say how far a sweep has come", remedy="name another file, or remove this one"
            ) from error
        if (named.format, named.sweep) != (FORMAT, self._sweep):
            raise OtherSweep(
                f"{self.path} belongs to another sweep, or to another release of the game's program",
                remedy="repeat the command that began it, name another file, or begin anew with --fresh",
            )
        found: dict[int, Block] = {}
        # What stands behind the last line feed was cut off while it was written.
        for line in lines[:-1]:
            try:
                told = msgspec.json.decode(line, type=_Line)
            except msgspec.DecodeError:
                continue
            if told.cell not in found or told.totals.rounds > found[told.cell].rounds:
                found[told.cell] = told.totals
        return found


def _encoded(cell: int, totals: Block) -> bytes:
    return msgspec.json.encode(_Line(cell, totals))
