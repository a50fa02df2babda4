"""Where a journal lives: reading its URL and opening the engine."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlsplit

from houseway.journal.engines.engine import Engine
from houseway.journal.engines.sqlite import SqliteEngine
from houseway.journal.journal_errors import BadJournal

_SERVERS = ("postgresql", "postgres")


def sqlite_path(url: str | Path) -> Path | None:
    """The file a URL or path names; None for a database server."""
    if isinstance(url, Path):
        return url
    scheme, mark, rest = url.partition("://")
    if not mark:
        return Path(url)
    if scheme == "sqlite":
        # As elsewhere: three slashes for a path from here, four for one from the root.
        if not rest.startswith("/") or len(rest) < 2:
            raise BadJournal(f"{url} names no file", remedy="write sqlite:///path")
        return Path(unquote(rest[1:]))
    if scheme in _SERVERS:
        return None
    raise BadJournal(f"no journal can be kept at {scheme}://", remedy="use a path, sqlite:///path or postgresql://…")


def open_engine(url: str | Path, *, create: bool = False, readonly: bool = False, vfs: str | None = None) -> Engine:
    """The engine for a URL, connected and migrated."""
    path = sqlite_path(url)
    if path is not None:
        return SqliteEngine(path, create=create, readonly=readonly, vfs=vfs)
    from houseway.journal.engines.postgres import PostgresEngine  # noqa: PLC0415 - the driver is loaded only where it is used

    return PostgresEngine(urlsplit(str(url)), create=create, readonly=readonly)
