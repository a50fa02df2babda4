"""Machine code as it is kept in a file, and how it comes into memory (`houseway.maths.compiled`).

An image needs nothing of numba: a piece of memory, the places in it that hold addresses, and which functions of the C
library it calls. A file that was cut short, changed or written for other code is as good as none.
"""

from __future__ import annotations

import ctypes
import hashlib
import mmap
import os
import pickle
import struct
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

import msgspec

from houseway.maths.kept_code.arguments import Kinds, Number

Result: TypeAlias = int | float | bool | tuple[int | float, ...] | None
Runs: TypeAlias = Callable[[list[Number]], Result]

LIBRARY = (
    *("memset", "memcpy", "memmove", "malloc", "free"),
    *("exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "pow", "fmod"),
)
"""The functions of the C library that kept code may call."""
_DIGEST = 32


class CodeImage(msgspec.Struct, frozen=True):
    """The machine code of one kernel for one choice of types."""

    kernel: str
    kinds: Kinds
    code: bytes
    entry: int
    """Where in ``code`` the kernel begins."""
    inner: list[tuple[int, int]]
    """Places in ``code`` that hold the address of a further place in it."""
    outer: list[tuple[int, str]]
    """Places that hold the address of a function in `LIBRARY`."""
    takes: str
    """A letter for each number it takes: ``i`` a whole one or an address, ``d`` or ``f`` a float."""
    gives: str
    """A letter for each number it gives: ``i``, ``u`` without a sign, ``d`` a float; ``b`` is true or false."""
    together: bool = False
    """Whether what it gives is a tuple."""


def write_image(path: Path, image: CodeImage) -> None:
    """Keep ``image``, whole or not at all; somebody else may write the same at the same time."""
    data = msgspec.msgpack.encode(image)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(data).digest() + data)
            Path(name).replace(path)
        except OSError:
            Path(name).unlink(missing_ok=True)


def read_image(path: Path, kernel: str, kinds: Kinds) -> CodeImage | None:
    """What is kept at ``path``, if it is whole and for this kernel and these types."""
    try:
        data = path.read_bytes()
        if hashlib.sha256(data[_DIGEST:]).digest() != data[:_DIGEST]:
            return None
        image = msgspec.msgpack.decode(data[_DIGEST:], type=CodeImage)
    except (OSError, msgspec.MsgspecError):
        return None
    return image if (image.kernel, image.kinds) == (kernel, kinds) else None


def mapped(image: CodeImage) -> Runs | None:
    """``image`` in memory, ready to run without the interpreter's lock; ``None`` where the system does not allow it."""
    try:
        library = ctypes.CDLL(None)
        outer = [(place, ctypes.cast(library[name], ctypes.c_void_p).value or 0) for place, name in image.outer]
        base = _memory(library, len(image.code))
        code = bytearray(image.code)
        for place, target in image.inner:
            struct.pack_into("<Q", code, place, base + target)
        for place, address in outer:
            struct.pack_into("<Q", code, place, address)
        ctypes.memmove(base, bytes(code), len(code))
        _make_runnable(library, base, len(code))
    except (OSError, AttributeError):
        return None
    return _callable(image, base + image.entry)


def _memory(library: ctypes.CDLL, size: int) -> int:
    """Fresh memory, which is never given back: a thread may run in it until the process ends."""
    library.mmap.restype = ctypes.c_void_p
    library.mmap.argtypes = (*(ctypes.c_void_p, ctypes.c_size_t), *(ctypes.c_int,) * 3, ctypes.c_long)
    shape = (mmap.PROT_READ | mmap.PROT_WRITE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, 0)
    base = library.mmap(None, size, *shape)
    if base is None or base == ctypes.c_void_p(-1).value:
        raise OSError("no memory for machine code")
    return int(base)


def _make_runnable(library: ctypes.CDLL, base: int, size: int) -> None:
    library.mprotect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    if library.mprotect(base, size, mmap.PROT_READ | mmap.PROT_EXEC):
        raise OSError("the system lets nobody run what is in memory")


_TAKEN: dict[str, type[ctypes.c_int64 | ctypes.c_double | ctypes.c_float]] = {
    "i": ctypes.c_int64,
    "d": ctypes.c_double,
    "f": ctypes.c_float,
}
_GIVEN = {"i": "q", "u": "Q", "d": "d", "b": "?"}


def _callable(image: CodeImage, address: int) -> Runs:
    """The kernel at ``address`` as numba's functions are called: results and errors by address, then all numbers."""
    taken = (_TAKEN[letter] for letter in image.takes)
    call = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *taken)(address)
    given = struct.Struct("=" + "".join(_GIVEN[letter] for letter in image.gives))
    room = max(given.size, 8)
    together = image.together

    def run(numbers: list[Number]) -> Result:
        results = ctypes.create_string_buffer(room)
        trouble = ctypes.c_void_p()
        status = call(ctypes.byref(results), ctypes.byref(trouble), *numbers)
        if status not in (_FINE, _NONE):
            raise _error(trouble.value)
        found = given.unpack_from(results)
        if together:
            return found
        return found[0] if found else None

    return run


_FINE, _NONE = 0, -2


class _Trouble(ctypes.Structure):
    """How numba's code tells an error: its class, its arguments and where it was raised, pickled."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("size", ctypes.c_int32),
        ("digest", ctypes.c_void_p),
        ("unwrap", ctypes.c_void_p),
        ("dynamic", ctypes.c_int32),
    )


def _error(address: int | None) -> BaseException:
    """The error that the kernel raised."""
    if not address:
        return SystemError("a kernel ended without saying why")
    told = _Trouble.from_address(address)
    kind, arguments, _ = pickle.loads(ctypes.string_at(told.data, told.size))
    made = kind(*(arguments or ()))
    assert isinstance(made, BaseException)
    return made
