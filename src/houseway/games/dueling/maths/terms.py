"""What is asked of the mathematics of Dueling, checked: wagers, paytables, options, changed pays and meters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

from houseway.games.dueling.maths.pricing import read_pay
from houseway.games.dueling.play import SPOTS
from houseway.maths import terms
from houseway.maths.question import FIXED, Option, Question, no_wager
from houseway.maths.question_errors import BadQuestion
from houseway.maths.what_ifs import changed_rules
from houseway.rulebook.edition import Edition
from houseway.rulebook.money import dollars
from houseway.rulebook.paytables import Paytable, Row
from houseway.table.folder import GameFolder

WAR = "war"
MOST_DECKS = 10**4


class Terms(terms.Prices):
    """A question checked: which wagers, paytables and options, with which pays and meters."""

    def __init__(self, game: GameFolder, question: Question) -> None:
        self.edition: Edition = game.edition(question.edition)
        self.wager = question.wager
        self.paytable = question.paytable if isinstance(question.paytable, str) else None
        self.chosen = terms.chosen_tables(self.edition, question.paytable)
        self.rules = changed_rules(game, self.edition.slug, question.rules)
        """The rules that are changed, by slug."""
        self.given = self._options(question.options)
        self.pays = dict(question.pays)
        self.meters = dict(question.meters)
        self._check_wager()
        self._check_pays()
        self._check_meters()

    # -- which

    @cached_property
    def wagers(self) -> tuple[str, ...]:
        """The wagers asked for, in the document's order."""
        if self.wager is not None:
            return (self.wager,)
        return tuple(
            slug
            for slug in self.edition.wagers
            if self._offered(slug) and (self.paytable is None or self.paytable in self.edition.paytable_ids(slug))
        )

    def paytables(self, wager: str) -> Iterator[str]:
        """The paytables of ``wager`` asked for."""
        if wager in self.chosen:
            yield self.chosen[wager]
        else:
            yield from self.edition.paytable_ids(wager) if self.paytable is None else (self.paytable,)

    def option_sets(self, wager: str) -> Iterator[tuple[int, dict[str, str]]]:
        """Number of decks and options of each entry of ``wager``: those given, and every value of those that matter."""
        known = self.edition.options
        decks_values = (self.given["decks"],) if "decks" in self.given else known["decks"].values
        bonuses: tuple[str, ...] = ()
        if wager in (*SPOTS, WAR):
            bonuses = (self.given["tie-bonus"],) if "tie-bonus" in self.given else known["tie-bonus"].values
            if "tie-bonus" not in self.given and any(key.endswith("tie-bonus") for key in self.pays):
                bonuses = ("on",)
        for decks in decks_values:
            for bonus in bonuses or (None,):
                chosen = {**self.given, "decks": decks}
                if bonus is not None:
                    chosen["tie-bonus"] = bonus
                yield int(decks), chosen

    def first_options(self) -> tuple[int, dict[str, str]]:
        """Number of decks and options of the first entry."""
        return next(self.option_sets(self.wagers[0]))

    def table(self, wager: str, name: str, chosen: Mapping[str, str]) -> Paytable:
        """The paytable with the rows that ``pays`` names replaced."""
        printed = self.edition.paytable(wager, name, self._printed(chosen))
        if not self.pays:
            return printed
        rows = []
        for row in printed.rows:
            text = self._pay_of(wager, row.event)
            rows.append(row if text is None else Row(row.event, row.name, read_pay(text, printed, row.event)))
        return printed.replaced(tuple(rows))

    def _printed(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """Options under which a table is printed: the default where the printed table has no such number of decks."""
        known = self.edition.options
        return {
            slug: chosen[slug] if chosen.get(slug) in option.values else option.values[0]
            for slug, option in known.items()
        }

    def _pay_of(self, wager: str, event: str) -> str | None:
        qualified = self.pays.get(f"{wager}/{event}")
        if qualified is not None or event not in self.pays:
            return qualified
        if wager == WAR and self.wager != WAR:
            # A plain name means the spot's own row where it has one.
            own = self.edition.paytable(SPOTS[0], "standard", self._printed({}))
            if own.find(event) is not None:
                return None
        return self.pays[event]

    def empty(self, table: Paytable, row: Row) -> Fraction:
        """A posted amount of a *to 1* table comes with the stake (DD-9)."""
        return Fraction(1 if row.pay.is_posted and table.odds == "to 1" else 0)

    def _offered(self, wager: str) -> bool:
        wanted = self.edition.wagers[wager].offered_with
        return all(self.given.get(option, value) == value for option, value in wanted.items())

    # -- checks

    def _options(self, options: Mapping[str, Option]) -> dict[str, str]:
        known = self.edition.options
        given: dict[str, str] = {}
        for slug, value in options.items():
            text = terms.option_text(value)
            if slug == FIXED:
                self._check_fixed(text)
                continue
            if slug not in known:
                raise terms.no_option(self.edition, slug)
            if not isinstance(text, str) or not (text in known[slug].values or _counts(slug, text)):
                also = {"decks": " or any whole number from 1", "burn": " or any whole number", "shoe": " or a number"}
                raise terms.bad_value(slug, value, known[slug].values, also.get(slug, ""))
            given[slug] = text
        size = 52 * (int(given["decks"]) if "decks" in given else min(map(int, known["decks"].values)))
        cut = given.get("shoe", "fresh")
        if cut != "fresh" and int(cut) >= size:
            raise BadQuestion(f"the cut card cannot lie behind {cut} cards of {size}", remedy="lay it higher")
        needed = 6 + int(given.get("burn", "0"))
        if needed > size:
            raise BadQuestion(
                f"a deal of {needed} cards does not come out of {size}", remedy="burn fewer cards or use more decks"
            )
        return given

    def _check_fixed(self, text: Any) -> None:
        for wager in self.edition.wagers.values():
            if wager.kind == "jackpot" and text != str(wager.fixed):
                raise BadQuestion(
                    f"{wager.name} is a wager of {dollars(wager.fixed or 0)} and no other",
                    clause=wager.clause,
                    remedy="leave fixed out",
                )

    def _check_wager(self) -> None:
        edition = self.edition
        if self.wager is not None and self.wager not in edition.wagers:
            raise no_wager(edition, self.wager, edition.wagers)
        if self.wager is not None and not self._offered(self.wager):
            raise BadQuestion(
                f"{self.wager} is not offered where spots is {self.given['spots']}",
                remedy="ask with other spots, or about another wager",
            )
        if self.paytable is not None:
            ids = [name for slug in self.wagers for name in edition.paytable_ids(slug)]
            if self.paytable not in ids:
                of = self.wager or edition.about.name
                known = [name for slug in edition.wagers for name in edition.paytable_ids(slug) if slug == self.wager]
                raise BadQuestion(
                    f"{of} has no paytable {self.paytable!r}",
                    remedy=f"choose {', '.join(known)}" if known else f"see: houseway paytables {edition.about.slug}",
                )

    def _priced_tables(self) -> Iterator[Paytable]:
        """Every printed table that a changed pay may mean."""
        for wager in self.wagers:
            for name in self.paytables(wager):
                yield self.edition.paytable(wager, name, self._printed({}))
            if wager in SPOTS:
                yield self.edition.paytable(WAR, "standard", self._printed({}))

    def _check_pays(self) -> None:
        tables = list(self._priced_tables())
        for key, text in self.pays.items():
            wager, _, event = key.rpartition("/")
            meant = [table for table in tables if table.find(event) is not None and wager in ("", table.wager)]
            if not meant:
                rows = dict.fromkeys(row.event for table in tables for row in table.rows)
                raise BadQuestion(f"there is no row {key!r} to pay", remedy=f"name one of {', '.join(rows)}")
            for table in meant:
                read_pay(text, table, event)

    def _check_meters(self) -> None:
        tables = [self.table(wager, name, {}) for wager in self.wagers for name in self.paytables(wager)]
        known = {name for table in tables for row in table.rows if (name := terms.meter_of(table, row))}
        terms.check_meters(self.meters, sorted(known), verb="name", ask="a jackpot")


def _counts(option: str, text: str) -> bool:
    """Whether ``text`` is a number that ``option`` may take although no document lists it."""
    if not (text.isascii() and text.isdigit()) or len(text) > 9:
        return False
    if option == "decks":
        return 1 <= int(text) <= MOST_DECKS and text == str(int(text))
    return (option == "shoe" and int(text) > 0) or option == "burn"
