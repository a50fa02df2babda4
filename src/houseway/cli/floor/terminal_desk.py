"""The desk at which commands of the floor are given: who gives them, under which id, when, and how they are answered.

The clock and the ids of the floor's commands come from here and from nowhere below.
"""

from __future__ import annotations

import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, TypedDict, get_type_hints

from houseway.cli.command_options import Json, argument, spread, takes
from houseway.cli.floor.floor_database import Database, database_of, open_floor, seal_files
from houseway.cli.floor.signing import PasswordFile, SecondPasswordFile, signed
from houseway.cli.screen.streams import put_json
from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.floor.floor_errors import NotPermitted
from houseway.floor.permission.controls import SEGREGATION
from houseway.journal import Journal
from houseway.journal.engines.places import sqlite_path
from houseway.journal.journal_errors import BadJournal, BadSeal, JournalUnavailable

Who = Annotated[
    str | None,
    takes(
        "--as WHO",
        "Who gives the command: a person's id, or panel:TABLE.  [HOUSEWAY_WHO]",
        envvar="HOUSEWAY_WHO",
        show_envvar=False,
    ),
]
Second = Annotated[str | None, takes("--second WHO", "The second person, of another department.")]
CommandId = Annotated[
    str | None, takes("--id ID", "The command's id: given again it gets the same answer. Made if left out.")
]
TableId = Annotated[str, argument("TABLE", "A table's id.")]
JackpotId = Annotated[str, argument("JACKPOT", "A jackpot's id.")]


class Common(TypedDict):
    """The options of every command that is given to the floor."""

    database: Database
    who: Who
    second: Second
    password_file: PasswordFile
    second_password_file: SecondPasswordFile
    id: CommandId
    json: Json


in_common = spread("common", get_type_hints(Common, include_extras=True), Common, {"json": False})
"""Of a command that is given to the floor: in the place of its parameter ``common`` stand these options."""


def now() -> int:
    """This moment in microseconds UTC."""
    return time.time_ns() // 1000


class Desk:
    """One command being given: the floor it goes to, its id, who gives it, who stands beside, and when."""

    def __init__(self, floor: Floor, *, id: str, who: str, second: str | None, at: int) -> None:
        self.floor = floor
        self.id = id
        self.who = who
        self.second = second
        self.at = at
        self.named: tuple[str, ...] = ()
        """Those who were only named and did not sign."""
        self.known = floor.journal.command(id)
        """The answer that this id got before, or nothing."""


def giver(who: str | None) -> str:
    """Who gives a command: somebody must be named."""
    if not who:
        raise NotPermitted(
            "it is not said who gives this command",
            clause=SEGREGATION,
            remedy="name the person with --as WHO, or in HOUSEWAY_WHO",
        )
    return who


def give(read: Callable[[Desk], c.Command], common: Common) -> None:
    """Give the command that ``read`` makes of what was typed, and say what came of it."""
    who, second, database = giver(common["who"]), common["second"], common["database"]
    id = common["id"] or str(uuid.uuid4())
    try:
        with floor_at(database, readonly=False) as floor:
            desk = Desk(floor, id=id, who=who, second=second, at=now())
            command = read(desk)
            files = (common["password_file"], common["second_password_file"])
            desk.named = signed(database, who, second, zone=floor.property.zone, at=desk.at, files=files)
            reply = floor.do(command, id=id, who=who, at=desk.at, second=second, named=desk.named)
            seal(floor.journal, desk.at)
            _answer(desk, command, reply, as_json=common["json"])
    except JournalUnavailable as error:
        error.remedy = f"{error.remedy or 'try again'}; sent again with --id {id} it is done once at most"
        raise


def _answer(desk: Desk, command: c.Command, reply: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        put_json(
            {
                "command": command.__struct_config__.tag,
                "id": desk.id,
                "who": desk.who,
                "second": desk.second,
                "named": list(desk.named),
                "repeated": desk.known is not None,
                "reply": reply,
            }
        )
        return
    from houseway.cli.floor.command_replies import say

    say(desk, command, reply)


@contextmanager
def journal_at(database: str | None) -> Iterator[Floor]:
    """The floor at ``database`` for reading, whatever its journal holds, closed again afterwards."""
    url = database_of(database)
    path = sqlite_path(url)
    if path is not None and not path.is_file():
        raise BadJournal(f"there is no database {path}", remedy="name another with --database")
    floor = Floor.open(url, readonly=True, **seal_files())
    try:
        yield floor
    finally:
        floor.close()


@contextmanager
def floor_at(database: str | None, *, readonly: bool = True) -> Iterator[Floor]:
    """The floor of a property that was begun, closed again afterwards."""
    floor = open_floor(database, readonly=readonly)
    try:
        yield floor
    finally:
        floor.close()


def seal(journal: Journal, at: int) -> None:
    """Seal what a command wrote. A seal that cannot be written is said, and undoes nothing."""
    if journal.seal_book is None:
        return
    try:
        journal.seal(at)
    except (BadSeal, OSError) as error:
        said = error.message if isinstance(error, HousewayError) else str(error)
        remedy = (error.remedy if isinstance(error, HousewayError) else None) or "see: houseway audit seal"
        sys.stderr.write(f"houseway: done, and not sealed: {said}\n          {remedy}\n")
