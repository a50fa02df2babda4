"""Where the houses of an insider drill stand: each on a journal of its own, copied from one that is built once."""

from __future__ import annotations

import shutil
from pathlib import Path

import psycopg
from psycopg import sql

from houseway.drill.drill_errors import DrillFailed
from houseway.drill.insiders.database import Rows, read_tables, split_schema, write_tables
from houseway.floor.floor import Floor
from houseway.journal.engines.places import sqlite_path
from houseway.journal.private_files import make_private_folder

_JOURNAL = "room.sqlite"


class Site:
    """One journal's address, with its seals and its key in ``folder``."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url = url
        self.folder = folder
        self.seals = folder / "room.seals"
        self.key = folder / "room.key"

    @property
    def is_file(self) -> bool:
        """Whether the journal is a file in ``folder``."""
        return sqlite_path(self.url) is not None

    def open(self, *, create: bool = False) -> Floor:
        """The floor on this journal, as a server opens it."""
        return Floor.open(self.url, create=create, seals=self.seals, key=self.key)


class Ground:
    """Where sites are made: folders with SQLite files, or schemas of a PostgreSQL server beside the one named.

    A schema is made once and filled anew for each site that it serves. ``close`` removes all of them.
    """

    def __init__(self, folder: Path, database: str | None = None) -> None:
        self.folder = folder
        self._server = database if database is not None and sqlite_path(database) is None else None
        self._number = 0
        self._schemas: list[str] = []
        self._free: list[str] = []
        self._rows: dict[str, Rows] = {}
        if self._server is not None:
            self._check_empty()

    @property
    def engine(self) -> str:
        """The engine, by its name."""
        return "sqlite" if self._server is None else "postgresql"

    def new(self) -> Site:
        """A site with nothing on it."""
        folder = self.folder / f"site-{self._number}"
        self._number += 1
        make_private_folder(folder)
        return Site(str(folder / _JOURNAL) if self._server is None else self._schema(), folder)

    def copy(self, site: Site) -> Site:
        """A site as another one is, journal, seals and key; the other's journal is closed, and never written again."""
        other = self.new()
        if site.is_file:
            shutil.copytree(site.folder, other.folder, dirs_exist_ok=True)
            return other
        for path in (site.seals, site.key):
            shutil.copy2(path, other.folder / path.name)
        if site.url not in self._rows:
            self._rows[site.url] = read_tables(site.url)
        other.open(create=True).close()
        write_tables(other.url, self._rows[site.url])
        return other

    def give_back(self, site: Site) -> None:
        """Nothing of this site is wanted any more; its journal and accounts are closed."""
        shutil.rmtree(site.folder, ignore_errors=True)
        if self._server is not None:
            write_tables(site.url, {})
            self._drop(f"{split_schema(site.url)[1]}_accounts")
            self._rows.pop(site.url, None)
            self._free.append(site.url)

    def close(self) -> None:
        """Remove whatever is left."""
        shutil.rmtree(self.folder, ignore_errors=True)
        for url in self._schemas:
            schema = split_schema(url)[1]
            self._drop(schema, f"{schema}_accounts")

    # -- a server

    def _schema(self) -> str:
        """The address of an empty schema."""
        if self._free:
            return self._free.pop()
        assert self._server is not None
        conninfo, schema = split_schema(self._server)
        url = f"{conninfo}{'&' if '?' in conninfo else '?'}schema={schema}_insiders_{len(self._schemas)}"
        self._schemas.append(url)
        return url

    def _drop(self, *schemas: str) -> None:
        assert self._server is not None
        with psycopg.connect(split_schema(self._server)[0], autocommit=True) as session:
            session.execute("SET client_min_messages = warning")
            for name in schemas:
                session.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(name)))

    def _check_empty(self) -> None:
        """Refuse a schema that is somebody's: its neighbours get names like it."""
        assert self._server is not None
        conninfo, schema = split_schema(self._server)
        try:
            with psycopg.connect(conninfo, autocommit=True, connect_timeout=10) as session:
                rows = session.execute(
                    "SELECT schema_name FROM information_schema.schemata WHERE schema_name = %s "
                    "OR starts_with(schema_name, %s) ORDER BY schema_name",
                    (schema, f"{schema}_insiders_"),
                ).fetchall()
        except psycopg.Error as error:
            raise DrillFailed(
                f"the database server cannot be reached: {error}", remedy="check the address and the login"
            ) from error
        if rows:
            raise DrillFailed(
                f"schema {rows[0][0]} exists already",
                remedy="an insider drill begins beside an empty journal: name another schema",
            )
