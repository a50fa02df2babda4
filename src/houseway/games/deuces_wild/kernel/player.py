"""Deuces Wild: how a seat plays at a table, as arrays that the compiled rounds and the procedure both go by."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from houseway.cards import Card
from houseway.games.deuces_wild import hands
from houseway.games.deuces_wild.maths import base, fortune
from houseway.games.deuces_wild.maths.base import Plan, RuleSet
from houseway.games.deuces_wild.maths.classes import APPROVED, classes, set_number
from houseway.games.deuces_wild.maths.strategies import plan_of, selection_of
from houseway.games.deuces_wild.maths.terms import nets_of
from houseway.games.deuces_wild.maths.walks.fortune_counts import Picked
from houseway.games.deuces_wild.maths.what_ifs.changes import Judged, judged, rule_set
from houseway.games.deuces_wild.play import ANTE, FORTUNE, POOLS
from houseway.maths.question_errors import BadQuestion
from houseway.maths.strategy import Strategy
from houseway.simulation.departures import asked_rules
from houseway.table.setup import Setup


class Player:
    """How every seat plays at a table: the plan for the Ante, and the selections for Five Card Fortune.

    ``rules`` are what the table plays under; a strategy is written for the approved wild cards.
    """

    def __init__(self, setup: Setup, strategy: Strategy | None) -> None:
        self._setup = setup
        self._changed = asked_rules(setup)
        self.rules = rule_set(self._changed)
        if strategy is not None and self.rules.wilds != APPROVED:
            raise BadQuestion(
                "a strategy is written for deuces and the joker, and other cards are wild",
                remedy="leave the strategy out for the best play",
            )
        self._strategy = strategy
        self.pool = POOLS[setup.options["fortune-pool"]]
        self.revealed = setup.options["fortune-view"] == "revealed"
        self._selections: dict[int, Picked] = {}
        self._picks: dict[int, npt.NDArray[np.uint8]] = {}

    @property
    def name(self) -> str:
        """The name of the strategy."""
        return self._strategy.name if self._strategy is not None else "optimal"

    @cached_property
    def plan(self) -> Plan:
        """Which hands are played and raised."""
        own = self._strategy
        if own is None or set(own.tables) == {"fortune"}:
            return _best_plan(self.judged.nets, self.rules)
        return plan_of(own)

    @property
    def judged(self) -> Judged:
        """How the Ante's cards are named, and what they win."""
        return judged(self._changed, nets_of(self._setup.paytables[ANTE]))

    def selection(self, pool: int) -> Picked:
        """What is selected blind from each class of ``pool`` cards."""
        if pool not in self._selections:
            if self._strategy is not None and "fortune" in self._strategy.tables:
                self._selections[pool] = selection_of(self._strategy, pool)
            else:
                nets = tuple(nets_of(self._setup.paytables[FORTUNE]))
                self._selections[pool] = _best_selection(nets, pool, self.rules)
        return self._selections[pool]

    def picks(self, pool: int) -> npt.NDArray[np.uint8]:
        """What is selected blind from each set of ``pool`` cards."""
        if pool not in self._picks:
            self._picks[pool] = classes(pool, self.rules.wilds).picks(self.selection(pool))
        return self._picks[pool]

    @property
    def preference(self) -> list[int]:
        """The places of the rows in the order of what they pay."""
        return fortune.preference(nets_of(self._setup.paytables[FORTUNE]))

    def select(self, held: list[Card], community: list[Card]) -> list[int]:
        """The positions, from 1, of the cards selected from ``held``; ``community`` is empty if it is not seen."""
        if not self.revealed:
            order = sorted(range(len(held)), key=lambda place: held[place].code)
            pick = int(self.picks(len(held))[set_number([kind.code for kind in held])])
            return sorted(order[bit] + 1 for bit in range(len(held)) if pick >> bit & 1)
        preference = self.preference
        wild = [place for place, kind in enumerate(held) if hands.is_wild(kind)]
        choices = [[place] for place in range(len(held))] + [wild[:number] for number in range(2, len(wild) + 1)]

        def place_of(choice: list[int]) -> int:
            rows = hands.fortune((*community, *(held[place] for place in choice)))
            return preference[hands.FORTUNE_ROWS.index(rows[0]) if rows else len(hands.FORTUNE_ROWS)]

        return [place + 1 for place in min(choices, key=place_of)]


@lru_cache(maxsize=8)
def _best_plan(nets: tuple[Fraction, ...], rules: RuleSet) -> Plan:
    return base.best_plan(nets, rules.ante, rules.stakes, rules.wilds)


@lru_cache(maxsize=8)
def _best_selection(nets: tuple[Fraction, ...], pool: int, rules: RuleSet) -> Picked:
    return fortune.best_selection(nets, pool, rules.fortune, rules.wilds)
