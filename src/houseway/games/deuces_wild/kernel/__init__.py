"""Deuces Wild, compiled: whole rounds of one to six seats with every wager.

The strategy is that of `deuces_wild.maths.strategies`, and every seat plays it: the Ante by its tables, or the best
play if it has none; Five Card Fortune by its table ``fortune``, or the best selection. With the community hand in
sight a seat always selects what pays most, of rows that pay alike the higher. A hand that makes a row of Three Card
Treasure is declared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import Any

import numpy as np

from houseway.games.deuces_wild import hands
from houseway.games.deuces_wild.kernel import on_gpu, rounds
from houseway.games.deuces_wild.kernel.player import Player
from houseway.games.deuces_wild.maths import base, fortune, fortune_figures
from houseway.games.deuces_wild.maths.classes import CHOOSE, DECK, Numbers, classes
from houseway.games.deuces_wild.maths.counting import class_of, jackpot_rows, judged_by
from houseway.games.deuces_wild.maths.terms import nets_of
from houseway.games.deuces_wild.maths.what_ifs import JACKPOT_FOLD, NATURAL_ROYAL, ODDS, changes
from houseway.games.deuces_wild.play import ANTE, FORTUNE, JACKPOT, PLAY, RAISE, TREASURE
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Figures, Outcome, figures_from_distribution
from houseway.maths.strategy import Strategy
from houseway.rulebook.pays import LOSS
from houseway.rulebook.paytables import NO_ROW, Row
from houseway.rulebook.steps import COMMUNITY, Ask
from houseway.simulation.compiled_rounds import CompiledRounds
from houseway.simulation.departures import not_dealt
from houseway.simulation.gpu.gpu_work import GpuWork
from houseway.simulation.program import Block
from houseway.table.folder import GameFolder
from houseway.table.lines import Line
from houseway.table.round import Decider, Round
from houseway.table.setup import Setup
from houseway.table.wagers import Amounts, Placed

BITS = {ANTE: rounds.ANTE, TREASURE: rounds.TREASURE, FORTUNE: rounds.FORTUNE, JACKPOT: rounds.JACKPOT}
ROWS = {ANTE: hands.ANTE_ROWS, TREASURE: hands.TREASURE_ROWS, FORTUNE: hands.FORTUNE_ROWS}
ANY_DECKS = False
DEALS_RULES = True
"""Every rule that a question may change is in the tables."""

_NOTHING = np.zeros(1, dtype=np.uint8)


def program(
    game: GameFolder, setup: Setup, wagers: Placed, strategy: Strategy | None = None, meters: Amounts | None = None
) -> Rounds:
    """Rounds with ``wagers`` placed by seat; without ``strategy`` the best play. ``meters`` are cents."""
    return Rounds(setup, wagers, strategy, meters)


def decide(game: GameFolder, setup: Setup, strategy: Strategy | None = None) -> Decider:
    """``strategy`` as answers to the asks of the procedure."""
    player = Player(setup, strategy)

    def answer(round_: Round, ask: Ask) -> Any:
        seat = ask.seat
        if not isinstance(seat, int):
            return ask.default
        own = [kind for kind in round_.layout.known_to(seat, seat) if kind is not None]
        if ask.ask == "treasure":
            return "declare" if hands.treasure(tuple(own)) else "no"
        if ask.ask == PLAY:
            return PLAY if player.plan.play[class_of(own)] else "fold"
        if ask.ask == RAISE:
            return RAISE if player.plan.raise_[class_of(own)] else "fold"
        assert ask.pick is not None
        community = [kind for kind in round_.layout.known_to(seat, COMMUNITY) if kind is not None]
        return player.select(own[: ask.pick.pool], community)

    return answer


def _by_wager(ends: rounds.Ends) -> dict[str, Numbers]:
    return dict(zip((ANTE, TREASURE, FORTUNE, JACKPOT), ends, strict=True))


class Rounds(CompiledRounds):
    """The program of one table; see `houseway.simulation.program.Program`."""

    def __init__(self, setup: Setup, wagers: Placed, strategy: Strategy | None, meters: Amounts | None) -> None:
        super().__init__(setup, wagers, meters)
        if len(setup.deck) != DECK:
            raise BadQuestion(
                f"the game is dealt from {DECK} cards, not from {len(setup.deck)}",
                remedy="simulate the deck of the document",
            )
        self._player = Player(setup, strategy)
        self._jackpots = self._counted.get(JACKPOT, [])
        for name in setup.meters if self._jackpots else ():
            if name not in self._meters:
                raise BadQuestion(f"the amount on the meter {name} is not given", remedy="give it in cents")
        self._prizes: dict[int, tuple[list[Line], list[Line]]] = {}
        self._rules, self._table = self._build()
        self._nets = {column: self._worth(*column) for column in self.columns if column[1] != JACKPOT}

    def _build(self) -> tuple[rounds.Rules, rounds.Seats]:
        """What the compiled rounds read."""
        placed = {wager for stakes in self._placed.values() for wager in stakes}
        five = sum(1 for stakes in self._placed.values() if ANTE in stakes or JACKPOT in stakes)
        player = self._player
        bits = np.array([sum(BITS[wager] for wager in stakes) for stakes in self._placed.values()], dtype=np.int64)
        played = raised = picks3 = picks4 = picks5 = treasure = _NOTHING
        of4, more = np.zeros(1, dtype=np.int32), np.zeros((1, 1), dtype=np.uint8)
        preference = np.zeros(rounds.FORTUNE_ENDS, dtype=np.int64)
        under = player.rules
        wilds = under.wilds
        judged, selected = judged_by(under.ante, wilds), judged_by(under.fortune, wilds)
        ante_table = judged.table
        if under.ante != hands.ANTE_ROWS or NATURAL_ROYAL in self._changed:
            ante_table = np.array(changes.ante_places(self._changed), dtype=np.uint8)[judged.table]
        if ANTE in placed:
            played = player.plan.play[classes(3, wilds).of].view(np.uint8)
            raised = player.plan.raise_[classes(4, wilds).of].view(np.uint8)
        if TREASURE in placed:
            treasure = changes.treasure_events_under(self._changed)[classes(3, wilds).of]
        if FORTUNE in placed:
            of4, more = classes(4, wilds).of, fortune.more_wilds(under.fortune, wilds)
            preference = np.array(player.preference, dtype=np.int64)
            if not player.revealed:
                both = any({ANTE, FORTUNE} <= set(stakes) for stakes in self._placed.values())
                picks3 = player.picks(3)
                picks4 = player.picks(4) if both and player.pool >= 4 else _NOTHING
                picks5 = player.picks(5) if both and player.pool == 5 else _NOTHING
        choose = np.ascontiguousarray(CHOOSE[: wilds.deck + 1].T, dtype=np.uint32)
        return (
            rounds.Rules(judged.words, ante_table, selected.table, treasure, of4, more, choose, wilds.low, wilds.deck),
            rounds.Seats(
                most=4 + 3 * len(self._seats) + 2 * five,
                wagers=bits,
                pool=player.pool,
                revealed=player.revealed,
                played=played,
                raised=raised,
                picks3=picks3,
                picks4=picks4,
                picks5=picks5,
                preference=preference,
                fold_loses=JACKPOT_FOLD in self._changed,
            ),
        )

    # -- rounds

    def run(self, seed: int, first: int, count: int) -> Block:
        """Play rounds ``first`` to ``first + count - 1`` of ``seed``."""
        return self._block(count, self._ends(seed, first, count))

    def gpu_work(self) -> GpuWork:
        """The rounds as a GPU plays them; see `houseway.simulation.gpu.gpu_blocks`."""
        if JACKPOT_FOLD in self._changed:
            raise not_dealt(self._setup, JACKPOT_FOLD, "a GPU's rounds keep the wager after a fold; leave --on gpu out")
        return on_gpu.work(self._rules, self._table)

    def gpu_block(self, rounds: int, sums: Numbers, notes: Sequence[tuple[int, Sequence[int]]]) -> Block:
        """The block of these ends; nothing is noted, since every way for wild cards to fall has its count."""
        return self._block(rounds, _by_wager(on_gpu.ends_of(sums, len(self._seats))))

    def _block(self, count: int, ends: Mapping[str, Numbers]) -> Block:
        """The sums of ``count`` rounds that ended so."""
        block = self._nothing(count)
        for (seat, wager), worth in self._nets.items():
            counts = ends[wager][self._seats.index(seat)].tolist()
            for (net, staked), times in zip(worth, counts, strict=True):
                block.count(self._places[seat, wager], times, net, staked)
        for code in np.flatnonzero(ends[JACKPOT]).tolist() if self._jackpots else ():
            for seat, net in self._jackpot_nets(code).items():
                block.count(self._places[seat, JACKPOT], int(ends[JACKPOT][code]), net, self._placed[seat][JACKPOT])
        return block

    def _ends(self, seed: int, first: int, count: int) -> dict[str, Numbers]:
        """How often the wagers of each seat ended in each way; those of the Bonus Jackpot for all seats together."""
        seats = len(self._seats)
        ends = rounds.Ends(
            ante=np.zeros((seats, rounds.ANTE_ENDS), dtype=np.int64),
            treasure=np.zeros((seats, rounds.TREASURE_ENDS), dtype=np.int64),
            fortune=np.zeros((seats, rounds.FORTUNE_ENDS), dtype=np.int64),
            jackpot=np.zeros(rounds.WILD_COUNTS**seats if self._jackpots else 1, dtype=np.int64),
        )
        # The seed goes in as numpy's own number, so that one compiled version serves every seed.
        rounds.run(np.uint64(seed & (2**64 - 1)), first, count, self._rules, self._table, ends)
        return _by_wager(ends)

    def _worth(self, seat: int, wager: str) -> list[tuple[int, int]]:
        """Net and staked cents for each end of ``wager``."""
        table, stake = self._setup.paytables[wager], self._placed[seat][wager]
        rows = [table.row((event,)) for event in ROWS[wager]] + [NO_ROW]
        if wager != ANTE:
            return [(row.pay.returned(stake) - stake, stake) for row in rows]
        three, four, whole = self._player.rules.stakes
        stakes = (stake, (four - three) * stake, (whole - four) * stake)
        found = [(sum(row.pay.returned(part) - part for part in stakes), sum(stakes)) for row in rows]
        if ODDS in self._changed:
            # Only the Ante has the odds; what lies beside it wins even money wherever the Ante does not lose.
            own = [row.pay.returned(stake) - stake for row in rows]
            found = [(net if net < 0 else net + sum(stakes[1:]), sum(stakes)) for net in own]
            found = [(-sum(stakes) if net < 0 else net, staked) for net, staked in found]
        return [*found, (-four * stake, four * stake), (-three * stake, three * stake)]

    # -- the Bonus Jackpot

    def _jackpot_nets(self, code: int) -> dict[int, int]:
        """What each seat won where the wild cards fell so."""
        nets = dict.fromkeys(self._jackpots, 0)
        at_once, later = self._jackpot_lines(code)
        for line in (*at_once, *later):
            nets[line.seat] += line.net
        return nets

    def _jackpot_lines(self, code: int) -> tuple[list[Line], list[Line]]:
        """The lines at the settlement of each seat, and those after all of them: shares of meters, Envy prizes."""
        if code not in self._prizes:
            book = self._book()
            lost = "appendix D" if self._setup.options["tabulator"] == "on" else "dealing 24(a)"
            for seat in self._jackpots:
                rows = jackpot_rows()[code // rounds.WILD_COUNTS ** self._seats.index(seat) % rounds.WILD_COUNTS]
                cite = "dealing 24(b)" if rows else lost
                book.pay(seat, JACKPOT, self._placed[seat][JACKPOT], self._row(JACKPOT, rows), cite)
            settled = len(book.lines)
            book.prizes()
            self._prizes[code] = book.lines[:settled], book.lines[settled:]
        return self._prizes[code]

    # -- lines

    def lines(self, seed: int, number: int) -> list[Line]:
        """The settlement lines of round ``number`` of ``seed``, as the procedure writes them.

        Under changed rules there is no procedure, and none are written.
        """
        for slug in self._changed:
            raise not_dealt(self._setup, slug, "no table settles a round of it line by line")
        ends = self._ends(seed, number, 1)
        end = {
            (seat, wager): int(ends[wager][place].argmax())
            for place, seat in enumerate(self._seats)
            for wager in self._placed[seat]
            if wager != JACKPOT
        }
        return list(self._lines(end, int(ends[JACKPOT].argmax())))

    def _lines(self, end: dict[tuple[int, str], int], code: int) -> Iterator[Line]:
        loss = Row("fold", "", LOSS)
        for seat in self._seats:
            if (seat, TREASURE) in end:
                row = self._end(TREASURE, end[seat, TREASURE])
                won = end[seat, TREASURE] < len(hands.TREASURE_ROWS)
                yield self._line(seat, TREASURE, row, "dealing 20(b)" if won else "dealing 20(a)")
        for seat in self._seats:
            if end.get((seat, ANTE)) == rounds.FOLDED_ON_THREE:
                yield self._line(seat, ANTE, loss, "dealing 21(a)(i)")
        for seat in self._seats:
            if end.get((seat, ANTE)) == rounds.FOLDED_ON_FOUR:
                yield self._line(seat, ANTE, loss, "dealing 22(a)(i)")
                yield self._line(seat, PLAY, loss, "dealing 22(a)(i)")
        playing = any(wager == ANTE and how != rounds.FOLDED_ON_THREE for (_, wager), how in end.items())
        at_once, later = self._jackpot_lines(code) if self._jackpots else ([], [])
        for seat in self._seats:
            how = end.get((seat, ANTE), rounds.FOLDED_ON_THREE)
            if how < rounds.FOLDED_ON_FOUR:
                cite = "dealing 24(b)" if how < len(hands.ANTE_ROWS) else "dealing 24(a)"
                for wager in (ANTE, PLAY, RAISE):
                    yield self._line(seat, wager, self._end(ANTE, how), cite)
            if (seat, FORTUNE) in end:
                cite = "appendix C" if playing else "dealing 21 exception (d)"
                yield self._line(seat, FORTUNE, self._end(FORTUNE, end[seat, FORTUNE]), cite)
            yield from (line for line in at_once if line.seat == seat)
        yield from later

    def _end(self, wager: str, number: int) -> Row:
        events = ROWS[wager]
        return self._row(wager, (events[number],)) if number < len(events) else NO_ROW

    def _line(self, seat: int, wager: str, row: Row, cite: str) -> Line:
        ante = self._placed[seat].get(ANTE, 0)
        stake = {PLAY: ante, RAISE: 2 * ante}.get(wager) or self._placed[seat][wager]
        return Line(seat, wager, stake, row.event, row.pay.text, row.pay.returned(stake), cite)

    # -- what the rounds come to

    def exact(self) -> dict[tuple[int, str], Figures]:
        """The exact figures of each column, per unit of its wager, as these rounds are played.

        Fractions of a cent, prizes divided among the seats, and the cards that a folded hand leaves to select from are
        counted.
        """
        found = {column: self._chances(*column) for column in self.columns}
        return {column: self._figures(*column, ends) for column, ends in found.items() if ends}

    def _figures(self, seat: int, wager: str, ends: list[tuple[Fraction, int, int]]) -> Figures:
        stake = self._placed[seat][wager]
        return figures_from_distribution(
            wager=wager,
            paytable=self._setup.paytables[wager].id,
            options=dict(self._setup.options),
            strategy=self._player.name,
            unit=f"one {self._setup.edition.wagers[wager].name} of {stake} cents",
            outcomes=[Outcome(f"{net} cents", "", chance, Fraction(net, stake)) for chance, net, _ in ends],
            average_action=sum((chance * staked for chance, _, staked in ends), Fraction(0)) / stake,
        )

    def _chances(self, seat: int, wager: str) -> list[tuple[Fraction, int, int]]:
        """(probability, net cents, staked cents) of every end of a wager; none where they are not known."""
        player = self._player
        if wager == JACKPOT:
            return self._jackpot_kept(seat) if JACKPOT_FOLD in self._changed else self._jackpot_chances(seat)
        if wager == ANTE:
            ends = base.ends(player.plan, player.rules.ante, player.rules.wilds)
            rows = [0] * (len(hands.ANTE_ROWS) + 1)
            for place, count in zip(changes.ante_places(self._changed), ends.rows, strict=True):
                rows[place] += count
            every = player.rules.wilds.deals
            chances = [Fraction(count, every) for count in (*rows, ends.folded_on_four, ends.folded_on_three)]
        elif wager == TREASURE:
            counts = changes.treasure(self._changed)
            chances = [Fraction(count, sum(counts.values())) for count in counts.values()]
        else:
            plan = player.plan if ANTE in self._placed[seat] else None
            most = player.pool if plan is not None else 3
            picked = {} if player.revealed else {pool: player.selection(pool) for pool in range(3, most + 1)}
            nets = nets_of(self._setup.paytables[FORTUNE])
            chances = fortune_figures.chances(nets, plan, most, player.revealed, picked, player.rules)
        worth = self._nets[seat, wager]
        return [(chance, net, staked) for chance, (net, staked) in zip(chances, worth, strict=True)]

    def _jackpot_kept(self, seat: int) -> list[tuple[Fraction, int, int]]:
        """The Bonus Jackpot of a seat alone that gives it up with a folded Ante; of others it is not worked out."""
        if len(self._jackpots) > 1 or ANTE not in self._placed[seat]:
            return []
        counts = changes.jackpot_given_up(self._player.plan)
        unit = rounds.WILD_COUNTS ** self._seats.index(seat)
        places = {row: 0 if row == NO_ROW.event else int(row[0]) for row in counts}
        stake, every = self._placed[seat][JACKPOT], sum(counts.values())
        return [
            (Fraction(count, every), self._jackpot_nets(places[row] * unit)[seat], stake)
            for row, count in counts.items()
        ]

    def _jackpot_chances(self, seat: int) -> list[tuple[Fraction, int, int]]:
        seats = self._jackpots
        found = []
        deck, cards = self._player.rules.wilds.deck, self._player.rules.wilds.cards
        every = comb(deck, cards)
        for wild in product(range(min(5, cards) + 1), repeat=len(seats)):
            elsewhere = cards - sum(wild)
            if elsewhere >= 0:
                # Where the wild cards lie in the deck: so many among the five cards of each seat, the rest elsewhere.
                ways = prod(comb(5, number) for number in wild) * comb(deck - 5 * len(seats), elsewhere)
                places = [self._seats.index(one) for one in seats]
                code = sum(number * rounds.WILD_COUNTS**place for number, place in zip(wild, places, strict=True))
                found.append((Fraction(ways, every), self._jackpot_nets(code)[seat], self._placed[seat][JACKPOT]))
        return found
