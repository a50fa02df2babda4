"""A round in progress, answer by answer: each is in the journal before the procedure sees it.

The round itself is not stored: it is its table's setup, its seats and the answers given so far, and is played again
from them wherever it is needed. Each answer of a table with a virtual shoe is recorded with a nonce from the operating
system, from which the cards that follow it are drawn; real cards are answers, keyed by the dealer or read by the shoe.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET

from houseway.cards import UNSEEN, KeyedShoe, NonceChance, ReadingShoe, Shoe, VirtualShoe, card
from houseway.errors import BadRecord, HousewayError, NotPermitted, OtherRelease, UnknownThing, WrongState
from houseway.floor import commands as c
from houseway.floor import rounds
from houseway.floor.chips import rack_of
from houseway.floor.context import Context
from houseway.floor.hits import Claims, is_uncounted
from houseway.floor.kinds import of_table
from houseway.floor.kinds.body import Answered, Record
from houseway.floor.people import is_player
from houseway.floor.prints import APPROVED, FIRST_BEHAVIOUR, plays, round_prints
from houseway.floor.rounds import Settler
from houseway.floor.spots import check_added, open_spots
from houseway.floor.states import Live, TableState, table_stream
from houseway.jackpots.jackpot_configuration import MICROS
from houseway.journal import Decision
from houseway.registry import game
from houseway.rulebook.steps import DEALER, JACKPOTS, SHOE, Ask, Deal, PlaceWagers, Prizes, Tabulate, Together, Who
from houseway.table.layout import eye
from houseway.table.records.record import record
from houseway.table.round import Round
from houseway.table.setup import Setup


class Playing:
    """A round being played: the round, the nonces that its shoe draws from, and the answers it has taken."""

    def __init__(self, live: Live, table_game: str, setup: Setup) -> None:
        self.number = live.round
        self.setup = setup
        self.chance = NonceChance()
        _check_release(live, table_game, setup)
        # A round of release 0.1 names no number: it had one.
        behaviour = FIRST_BEHAVIOUR if live.behaviour is None else live.behaviour
        self.round = Round(game(table_game), setup, live.seats, self._shoe(live, setup), behaviour, attended=True)
        self.taken: list[Answered] = []
        self.questions: list[str] = []

    def _shoe(self, live: Live, setup: Setup) -> Shoe:
        if live.keyed:
            return ReadingShoe() if live.reads else KeyedShoe()
        gone = [None if text == UNSEEN else card(text) for text in live.before]
        return VirtualShoe(setup.deck, self.chance, gone)

    def take(self, answered: Answered) -> None:
        """Give the round one recorded answer."""
        self.chance.use(bytes.fromhex(answered.chance))
        self.questions.append(question(self.round, answered.who))
        self.round.answer(answered.who, answered.answer)
        self.taken.append(answered)

    def told(self, number: int) -> Any:
        """The ``number``-th answer as the dealer may know it: a card read face down is told when it has been seen."""
        return UNSEEN if self.hidden(number) is not None else msgspec.to_builtins(self.taken[number - 1].answer)

    def hidden(self, number: int) -> str | None:
        """The clause that deals the card of the ``number``-th answer face down, while the dealer has not seen it."""
        answered, at = self.taken[number - 1], int(self.questions[number - 1].rpartition(":")[2])
        history = self.round.history
        if answered.who == SHOE and isinstance(step := history[at][0], Deal) and not step.up:
            dealt = sum(isinstance(before, Deal) for before, _ in history[:at])
            if not self.round.layout.seen[dealt] & eye(DEALER):
                return step.cite
        return None

    def fits(self, answers: list[Answered]) -> bool:
        """Whether what was taken is how ``answers`` begin."""
        return len(self.taken) <= len(answers) and all(
            mine.chance == theirs.chance and mine.answer == theirs.answer
            for mine, theirs in zip(self.taken, answers, strict=False)
        )


def _check_release(live: Live, table_game: str, setup: Setup) -> None:
    """Refuse to go on with a round under another behaviour or other rules of its game than it was begun with."""
    played = game(table_game)
    if live.behaviour is None or plays(played, setup.edition, live.behaviour, live.fingerprint):
        return
    what = (
        f"behaviour {live.behaviour} of {table_game}, and this release has {played.behaviour}"
        if live.behaviour > played.behaviour
        else f"other rules of {table_game} {setup.edition.slug} (fingerprint {live.fingerprint[:12]}…)"
    )
    raise OtherRelease(
        f"round {live.round} was begun under {what}",
        clause=APPROVED,
        remedy=f"void it, or go on with release {live.release}, which began it",
    )


def question(round_: Round, who: Who) -> str:
    """What ``who`` is being asked, as a name that two plays of one round can be compared by."""
    step = round_.step
    ask = round_.ask_for(who)
    what = ask.ask if ask is not None else type(step).__name__
    return f"{who}:{what}:{step.cite if step is not None else ''}:{len(round_.history)}"


class LiveRounds:
    """The rounds in progress at open tables; each is played once and then kept in step with its table's answers."""

    def __init__(self, settler: Settler, claims: Claims) -> None:
        self._settler = settler
        self._claims = claims
        self._playing: dict[str, Playing] = {}
        self._ended: dict[str, tuple[int, Round]] = {}

    def playing(self, setup: Setup, state: TableState) -> Playing:
        """The round in progress at a table, with every recorded answer taken."""
        live = state.live
        if live is None or state.table is None:
            raise WrongState(f"no round is in progress at table {state.id}", remedy="begin one")
        playing = self._playing.get(state.id)
        if (
            playing is None
            or playing.number != live.round
            or playing.setup is not setup
            or not playing.fits(live.answers)
        ):
            if playing is not None and playing.round.over:
                self._ended[state.id] = (playing.number, playing.round)
            playing = self._playing[state.id] = Playing(live, state.table.game, setup)
        try:
            for answered in live.answers[len(playing.taken) :]:
                playing.take(answered)
        except BaseException:
            self._playing.pop(state.id, None)
            raise
        return playing

    def last(self, state: TableState) -> tuple[int, Round] | None:
        """The round before the one in progress, or the last if none is, with its number; nothing after a restart."""
        number = state.live.round - 1 if state.live is not None else state.round
        known = self._playing.get(state.id)
        if known is not None and known.number == number and known.round.over:
            return number, known.round
        ended = self._ended.get(state.id)
        return ended if ended is not None and ended[0] == number else None

    # -- decisions

    def begin(self, ctx: Context, command: c.BeginRound) -> Decision:
        """A round begins with the seats named: players who sit there, or people that the dealer answers for."""
        state = ctx.open_table(command.table)
        assert state.table is not None
        if state.table.cards == "none":
            raise WrongState(f"table {state.id} runs with the tabulator alone", remedy="press tabulate")
        if state.live is not None or state.phase == "tabulated":
            raise WrongState(f"a round is in progress at table {state.id}", remedy="settle or void it first")
        if command.round != state.round + 1:
            raise WrongState(f"round {command.round} is not due", remedy=f"the next is {state.round + 1}")
        setup = self._settler.setup(ctx.property, state)
        seats = sorted(command.seats)
        if seats and seats[-1] > state.positions:
            raise UnknownThing(
                f"table {state.id} has no seat {seats[-1]}", remedy=f"seats run from 1 to {state.positions}"
            )
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
        )
        return Decision([ctx.draft(table_stream(state.id), body)], {"round": command.round, "seats": seats})

    def answer(self, ctx: Context, command: c.Answer) -> Decision:
        """One answer, taken if the procedure takes it now from whom it says."""
        state = self._of(ctx, command.table, command.round)
        playing = self.playing(self._settler.setup(ctx.property, state), state)
        round_ = playing.round
        if command.step != len(round_.history):
            raise WrongState(
                f"the table is past step {command.step}", remedy=f"look again: step {len(round_.history)} is due"
            )
        _check_who(ctx, state, command.seat)
        if command.seat == SHOE and isinstance(round_.step, Deal) and not round_.step.up and command.answer != UNSEEN:
            raise _face_down(round_.step.cite)
        refusal = round_.refusal(command.seat, command.answer)
        if refusal is not None:
            raise refusal
        if isinstance(round_.step, Tabulate):
            raise NotPermitted("nobody says what was counted", clause="S-6", remedy="press tabulate")
        answer, closed = open_spots(ctx, state, round_, command.answer)
        refusal = round_.refusal(command.seat, answer) if closed else None
        if refusal is not None:
            raise refusal
        self._check_chips(ctx, state, round_, command.seat, answer)
        return self._answered(ctx, state, [(command.seat, answer)], closed=closed)

    def read_card(self, ctx: Context, command: c.ReadCard) -> Decision:
        """A card as it leaves the shoe: the one that the procedure waits for, or it is refused."""
        state = self._of(ctx, command.table, command.round)
        round_ = self.playing(self._settler.setup(ctx.property, state), state).round
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
        return self._answered(ctx, state, [(SHOE, command.card)])

    def time_out(self, ctx: Context, command: c.TimeOut) -> Decision:
        """Time has run out: the defaults of the players still due, which never add money."""
        state = self._of(ctx, command.table, command.round)
        round_ = self.playing(self._settler.setup(ctx.property, state), state).round
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
        return self._answered(ctx, state, answers, timed_out=True)

    def _of(self, ctx: Context, table: str, round_: int) -> TableState:
        state = ctx.open_table(table)
        if state.live is None or state.live.round != round_:
            last = f"round {state.live.round} is in progress" if state.live else f"the last was {state.round}"
            raise WrongState(f"round {round_} of table {table} is not in progress", remedy=last)
        return state

    def _answered(
        self,
        ctx: Context,
        state: TableState,
        answers: list[tuple[Who, Any]],
        *,
        timed_out: bool = False,
        closed: Mapping[str, HousewayError] | None = None,
    ) -> Decision:
        assert state.live is not None
        told = {wager: refusal.as_dict() for wager, refusal in (closed or {}).items()}
        body = of_table.AnswersGiven(
            round=state.live.round,
            answers=[
                Answered(who, msgspec.to_builtins(answer), _nonce(ctx.chance, index))
                for index, (who, answer) in enumerate(answers)
            ],
            timed_out=timed_out or UNSET,
            closed=told or UNSET,
        )
        reply: dict[str, Any] = {"round": state.live.round, "answers": len(state.live.answers) + len(answers)}
        return Decision([ctx.draft(table_stream(state.id), body)], reply | ({"closed": told} if told else {}))

    def tabulate(self, ctx: Context, command: c.Tabulate) -> Decision:
        """The press, and with it the round's own answer to what lay on the sensors."""
        state = ctx.table(command.table)
        # Wagers that lie in a round in progress were taken while their spots were open.
        press = rounds.press(ctx, command, laid=state.live is not None and state.live.round == command.round)
        reply = {"round": command.round, "counted": press.counted, "indicators": press.lit}
        if state.live is None:
            return Decision([press.draft], reply)
        round_ = self.playing(self._settler.setup(ctx.property, state), state).round
        step = round_.step
        if not isinstance(step, Tabulate):
            if press.counted or not round_.placed or _counts(round_):
                raise WrongState(
                    f"table {state.id} is not at the count", clause="S-6", remedy="count when every wager is down"
                )
            # Nobody laid a jackpot wager: the press puts out what the last one lit, and the round does not wait for it.
            assert isinstance(press.draft.body, of_table.Tabulated)
            clears = msgspec.structs.replace(press.draft.body, clears=True)
            return Decision([msgspec.structs.replace(press.draft, body=clears)], reply)
        picture = {wager: press.counted.get(wager, ()) for wager in step.wagers}
        more = self._answered(ctx, state, [(DEALER, picture)])
        return Decision([press.draft, *more.drafts], reply)

    def claim(self, ctx: Context, command: c.ClaimHit) -> Decision:
        """The lock, and with it the amounts that a round in progress waits for."""
        state = ctx.table(command.table)
        if state.live is None or not state.open:
            return self._claims.claim(ctx, command).decision
        setup = self._settler.setup(ctx.property, state)
        round_ = self.playing(setup, state).round
        placed = None
        if is_uncounted(setup, state, command.round) or (state.differ and state.live.round == command.round):
            # What lies on the spots is wagered.
            placed = {
                wager: [seat for seat, laid in round_.placed.items() if laid.get(wager)] for wager in setup.jackpots
            }
        locks = self._claims.claim(ctx, command, placed)
        step = round_.step
        if not isinstance(step, Prizes):
            return locks.decision
        amounts = {name: locks.amounts[name] for name in step.meters}
        more = self._answered(ctx, state, [(JACKPOTS, amounts)])
        return Decision([*locks.decision.drafts, *more.drafts], locks.decision.reply)

    def settle(self, ctx: Context, command: c.SettleRound) -> Decision:
        """The settlement: of a round in progress only as it was played here, answer by answer."""
        state = ctx.open_table(command.table)
        if state.live is not None and state.live.round == command.round:
            round_ = self.playing(self._settler.setup(ctx.property, state), state).round
            if round_.step is not None:
                raise WrongState(
                    f"round {command.round} of table {state.id} is not over",
                    clause=round_.step.cite,
                    remedy="give what is due first, or void the round",
                )
            played = record(round_, meters=dict(state.amounts), before=list(state.live.before))
            if _plain(played) != _plain(command.record):
                raise BadRecord(
                    f"round {command.round} of table {state.id} was played otherwise",
                    remedy="correct the answer that is wrong, then settle",
                )
        return self._settler.settle(ctx, command)

    def void(self, ctx: Context, command: c.VoidRound) -> Decision:
        """A void, with its record: of a round in progress as it was played here, and not as anybody sent it."""
        state = ctx.open_table(command.table)
        if state.live is None or state.live.round != command.round:
            if command.record is not None:
                self._settler.check_voided(ctx, state, command.record)
            return rounds.void_round(ctx, command)
        return rounds.void_round(ctx, msgspec.structs.replace(command, record=self._voided(ctx, state, command)))

    def _voided(self, ctx: Context, state: TableState, command: c.VoidRound) -> Record | None:
        """The round as far as it was played, every wager given back line by line."""
        live = state.live
        assert live is not None and state.table is not None
        try:
            # Played by itself: until the void is in the journal the table's own round goes on.
            playing = Playing(live, state.table.game, self._settler.setup(ctx.property, state))
            for answered in live.answers:
                playing.take(answered)
        except HousewayError:
            # No release plays it any more but the one that began it, and it is void all the same.
            return None
        round_ = playing.round
        round_.void(command.reason, command.clause or "BJS-5")
        return record(round_, meters=dict(state.amounts), before=list(live.before))

    def _check_chips(self, ctx: Context, state: TableState, round_: Round, seat: Who, answer: Any) -> None:
        """The chips that a player has at the table cover what the answer adds to its stakes."""
        player = state.seated.get(str(seat))
        if player is None:
            return
        laid = sum(sum(stakes.values()) for place, stakes in round_.layout.stakes.items() if _seat(place) == seat)
        settled = sum(line.net for line in round_.lines if line.seat == seat)
        has = ctx.tx.balance(rack_of(state.id, player)) // MICROS - laid + settled
        more = added(round_, seat, answer)
        if more > has:
            raise WrongState(
                f"{more} cents are more than the {max(has, 0)} that seat {seat} has left",
                remedy="wager less, or bring more chips",
            )

    # -- corrections

    def correct(self, ctx: Context, command: c.CorrectAnswer) -> Decision:
        """One answer mended: the round is played again, and from the first question that differs it is asked anew."""
        state = self._of(ctx, command.table, command.round)
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
        setup = self._settler.setup(ctx.property, state)
        old = self.playing(setup, state)
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
                given = (
                    msgspec.structs.replace(answered, answer=command.answer) if index == command.number else answered
                )
                if index > command.number and question(new.round, given.who) != old.questions[index - 1]:
                    break
                refusal = new.round.refusal(given.who, given.answer)
                if refusal is not None:
                    if index == command.number:
                        raise refusal
                    break
                if index >= command.number:
                    self._check_chips(ctx, state, new.round, given.who, given.answer)
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
            {"round": live.round, "kept": kept, "asked-anew": len(live.answers) - kept},
        )


def _lays_jackpot(round_: Round) -> bool:
    """Whether a jackpot wager was laid in the round."""
    return any(wager in laid for laid in round_.placed.values() for wager in round_.setup.jackpots)


def _counts(round_: Round) -> bool:
    """Whether the count is a step of the round, taken or due."""
    return any(isinstance(step, Tabulate) for step in (*(step for step, _ in round_.history), round_.step))


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


def _plain(record_: Record) -> Record:
    """A record as it is after a journey over the wire; which release wrote it down does not matter."""
    plain: Record = msgspec.json.decode(msgspec.json.encode(record_))
    plain.pop("release", None)
    return plain


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
