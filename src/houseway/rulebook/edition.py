"""An edition: one approved document as data. The format is described in ``docs/edition-format.md``.

`Edition` is what the TOML says, decoded strictly: an unknown key, a dangling reference or a pay that cannot be read is
a `BadEdition`, and the game does not load.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

from houseway.cards.card_errors import BadEdition
from houseway.errors import HousewayError
from houseway.public_arguments import CHOICES, TEXT, check, maybe, taking, thing, whole
from houseway.rulebook.approved_models import with_facts
from houseway.rulebook.fingerprints import play_fingerprint, text_fingerprint
from houseway.rulebook.pays import Pay, parse_pay
from houseway.rulebook.paytables import Paytable, Row, event_slug
from houseway.rulebook.plain_words import misfit
from houseway.rulebook.rule_errors import UnknownClause


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


Cited: TypeAlias = str | dict[str, str]
"""A clause or a ruling; or one for each value of the option that ``by`` names."""


class Cites(_Data, frozen=True):
    """Where the document has each rule: what a refusal by that rule cites.

    Of a wager: ``limits`` (it lies within the posted limits), ``fixed`` (it is one amount), ``relation``, ``needs``,
    ``minimum`` (of the wager it needs), ``beside`` (what it is offered with), ``spots``, ``excludes``, ``later`` (it is
    not placed before the deal), ``offered`` (it is on this table or not). Of a table: ``wagers`` (which there are),
    ``placed`` (how they are placed before the deal), ``limits-set`` (who sets and posts limits), ``fourth`` (the limit
    on a fourth wager), ``positions``. Of its jackpots: ``jackpots`` (how many), ``scheme``, ``one-scheme``, ``bonus``,
    ``progressive``, ``percent`` (of what a percent is reckoned), ``notice``, ``envy``. Of equipment: ``equipment``
    (which models), ``counted``, ``sensor``, ``sensor-shared``, ``sign`` (that names the game), ``display`` (of a
    meter), ``shuffler``. Of approvals: ``approved``, ``terms``, ``controls``, ``licences``, ``agency``,
    ``concurrence``, ``compact``, ``certificates``, ``changes``, ``promotions``.

    A wager's own come before those of the game.
    """

    limits: Cited | None = None
    fixed: Cited | None = None
    relation: Cited | None = None
    needs: Cited | None = None
    minimum: Cited | None = None
    beside: Cited | None = None
    spots: Cited | None = None
    excludes: Cited | None = None
    later: Cited | None = None
    offered: Cited | None = None
    wagers: Cited | None = None
    placed: Cited | None = None
    limits_set: Cited | None = None
    fourth: Cited | None = None
    positions: Cited | None = None
    jackpots: Cited | None = None
    scheme: Cited | None = None
    one_scheme: Cited | None = None
    bonus: Cited | None = None
    progressive: Cited | None = None
    percent: Cited | None = None
    notice: Cited | None = None
    envy: Cited | None = None
    equipment: Cited | None = None
    counted: Cited | None = None
    sensor: Cited | None = None
    sensor_shared: Cited | None = None
    sign: Cited | None = None
    display: Cited | None = None
    shuffler: Cited | None = None
    approved: Cited | None = None
    terms: Cited | None = None
    controls: Cited | None = None
    licences: Cited | None = None
    agency: Cited | None = None
    concurrence: Cited | None = None
    compact: Cited | None = None
    certificates: Cited | None = None
    changes: Cited | None = None
    promotions: Cited | None = None


class Wagering(_Data, frozen=True):
    """The ``[wagering]`` table: limits on a player's wagers together.

    At most ``most`` of them (by ``clause``), and at most ``most_over`` of more than ``over`` cents each (by
    ``over_clause``, or by ``clause`` where that has both).
    """

    clause: str
    most: int | None = None
    over: int | None = None
    most_over: int | None = None
    over_clause: str | None = None

    @property
    def over_cite(self) -> str:
        """The clause that only some wagers may be over an amount."""
        return self.over_clause or self.clause


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
    """One wager of the game. It is on a table only with those ``beside`` it."""

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
    beside: tuple[str, ...] = ()
    cites: Cites = Cites()


class PaytableData(_Data, frozen=True):
    """One printed table: ``rows`` are a name and a cell for each of ``ids``.

    Of rows that the operator posts: ``posted_clause`` says that they are posted, ``printed_clause`` that others are
    not; both are ``clause`` where it is not given.
    """

    wagers: tuple[str, ...]
    ids: tuple[str, ...]
    odds: Literal["to 1", "for 1"]
    clause: str
    rows: tuple[tuple[Any, ...], ...]
    division: Literal["whole", "shared"] = "whole"
    by: str | None = None
    scales: bool = False
    row_meters: bool = False
    posted_clause: str | None = None
    printed_clause: str | None = None


class Clause(_Data, frozen=True):
    """One clause of the document, in our own words.

    ``about`` says under which of a page's headings it is found too, or that it is the ``office``'s and no player's
    (approvals, equipment). ``when`` says when a dealer carries it out, where that is not with a step: once with each
    ``new-deck``, ``between-rounds``, or by the ``press``.
    """

    id: str
    kind: Literal["enforced", "procedural", "information"]
    text: str
    ruling: tuple[str, ...] = ()
    cited_as: str | None = None
    about: tuple[Literal["house-way", "conduct", "office"], ...] = ()
    when: Literal["new-deck", "between-rounds", "press"] | None = None

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
    """A model of the jackpot system approved with this edition, and what it can do.

    The file names an approved model; what that can do comes from `houseway.rulebook.approved_models`.
    ``clause`` has its sensors and positions, ``display_clause`` its displays and how their amounts change.
    """

    model: str
    name: str
    sensors: int
    positions: int
    indicators: Literal["panel", "sensor"]
    counter: str
    changed_by: tuple[str, ...]
    amounts: tuple[str, ...]
    clause: str
    display_clause: str | None = None

    @property
    def display_cite(self) -> str:
        """The clause on its displays and amounts."""
        return self.display_clause or self.clause


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
    cites: Cites = Cites()


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
        self._paytable_ids: dict[str, tuple[str, ...]] = {}
        self._blocks: dict[tuple[str, str], PaytableData] = {}
        self._chosen_by: dict[str, str] = {}
        for block in data.paytables:
            for wager in block.wagers:
                self._paytable_ids[wager] = (*self._paytable_ids.get(wager, ()), *block.ids)
                self._chosen_by.setdefault(wager, block.wagers[0])
                for name in block.ids:
                    self._blocks.setdefault((wager, name), block)
        # Lines cite one edition's numbers; where ids collide, the cited one is meant.
        self._clauses = {clause.id: clause for clause in data.clause}
        self._clauses.update({clause.cite: clause for clause in data.clause if clause.cited_as})
        self._check()

    def fingerprint_under(self, behaviour: int) -> str:
        """The fingerprint of play under one of the game's behaviour numbers, which need not be the present one."""
        if type(behaviour) is not int or behaviour < 1:
            check("behaviour", whole(1), behaviour)
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

    @taking(cite=TEXT)
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

    @taking(cite=TEXT)
    def shown(self, cite: str) -> str:
        """A cited number for people: where this document has another, its own first and then the one cited."""
        clause = self._clauses.get(cite)
        return f"{clause.id} (cited as {cite})" if clause is not None and clause.id != cite else cite

    @cached_property
    def numbers(self) -> dict[str, str]:
        """By cited number the document's own, where they differ."""
        return {clause.cite: clause.id for clause in self.clauses if clause.cite != clause.id}

    @taking(when=TEXT)
    def done(self, when: str) -> tuple[Clause, ...]:
        """The clauses that a dealer carries out at that time (`Clause.when`)."""
        return tuple(clause for clause in self.clauses if clause.when == when)

    @taking(cite=TEXT)
    def has_clause(self, cite: str) -> bool:
        """Whether some clause is cited as ``cite``."""
        return cite in self._clauses

    @taking(rule=TEXT, wager=maybe(TEXT), options=maybe(CHOICES))
    def cite(self, rule: str, wager: str | None = None, options: Mapping[str, str] | None = None) -> str | None:
        """The clause that has ``rule`` (a field of `Cites`), for ``wager`` where that has its own.

        A wager without one anywhere cites its own clause; the table cites nothing. ``options`` choose where the
        document says it twice, their defaults if left out.
        """
        own = self.wagers.get(wager) if wager is not None else None
        found: Cited | None = getattr(own.cites, rule) if own else None
        if found is None:
            found = getattr(self.data.cites, rule)
        if isinstance(found, dict):
            by = found["by"]
            chosen = options[by] if options and by in options else self.options[by].values[0]
            return found[chosen]
        return found if found is not None or own is None else own.clause

    @cached_property
    def initial_wagers(self) -> tuple[str, ...]:
        """The wagers placed before the deal, in the document's order."""
        return tuple(wager.slug for wager in self.data.wager if wager.initial)

    @taking(wager=TEXT)
    def paytable_ids(self, wager: str) -> tuple[str, ...]:
        """The paytables that ``wager`` may be paid by; the first is the default."""
        return self._paytable_ids.get(wager, ())

    @taking(wager=TEXT, name=TEXT, options=CHOICES)
    def paytable(self, wager: str, name: str, options: dict[str, str]) -> Paytable:
        """Paytable ``name`` of ``wager`` as printed, under ``options``."""
        block = self._blocks.get((wager, name))
        if block is None:
            known = ", ".join(self.paytable_ids(wager))
            raise BadEdition(f"{wager} has no paytable {name!r}", remedy=f"choose one of {known}")
        key = (wager, name, options[block.by] if block.by else "")
        found = self._columns.get(key)
        if found is None:
            found = self._columns[key] = _column(block, block.ids.index(name), wager, options)
        return found

    def chosen_by(self, wager: str) -> str:
        """The wager whose choice of paytable also governs ``wager`` (play and raise follow the ante)."""
        if type(wager) is not str:
            check("wager", TEXT, wager)
        return self._chosen_by.get(wager, wager)

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
            references.append(("wagering", self.data.wagering.over_cite))
        for model in self.data.equipment:
            references.append((f"equipment {model.model}", model.display_cite))
        for block in self.data.paytables:
            for given in (block.posted_clause, block.printed_clause):
                references += [(f"paytables of {block.wagers[0]}", given)] if given else []
        if self.data.jackpots:
            references.append(("jackpots", self.data.jackpots.notice_clause))
        for what, cite in references:
            if not self.has_clause(cite):
                fail(f"{what} cites {cite!r}, and there is no such clause")
        for what, cites in (("cites", self.data.cites), *((f"wager {one.slug}", one.cites) for one in self.data.wager)):
            for name, written in zip(Cites.__struct_fields__, Cites.__struct_encode_fields__, strict=True):
                given = getattr(cites, name)
                if isinstance(given, dict):
                    option = self.options.get(given.get("by", ""))
                    if option is None or {*given} != {"by", *option.values}:
                        fail(f"{what}: {written} names a clause for each value of one option, not {given}")
                for cite in given.values() if isinstance(given, dict) else (given,):
                    named = cite is None or (isinstance(given, dict) and cite == given["by"])
                    if not named and not self.has_clause(cite) and cite not in self.rulings:
                        fail(f"{what}: {written} cites {cite!r}, and there is no such clause or ruling")
        for clause in self.clauses:
            for ruling in clause.ruling:
                if ruling not in self.rulings:
                    fail(f"clause {clause.id!r} names ruling {ruling!r}, and there is no such ruling")
        for wager in self.data.wager:
            others = (*(wager.relation.to if wager.relation else ()), *(wager.needs.any if wager.needs else ()))
            for other in (*others, *wager.excludes, *wager.beside):
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
        if isinstance(raw.get("equipment"), list):
            raw["equipment"] = [with_facts(each) for each in raw["equipment"]]
        data = msgspec.convert(raw, EditionData)
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        why = misfit(error, raw) if isinstance(error, msgspec.ValidationError) else error
        raise BadEdition(f"{path.name} cannot be read: {why}", remedy="see docs/edition-format.md") from error
    if data.game.edition != path.stem:
        raise BadEdition(
            f"{path.name} says that it is edition {data.game.edition!r}",
            remedy="name the file as the edition that it holds",
        )
    return Edition(data, behaviour)


def _column(block: PaytableData, number: int, wager: str, options: dict[str, str]) -> Paytable:
    rows = []
    for name, *cells in block.rows:
        if len(cells) != len(block.ids):
            raise BadEdition(
                f"row {name!r} has {len(cells)} cells for {len(block.ids)} paytables",
                remedy="give each paytable its cell",
            )
        cell = cells[number]
        if isinstance(cell, dict):
            if block.by is None or options[block.by] not in cell:
                raise BadEdition(
                    f"row {name!r} has no pay for {block.by} {options.get(block.by or '')}",
                    remedy="give the row a pay for it",
                )
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
        posted_clause=block.posted_clause or "",
        printed_clause=block.printed_clause or "",
    )


AN_EDITION = thing(Edition, "an edition of a game", "give one, such as houseway.game(GAME).edition()")
