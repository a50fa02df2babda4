"""The file of operations: who hears of alarms, and which copies are made. What the room needs to play is not in it.

It is read when a server starts. Passwords and secrets stand in files of their own, which only the server's login reads.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import msgspec

from houseway.compliance.configuration import DEPARTMENTS, toml_of
from houseway.operations.operations_errors import BadOperations
from houseway.rulebook.plain_words import misfit

Tone = Literal["alarm", "warn", "info"]
TONES: tuple[Tone, ...] = ("alarm", "warn", "info")
"""How pressing something is, the most pressing first."""


class _Data(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """Base: kebab-case in the file, nothing unknown."""


class Mail(_Data, frozen=True, kw_only=True):
    """The mail server that messages are given to."""

    host: str
    port: int = 587
    security: Literal["starttls", "tls", "none"] = "starttls"
    login: str = ""
    password_file: Path | None = None
    sender: str


class Hears(_Data, frozen=True, kw_only=True):
    """Somebody who is told: of what concerns these ``roles``, from ``least`` on, by mail or at a webhook."""

    roles: tuple[str, ...]
    least: Tone = "alarm"
    mail: str = ""
    webhook: str = ""
    secret_file: Path | None = None

    @property
    def called(self) -> str:
        """The receiver by name: the address, or the host of a webhook, whose path may hold a secret."""
        return self.mail or f"webhook {urlsplit(self.webhook).hostname}"


class Backup(_Data, frozen=True, kw_only=True):
    """Copies: every so many hours into ``folder``; which are kept; where seals are copied to besides.

    Of copies older than ``days`` the last of each week is kept for so many ``weeks``, then the last of each month for
    so many ``months``. ``rehearse`` is how many days apart a copy is brought back and verified; 0 for never.
    """

    folder: Path
    every_hours: int = 6
    days: int = 14
    weeks: int = 8
    months: int = 24
    seals_to: Path | None = None
    rehearse: int = 7


class Operations(_Data, frozen=True, kw_only=True):
    """All of it. ``address`` is where browsers find the room, for links in messages."""

    address: str = ""
    mail: Mail | None = None
    hears: tuple[Hears, ...] = ()
    backup: Backup | None = None


def read_operations(path: Path) -> Operations:
    """The file at ``path``, checked; a `BadOperations` says what is wrong where."""
    try:
        data = toml_of(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadOperations(
            f"{path} cannot be read: {error.strerror}", remedy="name a file that this login may read"
        ) from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadOperations(f"{path.name} is no TOML: {error}", remedy="mend that line") from error
    try:
        found = msgspec.convert(data, Operations, dec_hook=_path, strict=True)
    except msgspec.ValidationError as error:
        wrong = misfit(error, data, Operations)
        raise BadOperations(f"{path.name}: {wrong}", remedy=f"{wrong.remedy}: see docs/room.md") from error
    for hears in found.hears:
        _check_receiver(hears, found)
    _check_backup(found.backup)
    return found


def _path(kind: type, value: object) -> object:
    if kind is Path and isinstance(value, str):
        return Path(value)
    raise NotImplementedError


def _check_receiver(hears: Hears, found: Operations) -> None:
    unknown = sorted(set(hears.roles) - DEPARTMENTS.keys())
    if unknown or not hears.roles:
        what = f"there is no role {unknown[0]!r}" if unknown else "a receiver has no roles"
        raise BadOperations(what, remedy=f"name some of {', '.join(sorted(DEPARTMENTS))}")
    if bool(hears.mail) == bool(hears.webhook):
        raise BadOperations("a receiver has a mail address or a webhook, one of them", remedy="write two receivers")
    if hears.mail and found.mail is None:
        raise BadOperations(f"{hears.mail} is to get mail, and no server for it is named", remedy="add [mail]")
    if hears.webhook and urlsplit(hears.webhook).scheme not in ("http", "https"):
        raise BadOperations("a webhook begins with https:// or http://", remedy="write its whole address")
    if any(character in hears.mail for character in "\r\n"):
        raise BadOperations("a mail address is one line", remedy="write the address alone")


def _check_backup(backup: Backup | None) -> None:
    if backup is None:
        return
    if backup.every_hours < 1 or backup.days < 1 or min(backup.weeks, backup.months, backup.rehearse) < 0:
        raise BadOperations(
            "copies are made every hour at most, and kept for a day at least", remedy="give whole numbers from 1 up"
        )
    for folder in (backup.folder, backup.seals_to):
        if folder is not None and not folder.is_dir():
            raise BadOperations(f"there is no folder {folder}", remedy="make it first, or name another")
