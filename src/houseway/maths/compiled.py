"""Compiled functions: ``@compiled`` is numba's ``njit`` with a cache that notices edits.

Numba's own cache does not see a change in a called file, so the cache folder is named by a hash of every source that
holds compiled code, the numba version and the processor. Import this module only where something is computed: importing
numba costs a quarter of a second.
"""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba

_ROOT = Path(__file__).resolve().parent.parent
_MARK = b"houseway.maths.compiled"

ROOMS = ("games", "maths", "simulation")
"""The folders of this package that may hold compiled code."""


def cache_folder() -> Path:
    """Where compiled code of exactly these sources, this numba and this processor is kept."""
    digest = hashlib.sha256(f"{numba.__version__} {platform.python_version()} {numba.config.CPU_NAME}".encode())
    digest.update(f"{platform.machine()} {_cpu()}".encode())
    for path in _sources():
        source = Path(path).read_bytes()
        # This file names itself.
        if _MARK in source:
            digest.update(path.removeprefix(str(_ROOT)).encode())
            digest.update(len(source).to_bytes(8, "big"))
            digest.update(source)
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "houseway" / f"compiled-{digest.hexdigest()[:16]}"


def _sources() -> list[str]:
    """Every source of the rooms that may compile. Plain names: this is read at the start of every process."""
    found = []
    for room in ROOMS:
        for folder, _, names in os.walk(_ROOT / room):
            found += [f"{folder}{os.sep}{name}" for name in names if name.endswith(".py")]
    return sorted(found)


def _cpu() -> str:
    """The processor's own name, as the system tells it: compiled code is for one kind of processor."""
    try:
        with Path("/proc/cpuinfo").open(encoding="utf-8") as lines:
            return next((line for line in lines if line.startswith("model name")), "")
    except OSError:
        return platform.processor()


numba.config.CACHE_DIR = str(cache_folder())

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """``function`` compiled on first use, cached, without the interpreter's lock."""
    made: F = numba.njit(cache=True, nogil=True)(function)
    return made


def inlined(function: F) -> F:
    """``function`` compiled and always inlined into its callers: for the innermost pieces of a kernel."""
    made: F = numba.njit(inline="always")(function)
    return made
