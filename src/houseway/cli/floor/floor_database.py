"""Where the floor's journal is, and opening it for a command."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from houseway.cli.command_options import takes
from houseway.journal.journal_errors import BadJournal

if TYPE_CHECKING:
    from houseway.floor.floor import Floor

VARIABLE = "HOUSEWAY_DATABASE"
"""The environment variable that names the database."""

DEFAULT = "houseway.db"
"""The database where nothing names one: a file in the current folder."""

# What the journal logs is for a service's log: a command says itself what went wrong.
logging.getLogger("houseway").addHandler(logging.NullHandler())

MAKE_ONE = "make one with: houseway property init"

Database = Annotated[
    str | None,
    takes(
        "--database -d URL",
        f"The floor's journal: a file or postgresql://…; else {VARIABLE}, else {DEFAULT} in this folder.",
    ),
]
"""The option of every command that works on a floor."""


def database_of(given: str | None) -> str:
    """The database that is meant: ``given``, else the environment's, else the default."""
    return given or os.environ.get(VARIABLE) or DEFAULT


def seal_files() -> dict[str, Any]:
    """The files of seals and key that ``HOUSEWAY_SEALS`` and ``HOUSEWAY_SEAL_KEY`` name.

    A journal in a file has them beside it unless they do; one on a server has none.
    """
    named = {"seals": os.environ.get("HOUSEWAY_SEALS"), "key": os.environ.get("HOUSEWAY_SEAL_KEY")}
    return {what: Path(file) if file else None for what, file in named.items()}


def open_floor(database: str | None, *, readonly: bool) -> Floor:
    """The floor in ``database``, which somebody must have made before."""
    from houseway.floor.floor import Floor
    from houseway.journal.engines.places import sqlite_path

    url = database_of(database)
    path = sqlite_path(url)
    if path is not None and not path.is_file():
        raise BadJournal(f"there is no database {path} yet", remedy=f"{MAKE_ONE}, or name another with --database")
    floor = Floor.open(url, readonly=readonly, **seal_files())
    try:
        if not floor.property.name:
            raise BadJournal(f"{path or 'the database'} holds no property yet", remedy=MAKE_ONE)
    except BaseException:
        floor.close()
        raise
    return floor
