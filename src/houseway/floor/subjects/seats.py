"""Players at the table and their chips."""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from houseway.floor.bookkeeping.chips import PLAY_HOUSE, all_chips, bring, cash, check_player, chips_of, rack_of
from houseway.floor.command_streams import Known, Streams, its_table, its_table_and_chips
from houseway.floor.declaring import Cents, Command, Context, Decision, Draft, Entry, Shape, decides, folds, reply_of
from houseway.floor.floor_errors import NotPermitted, UnknownThing, WrongState
from houseway.floor.kinds import of_house, of_table
from houseway.floor.permission.controls import FLOOR, by
from houseway.floor.permission.people import ALLOWANCE, HOUSE, is_player
from houseway.floor.states import PLAYERS, PROPERTY, TableState, table_stream
from houseway.jackpots.jackpot_configuration import MICROS
from houseway.table.shown.shape_base import Sometimes

__all__ = ["BringChips", "GiveChips", "Leave", "LeaveAfterRound", "Sit"]


class Sit(Command, frozen=True, kw_only=True):
    """A player takes a seat and brings ``chips`` to the table, in cents; without a number all that there are."""

    table: str
    seat: int
    player: str
    chips: int | None = None


class SeatMoved(Shape, frozen=True):
    """Who sits or sat there, and the chips brought to the table or taken along, in cents."""

    seat: int
    player: str
    chips: Sometimes[Cents] = UNSET


@decides(
    by(*FLOOR, devices=("panel",), player=True),
    its_table_and_chips,
    SeatMoved,
    balances=lambda command, who: (chips_of(command.player),),
)
def sit(ctx: Context, command: Sit) -> Decision:
    """A player takes a free seat that no hand is played at, with chips from the purse."""
    state = ctx.open_table(command.table)
    check_player(command.player)
    if not 1 <= command.seat <= state.positions:
        raise UnknownThing(
            f"table {state.id} has no seat {command.seat}", remedy=f"seats run from 1 to {state.positions}"
        )
    taken = state.seated.get(str(command.seat))
    if taken is not None and taken != command.player:
        raise WrongState(f"seat {command.seat} of table {state.id} is taken", remedy="take a free seat")
    if command.player in state.seated.values():
        raise WrongState(f"{command.player} sits at table {state.id} already", remedy="leave that seat first")
    if is_player(ctx.who) and ctx.who != command.player:
        raise NotPermitted("nobody sits down for somebody else", remedy="sit down yourself")
    if state.live is not None and command.seat in state.live.seats:
        raise WrongState(
            f"somebody plays round {state.live.round} at seat {command.seat}", remedy="sit down when it is settled"
        )
    chips, brought = bring(ctx, state.id, command.player, command.chips)
    return _seated(ctx, state.id, of_table.SeatTaken(seat=command.seat, player=command.player, chips=chips), brought)


@folds(TableState, of_table.SeatTaken)
def _sat(state: TableState, body: of_table.SeatTaken, entry: Entry) -> None:
    state.seated[str(body.seat)] = body.player


class Leave(Command, frozen=True, kw_only=True):
    """A player gets up from a seat, between rounds, and takes the chips along."""

    table: str
    seat: int


@decides(
    by(*FLOOR, devices=("panel",), player=True),
    its_table_and_chips,
    SeatMoved,
    balances=lambda command, who: (rack_of(command.table, who),),
)
def leave(ctx: Context, command: Leave) -> Decision:
    """A player gets up between rounds, with whatever chips are left."""
    state = ctx.table(command.table)
    player = _sitting(ctx, state, command.seat, "name a seat that is taken", "leave your own seat")
    if state.table is not None and state.table.copy_of:
        raise WrongState(f"{state.id} is a private table", remedy="close it: its player goes with it")
    if state.live is not None and command.seat in state.live.seats:
        raise WrongState(
            f"seat {command.seat} is in round {state.live.round}", remedy="leave when the round is settled"
        )
    chips, cashed = cash(ctx, state.id, player)
    return _seated(ctx, state.id, of_table.SeatLeft(seat=command.seat, player=player, chips=chips), cashed)


@folds(TableState, of_table.SeatLeft)
def _left(state: TableState, body: of_table.SeatLeft, entry: Entry) -> None:
    state.seated.pop(str(body.seat), None)
    state.leaving = [seat for seat in state.leaving if seat != body.seat]


class LeaveAfterRound(Command, frozen=True, kw_only=True):
    """A player in the round gets up when it is over, whether still there or gone by then; or ``stays`` after all."""

    table: str
    seat: int
    stays: bool = False


class LeavingKnown(Shape, frozen=True):
    """Whether the player at the seat leaves when the round is over."""

    seat: int
    player: str
    leaving: bool


@decides(by(*FLOOR, devices=("panel",), player=True), its_table, LeavingKnown)
def leave_after_round(ctx: Context, command: LeaveAfterRound) -> Decision:
    """A player gets up when the round in progress is over, or takes that back; the hand is played on either way."""
    state = ctx.open_table(command.table)
    player = _sitting(ctx, state, command.seat, "sit down first", "leave your own seat")
    if state.live is None or command.seat not in state.live.seats:
        raise WrongState(f"seat {command.seat} of table {command.table} is in no round", remedy="leave at once")
    if command.stays != (command.seat in state.leaving):
        known = "leaves already" if not command.stays else "does not leave"
        raise WrongState(f"the player at seat {command.seat} {known}", remedy="nothing is to be done")
    body = of_table.LeavingNoted(seat=command.seat, player=player, leaving=not command.stays)
    return Decision([ctx.draft(table_stream(state.id), body)], reply_of(LeavingKnown, body))


@folds(TableState, of_table.LeavingNoted)
def _leaving_noted(state: TableState, body: of_table.LeavingNoted, entry: Entry) -> None:
    others = [seat for seat in state.leaving if seat != body.seat]
    state.leaving = [*others, body.seat] if body.leaving else others


class BringChips(Command, frozen=True, kw_only=True):
    """A player who sits brings more chips to the table, in cents; without a number all that there are."""

    table: str
    seat: int
    chips: int | None = None


@decides(by(*FLOOR, devices=("panel",), player=True), its_table_and_chips, SeatMoved)
def bring_chips(ctx: Context, command: BringChips) -> Decision:
    """A player who sits brings more chips from the purse."""
    state = ctx.open_table(command.table)
    player = _sitting(ctx, state, command.seat, "sit down first", "bring chips to your own seat")
    chips, brought = bring(ctx, state.id, player, command.chips)
    if not brought:
        raise WrongState(f"{player} has no chips to bring", remedy="ask for more play money")
    return _seated(ctx, state.id, of_table.ChipsBrought(seat=command.seat, player=player, chips=chips), brought)


def _sitting(ctx: Context, state: TableState, seat: int, taken: str, own: str) -> str:
    """Who sits at a seat, where nobody else asks; ``taken`` and ``own`` are what to do where that is not so."""
    player = state.seated.get(str(seat))
    if player is None:
        raise WrongState(f"nobody sits at seat {seat} of table {state.id}", remedy=taken)
    if is_player(ctx.who) and ctx.who != player:
        raise NotPermitted(f"{ctx.who} does not sit at seat {seat}", remedy=own)
    return player


def _seated(ctx: Context, table: str, body: of_table.AtSeat, chips: list[Draft]) -> Decision:
    """What happens at a seat, with the entry of the chips that come or go with it."""
    own = msgspec.structs.replace(body, with_=[PLAYERS]) if chips else body
    return Decision([ctx.draft(table_stream(table), own), *chips], reply_of(SeatMoved, body))


class GiveChips(Command, frozen=True, kw_only=True):
    """Play money, in cents, for a player."""

    player: str
    amount: int


class ChipsGiven(Shape, frozen=True):
    """Play money that was given, in cents."""

    player: str
    amount: Cents


def _purse(known: Known, command: GiveChips) -> Streams:
    return Streams((PLAYERS,), (PROPERTY,))


@decides(by("supervisor", "administrator", others=(HOUSE,)), _purse, ChipsGiven)
def give_chips(ctx: Context, command: GiveChips) -> Decision:
    """Play money for a player, into the purse."""
    check_player(command.player)
    if command.amount <= 0:
        raise WrongState(f"{command.amount} cents are no chips", remedy="give more than nothing")
    if ctx.who == HOUSE and all_chips(ctx, command.player) + command.amount > ALLOWANCE:
        raise NotPermitted(f"the house fills chips up to {ALLOWANCE} cents", remedy="play with those that are there")
    micros = command.amount * MICROS
    body = of_house.ChipsGiven(player=command.player, amount=command.amount)
    lines = ((chips_of(command.player), micros), (PLAY_HOUSE, -micros))
    return Decision([ctx.draft(PLAYERS, body, lines)], reply_of(ChipsGiven, body))
