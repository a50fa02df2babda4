"""The journeys of ``docs/architecture.md``: which functions it names, and which were called, in order."""

from __future__ import annotations

import inspect
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "architecture.md"

_STEP = re.compile(r"^\d+\. `([\w./]+)`(?: `(\w+)`)?")


def journey(title: str) -> list[tuple[str, str]]:
    """The steps under the heading ``title``: a function's full name, or a script with a name in it."""
    text = PAGE.read_text(encoding="utf-8")
    section = text.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]
    return [(step[1], step[2] or "") for line in section.splitlines() if (step := _STEP.match(line))]


def code_of(name: str) -> CodeType:
    """The code of the function called ``name``, as it is called in the end: handlers and decorators unwrapped."""
    parts = name.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        try:
            found: Any = import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for part in parts[cut:]:
            found = inspect.getattr_static(found, part)
        found = getattr(found, "__func__", found)
        found = inspect.unwrap(getattr(found, "fn", found))
        code = getattr(found, "__code__", None)
        assert isinstance(code, CodeType), f"{name} is no function"
        return code
    raise AssertionError(f"nothing is called {name}")


class Calls:
    """The functions that were watched, in the order of their calls, in all threads that began meanwhile."""

    def __init__(self, names: list[str], *, arrives: bool) -> None:
        self._watched = {code_of(name): name for name in names}
        self._last = names[-1] if arrives else None
        self.made: list[str] = []

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and (name := self._watched.get(frame.f_code)) is not None:
            self.made.append(name)
            if name == self._last:
                sys.setprofile(None)


@contextmanager
def watched(names: list[str], *, arrives: bool = False) -> Iterator[Calls]:
    """Watch who calls these functions, here and in every thread that begins before the end.

    With ``arrives`` this thread is watched until it calls the last of them: what that does takes its usual time.
    """
    calls = Calls(names, arrives=arrives)
    before = sys.getprofile()
    threading.setprofile(calls)
    sys.setprofile(calls)
    try:
        yield calls
    finally:
        sys.setprofile(before)
        threading.setprofile(None)


def missed(names: list[str], made: list[str]) -> list[str]:
    """The names that were not called after those before them."""
    left = iter(made)
    return [name for name in names if not any(call == name for call in left)]
