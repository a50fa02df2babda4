"""What is asked of the mathematics of Triple Attack, checked: wagers, paytables, options, changed pays, meters."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from functools import cached_property
from typing import Any

from houseway.cards import Deck
from houseway.games.triple_attack.maths.what_ifs import ATTACKS, DECKS, MOST_DECKS, shoe
from houseway.maths import terms as common
from houseway.maths.question import FIXED
from houseway.maths.question_errors import BadQuestion
from houseway.maths.terms import (
    bad_value,
    option_text,
    whole_number,
)
from houseway.rulebook.money import dollars
from houseway.rulebook.pays import Pay, PayKind
from houseway.rulebook.paytables import Paytable, Row

FIRST = ATTACKS[0]
INSURANCE = "insurance"
INSIDE = ("double", "split")
"""Wagers whose figures are part of the First Attack's and are not given by themselves."""


class Terms(common.Terms):
    """A question checked. Options are those of the edition, ``decks``, and ``fixed``: the jackpot wager in cents.

    Beside the pays of the attacks, ``pays`` may change rows of insurance, as ``insurance/blackjack``.
    """

    jackpot = "a jackpot"
    jackpot_meter = "a jackpot"
    own_options = (DECKS, FIXED)
    _paid = ""
    """The wager that chooses the paytable of the changed pays."""

    @cached_property
    def deck(self) -> Deck:
        """The cards that are dealt from."""
        data = self.edition.data.deck
        if DECKS in self.rules and self.options.get(DECKS, self.rules[DECKS]) != self.rules[DECKS]:
            raise BadQuestion("the number of decks is given twice", remedy="give it as an option or as a rule")
        return shoe(data, self.options.get(DECKS, str(data.decks)), self.rules)

    def table(self, wager: str) -> Paytable:
        """The paytable of a wager of the main game, with the changed pays if they are for it."""
        for table in self.tables:
            if table.wager == wager:
                return table
        return self.changed(self.edition.paytable(wager, "standard", self.options))

    @property
    def changes_main_game(self) -> bool:
        """Whether a rule or a pay of the attacks or of insurance is changed, so that the best play may be another."""
        main = ("", INSURANCE, *(slug for slug in self.edition.wagers if self.edition.chosen_by(slug) == FIRST))
        return bool(self.rules) or any(key.rpartition("/")[0] in main for key in self.pays)

    # -- checks

    def option(self, slug: str, value: Any) -> str:
        """The value given to an option, checked; some may be any number."""
        text: str = option_text(value)
        number = whole_number(text)
        known = self.edition.options.get(slug)
        if slug == DECKS:
            if not 1 <= number <= MOST_DECKS:
                raise BadQuestion(f"decks cannot be {value!r}", remedy=f"give a whole number from 1 to {MOST_DECKS}")
        elif slug == FIXED or known is None or not known.integer:
            return super().option(slug, value)
        elif text not in known.values and number == 0:
            raise bad_value(slug, value, known.values, " or a positive whole number")
        return text

    def wagers(self) -> Collection[str]:
        """All but those inside the First Attack."""
        return [slug for slug in self.edition.wagers if slug not in INSIDE]

    def check_wager(self, wager: str) -> None:
        """Doubles and splits are counted with the First Attack."""
        if wager in INSIDE:
            raise BadQuestion(
                f"{wager} has no figures of its own: they are part of the First Attack's",
                remedy="ask about first-attack",
            )

    def listed(self, meters: Iterable[str]) -> list[str]:
        """In the document's order."""
        return list(meters)

    def payer(self, wager: str) -> str:
        """The further attacks, doubles and splits are paid by the First Attack's table."""
        return self.edition.chosen_by(wager)

    def paid_beside(self, printed: list[Paytable]) -> list[Paytable]:
        """With pays of the attacks may come those of insurance."""
        if self.payer(FIRST) not in {self.payer(table.wager) for table in printed}:
            return []
        return [self.edition.paytable(slug, "standard", self.options) for slug in (FIRST, INSURANCE)]

    def check_pays(self, printed: list[Paytable]) -> None:
        """A plain name is of the one printed table that is asked about."""
        super().check_pays(printed)
        payers = {self.payer(table.wager) for table in printed}
        self._paid = payers.pop() if len(payers) == 1 else ""

    def check_pay(self, table: Paytable, event: str, pay: Pay) -> None:
        """Only jackpots pay money."""
        money = pay.is_percent or pay.is_posted or pay.kind is PayKind.DOLLARS
        if money and not self.is_jackpot(table.wager):
            raise BadQuestion(
                f"{table.wager} is a wager of any amount and cannot pay {pay.text} for {event}",
                remedy="give odds, push or loss",
            )

    def changed(self, table: Paytable) -> Paytable:
        """The paytable at the fixed wager asked for, with the rows that ``pays`` names replaced."""
        factor = Fraction(self.stake(table.wager), 100) if table.scales else Fraction(1)
        first = self.edition.chosen_by(table.wager)
        hangs = self.edition.wagers[table.wager].kind == "supplemental"
        rows = []
        for row in table.rows:
            keys = [f"{table.wager}/{row.event}"]
            keys += [f"{first}/{row.event}"] if hangs else []
            keys += [row.event] if first == self._paid else []
            text = next((self.pays[key] for key in keys if key in self.pays), None)
            pay = row.pay if text is None else self.new_pay(table, row.event, text)
            rows.append(Row(row.event, row.name, pay.scaled(factor)))
        return table.replaced(tuple(rows))

    # -- what rows are worth

    def unit(self, table: Paytable) -> str:
        """What 1 is, in words."""
        wager = self.edition.wagers[table.wager]
        money = f" of {dollars(self.stake(table.wager))}" if self.is_jackpot(table.wager) else ""
        return f"one {wager.name} wager{money}"

    def meter_rows(self, table: Paytable) -> dict[str, list[Row]]:
        """Each meter with its rows, then as far as each of its rows goes."""
        found = super().meter_rows(table)
        for name, rows in tuple(found.items()):
            if len(rows) > 1:
                found |= {f"{name}/{row.event}": [row] for row in rows}
        return found
