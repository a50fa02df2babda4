"""A stand-in for a GPU: the same source, built by the C++ compiler of this machine, one thread for all of a group."""

from __future__ import annotations

import ctypes
import hashlib
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from houseway.simulation.gpu.gpu_work import GpuWork

Sums = npt.NDArray[np.uint64]

BEFORE = """
#include <algorithm>
using std::min; using std::max;
#define DEVICE static inline
#define UNROLLED
#define ROLLED
#define BOUNDS
#define SHARED_ROOM(name, size) static u64 name[size]
#define __global__
#define __shared__ static
struct Index { unsigned x; };
static Index blockIdx, threadIdx, blockDim;
static inline void __syncthreads() {}
template <class T> static inline T atomicAdd(T *place, T value) { T before = *place; *place += value; return before; }
template <class T> static inline void atomicMin(T *place, T value) { *place = min(*place, value); }
static inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a * b) >> 32); }
static inline int __popc(unsigned bits) { return __builtin_popcount(bits); }
static inline int __ffs(unsigned bits) { return __builtin_ffs((int)bits); }
template <class T> static inline T __ldg(const T *place) { return *place; }
"""

AFTER = """
extern "C" void launch(unsigned groups, const u8 *tables, u64 seed, u64 first, u64 count, u64 row,
                       u64 *totals, u64 *notes) {
    blockDim.x = 1;
    for (blockIdx.x = 0; blockIdx.x < groups; blockIdx.x++) play(tables, seed, first, count, row, totals, notes);
}
"""


class StandIn:
    """A program's rounds without a GPU; see `houseway.simulation.gpu.gpu_blocks.Machine`."""

    def __init__(self, work: GpuWork) -> None:
        self._work = work
        self._launch = compiled(BEFORE + work.source + AFTER).launch

    def launch(
        self, groups: int, threads: int, seed: int, first: int, count: int, row: int, totals: Sums, notes: Sums
    ) -> None:
        # One thread plays a whole group; where each thread has a shoe of its own, each is a group.
        alone = groups * threads if self._work.cut else groups
        numbers = (ctypes.c_uint64(number) for number in (seed, first, count, row))
        self._launch(alone, _at(self._work.tables), *numbers, _at(totals), _at(notes))


def _at(array: npt.NDArray[np.generic]) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


@cache
def compiled(source: str) -> ctypes.CDLL:
    with tempfile.TemporaryDirectory() as folder:
        name = hashlib.sha256(source.encode()).hexdigest()[:16]
        text, made = Path(folder, f"{name}.cpp"), Path(folder, f"{name}.so")
        text.write_text(source, encoding="utf-8")
        subprocess.run(
            ["c++", "-std=c++17", "-O0", "-ffp-contract=off", "-fPIC", "-shared", "-o", made, text],
            check=True,
            timeout=600,
        )
        return ctypes.CDLL(str(made))
