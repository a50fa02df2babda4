"""An edition: one approved document as data. The format is described in ``docs/edition-format.md``.

`Edition` is what the TOML says, decoded strictly: an unknown key, a dangling reference or a pay that cannot be read is
a `BadEdition`, and the game does not load.
"""

from __future__ import annotations

import tomllib
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import msgspec

from houseway.errors import BadEdition, HousewayError, UnknownClause
from houseway.rulebook.fingerprints import play_fingerprint, text_fingerprint
from houseway.rulebook.pays import Pay, parse_pay
from houseway.rulebook.paytables import Paytable, Row, event_slug


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, rename="kebab"):
    """Base of the records that an edition file holds.

    What has its default is left out of the plain data: a field that is added later moves no fingerprint.
    """


class About(_Data, frozen=True):
    """The ``[game]`` table."""

    slug: str
    name: str
    edition: str
    title: str
    dated: str
    positions: int
    colour: str = "green"
    current: bool = False


class DeckData(_Data, frozen=True):
    """The ``[deck]`` table; ``decks`` is a number or names the option that gives it."""

    decks: int | dict[str, str]
    jokers: int = 0
    without: tuple[str, ...] = ()
    wild: tuple[str, ...] = ()


class Wagering(_Data, frozen=True):
    """The ``[wagering]`` table: limits on a player's wagers together.

    At most ``most`` of them, and at most ``most_over`` of more than ``over`` cents each.
    """

    clause: str
    most: int | None = None
    over: int | None = None
    most_over: int | None = None


class Jackpots(_Data, frozen=True):
    """The ``[jackpots]`` table."""

    notice: str
    notice_clause: str
    most: int = 1


class Option(_Data, frozen=True):
    """A house choice; the first of ``values`` is the default."""

    slug: str
    values: tuple[str, ...]
    says: str
    clause: str
    integer: bool = False
    ruling: str | None = None


class Relation(_Data, frozen=True):
    """How a wager's amount hangs on others: ``equal`` to the sum of ``to``, or ``up-to`` a ``share`` of it."""

    rule: Literal["equal", "up-to"]
    to: tuple[str, ...]
    share: str = "1"


class Needs(_Data, frozen=True):
    """What must be placed with a wager: one of ``any``, or the wager that ``option`` names, of the posted minimum."""

    any: tuple[str, ...] = ()
    option: str | None = None


class Wager(_Data, frozen=True):
    """One wager of the game."""

    slug: str
    name: str
    kind: Literal["primary", "supplemental", "bonus", "jackpot"]
    clause: str
    says: str
    initial: bool = False
    relation: Relation | None = None
    fixed: int | None = None
    only: bool = False
    needs: Needs | None = None
    excludes: tuple[str, ...] = ()
    offered_with: dict[str, str] = {}


class PaytableData(_Data, frozen=True):
    """One printed table: ``rows`` are a name and a cell for each of ``ids``."""

    wagers: tuple[str, ...]
    ids: tuple[str, ...]
    odds: Literal["to 1", "for 1"]
    clause: str
    rows: tuple[tuple[Any, ...], ...]
    division: Literal["whole", "shared"] = "whole"
    by: str | None = None
    scales: bool = False
    row_meters: bool = False


class Clause(_Data, frozen=True):
    """One clause of the document, in our own words; ``about`` says under which of a page's headings it is found too."""

    id: str
    kind: Literal["enforced", "procedural", "information"]
    text: str
    ruling: tuple[str, ...] = ()
    cited_as: str | None = None
    about: tuple[Literal["house-way", "conduct"], ...] = ()

    @property
    def cite(self) -> str:
        """The id under which lines and refusals cite it."""
        return self.cited_as or self.id


class Ruling(_Data, frozen=True):
    """What was decided where the document is open."""

    id: str
    settles: tuple[str, ...]
    text: str


class Equipment(_Data, frozen=True):
    """A model of the jackpot system approved with this edition, and what it can do."""

    model: str
    name: str
    sensors: int
    positions: int
    indicators: Literal["panel", "sensor"]
    counter: str
    changed_by: tuple[str, ...]
    amounts: tuple[str, ...]
    clause: str


class EditionData(_Data, frozen=True):
    """The whole file."""

    format: Literal[1]
    game: About
    deck: DeckData
    wager: tuple[Wager, ...]
    paytables: tuple[PaytableData, ...]
    clause: tuple[Clause, ...]
    option: tuple[Option, ...] = ()
    ruling: tuple[Ruling, ...] = ()
    equipment: tuple[Equipment, ...] = ()
    wagering: Wagering | None = None
    jackpots: Jackpots | None = None


class Edition:
    """A loaded edition. Make one with `load_edition`; editions do not change.

    ``fingerprint`` is that of play, under the game's present behaviour number: what is approved, what a table is opened
    with and a round recorded under. ``text_fingerprint`` is that of the wording (`houseway.rulebook.fingerprints`).
    """

    def __init__(self, data: EditionData, behaviour: int = 1) -> None:
        self.data = data
        self.about = data.game
        self.slug = data.game.edition
        self.wagers: dict[str, Wager] = {wager.slug: wager for wager in data.wager}
        self.options: dict[str, Option] = {option.slug: option for option in data.option}
        plain = msgspec.to_builtins(data)
        self.fingerprint = play_fingerprint(plain, behaviour)
        self.text_fingerprint = text_fingerprint(plain)
        self._under = {behaviour: self.fingerprint}
        self._columns: dict[tuple[str, str, str], Paytable] = {}
        # Lines cite one edition's numbers; where ids collide, the cited one is meant.
        self._clauses = {clause.id: clause for clause in data.clause}
        self._clauses.update({clause.cite: clause for clause in data.clause if clause.cited_as})
        self._check()

    def fingerprint_under(self, behaviour: int) -> str:
        """The fingerprint of play under one of the game's behaviour numbers, which need not be the present one."""
        found = self._under.get(behaviour)
        if found is None:
            found = self._under[behaviour] = play_fingerprint(msgspec.to_builtins(self.data), behaviour)
        return found

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """Every clause, in the document's order."""
        return self.data.clause

    @cached_property
    def rulings(self) -> dict[str, Ruling]:
        """Every ruling by its id."""
        return {ruling.id: ruling for ruling in self.data.ruling}

    def clause(self, cite: str) -> Clause:
        """The clause cited as ``cite`` (or, failing that, of that id)."""
        found = self._clauses.get(cite)
        if found is None:
            near = [clause.cite for clause in self.clauses if clause.cite.startswith(cite.split("(", maxsplit=1)[0])]
            raise UnknownClause(
                f"{self.about.name} {self.slug} has no clause {cite!r}",
                remedy=f"did you mean {', '.join(near[:6])}?" if near else f"see: houseway rules {self.about.slug}",
            )
        return found

    def has_clause(self, cite: str) -> bool:
        """Whether some clause is cited as ``cite``."""
        return cite in self._clauses

    @cached_property
    def initial_wagers(self) -> tuple[str, ...]:
        """The wagers placed before the deal, in the document's order."""
        return tuple(wager.slug for wager in self.data.wager if wager.initial)

    def paytable_ids(self, wager: str) -> tuple[str, ...]:
        """The paytables that ``wager`` may be paid by; the first is the default."""
        return tuple(name for block in self.data.paytables if wager in block.wagers for name in block.ids)

    def paytable(self, wager: str, name: str, options: dict[str, str]) -> Paytable:
        """Paytable ``name`` of ``wager`` as printed, under ``options``."""
        for block in self.data.paytables:
            if wager in block.wagers and name in block.ids:
                key = (wager, name, options[block.by] if block.by else "")
                found = self._columns.get(key)
                if found is None:
                    found = self._columns[key] = _column(block, block.ids.index(name), wager, options)
                return found
        known = ", ".join(self.paytable_ids(wager))
        raise BadEdition(f"{wager} has no paytable {name!r}", remedy=f"choose one of {known}")

    def chosen_by(self, wager: str) -> str:
        """The wager whose choice of paytable also governs ``wager`` (play and raise follow the ante)."""
        for block in self.data.paytables:
            if wager in block.wagers:
                return block.wagers[0]
        return wager

    def _check(self) -> None:
        def fail(what: str) -> None:
            raise BadEdition(f"{self.about.slug} {self.slug}: {what}", remedy="mend the edition's file")

        seen: set[str] = set()
        for clause in self.clauses:
            if clause.id in seen:
                fail(f"clause {clause.id!r} is there twice")
            seen.add(clause.id)
        references = [
            *((f"wager {wager.slug}", wager.clause) for wager in self.data.wager),
            *((f"option {option.slug}", option.clause) for option in self.data.option),
            *((f"paytables of {block.wagers[0]}", block.clause) for block in self.data.paytables),
            *((f"equipment {model.model}", model.clause) for model in self.data.equipment),
            *((f"ruling {ruling.id}", cite) for ruling in self.data.ruling for cite in ruling.settles),
        ]
        if self.data.wagering:
            references.append(("wagering", self.data.wagering.clause))
        if self.data.jackpots:
            references.append(("jackpots", self.data.jackpots.notice_clause))
        for what, cite in references:
            if not self.has_clause(cite):
                fail(f"{what} cites {cite!r}, and there is no such clause")
        for clause in self.clauses:
            for ruling in clause.ruling:
                if ruling not in self.rulings:
                    fail(f"clause {clause.id!r} names ruling {ruling!r}, and there is no such ruling")
        for wager in self.data.wager:
            others = (*(wager.relation.to if wager.relation else ()), *(wager.needs.any if wager.needs else ()))
            for other in (*others, *wager.excludes):
                if other not in self.wagers:
                    fail(f"wager {wager.slug} names {other!r}, and there is no such wager")
        defaults = {option.slug: option.values[0] for option in self.data.option}
        for block in self.data.paytables:
            for wager_slug in block.wagers:
                if wager_slug not in self.wagers:
                    fail(f"a paytable pays {wager_slug!r}, and there is no such wager")
            for number in range(len(block.ids)):
                try:
                    _column(block, number, block.wagers[0], defaults)
                except HousewayError as error:
                    fail(f"paytable {block.ids[number]}: {error}")


def load_edition(path: Path, behaviour: int = 1) -> Edition:
    """The edition in the TOML file ``path``, of a game whose present behaviour number is ``behaviour``."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        data = msgspec.convert(raw, EditionData)
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadEdition(f"{path.name} cannot be read: {error}", remedy="see docs/edition-format.md") from error
    if data.game.edition != path.stem:
        raise BadEdition(f"{path.name} says that it is edition {data.game.edition!r}")
    return Edition(data, behaviour)


def _column(block: PaytableData, number: int, wager: str, options: dict[str, str]) -> Paytable:
    rows = []
    for name, *cells in block.rows:
        if len(cells) != len(block.ids):
            raise BadEdition(f"row {name!r} has {len(cells)} cells for {len(block.ids)} paytables")
        cell = cells[number]
        if isinstance(cell, dict):
            if block.by is None or options[block.by] not in cell:
                raise BadEdition(f"row {name!r} has no pay for {block.by} {options.get(block.by or '')}")
            cell = cell[options[block.by]]
        pay: Pay = parse_pay(cell, block.odds)
        rows.append(Row(event_slug(name), name, pay))
    return Paytable(
        block.ids[number],
        wager,
        tuple(rows),
        block.odds,
        clause=block.clause,
        shared=block.division == "shared",
        scales=block.scales,
        row_meters=block.row_meters,
    )
