"""What a table's journal says beyond its state, for the dealer's console: ticks, corrections, the last round."""

from __future__ import annotations

from collections import Counter

import msgspec

from houseway.floor.decoding import as_known
from houseway.floor.kinds import of_table
from houseway.floor.kinds.body import Answered, ClaimedHit, Record
from houseway.floor.kinds.edge import read
from houseway.floor.kinds.of_jackpot import HitRejected
from houseway.floor.reply_shapes import reply_of
from houseway.journal import Entry
from houseway.table.lines import Line
from houseway.table.shown.line_sentences import corrected_line
from houseway.web.console.console_shapes import Corrected
from houseway.web.console.take_and_pay import Standing


class Ended(msgspec.Struct):
    """A round that is over: its lines as they stand, and as they were ``settled``."""

    round: int
    void: str | None
    lines: list[Line]
    settled: list[Line]
    wagers: dict[str, dict[str, int]]
    corrected: list[Corrected] = []


class Noted:
    """A table as its entries tell it, followed one by one.

    ``before`` are the answers that stood before the last corrections, until another answer is given: what the dealer
    had done by then was done by them. ``last`` is the last round as it stands, lines corrected since included.
    """

    def __init__(self) -> None:
        self.number = 0
        self._open()

    def _open(self) -> None:
        self.ever: set[str] = set()
        self.ticks: Counter[str] = Counter()
        self.last: Ended | None = None
        self.seats: list[int] = []
        self.before: list[Answered] | None = None
        self._answers: list[Answered] = []
        self._pressed: of_table.Tabulated | None = None
        self._confirmed = False
        self._hits: dict[str, ClaimedHit] = {}
        self._held: dict[str, int] = {}
        self._paid: set[int] = set()
        self._collected = False

    def take(self, entry: Entry) -> None:
        """Follow an entry of the table."""
        self.number = entry.number
        match read(entry):
            case of_table.Opening():
                self._open()
            case of_table.RoundBegun() as begun:
                self.ticks = Counter()
                self.seats = begun.seats
                self._answers, self.before = [], None
            case of_table.ProcedureNoted() as noted:
                self.ticks[noted.clause] += 1
                self.ever.add(noted.clause)
            case of_table.AnswersGiven() as given:
                self._answers += given.answers
                self.before = None
            case of_table.AnswerCorrected() as corrected:
                self._corrected(corrected)
            case of_table.Tabulated() as press:
                self._pressed, self._confirmed, self._hits = press, False, {}
            case of_table.IndicatorsConfirmed():
                self._confirmed = True
            case of_table.HitClaimed() as claimed:
                self._hits |= {hit.id: hit for hit in claimed.hits}
            case of_table.RoundSettled() as settled:
                self._ended(settled.round, settled.record, settled.held or {})
            case of_table.RoundVoided() as voided:
                self._ended(voided.round, voided.record or {}, {}, voided.reason)
            case of_table.LineCorrected() as line:
                self._line(line)
            case of_table.PrizeGiven() as prize if prize.hit in self._held:
                self._paid.add(self._held[prize.hit])
            case HitRejected() as rejected:
                self._held.pop(rejected.hit, None)

    def _corrected(self, body: of_table.AnswerCorrected) -> None:
        if self.before is None:
            self.before = list(self._answers)
        kept = self._answers[: body.kept]
        if body.number <= len(kept):
            kept[body.number - 1] = msgspec.structs.replace(kept[body.number - 1], answer=body.answer)
        self._answers = kept

    def _ended(self, round_: int, record: Record, held: dict[str, int], void: str | None = None) -> None:
        pressed = self._pressed
        counted = pressed is not None and pressed.round == round_ and not pressed.manual
        self._collected = counted and self._confirmed
        self._held, self._paid = dict(held), set()
        lines = as_known(record.get("lines", []), list[Line])
        self.last = Ended(
            round=round_,
            void=void,
            lines=list(lines),
            settled=lines,
            wagers={str(seat["seat"]): seat["wagers"] for seat in record.get("seats", [])},
        )

    def _line(self, body: of_table.LineCorrected) -> None:
        last = self.last
        if last is None or body.round != last.round:
            return
        last.corrected.append(reply_of(Corrected, body))
        if 1 <= body.line <= len(last.lines):
            last.lines[body.line - 1] = corrected_line(last.settled[body.line - 1], body.returned)

    @property
    def stood(self) -> Standing:
        """How the lines of the last round stand: with the tray and the prizes as they were in that round."""
        prizes = {line: self._hits[hit].amount for hit, line in self._held.items() if hit in self._hits}
        return Standing(self._collected, prizes, paid=self._paid)
