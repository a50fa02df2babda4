"""A property as it is configured: what `houseway check` reads from a file and the floor keeps in its journal."""

from __future__ import annotations

import tomllib
from datetime import date, time
from pathlib import Path
from typing import Any, Literal

import msgspec

from houseway.compliance.compliance_errors import BadConfiguration
from houseway.jackpots.jackpot_configuration import Jackpot
from houseway.rulebook.plain_words import misfit


class _Data(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, rename="kebab"):
    """Base of configuration data: kebab-case in files, nothing unknown."""


class Display(_Data, frozen=True):
    """A TableVision display. ``notice`` is the bonus notice as it stands there; ``shows`` lists what else does.

    A jackpot wager's slug: the amount it plays for; ``jackpot-amounts``: all of them. Besides, ``maximum`` (of a
    progressive), ``multiplied-pays`` (of a fixed wager other than the printed one), ``percent-prizes`` (of a bonus, in
    money), ``envy``, ``share-the-wealth``, and whatever may be posted.
    """

    kind: Literal["edge-lit", "led", "photo-frame", "monitor", "page"]
    shows: tuple[str, ...] = ()
    notice: str = ""
    networked: bool = False


class Machine(_Data, frozen=True):
    """A piece of equipment: a shuffler, or the jackpot system of a table."""

    model: str
    maker: str
    version: str = ""


class Layout(_Data, frozen=True):
    """The felt: who made it and what is printed on it (``four-wagers``: that a player bets on at most four spots)."""

    maker: str
    design: str = ""
    posts: tuple[str, ...] = ()


class Table(_Data, frozen=True, kw_only=True):
    """One table. ``jackpots`` names the jackpot of each jackpot wager, ``sensors`` the sensor that counts it.

    ``cards`` says where cards come from: a ``virtual`` shoe, one that ``reads`` them, the dealer who ``keys`` them, or
    nowhere (``none``: the tabulator alone). Money is cents; the other choices are those of
    `houseway.table.setup.Setup`. ``posted`` is for rows outside the jackpots. ``aggregate`` is the aggregate payout
    limit by wager. ``posts`` lists what is posted at the table besides the displays: ``limits``, ``restrictions``,
    ``prizes``, ``employee-play``, ``disputes``, and where they are needed ``aggregate``, ``maximum``, ``four-wagers``
    (that a player places at most so many wagers) and ``fourth-wager`` (that a fourth one over the limit is refused).

    A ``template`` is not opened itself: players open private tables after it, each a ``copy_of`` it.
    """

    id: str
    game: str
    edition: str
    options: dict[str, Any] = {}
    wagers: tuple[str, ...]
    paytables: dict[str, str] = {}
    limits: dict[str, tuple[int, int]] = {}
    minimums: dict[str, int] = {}
    posted: dict[str, dict[str, str]] = {}
    aggregate: dict[str, int] = {}
    jackpots: dict[str, str] = {}
    sensors: dict[str, int] = {}
    equipment: Machine | None = None
    shuffler: Machine | None = None
    layout: Layout
    displays: tuple[Display, ...] = ()
    posts: tuple[str, ...] = ()
    cards: Literal["virtual", "reads", "keys", "none"] = "virtual"
    seats: int | None = None
    template: bool = False
    copy_of: str = ""


class Step(_Data, frozen=True):
    """One step on the way to an approval: what was obtained, from whom, when, under which reference."""

    step: str
    by: str
    on: str
    reference: str = ""


class Attached(_Data, frozen=True):
    """A document that is filed with an approval: its name, and the hash and size of the file."""

    name: str
    sha256: str
    size: int


class Approval(_Data, frozen=True):
    """What binds an edition's fingerprint of play and the equipment used with it to this property.

    A fingerprint of release 0.1 stands for that of play. ``documents`` are the papers that show it.
    """

    id: str
    game: str
    edition: str
    fingerprint: str
    equipment: tuple[Machine, ...] = ()
    steps: tuple[Step, ...] = ()
    jackpots: int = 0
    documents: tuple[Attached, ...] = ()


class Licence(_Data, frozen=True):
    """A maker's licence: what for, whose, and how long."""

    maker: str
    covers: tuple[Literal["layouts", "equipment", "shufflers"], ...]
    kind: Literal["state-licence", "state-certificate", "tribal-licence"]
    number: str
    since: str
    until: str | None = None


class Promotion(_Data, frozen=True):
    """A gambling promotion: a dated addition to a wager, paid by the house and never from jackpot funds.

    ``prize`` is in cents, ``consent`` the reference of the game owner's written consent.
    """

    id: str
    tables: tuple[str, ...]
    wager: str
    event: str
    prize: int
    since: str
    until: str
    approved_by: str = ""
    consent: str = ""
    posted: bool = False
    paid_from: str = "house"


DEPARTMENTS = {
    "dealer": "gambling",
    "supervisor": "gambling",
    "surveillance": "surveillance",
    "security": "security",
    "accounting": "accounting",
    "technician": "technical",
    "administrator": "management",
    "regulator": "regulator",
}
"""The department that each role belongs to."""


class Person(_Data, frozen=True):
    """Somebody who works here, and as what."""

    id: str
    name: str
    roles: tuple[
        Literal[
            "dealer", "supervisor", "surveillance", "security", "accounting", "technician", "regulator", "administrator"
        ],
        ...,
    ]


class Property(_Data, frozen=True):
    """The whole property. ``settings`` override the profile's settings by name; ``on`` is the day it is judged on."""

    name: str
    profile: Literal["washington-commercial", "washington-tribal", "plain"]
    on: str
    day_starts: str = "06:00"
    zone: str = "America/Los_Angeles"
    settings: dict[str, Any] = {}
    tables: tuple[Table, ...] = ()
    jackpots: tuple[Jackpot, ...] = ()
    approvals: tuple[Approval, ...] = ()
    licences: tuple[Licence, ...] = ()
    promotions: tuple[Promotion, ...] = ()
    people: tuple[Person, ...] = ()

    def table(self, id: str) -> Table | None:
        """The table of that id, or nothing."""
        return next((table for table in self.tables if table.id == id), None)

    def jackpot(self, id: str) -> Jackpot | None:
        """The jackpot of that id, or nothing."""
        return next((jackpot for jackpot in self.jackpots if jackpot.id == id), None)


def read(data: Any) -> Property:
    """A property from plain data; a `msgspec.ValidationError` says what does not fit and where."""
    return msgspec.convert(data, Property)


def toml_of(text: str) -> dict[str, Any]:
    """The data of a TOML file that somebody wrote; whatever is none is one `tomllib.TOMLDecodeError`.

    A mark of the byte order, which some editors put first, is passed over.
    """
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except RecursionError as error:
        raise tomllib.TOMLDecodeError("it is nested too deep") from error
    except tomllib.TOMLDecodeError:
        raise
    except ValueError as error:
        raise tomllib.TOMLDecodeError("a number has too many digits") from error


def load(path: Path) -> Property:
    """The property in the TOML file ``path``; a `BadConfiguration` says what cannot be read, and where."""
    try:
        data = toml_of(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadConfiguration(
            f"{path} cannot be read: {error.strerror}", remedy="name the TOML file of a property"
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadConfiguration(f"{path} is no TOML: {error}", remedy="mend the file there") from error
    try:
        return read(days_as_texts(data))
    except msgspec.ValidationError as error:
        wrong = misfit(error, days_as_texts(data), Property)
        raise BadConfiguration(f"{path}: {wrong}", remedy=wrong.remedy) from error


def days_as_texts(data: Any) -> Any:
    """TOML writes days with and without quotes; a configuration holds them as texts."""
    if isinstance(data, dict):
        return {key: days_as_texts(value) for key, value in data.items()}
    if isinstance(data, list):
        return [days_as_texts(value) for value in data]
    return data.isoformat() if isinstance(data, (date, time)) else data
