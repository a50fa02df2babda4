"""Three Card Split: whole rounds, compiled.

The kernel deals the same cards in the same order as the procedure and counts, seat by seat, how each wager ended; money
follows from the counts, in whole cents, so nothing is rounded and nothing overflows. A single round is played by the
same compiled code, and `SplitProgram.lines` writes its settlement lines.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.games.three_card_split.kernel import on_gpu, setting_tables
from houseway.games.three_card_split.kernel.setting_tables import Small
from houseway.games.three_card_split.maths.classes import DECK, Ints, classes, low_cards, number_of
from houseway.games.three_card_split.maths.counting import FourCards, four_card_rows
from houseway.games.three_card_split.maths.strategies import ROWS, Nets, best_places, places_of
from houseway.games.three_card_split.maths.what_ifs import COPY, four_cards, variant
from houseway.maths.compiled import compiled
from houseway.maths.question_errors import BadQuestion
from houseway.maths.strategy import Strategy
from houseway.maths.terms import returned
from houseway.rulebook.paytables import Row
from houseway.rulebook.steps import Ask
from houseway.simulation.compiled_chance import GAMMA, mix64, stream_state
from houseway.simulation.compiled_rounds import CompiledRounds
from houseway.simulation.departures import asked_rules, not_dealt
from houseway.simulation.gpu.gpu_work import GpuWork
from houseway.simulation.program import Block
from houseway.table.folder import GameFolder
from houseway.table.lines import Line
from houseway.table.round import Round
from houseway.table.setup import Setup
from houseway.table.wagers import Amounts, Placed

PRIMARY, THREE_CARD_BONUS, FOUR_CARD_BONUS, JACKPOT = "primary", "three-card-bonus", "four-card-bonus", "jackpot"
CITES = {THREE_CARD_BONUS: "appendix B", FOUR_CARD_BONUS: "appendix C", JACKPOT: "appendix D wager"}

Tally = npt.NDArray[np.int64]

# Where each wager's ends stand in a seat's tally.
_THREE = 4
_FOUR = 6
_ENDS = 32

_9, _55 = np.uint64(9), np.uint64(55)
_PAIRS = np.array([top * (top - 1) // 2 for top in range(DECK)], dtype=np.uint32)
_TRIPLES = np.array([top * (top - 1) * (top - 2) // 6 for top in range(DECK)], dtype=np.uint32)
_FOURS = np.array([top * (top - 1) * (top - 2) * (top - 3) // 24 for top in range(DECK)], dtype=np.uint32)


class Rules(NamedTuple):
    """What every hand makes, by its number.

    ``house`` has its setting by the house: the number of its high sub-hand (9 bits) and of its low card (5 bits).
    ``three`` has the number of the hand (12 bits) and how many below it have the same rank.
    """

    house: Small
    three: Small
    four: npt.NDArray[np.uint8]
    pairs: Small
    triples: Small
    quadruples: Small


class Seats(NamedTuple):
    """How many seats there are, how they are dealt to, what is bet, and how they set each hand.

    ``own`` is packed as ``house`` in `Rules`, with how many numbers below these have the same rank (2 bits, 1 bit) and
    whether the setting is foul.
    """

    seats: int
    singly: bool
    threes: bool
    fours: bool
    own: Small


@compiled
def _play(seed: Any, first: int, count: int, rules: Rules, table: Seats, tally: Tally) -> None:
    """Play ``count`` rounds and count in ``tally`` (seats, ends) how each seat's wagers end."""
    house, three, four = rules.house, rules.three, rules.four
    pairs, triples, quadruples = rules.pairs, rules.triples, rules.quadruples
    seats, singly, threes, fours, own = table.seats, table.singly, table.threes, table.fours, table.own
    dealt = 3 * (seats + 1)
    drawn = dealt + (1 if fours else 0)
    from_hand, from_card = (1, seats + 1) if singly else (3, 1)
    # Unsigned, since a signed index is first looked at for being negative.
    deck = np.arange(52).astype(np.uint64)
    cards = np.zeros(32, np.uint64)
    places = np.zeros(32, np.uint64)
    for number in range(first, first + count):
        state = stream_state(seed, np.uint64(number))
        for k in range(drawn):
            state += GAMMA
            size = 52 - k
            # 55 bits times a number below 2**9 fits 64: the product of `below` without its two halves.
            place = ((mix64(state) >> _9) * np.uint64(size)) >> _55
            cards[k] = deck[place]
            places[k] = place
            deck[place] = deck[size - 1]
        for k in range(drawn):
            deck[places[k]] = places[k]

        at = seats * from_hand
        a, b, c = cards[at], cards[at + from_card], cards[at + 2 * from_card]
        low, top = min(a, b, c), max(a, b, c)
        hand = triples[top] + pairs[a + b + c - low - top] + low
        set_house = house[hand]
        house_high, house_low = set_house & 511, set_house >> 9
        house_three = three[hand] & 4095 if threes else 0
        for seat in range(seats):
            at = seat * from_hand
            a, b, c = cards[at], cards[at + from_card], cards[at + 2 * from_card]
            low, top = min(a, b, c), max(a, b, c)
            mid = a + b + c - low - top
            hand = triples[top] + pairs[mid] + low
            mine = own[hand]
            high, single = mine & 511, mine >> 9 & 31
            won_high = (house_high == high) | (house_high < high - (mine >> 14 & 3))
            won_low = (house_low == single) | (house_low < single - (mine >> 16 & 1))
            tally[seat, np.uint64(3 if mine >> 17 else 2 - won_high - won_low)] += 1
            if threes:
                mine = three[hand]
                value = mine & 4095
                won = (house_three == value) | (house_three < value - (mine >> 12))
                tally[seat, _THREE + 1 - won] += 1
            if fours:
                # The community card is put in its place among the three.
                more = cards[dealt]
                first_card, more = min(low, more), max(low, more)
                second, more = min(mid, more), max(mid, more)
                third, fourth = min(top, more), max(top, more)
                tally[seat, _FOUR + four[quadruples[fourth] + triples[third] + pairs[second] + first_card]] += 1


# --- the program -------------------------------------------------------------------------------------------------


ANY_DECKS = False
DEALS_RULES = True
"""Every rule that a question may change is in the tables."""


class SplitProgram(CompiledRounds):
    """Compiled rounds at one table; see `houseway.simulation.program`."""

    def __init__(self, setup: Setup, wagers: Placed, places: Ints, meters: Amounts | None) -> None:
        super().__init__(setup, wagers, meters)
        if setup.envy or setup.share:
            raise BadQuestion(
                "rounds with Envy or Share-the-Wealth prizes are not simulated", remedy="leave envy and share out"
            )
        setting_tables.check_copies()
        positions = setup.edition.about.positions
        for seat in self._seats:
            if not 1 <= seat <= positions:
                raise BadQuestion(f"there is no seat {seat}", remedy=f"seats run from 1 to {positions}")
        used = {wager for _, wager in self.columns}
        self._rows = {wager: self._rows_of(wager) for wager in used}
        fours = bool(used & {FOUR_CARD_BONUS, JACKPOT})
        four = four_card_rows(self._judge).of_hand.astype(np.uint8) if fours else np.zeros(1, np.uint8)
        self._passes = setting_tables.primary_tables(self._changed, places)
        house, own = self._passes[0]
        self._rules = Rules(house, setting_tables.bonus_table(self._changed), four, _PAIRS, _TRIPLES, _FOURS)
        singly = setup.options["deal"] == "single"
        self._table = Seats(len(self._seats), singly, THREE_CARD_BONUS in used, fours, own)

    @property
    def _judge(self) -> FourCards:
        return four_cards(self._changed)

    def run(self, seed: int, first: int, count: int) -> Block:
        """Play rounds ``first`` to ``first`` + ``count`` - 1 of ``seed``."""
        return self._block(count, self._tally(seed, first, count))

    def gpu_work(self) -> GpuWork:
        """The rounds as a GPU plays them; see `houseway.simulation.gpu.gpu_blocks`."""
        if len(self._passes) > 1:
            raise not_dealt(self._setup, COPY, "a GPU plays each round once, and this takes four; leave --on gpu out")
        rules, table = self._rules, self._table
        tables: dict[str, npt.NDArray[Any]] = {"house": rules.house, "own": table.own}
        tables |= {"three": rules.three} if table.threes else {}
        tables |= {"four": rules.four} if table.fours else {}
        dealt = (1, table.seats + 1) if table.singly else (3, 1)
        return on_gpu.work(table.seats, dealt, {"ENDS": _ENDS, "THREE_AT": _THREE, "FOUR_AT": _FOUR}, tables)

    def gpu_block(self, rounds: int, sums: Tally, notes: Sequence[tuple[int, Sequence[int]]]) -> Block:
        """The block of this tally; nothing is noted, since every winner is paid as if alone."""
        return self._block(rounds, sums.reshape(len(self._seats), _ENDS))

    def _block(self, count: int, tally: Tally) -> Block:
        """The sums of ``count`` rounds that ended so."""
        block = self._nothing(count)
        for place, (seat, wager) in enumerate(self.columns):
            stake = self._placed[seat][wager]
            ends = tally[self._seats.index(seat), self._ends_of(wager)].tolist()
            for row, times in zip(self._rows[wager], ends, strict=True):
                block.count(place, times, self._returned(wager, row, stake) - stake, stake)
        return block

    def lines(self, seed: int, number: int) -> list[Line]:
        """The settlement lines of one round."""
        tally = self._tally(seed, number, 1)
        book = self._book()
        for place, seat in reversed(tuple(enumerate(self._seats))):
            for wager, stake in self._placed[seat].items():
                row = self._rows[wager][int(np.argmax(tally[place, self._ends_of(wager)]))]
                cite = CITES.get(wager) or ("dealing 4" if row.event == "foul" else "dealing 8")
                book.pay(seat, wager, stake, row, cite)
        book.prizes()
        return book.lines

    def _tally(self, seed: int, first: int, count: int) -> Tally:
        tally = np.zeros((len(self._seats), _ENDS), dtype=np.int64)
        _play(np.uint64(seed), first, count, self._rules, self._table, tally)
        if len(self._passes) > 1:
            # A copy is nobody's: counted by giving copies to each side in turn, in the same rounds.
            ends = [tally[:, :_THREE]]
            for house, own in self._passes[1:]:
                again = np.zeros_like(tally)
                rules = self._rules._replace(house=house)
                table = self._table._replace(own=own, threes=False, fours=False)
                _play(np.uint64(seed), first, count, rules, table, again)
                ends.append(again[:, :_THREE])
            tally[:, :_THREE] = setting_tables.without_copies(ends)
        return tally

    def _rows_of(self, wager: str) -> list[Row]:
        """The row that each end of ``wager`` is paid by."""
        table = self._setup.paytables[wager]
        if wager == PRIMARY:
            ends: tuple[tuple[str, ...], ...] = tuple((row,) for row in ROWS)
        elif wager == THREE_CARD_BONUS:
            ends = (("win",), ("lose",))
        else:
            ends = four_card_rows(self._judge).satisfied
        for row in table.rows:
            meter = self._setup.meter_of(wager, row.event)
            if row.pay.is_percent and meter not in self._meters:
                raise BadQuestion(
                    f"{wager} {row.event} pays {row.pay.text} of the meter {meter}, and its amount is not given",
                    remedy="give the amount in cents",
                )
        return [table.row(satisfied) for satisfied in ends]

    def _ends_of(self, wager: str) -> slice:
        if wager == PRIMARY:
            return slice(0, _THREE)
        if wager == THREE_CARD_BONUS:
            return slice(_THREE, _FOUR)
        return slice(_FOUR, _FOUR + len(four_card_rows(self._judge).satisfied))

    def _returned(self, wager: str, row: Row, stake: int) -> int:
        """Cents given back; a percent of a meter goes whole to each winner (TCS-7)."""
        if row.pay.is_percent:
            meter = self._meters[self._setup.meter_of(wager, row.event)]
            return meter * row.pay.numerator // row.pay.denominator
        return row.pay.returned(stake)


def program(
    game: GameFolder, setup: Setup, wagers: Placed, strategy: Strategy | None = None, meters: Amounts | None = None
) -> SplitProgram:
    """A program for ``wagers`` placed by seat in every round; without ``strategy`` the best play."""
    return SplitProgram(setup, wagers, _places(setup, strategy), meters)


def decide(game: GameFolder, setup: Setup, strategy: Strategy | None = None) -> Callable[[Round, Ask], Any]:
    """The same strategy as a ``Decider`` for `Round.play_out`."""
    low = low_cards(_places(setup, strategy))
    cards_of = classes().cards

    def answer(round_: Round, ask: Ask) -> Any:
        if ask.ask != "set" or not isinstance(ask.seat, int):
            return ask.default
        codes = [card.code for card in round_.layout.known_to(ask.seat, ask.seat) if card is not None]
        hand = int(number_of(*codes))
        return "low", 1 + codes.index(int(cards_of[hand, low[hand]]))

    return answer


def _places(setup: Setup, strategy: Strategy | None) -> Ints:
    played = variant(asked_rules(setup))
    if strategy is not None:
        return places_of(strategy, played)
    table = setup.paytables[PRIMARY]
    win, push, lose, foul = (returned(table.row((row,)).pay) - 1 for row in ROWS)
    nets: Nets = (win, push, lose, foul)
    return best_places(nets, played)
