"""One round at one table: the driver of a procedure.

`Round` runs a game's procedure until something is due from outside (a wager, a decision, a card keyed or read, the
amount of a meter), says what and from whom, takes the answer or refuses it with the clause, and goes on. A refusal
changes nothing. What lies on the table is in ``layout``; nothing else holds state, and nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from houseway.cards import UNSEEN, Card, Shoe, card
from houseway.cards.card_errors import DeckTooShort
from houseway.errors import HousewayError
from houseway.public_arguments import LOCKED, TEXT, check, maybe, taking, thing
from houseway.rulebook.pays import PUSH
from houseway.rulebook.steps import (
    DEALER,
    JACKPOTS,
    SHOE,
    Ask,
    Collect,
    Deal,
    Look,
    Move,
    Peek,
    Place,
    PlaceWagers,
    Prizes,
    Settle,
    Step,
    Tabulate,
    Together,
    Turn,
    Who,
    place_name,
)
from houseway.table.answers import accept_amounts, accept_answer, accept_picture
from houseway.table.layout import EVERYBODY, Layout, eye
from houseway.table.limits import hold_to_limits
from houseway.table.lines import Line
from houseway.table.percent_prizes import Hit
from houseway.table.round_arguments import check_parts, check_play
from houseway.table.setup import Setup
from houseway.table.table import Table
from houseway.table.table_errors import BadSetup, ChoiceRefused, OutOfTurn, ProcedureFault, RoundOver, UnseenCard
from houseway.table.wagers import Amounts, Placed, accept_wagers

if TYPE_CHECKING:
    from houseway.table.folder import GameFolder

Decider = Callable[["Round", Ask], Any]
"""Answers an ask for a seat (or the dealer); see `Round.play_out`."""


class Round:
    """One round. ``seats`` are the positions taken; each places wagers or sits the round out.

    ``behaviour`` is the number of the game's procedure that plays it, the present one if left out. Where somebody
    stands at the table (``attended``) every press is waited for; otherwise one that finds nothing, because nobody laid
    a jackpot wager, is taken as made.

    >>> import houseway
    >>> game = houseway.game("dueling")
    >>> shoe = houseway.RecordedShoe(houseway.parse_cards("Kh 9s"))
    >>> duel = houseway.Round(game, game.setup(), [1], shoe)
    >>> duel.answer(1, {"player": 500})
    >>> [(line.wager, line.event, line.returned) for line in duel.lines]
    [('player', 'win', 1000)]
    """

    def __init__(
        self,
        game: GameFolder,
        setup: Setup,
        seats: Sequence[int],
        shoe: Shoe,
        behaviour: int | None = None,
        *,
        attended: bool = False,
    ) -> None:
        if not (
            isinstance(setup, Setup)
            and type(seats) in (list, tuple)
            and hasattr(game, "procedure")
            and hasattr(shoe, "draw")
            and type(attended) is bool
            and (behaviour is None or type(behaviour) is int)
        ):
            check_parts(game=game, setup=setup, seats=seats, shoe=shoe, behaviour=behaviour, attended=attended)
        positions = setup.edition.about.positions
        for seat in seats:
            if type(seat) is not int or not 1 <= seat <= positions:
                raise BadSetup(f"there is no seat {seat!r} at this table", remedy=f"seats run from 1 to {positions}")
        if len(set(seats)) < len(seats) or not seats:
            raise BadSetup("each seat is taken once, and at least one is", remedy="give distinct seat numbers")
        self.game = game
        self.behaviour = game.behaviour if behaviour is None else behaviour
        self.attended = attended
        self.setup = setup
        self.shoe = shoe
        self.layout = Layout()
        self.seated = tuple(sorted(seats))
        self.history: list[tuple[Step, Any]] = []
        self.decisions: list[tuple[Ask, Any]] = []
        self.placed: dict[int, dict[str, int]] = {}
        self.tabulated: dict[str, list[int]] | None = None
        self.indicators_agree = True
        self.locked: dict[str, int] = {}
        self.voided: dict[str, Any] | None = None
        self.looks: list[bool] = []
        """What looks at cards that stayed down have shown, for a record that has the looks and not the cards."""
        self.voided_after: int | None = None
        """After so many steps the round was voided, says its record: cards unknown then are turned no more."""
        self._table = Table(setup, self.layout, self.behaviour)
        self._given: dict[Who, Any] = {}
        self._procedure = game.procedure(behaviour)(self._table)
        self._step: Step | None = None
        self._next(None)
        self._advance()

    # -- what is due

    @property
    def step(self) -> Step | None:
        """The step that waits for an answer, or ``None`` when the round is over."""
        return self._step

    @property
    def over(self) -> bool:
        """Whether every wager is settled and nothing more is due."""
        return self._step is None

    @property
    def lines(self) -> list[Line]:
        """The settlement lines so far; those of a wager with an aggregate limit are final when the round is over."""
        return self.layout.lines

    @property
    def bringing(self) -> list[Hit]:
        """The rows hit so far that bring other players a prize, Envy or Share-the-Wealth, in the order of play."""
        return self._table.bringing()

    @property
    def in_play(self) -> tuple[int, ...]:
        """The seats that placed wagers."""
        return self._table.seats

    @property
    def through(self) -> tuple[int, ...]:
        """The seats in play that no question can come to any more: their hands are the dealer's alone to touch."""
        return tuple(seat for seat in self.in_play if seat in self._table.through)

    def due_from(self) -> tuple[Who, ...]:
        """Who must answer next: seats, ``dealer``, ``supervisor``, ``jackpots`` or ``shoe``; nobody when it is over."""
        step = self._step
        if step is None:
            return ()
        if isinstance(step, Ask):
            return (step.seat,)
        if isinstance(step, Together):
            return tuple(ask.seat for ask in step.asks if ask.seat not in self._given)
        if isinstance(step, PlaceWagers):
            return tuple(seat for seat in self.seated if seat not in self._given)
        if isinstance(step, Deal) and self.shoe.reads:
            return (SHOE,)
        return (JACKPOTS,) if isinstance(step, Prizes) else (DEALER,)

    def ask_for(self, who: Who) -> Ask | None:
        """The ask that waits for ``who``, if one does."""
        step = self._step
        if isinstance(step, Ask):
            return step if step.seat == who else None
        if isinstance(step, Together):
            return next((ask for ask in step.asks if ask.seat == who and who not in self._given), None)
        return None

    # -- answers from outside

    def answer(self, who: Who, answer: Any) -> None:
        """Give what is due from ``who``: wagers by name, a choice, cards, a sensor picture, amounts of meters.

        Raises a `Refused` error that says why, with the clause (for a card or an amount that is none, the error that
        names it: `UnknownCard`, `CardNotInDeck`, `BadAmount`); then nothing has changed.
        """
        step = self._step
        if step is None:
            raise RoundOver("the round is over", remedy="start another")
        due = self.due_from()
        if who not in due or type(who) is bool:
            waiting = ", ".join(f"seat {item}" if isinstance(item, int) else item for item in due)
            raise OutOfTurn(f"nothing is due from {_name(who)} now", clause=step.cite, remedy=f"waiting for {waiting}")
        if isinstance(step, PlaceWagers):
            self._given[who] = accept_wagers(self.setup, answer)
            if len(self._given) == len(self.seated):
                self._placed(step)
        elif isinstance(step, Together):
            ask = self.ask_for(who)
            assert ask is not None
            self._given[who] = accept_answer(ask, answer, self.layout)
            if len(self._given) == len(step.asks):
                self._answered_together(step)
        elif isinstance(step, Ask):
            self._take_answer(step, answer)
        elif isinstance(step, Tabulate):
            self._next(self._picture(step, answer))
        elif isinstance(step, Prizes):
            self._next(self._amounts(step, answer))
        else:
            self._next(self._keyed(step, answer))
        self._advance()

    def refusal(self, who: Who, answer: Any) -> HousewayError | None:
        """Why ``answer`` from ``who`` would be refused, or ``None`` if it would be taken. Nothing changes."""
        step = self._step
        try:
            if step is None:
                raise RoundOver("the round is over", remedy="begin the next round")
            if who not in self.due_from() or type(who) is bool:
                raise OutOfTurn(
                    f"nothing is due from {_name(who)} now",
                    clause=step.cite,
                    remedy=f"wait for {' and '.join(map(_name, self.due_from()))}",
                )
            if isinstance(step, PlaceWagers):
                accept_wagers(self.setup, answer)
            elif (ask := self.ask_for(who)) is not None:
                accept_answer(ask, answer, self.layout)
            elif isinstance(step, Tabulate):
                accept_picture(step, answer, self.setup.edition.about.positions)
            elif isinstance(step, Prizes):
                accept_amounts(step, answer)
            else:
                self._check_keyed(step, answer)
        except HousewayError as error:
            return error
        return None

    def time_out(self) -> None:
        """Time has run out: every decision still due is answered by its default, which never adds money."""
        for who in self.due_from():
            ask = self.ask_for(who)
            if isinstance(self._step, PlaceWagers):
                self.answer(who, {})
            elif ask is not None:
                self.answer(who, ask.default)

    @taking(reason=TEXT, clause=TEXT, note=maybe(TEXT))
    def void(self, reason: str, clause: str, note: str | None = None) -> None:
        """End the round with every wager given back, by new lines that name those they take back.

        A round that is over can be voided too; that none is once its money was paid out is for the caller to see to.
        """
        if self.voided is not None:
            raise RoundOver("the round was voided already", clause=clause, remedy="nothing is left to void")
        self.voided = {"reason": reason, "clause": clause, "steps": len(self.history)}
        self._procedure.close()
        self._step = None
        lines = self.layout.lines
        for number, line in enumerate(tuple(lines), start=1):
            back = line.stake - line.returned
            lines.append(
                Line(line.seat, line.wager, 0, reason, "push", back, clause, line.hand, note=note, reverses=number)
            )
        for place, stakes in self.layout.stakes.items():
            for wager in tuple(stakes):
                self.layout.settle(Settle(place, wager, reason, PUSH, note=note, cite=clause))

    # -- the whole round at once

    def play_out(self, wagers: Placed, decide: Decider, meters: Amounts | None = None) -> list[Line]:
        """Play to the end with ``wagers`` placed and ``decide`` answering every ask; the lines are returned."""
        if type(wagers) is not dict or not callable(decide):
            check_play(wagers=wagers, decide=decide)
        if meters is not None:
            check("meters", LOCKED, meters)
        for seat, placed in wagers.items():
            if type(seat) is not int or type(placed) is not dict:
                check_play(wagers=wagers)
            if seat not in self.seated:
                seated = ", ".join(map(str, self.seated))
                raise BadSetup(f"nobody sits at seat {seat} of this round", remedy=f"seats taken: {seated}")
        while self._step is not None:
            self.play_on(wagers, decide, meters)
        return self.layout.lines

    def play_on(self, wagers: Placed, decide: Decider, meters: Amounts | None = None) -> None:
        """Answer the step that is due, as `play_out` does, and go on to the next."""
        step = self._step
        if isinstance(step, Ask):
            self._take_answer(step, decide(self, step))
        elif isinstance(step, PlaceWagers):
            given: dict[Who, Any] = {seat: accept_wagers(self.setup, wagers.get(seat, {})) for seat in self.seated}
            self._given = given
            self._placed(step)
        elif isinstance(step, Together):
            self._given = {ask.seat: accept_answer(ask, decide(self, ask), self.layout) for ask in step.asks}
            self._answered_together(step)
        elif isinstance(step, Tabulate):
            self._next(self._picture(step, self._chips(step)))
        elif isinstance(step, Prizes):
            self._next(self._amounts(step, {name: (meters or {}).get(name) for name in step.meters}))
        else:
            self._needs_card(step)
        self._advance()

    # -- inside

    def _next(self, answer: Any) -> None:
        """Send ``answer`` to the procedure and hold its next step."""
        if self._step is not None:
            self.history.append((self._step, answer))
        try:
            self._step = self._procedure.send(answer)
        except StopIteration:
            self._step = None
            self._finish()

    def _advance(self) -> None:
        """Take every step that needs nothing from outside."""
        step = self._step
        layout = self.layout
        history = self.history
        send = self._procedure.send
        try:
            while step is not None:
                answer: Any = None
                if isinstance(step, Deal):
                    if step.up:
                        if self.shoe.keyed:
                            break
                        answer = self.shoe.draw()
                        if answer is None:
                            self._needs_card(step)
                        layout.put(answer, step.to, EVERYBODY)
                    elif self.shoe.reads:
                        break
                    else:
                        layout.put(self.shoe.draw(), step.to, 0)
                elif isinstance(step, Settle):
                    layout.settle(step)
                elif isinstance(step, Look):
                    bit = eye(step.seat)
                    for number in layout.places[step.place]:
                        layout.seen[number] |= bit
                elif isinstance(step, Turn):
                    answer = self._turn(step)
                    if answer is None:
                        break
                elif isinstance(step, Peek):
                    answer = self._peek(step)
                    if answer is None:
                        break
                elif isinstance(step, Move):
                    layout.move(step.place, step.positions, step.to)
                elif isinstance(step, Tabulate) and not self.attended and not any(self._chips(step).values()):
                    answer = self._picture(step, {})
                elif isinstance(step, Collect):
                    for seat in self._table.seats:
                        layout.collected += [(seat, wager) for wager in step.wagers if wager in layout.stakes[seat]]
                else:
                    break
                history.append((step, answer))
                step = send(answer)
        except StopIteration:
            self._step = None
            self._finish()
            return
        except HousewayError:
            # A card is missing: the round waits at the step that needs it.
            self._step = step
            raise
        self._step = step

    def _finish(self) -> None:
        for place, stakes in self.layout.stakes.items():
            if stakes:
                raise ProcedureFault(f"the round ended with {', '.join(stakes)} unsettled at {place_name(place)}")
        if self.setup.aggregate:
            hold_to_limits(self.setup, self.history, self.layout.lines)

    def _placed(self, step: PlaceWagers) -> None:
        given, self._given = self._given, {}
        self.placed = {seat: given[seat] for seat in self.seated if given[seat]}
        self._table.seats = tuple(self.placed)
        for seat, wagers in self.placed.items():
            self.layout.stakes[seat] = dict(wagers)
        if self.placed:
            self._next(None)
        else:
            self.history.append((step, None))
            self._procedure.close()
            self._step = None

    def _stake(self, ask: Ask, choice: Any, number: int) -> None:
        if choice is not None and choice.wager is not None and number:
            to: Place = choice.to if choice.to is not None else ask.place if ask.place is not None else ask.seat
            self.layout.add_stake(to, choice.wager, number)

    def _take_answer(self, ask: Ask, answer: Any) -> None:
        canonical, choice, number = accept_answer(ask, answer, self.layout)
        self._stake(ask, choice, number)
        self.decisions.append((ask, canonical))
        self._next(canonical)

    def _answered_together(self, step: Together) -> None:
        given, self._given = self._given, {}
        answers = []
        for ask in step.asks:
            canonical, choice, number = given[ask.seat]
            self._stake(ask, choice, number)
            self.decisions.append((ask, canonical))
            answers.append(canonical)
        self._next(answers)

    def _turn(self, step: Turn, *, keyed: bool = False) -> tuple[Card, ...] | None:
        """The cards turned, or nothing if the dealer must key them first; those not needed may be left unkeyed."""
        layout = self.layout
        turned = []
        numbers = layout.places.get(step.place, [])
        for number in numbers:
            kind = layout.cards[number]
            if kind is not None:
                turned.append(kind)
            elif (self.shoe.keyed and not keyed) or self.voided_after == len(self.history):
                return None
            elif step.needed:
                self._needs_card(step, number)
        for number in numbers:
            layout.seen[number] = EVERYBODY
        return tuple(turned)

    def _peek(self, step: Peek) -> bool | None:
        layout = self.layout
        seen: list[Card] = []
        bit = eye(DEALER)
        for place in step.places:
            for number in layout.places[place]:
                kind = layout.cards[number]
                if kind is None:
                    if self.shoe.keyed:
                        return None
                    if self.looks:
                        return self.looks.pop(0)
                    self._needs_card(step, number)
                else:
                    seen.append(kind)
                    layout.seen[number] |= bit
        return step.test(tuple(seen))

    def _needs_card(self, step: Step | None, number: int | None = None) -> None:
        """A card that nobody saw is needed: say which."""
        assert step is not None
        if number is None:
            number = len(self.layout.cards)
        at = next(
            (place for place, numbers in self.layout.places.items() if number in numbers), getattr(step, "to", None)
        )
        where = f" at {place_name(at)}" if at is not None else ""
        raise UnseenCard(
            f"card {number + 1}{where} was never seen, and it is needed here",
            clause=step.cite,
            remedy="give the card, or void the round",
        )

    # -- sensor pictures, amounts and keyed cards

    def _chips(self, step: Tabulate) -> dict[str, list[int]]:
        stakes = self.layout.stakes
        return {wager: [seat for seat in self._table.seats if wager in stakes[seat]] for wager in step.wagers}

    def _picture(self, step: Tabulate, picture: Any) -> bool:
        self.tabulated = accept_picture(step, picture, self.setup.edition.about.positions)
        self.indicators_agree = self.tabulated == self._chips(step)
        return self.indicators_agree

    def _amounts(self, step: Prizes, amounts: Any) -> dict[str, int]:
        self.locked = accept_amounts(step, amounts)
        return self.locked

    def _unknown(self, step: Step) -> list[int]:
        """The numbers of the cards that the dealer must key for ``step``."""
        places = step.places if isinstance(step, Peek) else (step.place,) if isinstance(step, Turn) else ()
        cards = self.layout.cards
        return [number for place in places for number in self.layout.places.get(place, ()) if cards[number] is None]

    def _check_keyed(self, step: Step, answer: Any) -> list[Card]:
        if isinstance(step, Peek) and type(answer) is bool:
            return []
        if isinstance(step, Deal) and not step.up and self.shoe.reads and answer == UNSEEN:
            # The shoe could not read it, and nobody may look: the dealer keys it when it is turned.
            return []
        if isinstance(step, Deal) and not step.up and not self.shoe.reads:
            raise DeckTooShort(
                "a card is dealt face down, and the shoe has none",
                clause=step.cite,
                remedy="put a shoe with enough cards in place, or void the round",
            )
        texts = [answer] if isinstance(answer, str) else answer
        if not isinstance(texts, (list, tuple)):
            raise ChoiceRefused(
                f"cards are keyed as text, not {answer!r}", clause=step.cite, remedy="key rank and suit, as Qs"
            )
        keyed = [card(text) for text in texts]
        if isinstance(step, Turn) and not step.needed and not texts:
            # Skipped: these cards decide nothing, and need not be keyed.
            return []
        wanted = 1 if isinstance(step, Deal) else len(self._unknown(step))
        if len(keyed) != wanted:
            raise ChoiceRefused(
                f"{wanted} cards are turned here, and {len(keyed)} were keyed",
                clause=step.cite,
                remedy="key each of them once",
            )
        self.setup.deck.check([*self.layout.cards, *keyed])
        return keyed

    def _keyed(self, step: Step, answer: Any) -> Any:
        if isinstance(step, Peek) and type(answer) is bool:
            # At a real table the dealer says what the look showed; the card itself stays down.
            return answer
        keyed = self._check_keyed(step, answer)
        if isinstance(step, Deal):
            kind = keyed[0] if keyed else None
            self.layout.put(kind, step.to, EVERYBODY if step.up else 0)
            return kind if step.up else None
        for number, kind in zip(self._unknown(step), keyed, strict=False):
            self.layout.cards[number] = kind
        if isinstance(step, Peek):
            return self._peek(step)
        assert isinstance(step, Turn)
        return self._turn(step, keyed=True)


def _name(who: Any) -> str:
    return f"seat {who}" if type(who) is int else f"{who!r}"


A_ROUND = thing(Round, "a round", "give one, such as houseway.Round(game, game.setup(), [1], shoe)")
