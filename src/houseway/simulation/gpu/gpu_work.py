"""What a GPU is given of a program: one source, one array of tables, and how its sums are laid out.

It is plain data, and this module needs NumPy alone: a program may be packed into a file on one machine and played on
another that has a GPU and little else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

SLICE = 1 << 16
"""Rounds that a group of threads plays where each is from a fresh shoe; blocks of rounds are a multiple of it."""

SHOES = 32
"""Threads in a group, each with a shoe of its own, where shoes are dealt to a cut card."""

_ALIGNED = 16
_HERE = Path(__file__).parent


class GpuWork(NamedTuple):
    """The rounds of one program. The source has a kernel ``play``; see ``play.cuh`` for what it is called with."""

    source: str
    tables: npt.NDArray[np.uint8]
    counters: int
    """Sums of a block, 64 bits each."""
    note: int
    """Numbers written of a round whose prizes hang on several seats."""
    threads: int
    """Threads in a group."""
    shared: int
    """Bytes of tables in shared memory."""
    cut: bool
    """Whether the rounds of a block are dealt on from one shoe, each thread a block."""

    def save(self, path: Path) -> None:
        """Write it to a file that `load` reads."""
        arrays: dict[str, Any] = {**self._asdict(), "source": np.frombuffer(self.source.encode(), np.uint8)}
        np.savez_compressed(path, **arrays)

    @classmethod
    def load(cls, path: Path) -> GpuWork:
        """Read it from a file."""
        with np.load(path) as found:
            numbers = {name: found[name].item() for name in ("counters", "note", "threads", "shared", "cut")}
            return cls(source=found["source"].tobytes().decode(), tables=found["tables"], **numbers)


def named(source: object, *names: str) -> dict[str, npt.NDArray[Any]]:
    """The tables of ``source`` that the source of a game has under the same names."""
    return {name: getattr(source, name) for name in names}


def gpu_work(
    rounds: Path,
    constants: Mapping[str, int],
    hot: Mapping[str, npt.NDArray[Any]],
    cold: Mapping[str, npt.NDArray[Any]] | None = None,
    *,
    counters: int,
    note: int = 1,
    threads: int = 256,
) -> GpuWork:
    """The work of a game whose source is the file ``rounds``.

    Every constant and the place of every table is defined in the source. ``hot`` tables are copied to shared memory,
    ``cold`` ones are too large for it or seldom read.
    """
    given = {
        "CUT": 0,
        "BLOCK": SLICE,
        "QUICK": 0,
        **constants,
        "NOTE": note,
        "SLICE": SLICE,
        "HOT": sum(_room(table) for table in hot.values()),
    }
    work = work_of(
        (_HERE / "rounds.cuh", rounds, _HERE / "play.cuh"),
        given,
        {**hot, **(cold or {})},
        counters=counters,
        threads=threads,
        shared=given["HOT"],
    )
    return work._replace(note=note, cut=bool(given["CUT"]))


def work_of(
    sources: Sequence[Path],
    constants: Mapping[str, int],
    tables: Mapping[str, npt.NDArray[Any]],
    *,
    counters: int,
    threads: int,
    shared: int,
) -> GpuWork:
    """The work of a kernel ``play`` that ``sources`` have together; ``chance.cuh`` comes before them.

    Every constant and the place of every table is defined in the source. ``shared`` is the room that a group of
    ``threads`` has in shared memory, in bytes.
    """
    places: dict[str, int] = {}
    parts: list[bytes] = []
    size = 0
    for name, table in tables.items():
        places[f"AT_{name}"] = size
        parts.append(np.ascontiguousarray(table).tobytes().ljust(_room(table), b"\0"))
        size += len(parts[-1])
    given = {**constants, "COUNTERS": counters, "THREADS": threads, **places}
    defined = "".join(f"#define {name} {value}u\n" for name, value in given.items())
    texts = [path.read_text(encoding="utf-8") for path in (_HERE / "chance.cuh", *sources)]
    return GpuWork(
        source="\n".join((defined, *texts)),
        tables=np.frombuffer(b"".join(parts), np.uint8),
        counters=counters,
        note=1,
        threads=threads,
        shared=shared,
        cut=False,
    )


def _room(table: npt.NDArray[Any]) -> int:
    """Bytes of a table, with those to the next place where one may begin."""
    return -(-table.nbytes // _ALIGNED) * _ALIGNED
