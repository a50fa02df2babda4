"""What is asked of the mathematics of Deuces Wild, checked: wagers, paytables, options, changed pays, meters."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import Any

from houseway.games.deuces_wild import hands
from houseway.maths import terms as common
from houseway.maths.question import FIXED, Choice
from houseway.maths.question_errors import BadQuestion
from houseway.maths.terms import bad_value, option_text, returned
from houseway.rulebook.money import dollars
from houseway.rulebook.pays import Pay, PayKind
from houseway.rulebook.paytables import Paytable, Row

ANTE, TREASURE, FORTUNE, JACKPOT = "ante", "three-card-treasure", "five-card-fortune", "bonus-jackpot"
ROWS = {
    ANTE: hands.ANTE_ROWS,
    TREASURE: hands.TREASURE_ROWS,
    FORTUNE: hands.FORTUNE_ROWS,
    JACKPOT: hands.JACKPOT_ROWS,
}
"""The rows that ``hands`` knows for each wager, best first."""

POOL, VIEW = "fortune-pool", "fortune-view"
POOLS = {"three": 3, "four": 4, "five": 5}
"""The most cards to select from: a player holds from three to five (DW-12)."""

BESIDE = {"ante": ANTE, "fortune": FORTUNE}
"""Options that name the paytable of the other wager, where one is played beside it."""

RATIO = "ratio"
"""An option: what is staked on Five Card Fortune for one on the Ante."""

NO_ANTE = "none"
MOST_RATIO = 10**6


def nets_of(table: Paytable, stake: int = 100) -> list[Fraction]:
    """What each row of ``table`` wins per unit, and no row last; for wagers without a meter."""
    return [*(returned(row.pay, stake) - 1 for row in table.rows), Fraction(-1)]


class Terms(common.Terms):
    """A question checked. Options are those of the edition, and some more.

    ``fixed`` is the Bonus Jackpot wager in cents. Where Five Card Fortune is asked about, ``ante`` is the paytable of
    an Ante beside it, or ``none``; where the Ante is, ``fortune`` is that of the Five Card Fortune for which it is
    played too. ``ratio`` is what is staked on Five Card Fortune for one on the Ante, as in ``1/2``.
    """

    own_options = (FIXED, *BESIDE, RATIO)

    jackpot = JACKPOT
    jackpot_meter = JACKPOT
    jackpot_wager = "the Bonus Jackpot wager"
    meter_remedy = None

    def option(self, slug: str, value: Any) -> str:
        """The value given to an option, checked; a pool by its word."""
        if slug in BESIDE:
            return self._beside(slug, value)
        if slug == RATIO:
            return self._ratio(value)
        if slug != POOL or slug not in self.edition.options:
            return super().option(slug, value)
        given = option_text(value)
        for word, number in POOLS.items():
            if given in (word, str(number)):
                return word
        raise bad_value(slug, value, POOLS)

    def _beside(self, slug: str, value: Any) -> str:
        known = [*self.edition.paytable_ids(BESIDE[slug]), *([NO_ANTE] if slug == "ante" else [])]
        if value not in known:
            raise bad_value(slug, value, known)
        return str(value)

    def _ratio(self, value: Any) -> str:
        try:
            ratio = Fraction(str(value)) if len(str(value)) < 20 else Fraction(0)
        except (ValueError, ZeroDivisionError):
            ratio = Fraction(0)
        if not 0 < ratio <= MOST_RATIO:
            raise BadQuestion(
                f"{value!r} cannot be staked for one",
                remedy="give what is staked on Five Card Fortune for one on the Ante, as in ratio=1/2",
            )
        return str(ratio)

    @property
    def ratio(self) -> Fraction:
        """What is staked on Five Card Fortune for one on the Ante; one unless it was given."""
        return Fraction(self.options.get(RATIO, "1"))

    def beside(self, slug: str) -> Paytable:
        """The paytable of the wager that ``slug`` means in `BESIDE`: the one named, that asked about, or the first."""
        wager = BESIDE[slug]
        name = self.options.get(slug)
        if name in (None, NO_ANTE):
            for table in self.tables:
                if table.wager == wager:
                    return table
            name = self.chosen.get(wager, self.edition.paytable_ids(wager)[0])
        return self.edition.paytable(wager, name, self.options)

    def wagers(self) -> Collection[str]:
        """The wagers that ``hands`` judges."""
        return ROWS

    def check_wager(self, wager: str) -> None:
        """Play and Raise are counted with the Ante."""
        if wager not in ROWS:
            raise BadQuestion(
                f"{wager} has no figures of its own",
                remedy=f"ask about {ANTE}: all that is added to it is counted there",
            )

    def check_fixed(self, wager: str, paytable: Choice) -> None:
        """A paytable that is not there is refused first."""
        if not isinstance(paytable, str) or paytable in self.edition.paytable_ids(wager):
            super().check_fixed(wager, paytable)

    def check_pay(self, table: Paytable, event: str, pay: Pay) -> None:
        """Only the Bonus Jackpot pays money."""
        money = pay.is_percent or pay.is_posted or pay.kind is PayKind.DOLLARS
        if money and table.wager != JACKPOT:
            raise BadQuestion(
                f"{table.wager} {event}: {pay.text} is a pay of jackpots", remedy="give odds, push or loss"
            )

    def changed(self, table: Paytable) -> Paytable:
        """The table with the rows that ``pays`` names replaced; its rows must be those that the cards are judged by."""
        if tuple(row.event for row in table.rows) != ROWS[table.wager]:
            raise BadQuestion(
                f"{table.wager} {table.id} does not have the rows {', '.join(ROWS[table.wager])}",
                remedy="change the pays of these rows only",
            )
        return super().changed(table)

    # -- what rows are worth

    def views(self) -> list[tuple[bool, str]]:
        """Whether the community hand is seen first, and the option's value: as asked for, or each."""
        values = [self.options[VIEW]] if VIEW in self.options else self.edition.options[VIEW].values
        return [(view == "revealed", view) for view in values]

    def pools(self) -> list[tuple[int, str]]:
        """The most cards to select from, and the option's value: as asked for, or each."""
        values = [self.options[POOL]] if POOL in self.options else self.edition.options[POOL].values
        return [(POOLS[pool], pool) for pool in values]

    def nets(self, table: Paytable) -> list[Fraction]:
        """What each row wins per unit, and no row last; for wagers without a meter."""
        return nets_of(table, self.stake(table.wager))

    def unit(self, wager: str) -> str:
        """What 1 is, in words."""
        name = self.edition.wagers[wager].name
        return {ANTE: f"one {name}", JACKPOT: f"one {name} wager of {dollars(self.stake(JACKPOT))}"}.get(
            wager, f"one {name} wager"
        )

    def listed_meter(self, table: Paytable, row: Row) -> str | None:
        """A row that was given an amount in ``pays`` is still listed."""
        posted = (table.wager, row.event) in self.own_meters and row.pay.kind is PayKind.DOLLARS
        return f"{table.wager}/{row.event}" if posted else self.meter_of(table, row)
