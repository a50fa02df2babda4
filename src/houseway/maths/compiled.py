"""Compiled functions: ``@compiled`` is numba's ``njit`` with a cache that notices edits.

Numba's own cache does not see a change in a called file, so the cache folder is named by a hash of every source that
holds compiled code, the numba version and the processor. Beside numba's own entries lies the plain machine code of each
kernel (`houseway.maths.kept_code`): a new process runs that and imports numba only when there is something to compile,
or when a kernel is called so often that numba's quicker calls are worth its import of a quarter of a second.
"""

from __future__ import annotations

import functools
import hashlib
import os
import platform
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, TypeVar, cast

from houseway.maths.kept_code.arguments import Kinds, laid_out
from houseway.maths.kept_code.code_image import Runs, mapped, read_image

_ROOT = Path(__file__).resolve().parent.parent
_MARK = b"houseway.maths.compiled"

ROOMS = ("games", "maths", "simulation")
"""The folders of this package that may hold compiled code."""

OFTEN = 2_000_000
"""Numbers that are laid out for a kernel in one process before numba calls it: so many take as long as its import."""


def cache_folder() -> Path:
    """Where compiled code of exactly these sources, this numba and this processor is kept."""
    digest = hashlib.sha256(f"{platform.python_version()} {platform.machine()} {_cpu()}".encode())
    for package in ("numba", "llvmlite"):
        digest.update(_release(package))
    for name in sorted(os.environ):
        if name.startswith("NUMBA_") and name not in ("NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS"):
            digest.update(f"{name}={os.environ[name]}\n".encode())
    for path in _sources():
        source = Path(path).read_bytes()
        # This file names itself.
        if _MARK in source:
            digest.update(path.removeprefix(str(_ROOT)).encode())
            digest.update(len(source).to_bytes(8, "big"))
            digest.update(source)
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "houseway" / f"compiled-{digest.hexdigest()[:16]}"


_folder = functools.cache(cache_folder)
"""The same, found once in a process."""


def _release(package: str) -> bytes:
    """Which release of ``package`` is installed, by a file of its own: importing it would take long."""
    found = find_spec(package)
    if found is not None and found.origin is not None:
        with suppress(OSError):
            return Path(found.origin).with_name("_version.py").read_bytes()
    return str(import_module(package).__version__).encode()


def _sources() -> list[str]:
    """Every source of the rooms that may compile. Plain names: this is read at the start of every process."""
    found = []
    for room in ROOMS:
        for folder, _, names in os.walk(_ROOT / room):
            found += [f"{folder}{os.sep}{name}" for name in names if name.endswith(".py")]
    return sorted(found)


def _cpu() -> str:
    """The processor's own name and abilities, as the system tells them: compiled code is for one kind of processor."""
    try:
        with Path("/proc/cpuinfo").open(encoding="utf-8") as lines:
            return "".join(_first(lines, "model name", "flags", "Features"))
    except OSError:
        return platform.processor()


def _first(lines: Iterator[str], *names: str) -> Iterator[str]:
    """The lines about the first processor that begin with one of ``names``."""
    for line in lines:
        if not line.strip():
            return
        if line.startswith(names):
            yield line


_making = threading.RLock()


class Kernel:
    """A function that runs compiled, without the interpreter's lock: as kept machine code, or by numba."""

    def __init__(self, function: Callable[..., Any], *, inline: bool = False) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function
        self._name = f"{function.__module__}.{function.__qualname__}"
        self._inline = inline
        self._ready: dict[Kinds, Runs | None] = {}
        self._laid_out = 0
        self._begun: Any = None
        self._numba: Any = None
        """Numba's function, once calls go to it; others that are compiled may have begun it."""

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Run it; what is not kept for such arguments is compiled by numba, and kept."""
        if self._numba is None and not named and self._keeps:
            known = laid_out(arguments)
            if known is not None:
                kinds, numbers = known
                run = self._ready[kinds] if kinds in self._ready else self._kept(kinds)
                if run is not None:
                    self._laid_out += len(numbers)
                    if self._laid_out < OFTEN:
                        return run(numbers)
        if self._numba is None:
            self._numba = self.dispatcher
        dispatcher = self._numba
        before = _compiled(dispatcher)
        try:
            return dispatcher(*arguments, **named)
        finally:
            if _compiled(dispatcher) > before and not named and self._keeps:
                self._keep(arguments)

    @functools.cached_property
    def _keeps(self) -> bool:
        """Whether its code may be kept: not where nobody would notice an edit of its source."""
        file = os.path.realpath(self.py_func.__code__.co_filename)
        return not self._inline and any(file.startswith(f"{_ROOT / room}{os.sep}") for room in ROOMS)

    def __reduce__(self) -> str:
        """By its name: the other side has the same source."""
        return self.py_func.__qualname__

    @property
    def dispatcher(self) -> Any:
        """The same function as numba has it; this imports numba."""
        with _making:
            if self._begun is None:
                self._by_numba()
            return self._begun

    def _by_numba(self) -> None:
        import numba

        folder = _folder()
        numba.config.CACHE_DIR = str(folder)
        function = self.py_func
        assert isinstance(function, FunctionType)
        scope = dict(function.__globals__)
        copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__, function.__closure__)
        copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
        copy.__kwdefaults__ = function.__kwdefaults__
        if self._inline:
            self._begun = numba.njit(inline="always")(copy)
        else:
            self._begun = numba.njit(cache=_may_write(folder), nogil=True)(copy)
        # Numba knows its own functions only, so these stand in the place of ours. One of them may be this.
        for name in _names(function.__code__):
            if isinstance(called := scope.get(name), Kernel):
                scope[name] = called.dispatcher

    def _path(self, kinds: Kinds) -> Path:
        digest = hashlib.sha256(repr(kinds).encode()).hexdigest()[:16]
        return _folder() / "kept" / f"{self._name}-{digest}"

    def _kept(self, kinds: Kinds) -> Runs | None:
        with _making:
            if kinds not in self._ready:
                image = read_image(self._path(kinds), self._name, kinds)
                self._ready[kinds] = None if image is None else mapped(image)
            return self._ready[kinds]

    def _keep(self, arguments: tuple[object, ...]) -> None:
        from houseway.maths.kept_code.code_making import keep

        known = laid_out(arguments)
        if known is not None:
            keep(self._path(known[0]), self._name, self._numba, arguments)


def _compiled(dispatcher: Any) -> int:
    """For how many choices of types; none where numba was told not to compile."""
    return len(getattr(dispatcher, "overloads", ()))


def _may_write(folder: Path) -> bool:
    """Whether numba may keep what it compiles there. It would else look for a place of its own, which sees no edits."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK | os.X_OK)


def _names(code: CodeType) -> Iterator[str]:
    """The names that a function and those written inside it look up."""
    yield from code.co_names
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _names(each)


F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """``function`` compiled on first use, cached, without the interpreter's lock."""
    return cast("F", Kernel(function))


def inlined(function: F) -> F:
    """``function`` compiled and always inlined into its callers: for the innermost pieces of a kernel."""
    return cast("F", Kernel(function, inline=True))
