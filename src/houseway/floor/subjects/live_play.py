"""A round in progress, answer by answer: each is in the journal before the procedure sees it.

Each answer of a table with a virtual shoe is recorded with a nonce from the operating system, from which the cards that
follow it are drawn; real cards are answers, keyed by the dealer or read by the shoe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET

from houseway.cards import UNSEEN, KeyedShoe
from houseway.errors import HousewayError
from houseway.floor.bookkeeping.chips import rack_of
from houseway.floor.bookkeeping.spots import check_added, open_spots
from houseway.floor.command import Command
from houseway.floor.command_streams import its_table
from houseway.floor.context import Context
from houseway.floor.declared import decides
from houseway.floor.floor_errors import NotPermitted, UnknownThing, WrongState
from houseway.floor.fold_registry import folds
from houseway.floor.kinds import of_table
from houseway.floor.kinds.body import Answered, Record
from houseway.floor.permission.controls import FLOOR, by
from houseway.floor.permission.people import is_player
from houseway.floor.play.live_rounds import Playing, question
from houseway.floor.play.prints import round_prints
from houseway.floor.play.uncounted_chips import check_placed
from houseway.floor.reply_shapes import Refusal
from houseway.floor.states import Live, TableState, table_stream
from houseway.jackpots.jackpot_configuration import MICROS
from houseway.journal import Decision, Entry
from houseway.registry import game
from houseway.rulebook.steps import INDICATORS, JACKPOTS, SHOE, Ask, Deal, PlaceWagers, Together, Who
from houseway.rulebook.steps import Tabulate as Count
from houseway.table.round import Round
from houseway.table.shown.shape_base import Shape, Sometimes
from houseway.table.wagers import part_wagers

__all__ = ["Answer", "BeginRound", "CorrectAnswer", "ReadCard", "TimeOut"]


class BeginRound(Command, frozen=True, kw_only=True):
    """A round begins at a table whose cards are dealt by the program, read, or keyed."""

    table: str
    round: int
    seats: tuple[int, ...]


class RoundBegun(Shape, frozen=True):
    """The seats in the round."""

    round: int
    seats: list[int]


@decides(by(*FLOOR, devices=("panel",)), on=its_table, reply=RoundBegun, played=True)
def begin_round(ctx: Context, command: BeginRound) -> Decision:
    """A round begins with the seats named: players who sit there, or people that the dealer answers for."""
    state = ctx.open_table(command.table)
    assert state.table is not None
    if state.table.cards == "none":
        raise WrongState(f"table {state.id} runs with the tabulator alone", remedy="press tabulate")
    if state.live is not None or state.phase == "tabulated":
        raise WrongState(f"a round is in progress at table {state.id}", remedy="settle or void it first")
    if command.round != state.round + 1:
        raise WrongState(f"round {command.round} is not due", remedy=f"the next is {state.round + 1}")
    setup = ctx.setup(state)
    seats = sorted(command.seats)
    if seats and seats[-1] > state.positions:
        raise UnknownThing(f"table {state.id} has no seat {seats[-1]}", remedy=f"seats run from 1 to {state.positions}")
    prints = round_prints(state)
    Round(game(state.table.game), setup, seats, KeyedShoe(), prints.behaviour)
    cut = setup.options.get("shoe", "fresh")
    before = [] if cut == "fresh" or len(state.dealt) >= int(cut) else state.dealt
    body = of_table.RoundBegun(
        round=command.round,
        seats=seats,
        keyed=state.table.cards != "virtual",
        before=before,
        behaviour=prints.behaviour,
        fingerprint=prints.play,
        text=prints.text,
        program=prints.program,
        release=prints.release,
        reads=state.table.cards == "reads" or UNSET,
        dealer=state.dealer or UNSET,
    )
    return Decision([ctx.draft(table_stream(state.id), body)], RoundBegun(round=command.round, seats=seats))


@folds(TableState, of_table.RoundBegun)
def _begun_round(state: TableState, body: of_table.RoundBegun, entry: Entry) -> None:
    state.live = Live(
        body.round,
        body.seats,
        body.keyed,
        body.before,
        reads=bool(body.reads),
        behaviour=body.behaviour,
        fingerprint=body.fingerprint or "",
        release=body.release,
    )
    # What was locked in an earlier round is none of this one's.
    state.amounts, state.hits, state.claimed = {}, {}, 0


class Answer(Command, frozen=True, kw_only=True):
    """What is due from ``seat`` (a number, ``dealer``, ``supervisor`` or ``shoe``): wagers, a decision, keyed cards.

    ``step`` is the number of the step that it answers: an answer to a step that is past is refused. ``partly`` is for
    wagers: those that are refused go back to the player, and the others are placed.
    """

    table: str
    round: int
    step: int
    seat: int | str
    answer: Any
    partly: bool = False


class AnswerTaken(Shape, frozen=True):
    """The number of answers that the round has now. ``closed``: wagers not placed, as their spot is closed, and why.

    ``returned``: wagers of an answer that was taken in part, and why each was refused.
    """

    round: int
    answers: int
    closed: Sometimes[dict[str, Refusal]] = UNSET
    returned: Sometimes[dict[str, Refusal]] = UNSET


@decides(
    by(*FLOOR, devices=("panel",), player=True),
    on=its_table,
    reply=AnswerTaken,
    played=True,
    balances=lambda command, who: (rack_of(command.table, who),),
)
def answer(ctx: Context, command: Answer) -> Decision:
    """One answer, taken if the procedure takes it now from whom it says."""
    state = _in_play(ctx, command.table, command.round)
    playing = ctx.playing(state)
    round_ = playing.round
    if command.step != len(round_.history):
        raise WrongState(
            f"the table is past step {command.step}", remedy=f"look again: step {len(round_.history)} is due"
        )
    _check_who(ctx, state, command.seat)
    if command.seat == SHOE and isinstance(round_.step, Deal) and not round_.step.up and command.answer != UNSEEN:
        raise _face_down(round_.step.cite)
    if command.partly and isinstance(round_.step, PlaceWagers) and command.seat in round_.due_from():
        return _place_in_part(ctx, state, round_, command)
    refusal = round_.refusal(command.seat, command.answer)
    if refusal is not None:
        raise refusal
    if isinstance(round_.step, Count):
        raise NotPermitted("nobody says what was counted", clause="S-6", remedy="press tabulate")
    if isinstance(round_.step, Ask) and round_.step.ask == INDICATORS:
        check_placed(state, round_)
    said, closed = open_spots(ctx, state, round_, command.answer)
    refusal = round_.refusal(command.seat, said) if closed else None
    if refusal is not None:
        raise refusal
    _check_chips(ctx, state, round_, command.seat, said)
    return answered(ctx, state, [(command.seat, said)], closed=closed)


def _place_in_part(ctx: Context, state: TableState, round_: Round, command: Answer) -> Decision:
    """The wagers that the table takes together; those that it refuses go back, each with its reason."""
    laid, closed = open_spots(ctx, state, round_, command.answer)
    parted = part_wagers(round_.setup, laid, _chips_left(ctx, state, round_, command.seat))
    return answered(ctx, state, [(command.seat, parted.taken)], closed=closed, returned=parted.returned)


@folds(TableState, of_table.AnswersGiven)
def _answered(state: TableState, body: of_table.AnswersGiven, entry: Entry) -> None:
    assert state.live is not None
    state.live.answers.extend(body.answers)


class ReadCard(Command, frozen=True, kw_only=True):
    """A card left a shoe that reads its cards: the ``number``-th of the round, ``??`` if it could not be read.

    A number out of turn is refused, so that a reading that was lost or came twice cannot shift the others.
    """

    table: str
    round: int
    number: int
    card: str


# What lies face down is read by the shoe alone: nobody in person says what it is before it is turned.
@decides(by(devices=("shoe",)), on=its_table, reply=AnswerTaken, played=True)
def read_card(ctx: Context, command: ReadCard) -> Decision:
    """A card as it leaves the shoe: the one that the procedure waits for, or it is refused."""
    state = _in_play(ctx, command.table, command.round)
    round_ = ctx.playing(state).round
    due = len(round_.layout.cards) + 1
    if round_.due_from() != (SHOE,):
        raise WrongState(
            f"table {state.id} waits for no card",
            clause=round_.step.cite if round_.step is not None else None,
            remedy="lay the card aside and call a supervisor",
        )
    if command.number != due:
        raise WrongState(
            f"card {due} of round {command.round} is due, and card {command.number} was read",
            remedy="send the readings in their order, each once",
        )
    refusal = round_.refusal(SHOE, command.card)
    if refusal is not None:
        raise refusal
    return answered(ctx, state, [(SHOE, command.card)])


class TimeOut(Command, frozen=True, kw_only=True):
    """Time has run out for everything that is due at ``step``: the defaults are recorded."""

    table: str
    round: int
    step: int


@decides(by(*FLOOR, devices=("panel",)), on=its_table, reply=AnswerTaken, played=True)
def time_out(ctx: Context, command: TimeOut) -> Decision:
    """Time has run out: the defaults of the players still due, which never add money."""
    state = _in_play(ctx, command.table, command.round)
    round_ = ctx.playing(state).round
    if command.step != len(round_.history):
        raise WrongState(f"the table is past step {command.step}", remedy="nothing has run out")
    answers: list[tuple[Who, Any]] = []
    for who in round_.due_from():
        if not isinstance(who, int):
            continue
        ask = round_.ask_for(who)
        if isinstance(round_.step, PlaceWagers):
            answers.append((who, {}))
        elif ask is not None:
            answers.append((who, ask.default))
    if not answers:
        raise WrongState(f"nothing that is due at table {state.id} runs out", remedy="the dealer goes on")
    return answered(ctx, state, answers, timed_out=True)


def _in_play(ctx: Context, table: str, round_: int) -> TableState:
    state = ctx.open_table(table)
    if state.live is None or state.live.round != round_:
        last = f"round {state.live.round} is in progress" if state.live else f"the last was {state.round}"
        raise WrongState(f"round {round_} of table {table} is not in progress", remedy=last)
    return state


def answered(
    ctx: Context,
    state: TableState,
    answers: list[tuple[Who, Any]],
    *,
    timed_out: bool = False,
    closed: Mapping[str, HousewayError] | None = None,
    returned: Mapping[str, HousewayError] | None = None,
) -> Decision:
    """The entry of answers that the round takes, with what the shoe draws from after each."""
    assert state.live is not None
    told = {wager: refusal.as_dict() for wager, refusal in (closed or {}).items()}
    back = {wager: refusal.as_dict() for wager, refusal in (returned or {}).items()}
    body = of_table.AnswersGiven(
        round=state.live.round,
        answers=[
            Answered(who, msgspec.to_builtins(answer), _nonce(ctx.chance, index))
            for index, (who, answer) in enumerate(answers)
        ],
        timed_out=timed_out or UNSET,
        closed=told or UNSET,
        returned=back or UNSET,
    )
    reply = AnswerTaken(
        round=state.live.round,
        answers=len(state.live.answers) + len(answers),
        closed=msgspec.convert(told, dict[str, Refusal]) if told else UNSET,
        returned=msgspec.convert(back, dict[str, Refusal]) if back else UNSET,
    )
    return Decision([ctx.draft(table_stream(state.id), body)], reply)


def _chips_left(ctx: Context, state: TableState, round_: Round, seat: Who) -> int | None:
    """The cents that a player at the table has beside the stakes of the round; nothing for a seat without a player."""
    player = state.seated.get(str(seat))
    if player is None:
        return None
    laid = sum(sum(stakes.values()) for place, stakes in round_.layout.stakes.items() if _seat(place) == seat)
    settled = sum(line.net for line in round_.lines if line.seat == seat)
    return int(ctx.tx.balance(rack_of(state.id, player)) // MICROS - laid + settled)


def _check_chips(ctx: Context, state: TableState, round_: Round, seat: Who, answer: Any) -> None:
    """The chips that a player has at the table cover what the answer adds to its stakes."""
    has = _chips_left(ctx, state, round_, seat)
    more = added(round_, seat, answer)
    if has is not None and more > has:
        raise WrongState(
            f"{more} cents are more than the {max(has, 0)} that seat {seat} has left",
            remedy="wager less, or bring more chips",
        )


class CorrectAnswer(Command, frozen=True, kw_only=True):
    """Answer ``number`` of the round in progress was another: the round is played again from it. A supervisor."""

    table: str
    round: int
    number: int
    answer: Any
    reason: str


class AnswerCorrected(Shape, frozen=True):
    """How many answers stand, and how many are asked for again."""

    round: int
    kept: int
    asked_anew: int


@decides(by("supervisor", filled=("reason",), sealed=True), on=its_table, reply=AnswerCorrected, played=True)
def correct_answer(ctx: Context, command: CorrectAnswer) -> Decision:
    """One answer mended: the round is played again, and from the first question that differs it is asked anew."""
    state = _in_play(ctx, command.table, command.round)
    live = state.live
    assert live is not None
    if not 1 <= command.number <= len(live.answers):
        raise UnknownThing(
            f"round {live.round} has no answer {command.number}",
            remedy=f"answers run from 1 to {len(live.answers)}",
        )
    if live.answers[command.number - 1].who == JACKPOTS:
        raise WrongState(
            "the amounts were locked by that answer", clause="BJS-3", remedy="reject the hit, with two people"
        )
    setup = ctx.setup(state)
    old = ctx.playing(state)
    # A press that found nothing where nobody bet the jackpot binds no wager; what it found is never mended.
    binding = bool(state.picture) or _lays_jackpot(old.round)
    counted_at = live.counted_at if state.phase == "tabulated" else None
    if counted_at is not None and (1 if binding else counted_at + 1) <= command.number <= counted_at + 1:
        raise WrongState("the wagers were counted then", clause="S-6", remedy="void the round and deal it again")
    hidden = old.hidden(command.number)
    if hidden is not None and command.answer != UNSEEN:
        raise _face_down(hidden)
    assert state.table is not None
    new = Playing(live, state.table.game, setup)
    kept = command.number - 1
    try:
        for index, answered in enumerate(live.answers, start=1):
            given = msgspec.structs.replace(answered, answer=command.answer) if index == command.number else answered
            if index > command.number and question(new.round, given.who) != old.questions[index - 1]:
                break
            refusal = new.round.refusal(given.who, given.answer)
            if refusal is not None:
                if index == command.number:
                    raise refusal
                break
            if index >= command.number:
                _check_chips(ctx, state, new.round, given.who, given.answer)
            if index == command.number:
                check_added(ctx, state, new.round, answered.answer, given.answer)
            new.take(given)
            kept = index
    except HousewayError:
        if kept < command.number:
            raise
    if state.phase == "tabulated" and not binding and _lays_jackpot(new.round):
        raise WrongState("the wagers were counted then", clause="S-6", remedy="void the round and deal it again")
    before = [msgspec.to_builtins(line) for line in old.round.lines]
    after = [msgspec.to_builtins(line) for line in new.round.lines]
    gone, posted = _reposted(before, after)
    body = of_table.AnswerCorrected(
        round=live.round,
        number=command.number,
        answer=msgspec.to_builtins(command.answer),
        was=msgspec.to_builtins(live.answers[command.number - 1].answer),
        kept=kept,
        reason=command.reason,
        reversed=gone,
        posted=posted,
    )
    return Decision(
        [ctx.draft(table_stream(state.id), body)],
        AnswerCorrected(round=live.round, kept=kept, asked_anew=len(live.answers) - kept),
    )


@folds(TableState, of_table.AnswerCorrected)
def _corrected(state: TableState, body: of_table.AnswerCorrected, entry: Entry) -> None:
    assert state.live is not None
    answers = state.live.answers[: body.kept]
    answers[body.number - 1] = msgspec.structs.replace(answers[body.number - 1], answer=body.answer)
    state.live.answers = answers
    state.live.corrected += 1


def _lays_jackpot(round_: Round) -> bool:
    """Whether a jackpot wager was laid in the round."""
    return any(wager in laid for laid in round_.placed.values() for wager in round_.setup.jackpots)


def _reposted(before: list[Record], after: list[Record]) -> tuple[list[Record], list[Record]]:
    """Lines that stood and stand no more, each by its number, and the lines posted in their place."""
    same = 0
    while same < min(len(before), len(after)) and before[same] == after[same]:
        same += 1
    return (
        [{"line": number, **line} for number, line in enumerate(before[same:], same + 1)],
        [{"line": number, **line} for number, line in enumerate(after[same:], same + 1)],
    )


def added(round_: Round, seat: Who, answer: Any) -> int:
    """The cents that an answer lays on the table."""
    step = round_.step
    if isinstance(step, PlaceWagers):
        amounts = answer.values() if isinstance(answer, dict) else ()
        return sum(sum(amount) if isinstance(amount, (list, tuple)) else amount for amount in amounts)
    ask = step if isinstance(step, Ask) else None
    if isinstance(step, Together):
        ask = round_.ask_for(seat)
    if ask is None:
        return 0
    word, number = (answer, None) if not isinstance(answer, (list, tuple)) else (answer[0], answer[-1])
    # Cards that are picked are no choice by name.
    choice = next((choice for choice in ask.choices if choice.word == word), None)
    if choice is None or choice.wager is None:
        return 0
    return number if type(number) is int else (choice.most or 0)


def _seat(place: Any) -> Any:
    return place[0] if isinstance(place, tuple) else place


def _nonce(chance: bytes, index: int) -> str:
    return (chance + index.to_bytes(2, "big")).hex() if index else chance.hex()


def _face_down(clause: str) -> NotPermitted:
    return NotPermitted(
        "a card that lies face down is keyed when it is turned, never before",
        clause=clause,
        remedy=f"let the shoe read it, or answer {UNSEEN}",
    )


def _check_who(ctx: Context, state: TableState, seat: Who) -> None:
    """A player answers for the own seat only; dealers and the table itself for anybody they must."""
    if seat == JACKPOTS:
        raise NotPermitted("the meters answer for themselves", clause="BJS-3", remedy="claim the hit")
    if is_player(ctx.who) and (not isinstance(seat, int) or state.seated.get(str(seat)) != ctx.who):
        raise NotPermitted(f"{ctx.who} does not sit at seat {seat}", remedy="answer for your own seat")
    if seat == "supervisor":
        person = ctx.property.people.get(ctx.who)
        if person is None or "supervisor" not in person.roles:
            raise NotPermitted("this is for a supervisor", remedy="call one")
