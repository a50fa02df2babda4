"""The rounds of a table, read press by press from its entries: of the day that is closed just now, and of days that an
earlier release closed."""

from __future__ import annotations

import msgspec

from houseway.floor.kinds.edge import kind_of, read_as
from houseway.floor.kinds.of_house import QuickTableClosed, TableClosed
from houseway.floor.kinds.of_table import PrivateTableOpened, RoundSettled, RoundVoided, TableOpened, Tabulated
from houseway.floor.states import table_stream
from houseway.journal import Entry
from houseway.reports.floor.period import Period
from houseway.reports.floor.reading import Reader, round_of


class Press(msgspec.Struct):
    """One round as it was counted: when, the positions of each sensor, by hand or not, and whether it was voided."""

    table: str
    at: int
    round: int
    counted: dict[str, tuple[int, ...]]
    manual: bool = False
    voided: bool = False

    @property
    def wagers(self) -> int:
        """Wagers counted in it."""
        return sum(map(len, self.counted.values()))


class Play(msgspec.Struct):
    """What a table did in the period: its rounds, and for how long it was open, in microseconds.

    ``before`` are rounds of an earlier period that were voided in this one, and ``in_progress`` the round that was not
    over when it ended, or 0: it is of this period, whatever became of it later.
    """

    rounds: list[Press]
    open: int
    before: list[Press] = []
    in_progress: int = 0


def play_of(reader: Reader, table: str) -> Play:
    """The rounds of ``table`` that began in the period, and how long it was open.

    What is said of a period never changes: a round that is voided after it ended is voided in the next.
    """
    stream = table_stream(table)
    first, end = reader.span(stream)
    rounds: list[Press] = []
    before: list[Press] = []
    clock = OpenClock(reader.period, reader.wanted.now)
    current = reader.open_round(table, first)
    for entry in reader.read(stream, first, end):
        # Records are large: a round that is over is looked at without decoding its own.
        kind = kind_of(entry)
        if kind is Tabulated:
            rounds.append(_press(table, entry))
            current = rounds[-1].round
            clock.played()
        elif kind in (RoundSettled, RoundVoided):
            round_ = round_of(entry)
            if round_ != current:
                # A table without sensors: a round is known when it is over.
                rounds.append(Press(table, entry.at, round_, {}))
            if kind is RoundVoided:
                if rounds and rounds[-1].round == round_:
                    rounds[-1].voided = True
                else:
                    before.append(_pressed(reader, table, stream, first, round_))
            current = None
            clock.played()
        elif kind in (TableOpened, PrivateTableOpened):
            clock.opened(entry.at)
        elif kind in (TableClosed, QuickTableClosed):
            clock.closed(entry.at)
    # With the tabulator alone a round is over with its press.
    alone = reader.property.tables.get(table)
    in_progress = current if current is not None and (alone is None or alone.cards != "none") else 0
    return Play(rounds, clock.total(), before, in_progress)


def _pressed(reader: Reader, table: str, stream: str, end: int, round_: int) -> Press:
    """The press of a round before entry ``end``."""
    for entry in reader.backwards(stream, end):
        if kind_of(entry) is Tabulated and round_of(entry) == round_:
            press = _press(table, entry)
            press.voided = True
            return press
    return Press(table, 0, round_, {}, voided=True)


def _press(table: str, entry: Entry) -> Press:
    counted = {bank.rpartition("/")[2]: positions for bank, positions in entry.counted}
    press = read_as(entry, Tabulated)
    return Press(table, entry.at, press.round, counted, manual=bool(press.manual))


class OpenClock:
    """How long a table was open within a period, from what is seen of it there, in order of time."""

    def __init__(self, period: Period, now: int) -> None:
        self.since: int | None = None
        self.known = False
        self.sum = 0
        self.start = period.start
        self.end = max(period.start, min(period.stop, now))

    def played(self) -> None:
        """A round: it is open."""
        if not self.known:
            self.known, self.since = True, self.start

    def opened(self, at: int) -> None:
        """It was opened."""
        self.known, self.since = True, at

    def closed(self, at: int) -> None:
        """It was closed."""
        since = self.since if self.known else self.start
        self.known = True
        if since is not None:
            self.sum += at - since
        self.since = None

    def total(self) -> int:
        """The microseconds that it was open."""
        return self.sum + (max(0, self.end - self.since) if self.since is not None else 0)
