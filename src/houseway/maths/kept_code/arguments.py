"""A kernel's arguments as machine code takes them: which types they are, and their plain numbers one after another.

The same as numba does with them: an array is its place in memory, its size, shape and strides, a tuple is its members.
What is laid out otherwise, or not known here, is numba's (`houseway.maths.compiled`).
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

Number: TypeAlias = int | float
Kinds: TypeAlias = tuple[str | int, ...]
"""The types of all arguments: machine code is for one of these."""

_C, _F, _ALIGNED, _WRITEABLE = 0x1, 0x2, 0x100, 0x400
_FLAGS = _C | _F | _ALIGNED | _WRITEABLE
_PLAIN = frozenset(np.dtype(name).str for name in ("?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8"))
"""Numbers in the order of bytes of this machine. Records, texts and times are numba's."""
_ALIKE = {np.dtype(kind).str: kind.__name__ for kind in (int, float, bool)}
"""NumPy's numbers that are Python's to numba."""
_LARGEST = 2**63


def laid_out(arguments: tuple[object, ...]) -> tuple[Kinds, list[Number]] | None:
    """The types of ``arguments`` and the numbers that stand for them, or ``None`` where one is not known here."""
    kinds: list[str | int] = []
    numbers: list[Number] = []
    if _lay_out(arguments, kinds, numbers):
        return tuple(kinds), numbers
    return None


def _lay_out(arguments: tuple[object, ...], kinds: list[str | int], numbers: list[Number]) -> bool:
    for each in arguments:
        if type(each) is np.ndarray:
            held = each.dtype.str
            if held not in _PLAIN:
                return False
            flags = each.flags.num & _FLAGS
            kinds += (held, each.ndim, flags & ~_F if flags & _C else flags)
            place = each.__array_interface__["data"][0]
            # Nobody counts references to memory that the caller holds: the first two are numba's for that.
            numbers += (0, 0, each.size, each.itemsize, place, *each.shape, *each.strides)
        elif type(each) is int:
            if not -_LARGEST <= each < _LARGEST:
                return False
            kinds.append("int")
            numbers.append(each)
        elif type(each) is bool or type(each) is float:
            kinds.append(type(each).__name__)
            numbers.append(each)
        elif isinstance(each, tuple):
            kind = type(each)
            kinds.append(f"{kind.__module__}.{kind.__qualname__}(")
            if not _lay_out(each, kinds, numbers):
                return False
            kinds.append(")")
        elif isinstance(each, np.generic):
            held = each.dtype.str
            if held not in _PLAIN:
                return False
            kinds.append(_ALIKE.get(held, held))
            numbers.append(each.item())
        else:
            return False
    return True
