"""A table that departs from the approved document, for simulation alone: other pays, rules, another number of decks.

Nobody may deal at such a table, and no record is made of one. The mathematics is asked about it by the same pays,
options and rules (`asked_pays`, `asked_options`, `asked_rules`), so that the best play and the exact figures are those
of the changed game.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

from houseway.cards import Deck, deck_of
from houseway.maths.assumptions import payer
from houseway.maths.question_errors import BadQuestion, RuleNotDealt
from houseway.maths.terms import check_rows, read_pay
from houseway.rulebook.edition import Edition
from houseway.rulebook.pays import Pay, PayKind
from houseway.rulebook.paytables import Paytable, Row
from houseway.table.setup import Setup

DECKS = "decks"
MOST_DECKS = 1000
RULES = "rules"


class DepartingTable(Setup):
    """A `Setup` with other pays, by wager and event, by other ``rules``, or made of ``decks`` decks.

    A pay of the First Attack or the Ante is that of the wagers which hang on it too. Rows that the operator posts are
    no departure: they are given as ``posted``. Rules are slugs and values as `changed_rules` reads them; the deck that
    one of them changes is the game's to say.
    """

    def __init__(
        self,
        edition: Edition,
        *,
        pays: Mapping[str, Mapping[str, str]] | None = None,
        decks: int | None = None,
        rules: Mapping[str, str] | None = None,
        **choices: Any,
    ) -> None:
        self.pays = {wager: dict(rows) for wager, rows in (pays or {}).items() if rows}
        self.rules = dict(rules or {})
        self.decks = decks
        if decks is not None and not 1 <= decks <= MOST_DECKS:
            raise BadQuestion(f"decks cannot be {decks}", remedy=f"give a whole number from 1 to {MOST_DECKS}")
        super().__init__(edition, **choices)
        for wager in self.pays:
            first = payer(edition, self.wager(wager).slug)
            if first != wager:
                raise BadQuestion(f"{wager} is paid by the paytable of {first}", remedy=f"change the pay of {first}")
            if wager not in self.paytables:
                raise BadQuestion(f"{wager} is not offered at this table", remedy="leave its pays out")

    @cached_property
    def deck(self) -> Deck:
        """The deck: of as many decks as the table departs to."""
        data = self.edition.data.deck
        return super().deck if self.decks is None else deck_of(self.decks, data.jokers, data.without)

    def as_dict(self) -> dict[str, Any]:
        """Everything chosen, with what departs: `DepartingTable` made again from it is the same."""
        data = super().as_dict()
        if self.pays:
            data["pays"] = {wager: dict(rows) for wager, rows in self.pays.items()}
        if self.decks is not None:
            data[DECKS] = self.decks
        if self.rules:
            data[RULES] = dict(self.rules)
        return data

    def _options(self, chosen: Mapping[str, Any]) -> dict[str, str]:
        if self.decks is None or DECKS not in self.edition.options:
            return super()._options(chosen)
        others = super()._options({slug: value for slug, value in chosen.items() if slug != DECKS})
        return {**others, DECKS: str(self.decks)}

    def _printed(self, wager: str) -> Paytable:
        """As printed; for a number of decks that the document does not have, as for the usual number."""
        known = self.edition.options.get(DECKS)
        if known is None or self.options[DECKS] in known.values:
            return super()._printed(wager)
        name = self._paytable_choice.get(wager) or self._paytable_choice.get(self.edition.chosen_by(wager), "standard")
        return self.edition.paytable(wager, name, {**self.options, DECKS: known.values[0]})

    def _open(self, wager: str) -> Paytable:
        table = super()._open(wager)
        changed = self.pays.get(payer(self.edition, wager))
        if not changed:
            return table
        check_rows(changed, wager, [row.event for row in table.rows])
        factor = Fraction(self.fixed_amount(wager) or 100, 100) if table.scales else Fraction(1)
        return table.replaced(
            tuple(
                Row(row.event, row.name, self._pay(table, row.event, changed[row.event]).scaled(factor))
                if row.event in changed
                else row
                for row in table.rows
            )
        )

    def _pay(self, table: Paytable, event: str, text: str) -> Pay:
        pay = read_pay(text, table, event)
        if pay.is_posted:
            raise BadQuestion(
                f"{table.wager} {event}: {pay.text} says no amount", remedy="give odds, money or a percent"
            )
        money = pay.is_percent or pay.kind is PayKind.DOLLARS
        if money and self.edition.wagers[table.wager].kind != "jackpot":
            raise BadQuestion(
                f"{table.wager} {event}: {pay.text} is a pay of jackpots", remedy="give odds, push or loss"
            )
        return pay


def table_from(edition: Edition, choices: Mapping[str, Any]) -> Setup:
    """The table that `Setup.as_dict` wrote, departing or not."""
    made = DepartingTable if {"pays", DECKS, RULES} & set(choices) else Setup
    return made(edition, **choices)


def departing(
    setup: Setup,
    pays: Mapping[str, Mapping[str, str]],
    decks: int | None,
    rules: Mapping[str, str] | None = None,
) -> Setup:
    """``setup`` with other pays, decks and rules; as it is where there are none."""
    if not pays and decks is None and not rules:
        return setup
    return DepartingTable(setup.edition, **{**setup.as_dict(), "pays": pays, DECKS: decks, RULES: rules or {}})


def asked_pays(setup: Setup, wager: str) -> dict[str, str]:
    """The pays of ``wager`` at this table that no document prints, as `Game.analyze` takes them.

    With a wager that others hang on come those that have a paytable of their own, as in ``war/win``.
    """
    found = dict(setup.posted.get(wager, {}))
    changed = setup.pays if isinstance(setup, DepartingTable) else {}
    found |= changed.get(payer(setup.edition, wager), {})
    if setup.edition.wagers[wager].kind == "primary":
        for other, rows in changed.items():
            if setup.edition.wagers[other].kind == "supplemental":
                found |= {f"{other}/{event}": text for event, text in rows.items()}
    return found


def asked_rules(setup: Setup) -> dict[str, str]:
    """The rules of this table that are not those of the document, as `Game.analyze` takes them."""
    return dict(setup.rules) if isinstance(setup, DepartingTable) else {}


def not_dealt(setup: Setup, slug: str, why: str) -> RuleNotDealt:
    """That rounds cannot be simulated by a changed rule, and why."""
    return RuleNotDealt(
        f"rounds cannot be simulated with {slug}={asked_rules(setup)[slug]}: {why}",
        remedy="see its exact figures with houseway analyze, or leave that rule as it is",
    )


def asked_options(setup: Setup) -> dict[str, str]:
    """The options of the analysis that no document lists, at this table."""
    if isinstance(setup, DepartingTable) and setup.decks is not None and DECKS not in setup.edition.options:
        return {DECKS: str(setup.decks)}
    return {}
