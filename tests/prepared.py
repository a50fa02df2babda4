"""Journals that are made once in a process, and copied for every test that begins with one."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")

_NAME = "made.db"

_made: dict[Hashable, tuple[Path, Any]] = {}


def copied(kind: Hashable, path: Path, make: Callable[[Path], T]) -> T:
    """Put the journal of this ``kind`` at ``path``, with its seals, its key and its accounts beside it.

    ``make`` makes one at the path it is given and leaves it closed. It is called the first time only; what it answered
    then is answered every time.
    """
    if kind not in _made:
        folder = Path(tempfile.mkdtemp(prefix="houseway-prepared-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        _made[kind] = folder, make(folder / _NAME)
    folder, answer = _made[kind]
    for file in folder.iterdir():
        shutil.copy2(file, path.with_name(path.name + file.name.removeprefix(_NAME)))
    return answer  # type: ignore[no-any-return]
