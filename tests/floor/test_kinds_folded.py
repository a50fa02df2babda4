"""Which kinds of entries change a state, as an auditor would list them: no kind is forgotten, and none folds by chance.

The type checker finds a kind that is in no list here; the tests hold the lists to what is folded.
"""

from __future__ import annotations

from typing import assert_never, get_args

from houseway.floor.fold_registry import FOLDS
from houseway.floor.folding import FloorFold
from houseway.floor.kinds import of_house, of_jackpot, of_payment, of_table, of_table_money
from houseway.floor.kinds.body import Body
from houseway.floor.kinds.edge import KINDS, name_of
from houseway.floor.kinds.of_streams import JackpotBody, PlayersBody, TableBody
from houseway.floor.states import JackpotState, State, TableState

_OF_STREAMS = (of_table.__name__, of_table_money.__name__, of_jackpot.__name__)


def _changes_table(kind: type[TableBody]) -> bool:
    if issubclass(
        kind, of_table.ChipsBrought | of_table.ProcedureNoted | of_table.EdgesNoted | of_house.TableConfigured
    ):
        return False
    if issubclass(
        kind,
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
        | of_table.TablePaused
        | of_table.Tabulated
        | of_table.IndicatorsConfirmed
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
        | of_table_money.OpeningCounted
        | of_table_money.TableFilled
        | of_table_money.TableCredited
        | of_table_money.ClosingCounted
        | of_table_money.DropCounted
        | of_house.TableClosed
        | of_house.QuickTableClosed
        | of_house.ClockSetRight
        | of_jackpot.AmountPosted
        | of_jackpot.HitRejected
        | of_jackpot.JackpotStopped
        | of_jackpot.JackpotResumed,
    ):
        return True
    assert_never(kind)


def _changes_jackpot(kind: type[JackpotBody]) -> bool:
    if issubclass(kind, of_jackpot.ContributionVoided | of_jackpot.TransferredIn):
        return False
    if issubclass(
        kind,
        of_jackpot.JackpotBegun
        | of_jackpot.JackpotChanged
        | of_jackpot.AmountPosted
        | of_jackpot.HitLocked
        | of_jackpot.HitVerified
        | of_jackpot.HitPaid
        | of_jackpot.HitRejected
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
        | of_jackpot.Donated
        | of_jackpot.JackpotDayClosed
        | of_payment.SlipPrinted
        | of_payment.CheckCleared
        | of_payment.CheckVoided
        | of_house.JackpotClosed
        | of_house.ClockSetRight,
    ):
        return True
    assert_never(kind)


def _folded(state: type[State]) -> set[type[Body]]:
    assert FloorFold().start("property") is not None
    return {known.kind for known in FOLDS[state].values()}


def test_every_kind_in_the_stream_of_a_table_is_folded_or_changes_nothing() -> None:
    assert {kind for kind in get_args(TableBody) if _changes_table(kind)} == _folded(TableState)


def test_every_kind_in_the_stream_of_a_jackpot_is_folded_or_changes_nothing() -> None:
    assert {kind for kind in get_args(JackpotBody) if _changes_jackpot(kind)} == _folded(JackpotState)


def test_every_kind_of_a_table_and_a_jackpot_has_its_place_in_a_stream() -> None:
    placed = {*get_args(TableBody), *get_args(JackpotBody), *get_args(PlayersBody)}
    assert {kind for kind in KINDS if kind.__module__ in _OF_STREAMS} <= placed
    assert len({name_of(kind) for kind in get_args(TableBody)}) == len(get_args(TableBody))
