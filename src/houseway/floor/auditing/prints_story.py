"""What a table was played with: every round under the prints that were fixed when it was opened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from houseway.floor.kinds import of_house, of_table
from houseway.floor.kinds.body import Signatures
from houseway.floor.kinds.edge import kind_of, read_as
from houseway.journal import Entry
from houseway.rulebook.fingerprints import play_of

FIXED = {"play": "other rules", "behaviour": "another behaviour", "program": "another program"}
"""What is fixed by an opening, and how it is said."""

Named: TypeAlias = Mapping[str, str | int | None]
"""What an entry names of that; what it does not name is nothing."""


class _Prints(msgspec.Struct, frozen=True):
    play: str | None = None
    behaviour: int | None = None
    program: str | None = None

    @property
    def named(self) -> Named:
        """By name."""
        return {"play": self.play, "behaviour": self.behaviour, "program": self.program}


class _Opened(Signatures, frozen=True, kw_only=True):
    prints: _Prints | UnsetType = UNSET


class _Upgraded(Signatures, frozen=True, kw_only=True):
    to: str
    prints: _Prints


class _Claimed(_Prints, frozen=True, kw_only=True):
    round: int


class _Ended(Signatures, frozen=True, kw_only=True):
    round: int
    record: _Record | UnsetType = UNSET


class _Record(_Prints, frozen=True):
    fingerprint: str | None = None


class PrintsStory:
    """One table's stream, entry by entry; each yields what does not fit the prints of its table.

    A table that release 0.1 opened has none: its rounds end as they were begun, and a later release begins one only
    when an upgrade is on record.
    """

    def __init__(self) -> None:
        self._fixed: Named | None = None
        self._begun: Named | None = None

    def check(self, entry: Entry) -> Iterator[str]:
        """What is wrong with one entry, in words."""
        kind = kind_of(entry, "table")
        if kind in (of_table.TableOpened, of_table.PrivateTableOpened):
            opened = read_as(entry, _Opened).prints
            self._fixed, self._begun = opened.named if opened else None, None
        elif kind in (of_house.TableClosed, of_house.QuickTableClosed):
            self._fixed, self._begun = None, None
        elif kind is of_table.TableUpgraded:
            yield from self._upgraded(read_as(entry, _Upgraded))
        elif kind is of_table.RoundBegun:
            yield from self._begins(read_as(entry, of_table.RoundBegun))
        elif kind is of_table.HitClaimed:
            claimed = msgspec.json.decode(entry.body, type=_Claimed)
            yield from self._differences(claimed.named, f"a hit of round {claimed.round} is locked")
        elif kind is of_table.RoundSettled:
            yield from self._ended(read_as(entry, _Ended), "settled")
        elif kind is of_table.RoundVoided:
            yield from self._ended(read_as(entry, _Ended), "voided")

    def _upgraded(self, body: _Upgraded) -> Iterator[str]:
        if not body.second:
            yield f"release {body.to} takes over, and one person alone put it on record"
        prints = body.prints.named
        for key in ("play", "behaviour"):
            if self._fixed is not None and prints[key] != self._fixed[key]:
                yield f"release {body.to} takes over with {FIXED[key]}, which only an opening may bring"
        self._fixed = prints

    def _begins(self, body: of_table.RoundBegun) -> Iterator[str]:
        found = {"play": body.fingerprint or None, "behaviour": body.behaviour, "program": body.program or None}
        if self._fixed is None and found["program"] is not None:
            yield f"release {body.release} begins a round at a table of release 0.1, and no upgrade is on record"
        yield from self._differences(found, f"round {body.round} begins")
        self._begun = found

    def _ended(self, body: _Ended, how: str) -> Iterator[str]:
        if body.record:
            found = {**body.record.named, "play": body.record.play or body.record.fingerprint}
            yield from self._differences(found, f"round {body.round} is {how}")
        self._begun = None

    def _differences(self, found: Named, what: str) -> Iterator[str]:
        """What is named and is not the table's; at a table of release 0.1, not what the round was begun with."""
        fixed = self._fixed
        if fixed is None:
            # 0.1 reckoned the fingerprint of a program in another way.
            fixed = {key: value for key, value in (self._begun or {}).items() if key != "program"}
        for key, name in FIXED.items():
            there, here = fixed.get(key), found.get(key)
            if there is not None and here is not None and _meant(here) != _meant(there):
                yield f"{what} under {name} than its table was opened with"


def _meant(value: str | int) -> str | int:
    return play_of(value) if isinstance(value, str) else value
