"""A settled round looked at again: large wins that surveillance verifies, and lines that two people correct.

Over the threshold surveillance verifies hand, wager, payout and player (WAC 230-15-320). The table does not wait for
it: what was won is on record with its round, and stays on the list until somebody of surveillance has looked, or a
correction has taken it back. A jackpot's prize is verified as the hit that it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from msgspec import UNSET

from houseway.floor.bookkeeping.chips import PLAY_HOUSE, check_player, chips_for
from houseway.floor.bookkeeping.play_figures import add_corrected
from houseway.floor.command_streams import its_table, its_table_and_chips
from houseway.floor.declaring import Cents, Command, Context, Decision, Entry, Shape, decides, folds, reply_of
from houseway.floor.floor_errors import UnknownThing, WrongState
from houseway.floor.forms import TABLE, Field, Form, hidden, round_field, words
from houseway.floor.kinds import of_table
from houseway.floor.permission.controls import Paper, by
from houseway.floor.play.settled import standing_lines
from houseway.floor.states import Stood, TableState, Win, table_stream
from houseway.jackpots.jackpot_configuration import MICROS
from houseway.rulebook.money import dollars
from houseway.table.lines import Line
from houseway.table.shown.shape_base import Sometimes
from houseway.table.shown.wording import counted

__all__ = ["CorrectLine", "VerifyWin"]

THRESHOLD = "surveillance-threshold"
"""The setting: cents above which a win is verified, or nothing."""


KEPT_WINS = 100
"""Wins waiting for surveillance that a table keeps at hand; the journal keeps all."""


def large(lines: Sequence[Line], threshold: int | None, hits: Iterable[tuple[int, str]] = ()) -> list[tuple[int, Line]]:
    """The lines that surveillance must verify, each with its number.

    ``hits`` are the seats and wagers that a hit was claimed for. A line that a void has taken back is no win.
    """
    if threshold is None:
        return []
    of_hits = set(hits)
    back = {line.reverses for line in lines}
    return [
        (number, line)
        for number, line in enumerate(lines, start=1)
        if line.net > threshold
        and line.reverses is None
        and number not in back
        and (line.seat, line.wager) not in of_hits
    ]


def claimed(state: TableState) -> set[tuple[int, str]]:
    """The seats and wagers that a hit was claimed for in a table's round."""
    return {(hit.seat, hit.wager) for hit in state.hits.values()}


class VerifyWin(Command, frozen=True, kw_only=True):
    """Surveillance has verified hand, wager, payout and player of a win over the threshold, on ``recording``.

    ``player`` is a reference of who won.
    """

    table: str
    round: int
    seat: int
    wager: str
    recording: str
    player: str = ""


class WinVerified(Shape, frozen=True):
    """What was verified, in cents, and how many wins of the table still wait for surveillance."""

    round: int
    seat: int
    wager: str
    amount: Cents
    recording: str
    player: str
    left: int


@words(
    lambda given, reply: (
        f"{dollars(reply.amount)} of seat {given.seat} on {given.wager}, round {given.round} of table {given.table}, "
        "is verified; "
        f"{counted(reply.left, 'win')} of the table still to verify."
    ),
    Form(
        "Verify the win",
        "Verified",
        (
            *TABLE,
            round_field(lambda table: table.settled, "The last settled if left out."),
            Field("seat", "Seat", "number"),
            *hidden("wager"),
            Field("recording", "Recording", hint="Reference of the camera's recording."),
            Field("player", "Player", needed=False, hint="Reference of who won; no name."),
        ),
        terminal="table verify-win",
        says="Hand, wager, payout and player were looked at on the recording.",
    ),
)
@decides(by("surveillance", paper=Paper("recording"), clause="WAC 230-15-320"), its_table, WinVerified)
def verify_win(ctx: Context, command: VerifyWin) -> Decision:
    """Surveillance has looked at hand, wager, payout and player: the win leaves the list."""
    state = ctx.table(command.table)
    clause = ctx.settings_at(state.id).cite(THRESHOLD)
    found = wins_of(state, command.round, command.seat, command.wager)
    if not found:
        others = ", ".join(f"round {win.round} seat {win.seat} {win.wager}" for win in waiting(state)[:5])
        raise UnknownThing(
            f"no win of seat {command.seat} on {command.wager} in round {command.round} waits at table {state.id}",
            clause=clause,
            remedy=f"these wait: {others}" if others else "none waits there",
        )
    body = of_table.WinVerified(
        round=command.round,
        seat=command.seat,
        wager=command.wager,
        amount=sum(win.amount for win in found),
        recording=command.recording,
        player=command.player,
    )
    left = len(waiting(state)) - 1
    return Decision([ctx.draft(table_stream(state.id), body)], reply_of(WinVerified, body, left=left))


@folds(TableState, of_table.WinVerified)
def _win_verified(state: TableState, body: of_table.WinVerified, entry: Entry) -> None:
    seen = (body.round, body.seat, body.wager)
    state.wins = [win for win in state.wins if (win.round, win.seat, win.wager) != seen]


def waiting(state: TableState) -> list[Win]:
    """The wins that wait at a table, those of hands that were split together: each is verified by one command."""
    found: dict[tuple[int, int, str], Win] = {}
    for win in state.wins:
        key = (win.round, win.seat, win.wager)
        more = found[key].amount if key in found else 0
        found[key] = msgspec.structs.replace(found.get(key, win), amount=win.amount + more)
    return list(found.values())


def wins_of(state: TableState, round_: int, seat: int, wager: str) -> list[Win]:
    """What a seat won on one wager in a round and nobody has verified: several where a hand was split."""
    return [win for win in state.wins if (win.round, win.seat, win.wager) == (round_, seat, wager)]


class CorrectLine(Command, frozen=True, kw_only=True):
    """A line of a settled round returned ``was`` cents and should have returned ``returned``. Two people."""

    table: str
    round: int
    line: int
    seat: int
    wager: str
    was: int
    returned: int
    reason: str
    player: str | None = None


class LineCorrected(Shape, frozen=True):
    """What a line returned and what it should have, in cents.

    ``large``: what surveillance must verify now, or nothing (0) where it had to before.
    """

    round: int
    line: int
    seat: int
    wager: str
    was: Cents
    returned: Cents
    reason: str
    large: Sometimes[Cents] = UNSET


@decides(
    by("supervisor", "accounting", people="two", filled=("reason",), sealed=True), its_table_and_chips, LineCorrected
)
def correct_line(ctx: Context, command: CorrectLine) -> Decision:
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
    return Decision([ctx.draft(table_stream(state.id), body, lines)], reply_of(LineCorrected, body))


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


@folds(TableState, of_table.LineCorrected)
def _line(state: TableState, body: of_table.LineCorrected, entry: Entry) -> None:
    add_corrected(state, body, entry)
    if body.round == state.settled and 1 <= body.line <= len(state.lines):
        seat, wager, _, stake = state.lines[body.line - 1]
        state.lines[body.line - 1] = (seat, wager, body.returned, stake)
    if body.large is not UNSET:
        # What was won is another amount: it is verified anew, or is no large win any more.
        state.wins = [win for win in state.wins if (win.round, win.line) != (body.round, body.line)]
        if body.large:
            note_win(state, Win(body.round, body.line, body.seat, body.wager, body.large, entry.at))


def note_win(state: TableState, win: Win) -> None:
    """Put a win on the list of those that wait, which keeps the last of them."""
    state.wins.append(win)
    over = max(0, len(state.wins) - KEPT_WINS)
    state.missed += over
    del state.wins[:over]
