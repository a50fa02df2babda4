"""Entries of a table: opened and closed, played, counted, settled, out of order."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
from msgspec import UNSET, UnsetType

from houseway.compliance.configuration import Table
from houseway.floor.kinds.body import Answered, Body, ClaimedHit, LargeWin, Prints, Record, Speed
from houseway.floor.kinds.day_counts import DayCount
from houseway.floor.kinds.day_play import DayPlay
from houseway.floor.kinds.spelling import Says, micros, picture_words, row_name
from houseway.jackpots.jackpot_configuration import Jackpot
from houseway.rulebook.money import dollars


class Opening(Body, frozen=True, kw_only=True):
    """Play begins, with all that the table is played by until it closes."""

    table: Table
    jackpots: dict[str, Jackpot]
    positions: int = 0
    day: str = ""
    settings: dict[str, Any] | UnsetType = UNSET
    prints: Prints | UnsetType = UNSET


class TableOpened(Opening, frozen=True, kw_only=True):
    """Somebody who works here opens a table."""

    sentence = Says("Table {table.id} opens")


class PrivateTableOpened(Opening, frozen=True, kw_only=True):
    """A player opens a private table."""

    sentence = Says("Private table {table.id} opens")


class TableUpgraded(Body, frozen=True, kw_only=True):
    """An open table goes on under another release's program."""

    KIND: ClassVar[str] = "release-upgraded"

    from_release: str = msgspec.field(name="from", default="")
    to_release: str = msgspec.field(name="to")
    prints: Prints

    sentence = Says("Release {to_release} takes over from {from_release}")


class RoundBegun(Body, frozen=True, kw_only=True):
    """A round begins: who plays, whether real cards are keyed or read, which cards left the shoe before.

    ``behaviour``, ``fingerprint``, ``text``, ``program`` and ``release`` are what it is played with. ``dealer`` has
    signed on at the table, where somebody has.
    """

    round: int
    seats: list[int] = []
    keyed: bool = False
    before: list[str] = []
    behaviour: int | None = None
    fingerprint: str | UnsetType | None = UNSET
    text: str = ""
    program: str | UnsetType | None = UNSET
    release: str = ""
    reads: bool | UnsetType = UNSET
    dealer: str | UnsetType = UNSET

    sentence = Says("Round {round} begins with {seats:seats}<, dealt by {dealer}>")


class DealerSignedOn(Body, frozen=True, kw_only=True):
    """A dealer deals from now on, in the place of whoever was ``relieved``. ``round`` is the last one begun."""

    dealer: str
    relieved: str | UnsetType = UNSET
    round: int = 0

    sentence = Says("{dealer} signs on as dealer< and relieves {relieved}>")


class DealerSignedOff(Body, frozen=True, kw_only=True):
    """A dealer leaves the table. ``round`` is the last one begun."""

    dealer: str
    round: int = 0

    sentence = Says("{dealer} signs off")


class AnswersGiven(Body, frozen=True, kw_only=True):
    """Answers of the round in progress; ``closed`` has, by wager, why its spot took no chips.

    ``returned`` has, by wager, why it was refused and went back to the player while the others were placed.
    """

    KIND: ClassVar[str] = "answered"

    round: int
    answers: list[Answered] = []
    timed_out: bool | UnsetType = UNSET
    closed: dict[str, dict[str, str]] | UnsetType = UNSET
    returned: dict[str, dict[str, str]] | UnsetType = UNSET

    @property
    def sentence(self) -> str:
        late = ", by the clock" if self.timed_out else ""
        number = len(self.answers)
        return f"Round {self.round}: {number} {'answer' if number == 1 else 'answers'} given{late}"


class AnswerCorrected(Body, frozen=True, kw_only=True):
    """One answer was another: the first ``kept`` stand, and lines were ``reversed`` and ``posted`` anew."""

    round: int
    number: int = 0
    answer: Any = None
    was: Any = None
    kept: int = 0
    reason: str = ""
    reversed: list[dict[str, Any]] = []
    posted: list[dict[str, Any]] = []

    sentence = Says("Round {round}: answer {number} corrected, {reason}")


class LineCorrected(Body, frozen=True, kw_only=True):
    """A line of a settled round returned ``was`` cents and returns ``returned``.

    ``large`` is what was won by it, if surveillance must verify it anew, or nothing if it need not any more.
    """

    round: int
    line: int
    seat: int = 0
    wager: str = ""
    was: int = 0
    returned: int
    reason: str = ""
    large: int | UnsetType = UNSET

    sentence = Says(
        "Round {round}, line {line}: {wager} of seat {seat} corrected from {was:dollars} to {returned:dollars}, "
        "{reason}"
    )


class AtSeat(Body, frozen=True, kw_only=True):
    """Somebody at a seat, with chips in cents."""

    seat: int
    player: str = ""
    chips: int = 0


class SeatTaken(AtSeat, frozen=True, kw_only=True):
    """A player sits down."""

    sentence = Says("{player} sits down at seat {seat}")


class SeatLeft(AtSeat, frozen=True, kw_only=True):
    """A player gets up."""

    sentence = Says("{player} leaves seat {seat}")


class LeavingNoted(AtSeat, frozen=True, kw_only=True):
    """A player leaves when the round is over, or stays after all (not ``leaving``)."""

    leaving: bool = True

    @property
    def sentence(self) -> str:
        return f"{self.player} {'leaves' if self.leaving else 'keeps'} seat {self.seat} after this round"


class SpeedChosen(Body, frozen=True, kw_only=True):
    """How fast a private table is dealt from now on."""

    speed: Speed

    sentence = Says("The table is dealt at {speed} speed")


class ChipsBrought(AtSeat, frozen=True, kw_only=True):
    """A player who sits brings more chips."""

    sentence = Says("{player} brings {chips:dollars} of play money to seat {seat}")


class ProcedureNoted(Body, frozen=True, kw_only=True):
    """The dealer did what a clause asks and no answer shows."""

    clause: str
    text: str = ""
    round: int = 0

    sentence = Says("Done as {clause} says: {text}")


class TablePaused(Body, frozen=True, kw_only=True):
    """The table waits, or goes on."""

    paused: bool
    reason: str = ""
    round: int = 0

    @property
    def sentence(self) -> str:
        return "The table waits" if self.paused else "The table goes on"


class Tabulated(Body, frozen=True, kw_only=True):
    """The press: positions by sensor. ``clears``: it only put out what the press before it had lit."""

    round: int
    picture: dict[str, list[int]]
    manual: bool | UnsetType = UNSET
    clears: bool | UnsetType = UNSET

    @property
    def sentence(self) -> str:
        how = "entered by hand" if self.manual else "tabulated"
        return f"Round {self.round} {how}: {picture_words(self.picture) or 'no wager'}"


class IndicatorsConfirmed(Body, frozen=True, kw_only=True):
    """The indicators were held against the chips; where they ``differ``, what was done."""

    round: int = 0
    differ: dict[str, list[int]] | UnsetType = UNSET
    resolved: str | UnsetType = UNSET

    @property
    def sentence(self) -> str:
        if self.differ:
            where = picture_words(self.differ)
            return f"Round {self.round}: indicators and chips differ at {where}; {self.resolved}"
        return f"Round {self.round}: indicators agree with the chips"


class EdgesNoted(Body, frozen=True, kw_only=True):
    """Chips that came late or were lifted."""

    round: int
    edges: list[dict[str, Any]] = []

    sentence = Says("Round {round}: {edges:number} late or lifted chips noted")


class RoundSettled(Body, frozen=True, kw_only=True):
    """A round is over: its record, and by wager the cents staked, returned and paid from meters.

    ``large`` are lines for surveillance, ``held`` the lines whose prize waits, by hit, ``players`` who sat where.
    """

    round: int
    money: dict[str, list[int]] = {}
    record: Record
    large: list[LargeWin] | UnsetType = UNSET
    held: dict[str, int] | UnsetType = UNSET
    players: dict[str, str] | UnsetType = UNSET

    @property
    def sentence(self) -> str:
        staked, returned = (sum(sums[place] for sums in self.money.values()) for place in (0, 1))
        large = f"; over the surveillance threshold: {len(self.large)}" if self.large else ""
        return f"Round {self.round} settled: {dollars(staked)} staked, {dollars(returned)} returned{large}"


class WinVerified(Body, frozen=True, kw_only=True):
    """Surveillance has verified a win."""

    round: int
    seat: int
    wager: str
    amount: int = 0
    recording: str = ""
    player: str = ""

    sentence = Says(
        "Round {round}: surveillance verified {amount:dollars} of seat {seat} on {wager}, recording {recording}"
        "<, player {player}>"
    )


class RoundVoided(Body, frozen=True, kw_only=True):
    """A round is void: cents given back by wager, and micros of the contribution paid by the house, by jackpot."""

    round: int
    reason: str = ""
    clause: str | None = None
    returned: dict[str, int] = {}
    borne: dict[str, int] = {}
    record: Record | UnsetType = UNSET

    @property
    def sentence(self) -> str:
        clause = f" [{self.clause}]" if self.clause else ""
        back = ", ".join(f"{dollars(cents)} {wager}" for wager, cents in self.returned.items() if cents)
        borne = sum(self.borne.values())
        house = f"; {micros(borne)} of the contribution is paid by the house" if borne else ""
        return f"Round {self.round} void: {self.reason}{clause}{f'; given back: {back}' if back else ''}{house}"


class HitClaimed(Body, frozen=True, kw_only=True):
    """Rows of jackpots were hit: the amounts of all meters at the lock, in cents, and the hits."""

    round: int
    amounts: dict[str, int] = {}
    hits: list[ClaimedHit]
    cards: str = ""
    play: str | UnsetType = UNSET
    program: str | UnsetType = UNSET

    @property
    def sentence(self) -> str:
        hits = ", ".join(
            f"{row_name(hit.event)} at position {hit.seat} for {dollars(hit.amount)} ({hit.id})" for hit in self.hits
        )
        return f"Round {self.round}: {hits} claimed"


class PrizeGiven(Body, frozen=True, kw_only=True):
    """The prize of a settled line that waited for its hit, in cents, with the player's chips now, if one played."""

    hit: str
    round: int
    line: int
    player: str | None
    amount: int

    sentence = Says("The prize of hit {hit}, {amount:dollars}, is with line {line}< of {player}> now")


class EquipmentFailed(Body, frozen=True, kw_only=True):
    """The jackpot equipment is out of order."""

    what: str
    round: int = 0
    malfunction: str = ""

    sentence = Says("Equipment out of order after round {round}: {what}")


class EquipmentRestored(Body, frozen=True, kw_only=True):
    """It works again."""

    how: str = ""
    was: str = ""
    round: int = 0

    sentence = Says("Equipment works again ({was}): {how}")


class DisplayFailed(Body, frozen=True, kw_only=True):
    """A display is out, and the printed page in its place."""

    display: str
    what: str = ""
    malfunction: str = ""

    sentence = Says("Display {display} out, the printed page in its place: {what}")


class DisplayRestored(Body, frozen=True, kw_only=True):
    """The display shows again."""

    display: str

    sentence = Says("Display {display} shows again")


class CounterRead(Body, frozen=True, kw_only=True):
    """The table's counter was read; ``variance`` is what it says more than was counted."""

    reading: int
    before: int = 0
    difference: int = 0
    expected: int = 0
    variance: int = 0

    @property
    def sentence(self) -> str:
        off = f", {self.variance:+,} from what was counted" if self.variance else ", as counted"
        return f"Counter read at {self.reading:,}, {self.difference:,} since the last reading{off}"


class ReadingExplained(Body, frozen=True, kw_only=True):
    """A reading that differed is explained; the counter goes on, off by ``shift``."""

    reading: int = 0
    expected: int = 0
    variance: int = 0
    shift: int | UnsetType = UNSET
    explanation: str = ""

    sentence = Says("Counter read at {reading:,} where {expected:,} was counted, explained: {explanation}")


class CounterReplaced(Body, frozen=True, kw_only=True):
    """A new counter; release 0.1 held the ``old`` one's last reading against nothing."""

    old: int = 0
    new: int
    before: int = 0
    expected: int | UnsetType = UNSET
    variance: int | UnsetType = UNSET
    offset: int
    battery: str | None = None
    reason: str = ""

    sentence = Says(
        "Counter replaced: the old one ended at {old:,}, the new begins at {new:,}"
        "<, {variance:+,} from what was counted><, battery of {battery}>; {reason}"
    )


class TableDayClosed(Body, frozen=True, kw_only=True):
    """A table's figures at the close of a gaming day; ``round`` was in progress then, or 0.

    ``play`` is what was played that day by hour, wager and position; closes of earlier releases have none.
    ``money`` is what the table's tray, drops and wins have moved by then, in micros by account, and ``moved`` what its
    wagers have moved of jackpots. ``counts`` is what was counted that day, and ``noted`` has the numbers of its entries
    that reports look for: openings, closings, readings, failures and repairs.
    """

    KIND: ClassVar[str] = "day-closed"

    day: str = ""
    cut: int | UnsetType = UNSET
    rounds: int = 0
    voided: int = 0
    round: int = 0
    counters: dict[str, list[int]] = {}
    play: list[DayPlay] | UnsetType = UNSET
    money: dict[str, int] | UnsetType = UNSET
    counts: list[DayCount] | UnsetType = UNSET
    noted: list[int] | UnsetType = UNSET
    moved: dict[str, int] | UnsetType = UNSET

    sentence = Says("Day {day} closed after {rounds} rounds in all, {voided} of them void")
