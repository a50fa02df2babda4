"""A program's rounds on an NVIDIA GPU, compiled when they are asked for. CuPy is imported here alone, and only then."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.simulation.gpu.gpu_errors import NoGpu
from houseway.simulation.gpu.gpu_work import GpuWork

Sums = npt.NDArray[np.uint64]


class CudaRounds:
    """The compiled kernel of one program, and its tables in the memory of the GPU number ``device``."""

    def __init__(self, work: GpuWork, device: int = 0) -> None:
        self._cupy = _cupy()
        self._device = self._cupy.cuda.Device(device)
        self._shared = work.shared
        with self._device:
            # Nothing is fused, so that floats are rounded as they are on cores.
            module = self._cupy.RawModule(code=work.source, options=("--std=c++17", "--fmad=false"))
            self._play = module.get_function("play")
            self._play.max_dynamic_shared_size_bytes = work.shared
            self._tables = self._cupy.asarray(work.tables)

    def launch(
        self, groups: int, threads: int, seed: int, first: int, count: int, row: int, totals: Sums, notes: Sums
    ) -> None:
        """Play ``count`` rounds from ``first`` on in ``groups`` of ``threads``; see `Machine` of `gpu_rounds`."""
        cupy = self._cupy
        with self._device:
            there, noted = cupy.asarray(totals), cupy.asarray(notes)
            numbers = [np.uint64(number) for number in (seed, first, count, row)]
            self._play((groups,), (threads,), (self._tables, *numbers, there, noted), shared_mem=self._shared)
            totals[...] = there.get()
            notes[...] = noted.get()


def gpu_count() -> int:
    """How many GPUs this machine has; `NoGpu` where there is none."""
    return int(_cupy().cuda.runtime.getDeviceCount())


def _cupy() -> Any:
    """CuPy with a GPU that answers."""
    try:
        import cupy  # noqa: PLC0415
    except ImportError as error:
        raise NoGpu(
            "rounds on a GPU need the library CuPy, which is not installed", remedy="pip install 'houseway[gpu]'"
        ) from error
    try:
        devices = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise NoGpu(f"no GPU answers: {error}", remedy="install NVIDIA's driver, or leave --on gpu out") from error
    if not devices:
        raise NoGpu("this machine has no NVIDIA GPU", remedy="leave --on gpu out: the cores give the same answer")
    return cupy
