"""Rounds dealt by the procedure itself, for a game that has no compiled ones: slower, and the same for every game.

Every seat plays as the game's automatic player does. A round is named by its seed and number as compiled ones are.
"""

from __future__ import annotations

from collections import Counter
from typing import cast

import msgspec

from houseway.cards import Card
from houseway.maths.question_errors import BadQuestion
from houseway.maths.strategy import Strategy
from houseway.simulation.compiled_rounds import seats_that_bet
from houseway.simulation.departures import asked_rules, not_dealt
from houseway.simulation.program import Block, Kernel, Program
from houseway.table.deal import deal_round
from houseway.table.folder import GameFolder
from houseway.table.lines import Line
from houseway.table.players import advised
from houseway.table.round import Decider, Round
from houseway.table.setup import Setup
from houseway.table.wagers import Amounts, Placed

AUTOMATIC = "automatic"
"""What the play of the automatic player is called where a strategy is named."""

READABLE_BLOCK = 1 << 11
"""Rounds in a block of these, of which a core plays several in a second."""


class Sample(msgspec.Struct):
    """What became of some rounds, by column: how often each net in cents, how often each event of its own line.

    ``staked`` is in cents; a wager that is added during the round counts with the one it hangs on.
    """

    rounds: int
    nets: list[dict[int, int]]
    events: list[dict[str, int]]
    staked: list[int]

    def block(self) -> Block:
        """The same as sums."""
        return Block(
            self.rounds,
            [sum(net * times for net, times in column.items()) for column in self.nets],
            [sum(net * net * times for net, times in column.items()) for column in self.nets],
            list(self.staked),
            [sum(times for net, times in column.items() if net > 0) for column in self.nets],
        )

    def add(self, other: Sample) -> None:
        """Count what became of ``other`` rounds too."""
        self.rounds += other.rounds
        for place, staked in enumerate(other.staked):
            self.staked[place] += staked
            self.nets[place] = dict(Counter(self.nets[place]) + Counter(other.nets[place]))
            self.events[place] = dict(Counter(self.events[place]) + Counter(other.events[place]))


class ReadableRounds:
    """The program of one table; see `houseway.simulation.program.Program`."""

    def __init__(self, game: GameFolder, setup: Setup, wagers: Placed, meters: Amounts) -> None:
        self._placed = seats_that_bet(setup, wagers)
        for name in setup.meters:
            if name not in meters and any(name.partition("/")[0] in stakes for stakes in self._placed.values()):
                raise BadQuestion(f"the amount on the meter {name} is not given", remedy="give it in cents")
        self._game, self._setup, self._meters = game, setup, dict(meters)
        self.columns: tuple[tuple[int, str], ...] = tuple(
            (seat, wager) for seat, stakes in self._placed.items() for wager in stakes
        )
        self._place = {column: place for place, column in enumerate(self.columns)}
        cut = setup.options.get("shoe", "fresh")
        self._cut = 0 if cut == "fresh" else int(cut)

    def run(self, seed: int, first: int, count: int) -> Block:
        """Play rounds ``first`` to ``first`` + ``count`` - 1 of ``seed``."""
        return self.sample(seed, first, count).block()

    def sample(self, seed: int, first: int, count: int) -> Sample:
        """The same rounds, by net and event; a shoe that is dealt to a cut card is fresh at the first of them."""
        found = Sample(count, [{} for _ in self.columns], [{} for _ in self.columns], [0] * len(self.columns))
        before: list[Card | None] = []
        for number in range(first, first + count):
            if len(before) >= self._cut:
                before = []
            round_ = self._deal(seed, number, before)
            self._count(found, round_.lines)
            before = [*before, *round_.layout.cards]
        return found

    def lines(self, seed: int, number: int) -> list[Line]:
        """The settlement lines of one round."""
        before: list[Card | None] = []
        if self._cut:
            for earlier in range(number - number % READABLE_BLOCK, number):
                before = [] if len(before) >= self._cut else before
                before = [*before, *self._deal(seed, earlier, before).layout.cards]
            before = [] if len(before) >= self._cut else before
        return self._deal(seed, number, before).lines

    def _deal(self, seed: int, number: int, before: list[Card | None]) -> Round:
        return deal_round(
            self._game, self._setup, self._placed, seed=seed, number=number, meters=self._meters, before=before
        )

    def _count(self, found: Sample, lines: list[Line]) -> None:
        nets = [0] * len(self.columns)
        for line in lines:
            place = self._column(line.seat, line.wager)
            nets[place] += line.net
            found.staked[place] += line.stake
            if self.columns[place][1] == line.wager and line.stake:
                found.events[place][line.event] = found.events[place].get(line.event, 0) + 1
        for counts, net in zip(found.nets, nets, strict=True):
            counts[net] = counts.get(net, 0) + 1

    def _column(self, seat: int, wager: str) -> int:
        """Where a wager is counted: with itself, or with the one that it hangs on."""
        while (seat, wager) not in self._place:
            relation = self._setup.edition.wagers[wager].relation
            hangs = [other for other in (relation.to if relation else ()) if other != wager]
            wager = next((other for other in hangs if (seat, other) in self._place), hangs[0] if hangs else "")
            if not wager:
                return next(place for (of, _), place in self._place.items() if of == seat)
        return self._place[seat, wager]


class ReadableKernel:
    """The procedure in the place of compiled rounds: what a game's ``kernel`` offers."""

    ANY_DECKS = False

    def program(
        self,
        game: GameFolder,
        setup: Setup,
        wagers: Placed,
        strategy: Strategy | None = None,
        meters: Amounts | None = None,
    ) -> Program:
        """A program for ``wagers`` placed by seat in every round, played by the automatic player."""
        if strategy is not None:
            raise BadQuestion(
                f"{game.slug} has no compiled rounds, and its procedure is played by the automatic player",
                remedy="leave the strategy out",
            )
        return ReadableRounds(game, setup, wagers, meters or {})

    def decide(self, game: GameFolder, setup: Setup, strategy: Strategy | None = None) -> Decider:
        """The automatic player."""
        return advised


READABLE: Kernel = ReadableKernel()


def program_at(
    game: GameFolder, setup: Setup, wagers: Placed, strategy: Strategy | None = None, meters: Amounts | None = None
) -> Program:
    """The rounds of a table; refused where its rules are changed and the game's rounds know the approved ones only."""
    kernel = kernel_of(game)
    for slug in asked_rules(setup):
        if not getattr(kernel, "DEALS_RULES", False):
            raise not_dealt(setup, slug, f"those of {game.slug} are dealt by the approved rules only")
    return kernel.program(game, setup, wagers, strategy, meters)


def kernel_of(game: GameFolder) -> Kernel:
    """The compiled rounds of ``game``; its procedure where it has none."""
    found = game.part("kernel")
    return READABLE if found is None else cast(Kernel, found)
