"""Players at the table and their chips, what the dealer notes besides, and lines corrected after the close."""

from __future__ import annotations

import msgspec

from houseway.errors import NotPermitted, UnknownThing, WrongState
from houseway.floor import commands as c
from houseway.floor.chips import PLAY_HOUSE, all_chips, bring, cash, check_player, chips_for, chips_of
from houseway.floor.context import Context
from houseway.floor.kinds import of_house, of_table
from houseway.floor.people import ALLOWANCE, HOUSE, is_player
from houseway.floor.settled import standing_lines
from houseway.floor.states import PLAYERS, Stood, TableState, table_stream
from houseway.floor.surveillance import THRESHOLD
from houseway.jackpots.jackpot_configuration import MICROS
from houseway.journal import Decision, Draft
from houseway.registry import game


def sit(ctx: Context, command: c.Sit) -> Decision:
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
        raise NotPermitted("nobody sits down for somebody else")
    if state.live is not None and command.seat in state.live.seats:
        raise WrongState(
            f"somebody plays round {state.live.round} at seat {command.seat}", remedy="sit down when it is settled"
        )
    chips, brought = bring(ctx, state.id, command.player, command.chips)
    return _seated(ctx, state.id, of_table.SeatTaken(seat=command.seat, player=command.player, chips=chips), brought)


def leave(ctx: Context, command: c.Leave) -> Decision:
    """A player gets up between rounds, with whatever chips are left."""
    state = ctx.table(command.table)
    player = state.seated.get(str(command.seat))
    if player is None:
        raise WrongState(f"nobody sits at seat {command.seat} of table {command.table}")
    if is_player(ctx.who) and ctx.who != player:
        raise NotPermitted(f"{ctx.who} does not sit at seat {command.seat}")
    if state.live is not None and command.seat in state.live.seats:
        raise WrongState(
            f"seat {command.seat} is in round {state.live.round}", remedy="leave when the round is settled"
        )
    chips, cashed = cash(ctx, state.id, player)
    return _seated(ctx, state.id, of_table.SeatLeft(seat=command.seat, player=player, chips=chips), cashed)


def bring_chips(ctx: Context, command: c.BringChips) -> Decision:
    """A player who sits brings more chips from the purse."""
    state = ctx.open_table(command.table)
    player = state.seated.get(str(command.seat))
    if player is None:
        raise WrongState(f"nobody sits at seat {command.seat} of table {command.table}", remedy="sit down first")
    if is_player(ctx.who) and ctx.who != player:
        raise NotPermitted(f"{ctx.who} does not sit at seat {command.seat}", remedy="bring chips to your own seat")
    chips, brought = bring(ctx, state.id, player, command.chips)
    if not brought:
        raise WrongState(f"{player} has no chips to bring", remedy="ask for more play money")
    return _seated(ctx, state.id, of_table.ChipsBrought(seat=command.seat, player=player, chips=chips), brought)


def _seated(ctx: Context, table: str, body: of_table.AtSeat, chips: list[Draft]) -> Decision:
    """What happens at a seat, with the entry of the chips that come or go with it."""
    own = msgspec.structs.replace(body, with_=[PLAYERS]) if chips else body
    return Decision([ctx.draft(table_stream(table), own), *chips], body)


def give_chips(ctx: Context, command: c.GiveChips) -> Decision:
    """Play money for a player, into the purse."""
    check_player(command.player)
    if command.amount <= 0:
        raise WrongState(f"{command.amount} cents are no chips", remedy="give more than nothing")
    if ctx.who == HOUSE and all_chips(ctx, command.player) + command.amount > ALLOWANCE:
        raise NotPermitted(f"the house fills chips up to {ALLOWANCE} cents", remedy="play with those that are there")
    micros = command.amount * MICROS
    body = of_house.ChipsGiven(player=command.player, amount=command.amount)
    lines = ((chips_of(command.player), micros), (PLAY_HOUSE, -micros))
    return Decision([ctx.draft(PLAYERS, body, lines)], body)


def note_step(ctx: Context, command: c.NoteStep) -> Decision:
    """The dealer did what a clause asks and no answer shows: a deck inspected, washed, cut."""
    state = ctx.open_table(command.table)
    assert state.table is not None
    edition = game(state.table.game).edition(state.table.edition)
    text = edition.clause(command.clause).text
    body = of_table.ProcedureNoted(clause=command.clause, text=text, round=state.round)
    return Decision([ctx.draft(table_stream(state.id), body)], body)


def pause_table(ctx: Context, command: c.PauseTable) -> Decision:
    """The table waits, or goes on; what is due stays due."""
    state = ctx.open_table(command.table)
    if command.paused == (state.paused is not None):
        raise WrongState(f"table {state.id} {'waits already' if command.paused else 'does not wait'}")
    body = of_table.TablePaused(paused=command.paused, reason=command.reason, round=state.round)
    return Decision([ctx.draft(table_stream(state.id), body)], body)


def correct_line(ctx: Context, command: c.CorrectLine) -> Decision:
    """A line of a settled round mended by two people: the old one reversed, the new one posted, each naming it.

    The chips are those of whoever played there then.
    """
    state = ctx.table(command.table)
    if command.round > state.round or (command.round == state.round and state.phase != "over"):
        raise WrongState(f"round {command.round} is not settled", remedy="correct the answer instead")
    if command.returned < 0:
        raise WrongState("a line returns nothing or more", remedy="give whole cents")
    if command.round == state.settled:
        stood = Stood(state.lines, state.players)
    else:
        stood = standing_lines(ctx.tx, state.id, command.round)
    known = stood.lines
    stands = known[command.line - 1] if 1 <= command.line <= len(known) else None
    if stands is None or stands[:3] != (command.seat, command.wager, command.was):
        raise WrongState(
            f"line {command.line} of round {command.round} does not stand so",
            remedy=f"it has {len(known)} lines; name the line, its seat, its wager and what it returns now",
        )
    body = of_table.LineCorrected(
        round=command.round,
        line=command.line,
        seat=command.seat,
        wager=command.wager,
        was=command.was,
        returned=command.returned,
        reason=command.reason,
    )
    threshold = ctx.settings_at(state.id)[THRESHOLD]
    net = command.returned - stands[3]
    over = threshold is not None and net > threshold
    if over or any((win.round, win.line) == (command.round, command.line) for win in state.wins):
        # Surveillance verifies what is won now; what is no large win any more need not be verified.
        body = msgspec.structs.replace(body, large=net if over else 0)
    waits = [hit for hit, held in state.held.items() if (held.round, held.line) == (command.round, command.line)]
    if waits:
        raise WrongState(
            f"the prize of this line waits with hit {waits[0]}",
            clause="BJS-3",
            remedy="verify and pay the hit, or reject it, then correct what is still wrong",
        )
    player = command.player if stood.players is None else stood.players.get(str(command.seat))
    if command.player is not None and command.player != player:
        raise WrongState(
            f"{command.player} did not play round {command.round} at seat {command.seat}",
            remedy=f"the line is {player}'s" if player is not None else "nobody played there with chips",
        )
    lines: tuple[tuple[str, int], ...] = ()
    if player is not None and command.returned != command.was:
        check_player(player)
        micros = (command.returned - command.was) * MICROS
        chips = chips_for(state, player)
        _check_given_back(ctx, state, player, chips, micros)
        lines = ((chips, micros), (PLAY_HOUSE, -micros))
    return Decision([ctx.draft(table_stream(state.id), body, lines)], body)


def _check_given_back(ctx: Context, state: TableState, player: str, chips: str, micros: int) -> None:
    """Chips that a correction takes are there, and lie in no bet."""
    if micros >= 0:
        return
    seats = {int(seat) for seat, sitting in state.seated.items() if sitting == player}
    if state.live is not None and seats & set(state.live.seats):
        raise WrongState(
            f"{player} plays round {state.live.round} with these chips",
            remedy="correct the line when that round is settled",
        )
    has = ctx.tx.balance(chips) // MICROS
    if has * MICROS + micros < 0:
        raise WrongState(
            f"{player} has {has} cents left of what the correction takes",
            remedy="take what is there, or have the player bring it back to the table first",
        )
