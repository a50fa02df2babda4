"""Compliance rules: how one is declared, what it inspects and what it reports.

A rule is a function with an id. It is shown one thing (the property, a table, a jackpot, an approval, a promotion) with
everything around it, and yields what may not be so. Rules do not repeat each other: where one rule's matter is settled
by another, it stays silent, so that each mistake is named once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

import msgspec

from houseway.compliance.citations import full_cite
from houseway.compliance.compliance_errors import BadSetting
from houseway.compliance.configuration import Approval, Licence, Machine, Promotion, Property, Table
from houseway.compliance.configured_tables import settings_of, setup_of
from houseway.compliance.profile import Settings, profile
from houseway.errors import HousewayError
from houseway.jackpots.jackpot_configuration import Jackpot
from houseway.registry import all_games
from houseway.rulebook.edition import Edition, Wager
from houseway.rulebook.edition import Equipment as Model
from houseway.rulebook.paytables import Paytable
from houseway.table.setup import Setup

EDITION = "WAC 230-15-065"
"""The rules of play that were approved hold, where the code itself says nothing."""


class Finding(msgspec.Struct, frozen=True):
    """What may not be so: by which rule of ours, resting on what, where, and what would mend it.

    ``cite`` is the approved document's own clause where it has the matter; ``beside`` is what else says so.
    """

    rule: str
    cite: str
    where: str
    what: str
    remedy: str
    beside: tuple[str, ...] = ()

    @property
    def cites(self) -> str:
        """Everything it rests on, the first thing first."""
        return "; ".join((self.cite, *self.beside))


class Rests(NamedTuple):
    """What a finding rests on: first the approved document where it has the matter, beside it what else says so."""

    cite: str
    beside: tuple[str, ...] = ()


class Found(NamedTuple):
    """What a rule yields; ``at`` says where in the thing it was shown."""

    what: str
    remedy: str
    cite: str | Rests
    at: str = ""

    @property
    def rests(self) -> Rests:
        """What it rests on."""
        return self.cite if isinstance(self.cite, Rests) else Rests(self.cite)


def rests_on(edition: Edition | None, clause: str | None, *others: str) -> Rests:
    """``clause`` of ``edition`` first, where there is one, and ``others`` beside it, but none that repeats it."""
    beside = list(dict.fromkeys(other for other in others if other))
    if edition is None or clause is None:
        return Rests(beside[0], tuple(beside[1:]))
    if clause in edition.rulings:
        return Rests(clause, tuple(other for other in beside if other != clause))
    same = {f"{edition.about.name}, {clause}", full_cite(edition, clause), clause}
    return Rests(full_cite(edition, clause), tuple(other for other in beside if other not in same))


Shown = TypeVar("Shown")


class Rule(NamedTuple, Generic[Shown]):
    """One rule. ``structural``: what it finds also keeps the table's `Setup` from being made."""

    id: str
    says: str
    function: Callable[[Shown], Iterator[Found]]
    structural: bool


class Book(Generic[Shown]):
    """The rules on one kind of thing; each is declared with it: ``@table_rule(id, says)``."""

    def __init__(self) -> None:
        self.rules: list[Rule[Shown]] = []

    def __call__(
        self, id: str, says: str, *, structural: bool = False
    ) -> Callable[[Callable[[Shown], Iterator[Found]]], Callable[[Shown], Iterator[Found]]]:
        """Declare a function as a rule."""

        def add(function: Callable[[Shown], Iterator[Found]]) -> Callable[[Shown], Iterator[Found]]:
            self.rules.append(Rule(id, says, function, structural))
            return function

        return add


class PropertyCase:
    """A property with its profile's settings of the day."""

    def __init__(self, property: Property) -> None:
        self.property = property
        self.bad_settings: list[tuple[str, BadSetting]] = []
        self.settings = self._settings(None)
        self.jackpots: dict[str, Jackpot] = {jackpot.id: jackpot for jackpot in property.jackpots}
        self.tables = [TableCase(self, table) for table in property.tables]

    def _settings(self, table: str | None) -> Settings:
        """The settings in force; where what was chosen cannot be, the profile's own."""
        try:
            return settings_of(self.property, table)
        except BadSetting as error:
            self.bad_settings.append((table or "", error))
            return profile(self.property.profile).settings(self.property.on)

    def settings_at(self, table: str) -> Settings:
        """The settings in force at one table; they differ from the property's only where some are its own."""
        single = self.property.settings.get("tables", {})
        return self._settings(table) if isinstance(single, Mapping) and table in single else self.settings

    def playing_for(self, jackpot: str) -> list[TableCase]:
        """The tables with a wager on a jackpot."""
        return [case for case in self.tables if jackpot in case.table.jackpots.values()]


def words(slug: str) -> str:
    """What a program calls a thing, as words within a sentence."""
    return slug.replace("-", " ")


class TableCase:
    """A table with its edition, its setup where one can be made, its jackpots and approvals."""

    def __init__(self, whole: PropertyCase, table: Table) -> None:
        self.whole = whole
        self.property = whole.property
        self.table = table
        self.settings = whole.settings_at(table.id)
        games = all_games()
        found = games[table.game].editions.get(table.edition) if table.game in games else None
        self.known = found is not None
        self._edition = found
        self.setup: Setup | None = None
        self.bad_setup: HousewayError | None = None
        if found is not None:
            try:
                self.setup = setup_of(table, whole.jackpots, self.settings)
            except HousewayError as error:
                self.bad_setup = error

    @property
    def edition(self) -> Edition:
        """The edition; only asked for where the game is known."""
        assert self._edition is not None
        return self._edition

    def called(self, wager: str) -> str:
        """A wager as people call it, also one that the edition does not have."""
        known = self._edition.wagers.get(wager) if self._edition is not None else None
        return known.name if known is not None else words(wager)

    @cached_property
    def options(self) -> dict[str, str]:
        """The options with their defaults."""
        return {slug: str(self.table.options.get(slug, item.values[0])) for slug, item in self.edition.options.items()}

    def rests_on(self, rule: str, *others: str, wager: str | None = None) -> Rests:
        """The edition's clause that has ``rule`` (a field of `Cites`), and ``others`` beside it."""
        own = wager if wager in self.edition.wagers else None
        return rests_on(self.edition, self.edition.cite(rule, own, self.options), *others)

    @cached_property
    def offered(self) -> list[Wager]:
        """The wagers placed before the deal at this table, as far as the edition has them."""
        wagers = self.edition.wagers
        return [wager for slug, wager in wagers.items() if slug in self.table.wagers and wager.initial]

    @cached_property
    def together(self) -> list[Wager]:
        """Those of them that one player may place together: of wagers that exclude each other, the first."""
        chosen: list[Wager] = []
        for wager in self.offered:
            if not any(wager.slug in other.excludes or other.slug in wager.excludes for other in chosen):
                chosen.append(wager)
        return chosen

    @cached_property
    def jackpots(self) -> dict[str, Jackpot]:
        """The jackpot of each jackpot wager, as far as it is known."""
        known = self.whole.jackpots
        return {wager: known[id] for wager, id in self.table.jackpots.items() if id in known}

    @cached_property
    def scheme(self) -> str | None:
        """Bonus or progressive, where all the table's jackpots agree."""
        schemes = {jackpot.scheme for jackpot in self.jackpots.values()}
        return schemes.pop() if len(schemes) == 1 else None

    @property
    def counted(self) -> bool:
        """Whether jackpot wagers are counted by the tabulator."""
        return bool(self.table.jackpots) and self.options.get("tabulator", "on") == "on"

    @cached_property
    def model(self) -> Model | None:
        """The equipment as it was approved with the edition, or nothing."""
        named = self.table.equipment
        return next((item for item in self.edition.data.equipment if named and item.model == named.model), None)

    def model_clause(self, *, displays: bool = False) -> str | None:
        """The clause on what the model can do; nothing where the document says no more than that it is approved."""
        assert self.model is not None
        clause = self.model.display_cite if displays else self.model.clause
        return None if clause == self.edition.cite("equipment") else clause

    @cached_property
    def approvals(self) -> list[Approval]:
        """The approvals of this game's edition at this property."""
        return [
            approval
            for approval in self.property.approvals
            if (approval.game, approval.edition) == (self.table.game, self.table.edition)
        ]

    @cached_property
    def shown(self) -> set[str]:
        """Everything that stands on a display."""
        return {item for display in self.table.displays for item in display.shows}

    @cached_property
    def posted(self) -> set[str]:
        """Everything posted at the table: on signs, on the layout, on displays."""
        return {*self.table.posts, *self.table.layout.posts, *self.shown}

    def printed(self, wager: str) -> Paytable | None:
        """The paytable of ``wager`` as printed, or nothing where the choice is not one."""
        ids = self.edition.paytable_ids(wager)
        choice = self.table.paytables.get(wager) or self.table.paytables.get(self.edition.chosen_by(wager))
        if not ids or (choice and choice not in ids):
            return None
        try:
            return self.edition.paytable(wager, choice or ids[0], self.options)
        except HousewayError:
            return None

    def most(self, wager: Wager) -> int | None:
        """The most that a player may place on ``wager``: its fixed amount or its posted limit; nothing: no limit."""
        if wager.slug in self.jackpots:
            return self.jackpots[wager.slug].wager
        if wager.slug in self.table.limits:
            return self.table.limits[wager.slug][1]
        return wager.fixed

    def least(self, wager: Wager) -> int:
        """The least that a player may place on ``wager``."""
        if wager.slug in self.jackpots:
            return self.jackpots[wager.slug].wager
        return self.table.limits[wager.slug][0] if wager.slug in self.table.limits else wager.fixed or 0


class JackpotCase(NamedTuple):
    """A jackpot with the tables that play for it."""

    whole: PropertyCase
    jackpot: Jackpot

    @property
    def tables(self) -> list[TableCase]:
        """The tables that play for it."""
        return self.whole.playing_for(self.jackpot.id)


class ApprovalCase(NamedTuple):
    """An approval at its property."""

    whole: PropertyCase
    approval: Approval


class LicenceCase(NamedTuple):
    """A maker's licence at its property."""

    whole: PropertyCase
    licence: Licence


class PromotionCase(NamedTuple):
    """A promotion at its property."""

    whole: PropertyCase
    promotion: Promotion

    @property
    def tables(self) -> list[TableCase]:
        """The tables that it runs at."""
        return [case for case in self.whole.tables if case.table.id in self.promotion.tables and case.known]


property_rule = Book[PropertyCase]()
"""Rules on the whole property."""

table_rule = Book[TableCase]()
"""Rules on one table; they are only shown tables of a known game."""

jackpot_rule = Book[JackpotCase]()
"""Rules on one jackpot and its links."""

approval_rule = Book[ApprovalCase]()
"""Rules on one approval."""

licence_rule = Book[LicenceCase]()
"""Rules on one licence of a maker."""

promotion_rule = Book[PromotionCase]()
"""Rules on one promotion."""


def is_day(text: str) -> bool:
    """Whether ``text`` is a day written as 2021-06-14, the only form in which days compare as texts do."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def named(machine: Machine) -> str:
    """A machine in words."""
    return " ".join(part for part in (machine.model, machine.version, f"of {machine.maker}") if part)
