"""Files that only their owner reads: made so from the first byte, whatever the umask.

A journal, its seals, its key, its accounts and every copy of them are readable by the login that the room runs under
and by nobody else on the machine.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import IO, NamedTuple

FILE_MODE = 0o600
FOLDER_MODE = 0o700
OTHERS = 0o077
"""The bits of a mode that let anybody but the owner in."""

BESIDE = ("", "-wal", "-shm", "-journal")
"""What the names of a SQLite database and of the files beside it end with."""


_MAGIC = b"SQLite format 3\0"


class Opened(NamedTuple):
    """A file that others on the machine could read: its mode as it was found, and whether it was closed to them."""

    path: Path
    mode: int
    mended: bool


def _opener(name: str, flags: int) -> int:
    return os.open(name, flags, FILE_MODE)


def open_private(path: Path, mode: str = "xb") -> IO[bytes]:
    """Open a file for writing bytes; one that is made here is 0600 from the start, one that was there becomes so."""
    file: IO[bytes] = open(path, mode, opener=_opener)  # noqa: SIM115 - whoever asks closes it
    close_to_others(path)
    return file


def make_private(path: Path) -> None:
    """Make an empty file that only its owner reads, unless there is one. SQLite gives its -wal the same mode.

    Its name is on the disk when this returns: SQLite, which finds the file there, does not see to that.
    """
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, FILE_MODE))
    except FileExistsError:
        return
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def make_private_folder(path: Path) -> None:
    """Make a folder, and those it lies in, that only their owner enters; one that is there stays as it is."""
    for folder in (*reversed(path.parents), path):
        if not folder.exists():
            folder.mkdir(mode=FOLDER_MODE, exist_ok=True)


def close_to_others(path: Path) -> bool:
    """Take from everybody but the owner what a file's mode lets them; false where the file is not ours."""
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & OTHERS:
            path.chmod(mode & ~OTHERS)
    except PermissionError:
        return False
    return True


def database_files(path: Path) -> list[Path]:
    """A SQLite database and what lies beside it."""
    return [path.with_name(path.name + ending) for ending in BESIDE]


def may_be_database(path: Path) -> bool:
    """Whether a file is a SQLite database by its first bytes; an empty one may become one. A device or folder is none.

    Whoever mistypes a name must not close another program's file, or ``/dev/null``, to the rest of the machine.
    """
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) in (_MAGIC, b"")


def mend_open_files(paths: Iterable[Path]) -> list[Opened]:
    """Those of ``paths`` that others on the machine could read, closed to them where they are ours."""
    found = []
    for path in dict.fromkeys(paths):
        try:
            there = path.stat().st_mode
        except OSError:
            continue
        mode = stat.S_IMODE(there)
        if stat.S_ISREG(there) and mode & OTHERS:
            found.append(Opened(path, mode, close_to_others(path)))
    return found
