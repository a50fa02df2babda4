"""Which kinds of entries stand in which stream, as unions: whoever matches on one must name every kind of it.

`assert_never` at the end of a match lets the type checker find a kind that was added and forgotten.
"""

from __future__ import annotations

from typing import TypeAlias

from houseway.floor.kinds import of_house, of_jackpot, of_payment, of_table, of_table_money
from houseway.floor.kinds.edge import Unknown, read
from houseway.journal import Entry

TableBody: TypeAlias = (
    of_table.TableOpened
    | of_table.PrivateTableOpened
    | of_table.TableUpgraded
    | of_table.RoundBegun
    | of_table.DealerSignedOn
    | of_table.DealerSignedOff
    | of_table.AnswersGiven
    | of_table.AnswerCorrected
    | of_table.LineCorrected
    | of_table.SeatTaken
    | of_table.SeatLeft
    | of_table.LeavingNoted
    | of_table.SpeedChosen
    | of_table.ChipsBrought
    | of_table.ProcedureNoted
    | of_table.TablePaused
    | of_table.Tabulated
    | of_table.IndicatorsConfirmed
    | of_table.EdgesNoted
    | of_table.RoundSettled
    | of_table.WinVerified
    | of_table.RoundVoided
    | of_table.HitClaimed
    | of_table.PrizeGiven
    | of_table.EquipmentFailed
    | of_table.EquipmentRestored
    | of_table.DisplayFailed
    | of_table.DisplayRestored
    | of_table.CounterRead
    | of_table.ReadingExplained
    | of_table.CounterReplaced
    | of_table.TableDayClosed
    | of_table_money.TrayBody
    | of_house.TableConfigured
    | of_house.TableClosed
    | of_house.QuickTableClosed
    | of_house.ClockSetRight
    | of_jackpot.AmountPosted
    | of_jackpot.HitRejected
    | of_jackpot.JackpotStopped
    | of_jackpot.JackpotResumed
)
"""What the stream of a table holds."""

JackpotBody: TypeAlias = (
    of_jackpot.JackpotBegun
    | of_jackpot.JackpotChanged
    | of_jackpot.AmountPosted
    | of_jackpot.HitLocked
    | of_jackpot.HitVerified
    | of_jackpot.HitPaid
    | of_jackpot.HitRejected
    | of_jackpot.ContributionVoided
    | of_jackpot.MeterAdjusted
    | of_jackpot.SeedRecovered
    | of_jackpot.UndisplayedBooked
    | of_jackpot.Deposited
    | of_jackpot.Withdrawn
    | of_jackpot.StatementRead
    | of_jackpot.DifferenceExplained
    | of_jackpot.Seized
    | of_jackpot.JackpotStopped
    | of_jackpot.JackpotResumed
    | of_jackpot.RemovalAnnounced
    | of_jackpot.TransferredOut
    | of_jackpot.TransferredIn
    | of_jackpot.Donated
    | of_jackpot.JackpotDayClosed
    | of_payment.SlipPrinted
    | of_payment.CheckCleared
    | of_payment.CheckVoided
    | of_house.JackpotClosed
    | of_house.ClockSetRight
)
"""What the stream of a jackpot holds."""

PlayersBody: TypeAlias = of_house.ChipsGiven | of_house.ChipsMoved | of_house.ChipsCashed
"""What the stream of the players' chips holds."""


def read_at_table(entry: Entry) -> TableBody | Unknown:
    """What an entry of a table's stream says; a kind that has no place there is `Unknown`."""
    body = read(entry, "table")
    return body if isinstance(body, TableBody) else Unknown()


def read_at_jackpot(entry: Entry) -> JackpotBody | Unknown:
    """What an entry of a jackpot's stream says; a kind that has no place there is `Unknown`."""
    body = read(entry, "jackpot")
    return body if isinstance(body, JackpotBody) else Unknown()


def read_of_players(entry: Entry) -> PlayersBody | Unknown:
    """What an entry of the players' stream says; a kind that has no place there is `Unknown`."""
    body = read(entry, "players")
    return body if isinstance(body, PlayersBody) else Unknown()
