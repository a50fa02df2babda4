"""What the bodies of all entries have in common, and the records that several kinds hold."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

Record: TypeAlias = dict[str, Any]
"""The record of a round, as ``docs/round-record.md`` has it (`houseway.table.records.record`)."""


class NewDay(msgspec.Struct, frozen=True):
    """The gaming day that begins with an entry, and the moment at which it is over."""

    day: str
    ends: int


class Signatures(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """What an entry of any kind may say: who signed it, where else its command wrote, and that a day begins.

    ``second`` is the second person; ``named`` are those of the two who were only named at a terminal and did not sign
    (``signed`` says so). ``with_`` names the other streams that the command wrote to. ``new_day`` stands in the first
    entry of a gaming day in the stream of a table or a jackpot.
    """

    KIND: ClassVar[str] = ""

    second: str | UnsetType | None = UNSET
    signed: str | UnsetType = UNSET
    named: list[str] | UnsetType = UNSET
    with_: list[str] | UnsetType = msgspec.field(name="with", default=UNSET)
    new_day: NewDay | UnsetType = UNSET

    @property
    def beside(self) -> str:
        """The second person, or nothing."""
        return self.second or ""

    def signers(self, who: str) -> list[str]:
        """Those who gave the command, ``who`` first."""
        return [who, self.second] if self.second else [who]


class Body(Signatures, frozen=True, kw_only=True):
    """What an entry says happened. Its kind is the name of its class: `RoundSettled` is ``round-settled``.

    A field without a default was there from the first release on. One with a default is always written and may be
    missing in older entries; one that is ``UNSET`` by default is written only where it says something. Fields are only
    ever added, with a default, and never change what they mean.
    """

    @property
    @abstractmethod
    def sentence(self) -> str:
        """What happened, in words that an auditor can read: mostly `houseway.floor.kinds.spelling.Says`.

        The type checker finds a kind that has none.
        """


class Prints(msgspec.Struct, frozen=True):
    """What a table is played with: fingerprints of play, text and program, behaviour number and release."""

    play: str
    text: str
    program: str
    behaviour: int
    release: str


Speed = Literal["slow", "normal", "fast"]
"""How fast a private table is dealt."""


class Answered(msgspec.Struct):
    """One answer of a live round: from whom, what, and the nonce that the cards after it are drawn from."""

    who: int | str
    answer: Any
    chance: str = ""


class Leaving(msgspec.Struct, frozen=True):
    """Progressives that leave a table, for which reason, by which clause and, where one orders it, which paper."""

    progressives: list[str]
    reason: str
    clause: str
    document: str | UnsetType = UNSET


class LargeWin(msgspec.Struct, frozen=True, array_like=True):
    """A line of a settled round that surveillance must verify; release 0.1 did not number it."""

    seat: int
    wager: str
    net: int
    line: int = 0


class ClaimedHit(msgspec.Struct, frozen=True):
    """A hit as its table knows it. Amounts are cents; release 0.1 wrote neither ``row`` nor ``meter``."""

    id: str
    amount: int = 0
    jackpot: str = ""
    seat: int = 0
    wager: str = ""
    event: str = ""
    bare: bool = False
    row: str = ""
    meter: int = 0


class HeldHit(msgspec.Struct, frozen=True, rename="kebab"):
    """A hit as its jackpot locks it: see `houseway.floor.states.Hit`, which follows it until it is closed."""

    id: str
    row: str
    amount: int
    meter: int
    house: int
    two: bool
    jackpot: str = ""
    table: str = ""
    round: int = 0
    seat: int = 0
    wager: str = ""
    event: str = ""
    pays: str = ""
    full: bool = False
    bare: bool = False
    brought_by: int | None = None
    cards: str = ""
    reseeded: dict[str, int] | UnsetType = UNSET
