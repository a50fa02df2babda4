"""The table as a procedure sees it: who is in the round, what is staked, how a wager is settled.

A procedure cannot reach a card that was not shown: cards come to it only as answers to its own steps.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from houseway.rulebook.pays import LOSS
from houseway.rulebook.paytables import Row
from houseway.rulebook.steps import (
    DEALER,
    INDICATORS,
    SUPERVISOR,
    Ask,
    Choice,
    Claim,
    Collect,
    Place,
    PlaceWagers,
    Prizes,
    Settle,
    Step,
    Tabulate,
    seat_of,
)
from houseway.table.layout import Layout
from houseway.table.percent_prizes import Hit, divide, extra_prizes
from houseway.table.setup import Setup


class Table:
    """What ``play(table)`` is given."""

    __slots__ = ("_claims", "_counted", "_hits", "_layout", "behaviour", "seats", "setup", "through")

    def __init__(self, setup: Setup, layout: Layout, behaviour: int) -> None:
        self.setup = setup
        self.behaviour = behaviour
        """The behaviour number under which this round is played; a procedure asks for it where numbers differ."""
        self.seats: tuple[int, ...] = ()
        self.through: set[int] = set()
        """The seats of which the procedure will ask nothing more; it says so itself, and changes nothing by it."""
        self._layout = layout
        self._claims: list[Claim] = []
        self._hits: list[Hit] = []
        self._counted: dict[str, list[int]] = {}

    # -- who and how much

    def option(self, slug: str) -> str:
        """The house's choice for ``slug``."""
        return self.setup.options[slug]

    def clockwise(self, having: str | None = None) -> Sequence[int]:
        """The seats in the round from the dealer's left, those with a stake on ``having`` if it is given."""
        if having is None:
            return self.seats
        stakes = self._layout.stakes
        return [seat for seat in self.seats if having in stakes[seat]]

    def counter_clockwise(self) -> Sequence[int]:
        """The seats in the round from the dealer's right."""
        return self.seats[::-1]

    def stake(self, place: Place, wager: str) -> int:
        """What lies on ``wager`` at ``place``; nothing once it is settled."""
        return self._layout.stakes.get(place, {}).get(wager, 0)

    def has(self, place: Place, wager: str) -> bool:
        """Whether ``wager`` is open at ``place``."""
        stakes = self._layout.stakes.get(place)
        return stakes is not None and wager in stakes

    def open_wagers(self, place: Place) -> tuple[str, ...]:
        """The wagers still open at ``place``."""
        return tuple(self._layout.stakes.get(place, ()))

    # -- the opening that every game shares

    def open(
        self, *, cite: str, press: str, confirm: str, collect: str, does: tuple[str, ...] = (), every_round: bool = True
    ) -> Generator[Step, Any, None]:
        """Wagers are placed; where a tabulator is on, jackpot wagers are counted, confirmed and collected.

        It is pressed in every round, also where nobody bet the jackpot: the press puts out what the last one lit
        (BJS-1). Without ``every_round`` it is pressed only where somebody did.
        """
        yield PlaceWagers(cite=cite, does=does)
        jackpots = self.setup.jackpots
        if not jackpots:
            return
        for wager in jackpots:
            self._counted[wager] = list(self.clockwise(wager))
        laid = any(self._counted.values())
        if self.setup.options["tabulator"] != "on" or not (laid or every_round):
            return
        agree = yield Tabulate(jackpots, cite=press)
        if agree and not laid:
            # No chip lies there and no light is lit.
            return
        if agree:
            says = "every indicator agrees with the chips"
            yield Ask(DEALER, INDICATORS, (Choice("confirm", says, confirm),), "confirm", cite=confirm)
        else:
            says = "indicators and chips differ: what lies on the spots is wagered, and the difference is noted"
            yield Ask(SUPERVISOR, INDICATORS, (Choice("chips-stand", says, confirm),), "chips-stand", cite=confirm)
        if laid:
            yield Collect(jackpots, cite=collect)

    # -- settlement

    def row(self, wager: str, events: tuple[str, ...]) -> Row:
        """The first row of the wager's paytable among ``events``."""
        return self.setup.paytables[wager].row(events)

    def pay(
        self, place: Place, wager: str, events: tuple[str, ...], cite: str, does: tuple[str, ...] = ()
    ) -> Generator[Step, Any, None]:
        """Settle ``wager`` by its paytable: a line at once, or a claim if the row is a percent of a meter."""
        row = self.setup.paytables[wager].row(events)
        if wager in self._counted and row.event != "none":
            self._hits.append(Hit(place, wager, row.event, cite))
        if row.pay.is_percent:
            self._claims.append(Claim(place, wager, row.event, self.setup.meter_of(wager, row.event), cite))
        else:
            yield Settle(place, wager, row.event, row.pay, cite=cite, does=does)

    def lose(self, place: Place, wager: str, event: str, cite: str) -> Settle:
        """The step that takes ``wager`` for an event that no paytable names (a fold)."""
        return Settle(place, wager, event, LOSS, cite=cite)

    def prizes(self, cite: str) -> Generator[Step, Any, None]:
        """Once every claim is known: lock the meters and settle what they pay. Does nothing if nothing was hit."""
        setup = self.setup
        extra = self.bringing()
        if not self._claims and not extra:
            return
        meters = [claim.meter for claim in self._claims]
        for hit in extra:
            percents = [pay for _, pay, _ in extra_prizes(setup, hit, self._counted) if pay.is_percent]
            meters += [setup.meter_of(hit.wager, hit.event)] if percents else []
        amounts: dict[str, int] = {}
        if meters:
            amounts = yield Prizes(tuple(self._claims), tuple(dict.fromkeys(meters)), cite=cite)
        for prize in divide(setup, self._claims, extra, self._counted, amounts):
            note = f"divided among {prize.share}" if prize.share > 1 else None
            yield Settle(
                prize.place,
                prize.wager,
                prize.event,
                prize.pay,
                returned=prize.amount,
                meter=prize.meter if prize.pay.is_percent else None,
                bare=prize.bare,
                note=note,
                cite=prize.cite,
            )

    def bringing(self) -> list[Hit]:
        """The rows hit that bring other players a prize."""
        return [hit for hit in self._hits if extra_prizes(self.setup, hit, self._counted)]

    def seat(self, place: Place) -> int:
        """The seat that ``place`` belongs to."""
        return seat_of(place)
