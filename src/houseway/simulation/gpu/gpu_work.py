"""What a GPU is given of a program: one source, one array of tables, and how its sums are laid out.

It is plain data, and this module needs NumPy alone: a program may be packed into a file on one machine and played on
another that has a GPU and little else.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

SLICE = 1 << 16
"""Rounds that a group of threads plays where each is from a fresh shoe; blocks of rounds are a multiple of it."""

SHOES = 32
"""Threads in a group, each with a shoe of its own, where shoes are dealt to a cut card."""

_ALIGNED = 16


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
            return cls(
                source=found["source"].tobytes().decode(),
                tables=found["tables"],
                counters=int(found["counters"]),
                note=int(found["note"]),
                threads=int(found["threads"]),
                shared=int(found["shared"]),
                cut=bool(found["cut"]),
            )


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
    places: dict[str, int] = {}
    parts: list[bytes] = []
    size = 0
    for name, table in (*hot.items(), *(cold or {}).items()):
        places[f"AT_{name}"] = size
        content = np.ascontiguousarray(table).tobytes()
        content += bytes(-len(content) % _ALIGNED)
        parts.append(content)
        size += len(content)
        if name in hot:
            places["HOT"] = size
    given = {
        "CUT": 0,
        "BLOCK": SLICE,
        "QUICK": 0,
        **constants,
        "COUNTERS": counters,
        "NOTE": note,
        "THREADS": threads,
        "SLICE": SLICE,
        **places,
    }
    defined = "".join(f"#define {name} {value}u\n" for name, value in given.items())
    here = Path(__file__).parent
    texts = [path.read_text(encoding="utf-8") for path in (here / "rounds.cuh", rounds, here / "play.cuh")]
    tables = np.frombuffer(b"".join(parts), np.uint8)
    return GpuWork(
        source="\n".join((defined, *texts)),
        tables=tables,
        counters=counters,
        note=note,
        threads=threads,
        shared=given["HOT"],
        cut=bool(given["CUT"]),
    )
