"""NumPy's own threads, kept from waiting in a loop for work that does not come.

The linear algebra that NumPy brings (OpenBLAS) starts a thread for every core when it is loaded. Each of them turns in
a loop for 2**26 ticks of the processor before it sleeps: on a machine with two cores that is a quarter of the time of a
first question to the mathematics, and more with every core. Told so, they sleep at once and are woken for work.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_TIMEOUT = "OPENBLAS_THREAD_TIMEOUT"
_SHORTEST = "4"
"""As a power of two, in ticks: OpenBLAS takes nothing shorter."""


@contextmanager
def sleeping_threads() -> Iterator[None]:
    """Whatever imports NumPy in here gets threads that sleep; a setting that somebody made stays as it is."""
    if "numpy" in sys.modules or _TIMEOUT in os.environ:
        yield
        return
    os.environ[_TIMEOUT] = _SHORTEST
    try:
        yield
    finally:
        os.environ.pop(_TIMEOUT, None)
