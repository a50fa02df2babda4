"""What a disk may hold after a power cut: every write of SQLite recorded, and the possible remains rebuilt.

Assumed of the disk, as SQLite assumes it: what a file's sync covered stays; of what was written since, any writes may
be there or not, in any order, and each may be torn between sectors, but bytes that no write touched keep their value
(power-safe overwrite, which SQLite's own unix VFS declares). A new or removed name is certain once its folder was
synced. A VFS does not see that call, but the unix VFS below makes it at known moments: with the first sync of a
journal or log that was created, and with a removal that asks for it. Until then names come and go in their order, and
the power may fail between any two. The shared-memory index beside a log is never read after a restart.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

import apsw

Remains = Literal["none", "all", "prefix", "sectors of 512", "sectors of 4096"]
REMAINS: tuple[Remains, ...] = ("none", "all", "prefix", "sectors of 512", "sectors of 4096")
"""What is left of the writes that no sync covered."""

_SYNCS_FOLDER = apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_SUPER_JOURNAL | apsw.SQLITE_OPEN_WAL


class Event(NamedTuple):
    """One thing that was done to the disk, or said to a caller (``told``)."""

    what: Literal["create", "write", "truncate", "sync", "sync-folder", "delete", "told"]
    name: str = ""
    offset: int = 0
    data: bytes = b""


class Recorder:
    """Everything that was done through a VFS of its own, in order; ``vfs`` is its name."""

    def __init__(self, vfs: str) -> None:
        self.vfs = vfs
        self.events: list[Event] = []
        self._recording = _RecordingVFS(vfs, self.events)

    def told(self) -> None:
        """Note that a caller has just learnt of one more commit."""
        self.events.append(Event("told"))

    def close(self) -> None:
        self._recording.unregister()


class _RecordingVFS(apsw.VFS):
    def __init__(self, name: str, events: list[Event]) -> None:
        self._events = events
        super().__init__(name, "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        return _RecordingFile(self._events, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        super().xDelete(filename, syncdir)
        self._events.append(Event("delete", Path(filename).name))
        if syncdir:
            self._events.append(Event("sync-folder"))


class _RecordingFile(apsw.VFSFile):
    def __init__(self, events: list[Event], filename: str | apsw.URIFilename | None, flags: list[int]) -> None:
        path = filename.filename() if isinstance(filename, apsw.URIFilename) else filename
        new = path is not None and not Path(path).exists()
        self._name = Path(path).name if path is not None else ""
        self._events = events
        self._folder_due = new and bool(flags[0] & _SYNCS_FOLDER)
        super().__init__("", filename, flags)
        if new:
            self._note(Event("create", self._name))

    def _note(self, event: Event) -> None:
        # A file without a name is a temporary one that nobody looks for after a restart.
        if self._name:
            self._events.append(event)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        super().xWrite(data, offset)
        self._note(Event("write", self._name, offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        super().xTruncate(newsize)
        self._note(Event("truncate", self._name, newsize))

    def xSync(self, flags: int) -> None:  # noqa: N802
        super().xSync(flags)
        self._note(Event("sync", self._name))
        if self._folder_due:
            self._folder_due = False
            self._note(Event("sync-folder"))


class _File:
    """A file: what is certain to be there, and what was done since its last sync."""

    def __init__(self) -> None:
        self.certain = bytearray()
        self.since: list[Event] = []

    def sync(self) -> None:
        for event in self.since:
            _do(self.certain, event)
        self.since = []

    def after(self, remains: Remains, dice: random.Random) -> bytes:
        content = bytearray(self.certain)
        for event in _left(self.since, remains, dice):
            _do(content, event)
        return bytes(content)


def _do(content: bytearray, event: Event) -> None:
    if event.what == "truncate":
        if len(content) > event.offset:
            del content[event.offset :]
        else:
            content.extend(bytes(event.offset - len(content)))
        return
    end = event.offset + len(event.data)
    if len(content) < end:
        content.extend(bytes(end - len(content)))
    content[event.offset : end] = event.data


def _left(since: Sequence[Event], remains: Remains, dice: random.Random) -> Iterator[Event]:
    match remains:
        case "none":
            return
        case "all":
            yield from since
        case "prefix":
            yield from since[: dice.randint(0, len(since))]
        case "sectors of 512" | "sectors of 4096":
            size = int(remains.rpartition(" ")[2])
            # Now most writes arrived, now few.
            share = dice.choice((0.1, 0.5, 0.9))
            for event in since:
                whole = dice.random()
                if whole < share * 0.7:
                    yield event
                elif whole < share and event.what == "write":
                    yield from _torn(event, size, dice)


def _torn(event: Event, size: int, dice: random.Random) -> Iterator[Event]:
    end = event.offset + len(event.data)
    start = event.offset
    while start < end:
        stop = min(end, (start // size + 1) * size)
        if dice.random() < 0.5:
            yield event._replace(offset=start, data=event.data[start - event.offset : stop - event.offset])
        start = stop


class Disk:
    """A folder as it is being written: names and files, each with what is certain and what is not."""

    def __init__(self) -> None:
        self.told = 0
        self._certain: dict[str, _File] = {}
        self._names: dict[str, _File] = {}
        self._since: list[tuple[str, _File | None]] = []

    def do(self, event: Event) -> None:
        """Let one more event happen."""
        match event.what:
            case "told":
                self.told += 1
            case "create":
                self._names[event.name] = _File()
                self._since.append((event.name, self._names[event.name]))
            case "delete":
                self._names.pop(event.name, None)
                self._since.append((event.name, None))
            case "sync-folder":
                self._certain = dict(self._names)
                self._since = []
            case "sync":
                self._file(event.name).sync()
            case _:
                self._file(event.name).since.append(event)

    def _file(self, name: str) -> _File:
        """A file by its name; one that SQLite found there was made before it, and its name is certain."""
        if name not in self._names:
            self._names[name] = self._certain[name] = _File()
        return self._names[name]

    def after_power_loss(self, remains: Remains, dice: random.Random) -> dict[str, bytes]:
        """The files, by name, that may be found when the power is back."""
        names = dict(self._certain)
        changes = {"none": 0, "all": len(self._since)}.get(remains, dice.randint(0, len(self._since)))
        for name, file in self._since[:changes]:
            if file is None:
                names.pop(name, None)
            else:
                names[name] = file
        return {name: file.after(remains, dice) for name, file in names.items()}


class Crash(NamedTuple):
    """One power cut: after so many events, with so many commits told, and the files found afterwards."""

    after: int
    told: int
    remains: Remains
    files: dict[str, bytes]


def crashes(events: Sequence[Event], count: int, seed: int, start: int = 0) -> Iterator[Crash]:
    """``count`` power cuts spread over all events from ``start`` on, with every kind of remains by turns."""
    dice = random.Random(seed)
    disk = Disk()
    done = 0
    for index in range(count):
        after = start + (len(events) - start) * (index + 1) // count
        while done < after:
            disk.do(events[done])
            done += 1
        remains = REMAINS[index % len(REMAINS)]
        yield Crash(after, disk.told, remains, disk.after_power_loss(remains, dice))


def write_image(folder: Path, files: dict[str, bytes]) -> None:
    """Put the files of an image into an empty folder."""
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
